"""A template fails in words, whatever it does, and prints values of one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.cluster.records import ClusterPlan
from rankwise.cluster.render import MANIFEST, render, write
from rankwise.core.errors import UsageError

Read = Callable[..., ClusterPlan]


def rendered(plan: ClusterPlan, folder: Path, template: bytes | str, name: str = "motd") -> str:
    """What a template of a site's own makes for a host."""
    (folder / "host").mkdir(exist_ok=True)
    (folder / f"host/{name}.j2").write_bytes(template if isinstance(template, bytes) else template.encode())
    return render(plan, site=folder)[f"c001-n001/{name}"].text


@pytest.mark.parametrize(
    ("template", "printed"),
    [
        ("x\n{{ nothing }}", "line 2: 'nothing' is undefined"),
        ("{{ facts.nothing }}", "has no attribute 'nothing'"),
        ("{{ 1 + 'a' }}", "unsupported operand"),
        ("{{ 1 // 0 }}", "zero"),
        ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "recursion"),
        ("{% for i in range(10**9) %}x{% endfor %}", "may not use **"),
        ("{% for i in range(1000000000) %}x{% endfor %}", "ranges of more than 1000000 numbers"),
        ("{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}", "ranges of more than"),
        ("{{ 'x' * 1000000000 }}", "may not use * here"),
        ("{{ '%1000000000d' % 1 }}", "may not use % here"),
        ("{{ ''.__class__.__mro__ }}", "access to attribute '__class__'"),
        ("{{ lipsum() }}", "'lipsum' is undefined"),
        ("{% include '../../../etc/passwd' %}", "../../../etc/passwd"),
        ("{% include '/etc/passwd' %}", "/etc/passwd"),
        ("{% if %}", "motd.j2, line 1"),
        (b"\xff", "invalid start byte"),
        ("{{ facts.hosts.append(1) }}", "has no attribute 'append'"),
        ("{{ 'a\nb' }}", "'a\\nb' has control characters; write |lines where lines are meant"),
        ("{{ 'a\x1b[2J' | lines }}", "has control characters"),
        ("{{ '\u202e' }}", "has control characters"),
    ],
)
def test_a_template_of_a_site_fails_in_words(plan_of: Read, tmp_path: Path, template: str, printed: str) -> None:
    with pytest.raises(UsageError) as told:
        rendered(plan_of(), tmp_path, template)
    assert told.value.code == "bad-template"
    assert printed in told.value.message


def test_lines_that_a_template_means_are_printed(plan_of: Read, tmp_path: Path) -> None:
    assert rendered(plan_of(), tmp_path, "{{ facts.hosts | map('first') | join('\\n') | lines }}").count("\n") == 5
    assert rendered(plan_of(), tmp_path, "{% for i in range(3) %}{{ 2 * i + 7 % 4 }} {% endfor %}") == "3 5 7 "


def test_a_value_with_a_line_of_its_own_is_refused_where_no_kind_did(plan_of: Read) -> None:
    plan = plan_of()
    network = replace(plan.networks[0], suffix="\n10.0.0.1 evil")
    with pytest.raises(UsageError, match="has control characters"):
        render(replace(plan, networks=(network,)))


@pytest.mark.parametrize("name", ["a\nb", "a\x1b"])
def test_a_file_of_an_odd_name_is_refused(plan_of: Read, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is not a path below a folder"):
        rendered(plan_of(), tmp_path, "x", name)


@pytest.mark.parametrize(
    ("manifest", "printed"),
    [
        ('{"%s": "%s"}', "is not a path below a folder"),
        ('{"../mine": "%.0s%s"}', "'../mine' is not a path below a folder"),
        ("[" * 200_000, "Expected `object`, got `array`"),
        ('{"a": ' + '{"a": ' * 200_000, "Expected `str`, got `object`"),
        ('{"a": 1}', "a: 1 is not a SHA-256"),
        ("\udcff", "not a valid"),
        ("x", "malformed"),
    ],
)
def test_a_manifest_of_somebody_else_removes_nothing(
    plan_of: Read, tmp_path: Path, manifest: str, printed: str
) -> None:
    mine, out = tmp_path / "mine", tmp_path / "out"
    mine.write_text("mine")
    out.mkdir()
    digest = "82f9e36cb2b38ad48e2c6e3b4c12bd8b03d8aacd2aa70bc05b52e4d9e6d5a3d5"
    text = manifest % (mine, digest) if "%s" in manifest else manifest
    (out / MANIFEST).write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(UsageError) as told:
        write(render(plan_of()), out)
    assert printed in told.value.message
    assert mine.read_text() == "mine" and [file.name for file in out.iterdir()] == [MANIFEST]


@pytest.mark.parametrize("place", ["etc/hosts", "etc"])
def test_a_link_in_a_rendered_folder_leads_nowhere(plan_of: Read, tmp_path: Path, place: str) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    write(render(plan_of()), out)
    (out / "c001-n001/etc").rename(elsewhere)
    before = {file: file.read_text() for file in elsewhere.rglob("*") if file.is_file()}
    if place == "etc":
        (out / "c001-n001/etc").symlink_to(elsewhere)
    else:
        (out / "c001-n001/etc").mkdir()
        (out / "c001-n001/etc/hosts").symlink_to(elsewhere / "hosts")
    changed = render(plan_of(("10.33.{cabinet}.{node}", "10.33.{cabinet}.{node + 100}")))
    with pytest.raises(Exception, match=r"changed by hand|is not followed"):
        write(changed, out)
    assert {file: file.read_text() for file in elsewhere.rglob("*") if file.is_file()} == before
