"""No probe raises, whatever the files hold; what is cut short or is no recording is refused in words."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankwise.core.errors import UsageError
from rankwise.core.records import decode, encode
from rankwise.inventory import archive, parse
from rankwise.inventory.archive import Archive
from rankwise.inventory.collect import collect, load
from rankwise.inventory.collector import COMMANDS, FILES
from rankwise.inventory.records import NodeInventory
from recorded.machines import NAMES, recorded

# Half damage, half things that a kernel might write in another place.
DAMAGE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "",
            "-1",
            "max 100000",
            "0-3,8",
            "9-1",
            "0-99999999",
            "99999999999999999999",
            "nan",
            "1e400",
            "a=b",
            "0::/x\n0::",
        ]
    ),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_damaged_files_never_raise(data: st.DataObject, name: str) -> None:
    whole = recorded(name)

    def damage(entries: dict[str, str]) -> dict[str, str]:
        kept = {key: value for key, value in entries.items() if data.draw(st.integers(0, 3)) > 0}
        hit = data.draw(st.lists(st.sampled_from(sorted(kept)), max_size=8)) if kept else []
        return {**kept, **{key: data.draw(DAMAGE) for key in hit}}

    damaged = dataclasses.replace(whole, files=damage(whole.files), runs=damage(whole.runs))
    node = collect(damaged)
    assert decode(NodeInventory, encode(node)) == node


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*FILES, *COMMANDS]), DAMAGE, max_size=20))
def test_files_of_any_content_never_raise(contents: dict[str, str]) -> None:
    files = {name.replace("[0-9]*", "0").replace("*", "0"): text for name, text in contents.items()}
    node = collect(Archive(files=files, runs=contents))
    assert decode(NodeInventory, encode(node)) == node


@given(st.text(max_size=300))
def test_any_text_is_a_recording_or_refused(text: str) -> None:
    for candidate in (text, f"{archive.HEADER}\n{text}\nend\n"):
        try:
            assert archive.parse(candidate) is not None
        except UsageError as error:
            assert error.code == "bad-recording"


def test_an_empty_machine_is_all_unknown() -> None:
    node = collect(Archive())
    assert (node.hostname, node.cpus, node.numa, node.memory_bytes) == ("unknown", (), (), None)
    assert {"hostname", "cpus", "caches", "numa", "nics", "limits", "load", "affinity"} <= node.unknown.keys()


def test_an_unreadable_file_is_told_from_a_missing_one() -> None:
    node = collect(Archive(denied=frozenset({"/proc/self/limits"})))
    assert node.unknown["limits"] == "no permission to read /proc/self/limits"
    assert node.unknown["load"] == "no /proc/loadavg on this system"


def test_a_file_that_is_there_is_not_called_missing() -> None:
    node = collect(Archive(files={"/proc/loadavg": "", "/proc/meminfo": "MemTotal: much"}))
    assert node.unknown["load"] == "/proc/loadavg is empty"
    assert node.unknown["memory"] == "nothing in /proc/meminfo can be understood"


def test_a_cut_recording_is_refused(tmp_path: Path) -> None:
    whole = recorded("arm-board").text()
    (tmp_path / "cut").write_text(whole[: len(whole) // 2])
    (tmp_path / "other").write_text("hello\n")
    (tmp_path / "cut.gz").write_bytes(b"\x1f\x8b\x08\x00")
    for name, words in (("cut", "cut short"), ("other", "not a recording"), ("cut.gz", "cannot read"), ("no", "no")):
        with pytest.raises(UsageError, match=words):
            load(tmp_path / name)


def test_a_banner_before_a_recording_is_passed_over() -> None:
    text = recorded("arm-board").text()
    assert archive.parse(f"Welcome!\n|nothing\n{text}goodbye\n") == recorded("arm-board")


@pytest.mark.parametrize(
    ("text", "cpus"),
    [
        ("0-3,8", (0, 1, 2, 3, 8)),
        ("", ()),
        ("5", (5,)),
        ("3-1", ()),
        ("0-70000", ()),
        ("x,2", (2,)),
        ("0-40000,30000-60000", tuple(range(40001))),  # 50,000 whole ranges would take minutes
        ("1," * 300_000, ()),
    ],
)
def test_cpu_lists(text: str, cpus: tuple[int, ...]) -> None:
    assert parse.cpu_list(text) == cpus


@pytest.mark.parametrize(
    ("text", "size"), [("32K", 32768), ("1024 kB", 1 << 20), ("480M", 480 << 20), ("8", 8), ("K", None), (None, None)]
)
def test_sizes(text: str | None, size: int | None) -> None:
    assert parse.binary_size(text) == size
