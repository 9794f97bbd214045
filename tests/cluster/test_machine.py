"""Machine files: what is wrong is told at once, shipped figures are the published ones, and a file reads back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rankwise.cluster.machine import positions, read_machine, rule_of
from rankwise.cluster.machine_map import to_map
from rankwise.cluster.machine_toml import text_of
from rankwise.cluster.reference import REFERENCE, machine_named, shipped, table
from rankwise.core import toml
from rankwise.core.errors import UsageError

NUMBER = re.compile(r"\d+(?:\.\d+)?")
FIGURES = ("rate", "rate_high", "latency", "latency_high", "link")


def figures(text: str) -> list[tuple[str, str, str]]:
    """(table, figure as written, source) of everything that a machine file states."""
    tables = toml.loads(text)
    rows = [("network", tables.get("network", {}))]
    rows += [(name, row) for name in ("resources", "paths", "curves") for row in tables.get(name, [])]
    stated = [(name, row[field], row["source"]) for name, row in rows for field in FIGURES if field in row]
    return stated + [
        (name, str(value), row["source"])
        for name, row in rows
        for field in ("sizes", "times_us")
        for value in row.get(field, [])
    ]


def published(source: str) -> list[str]:
    """The numbers of the published rows that a source names: `file.csv: word, word` or several with |, divided by N."""
    numbers = []
    for part in source.split(" | "):
        file, _, rest = part.partition(": ")
        words, _, divisor = rest.partition(" / ")
        keys = [word.strip() for word in re.split(r", (?![^(]*\))", words)]
        for row in table(file):
            cells = ", ".join(row.values())
            if all(key in cells for key in keys):
                numbers += [str(float(number) / float(divisor or 1)) for number in NUMBER.findall(cells)]
    return numbers


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_figure_is_a_published_one(name: str) -> None:
    text = (REFERENCE / f"machines/{name}.toml").read_text()
    unmatched = [
        (where, figure, source)
        for where, figure, source in figures(text)
        if str(float(NUMBER.match(figure)[0])) not in published(source)  # type: ignore[index]
    ]
    assert unmatched == []


def test_a_figure_that_nobody_published_is_seen() -> None:
    text = (REFERENCE / "machines/phi-cluster.toml").read_text().replace('"3800MB/s"', '"3801MB/s"')
    wrong = [f for _, f, source in figures(text) if str(float(NUMBER.match(f)[0])) not in published(source)]  # type: ignore[index]
    assert set(wrong) == {"3801MB/s"}


@pytest.mark.parametrize("name", shipped())
def test_a_machine_reads_back_as_it_was_written(name: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(text_of(machine_named(name)))
    assert read_machine(file) == machine_named(name)


def test_all_that_is_wrong_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        """name = "wrong"
origin = "published"
[nodes]
count = 6
endpoints = [{ name = "a" }, { name = "b" }]
[network]
shape = "torus"
dimensions = [2, 2]
link = "0MB/s"
[[resources]]
name = "adapter"
rate = "1GB/s"
per = "node"
[[paths]]
fabric = "x"
rate = "1GB/s"
through = ["adaptor"]
[[curves]]
fabric = "x"
to = "c"
sizes = [8, 4, 16]
times_us = [1.0, -2.0, 3.0]
steps = [64]
source = "a table"
"""
    )
    with pytest.raises(UsageError) as caught:
        read_machine(file)
    message = caught.value.message
    for words in (
        "network.dimensions: [2, 2] give 4 nodes, not 6 (line 8)",
        "network.link: '0MB/s' is not a rate",
        "paths[0].through: there is no resource 'adaptor' (line 17)",
        "paths[0].source: a published figure without a source (line 14)",
        "curves[0].sizes: sizes must rise (line 21)",
        "curves[0].times_us: a time of -2 us; times are above 0 (line 22)",
        "curves[0].steps: 64 is outside of the sizes (line 23)",
        "curves[0]: any to c, any, matches no pair (line 18)",
    ):
        assert words in message
    assert "docs/machines.md" in caught.value.hint


def test_a_word_that_no_field_takes_hides_nothing_else(tmp_path: Path) -> None:
    """Only such words were told, and the rest once they were mended."""
    file = tmp_path / "wrong.toml"
    file.write_text(
        """name = "wrong"
origin = "declared"
[nodes]
endpoints = [{ name = "a" }, { name = "b" }]
[network]
dimensions = [2]
[[resources]]
name = "adapter"
rate = "0GB/s"
per = "adaptor"
at = ["n1"]
[[resources]]
name = "adapter"
rate = "1GB/s"
per = "node"
[[paths]]
fabric = "x"
where = "elsewhere"
rate = "zero"
latency = "1us"
[[curves]]
fabric = "x"
sizes = [-1, 4, 16]
times_us = [1.0, 2.0, 3.0]
[[curves]]
fabric = "x"
sizes = [1, 4, 16]
times_us = [1.0, 2.0, 3.0]
steps = [16, 4]
"""
    )
    with pytest.raises(UsageError) as caught:
        read_machine(file)
    problems = [line.partition(": ")[0].removeprefix("  - ") for line in caught.value.message.splitlines()[1:]]
    assert sorted(problems) == [
        "curves[0].sizes[0]",
        "curves[1].steps",
        "network.dimensions",
        "paths[0].rate",
        "paths[0].where",
        "resources[0].at",
        "resources[0].per",
        "resources[0].rate",
        "resources[1].name",
    ]


def test_a_curve_and_the_later_rule_win(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(
        """name = "rules"
origin = "declared"
[nodes]
count = 2
sockets = 2
endpoints = [{ name = "host" }, { name = "near", kind = "card" }, { name = "far", kind = "card", socket = 1 }]
[[curves]]
fabric = "x"
from = "near-card"
to = "host"
sizes = [1, 2]
times_us = [1.0, 2.0]
[[paths]]
fabric = "x"
latency = "1us"
[[paths]]
fabric = "x"
to = "far-card"
latency = "2us"
"""
    )
    machine = read_machine(file)
    host, near, far = positions(machine)
    assert [place.label for place in (host, near, far)] == ["host", "near card", "far card"]
    expected = {(host, near): 1e-6, (near, far): 2e-6, (host, far): 2e-6, (near, host): None, (far, host): 1e-6}
    for pair, latency_s in expected.items():
        rule = rule_of(machine, "x", *pair)
        assert rule is not None
        assert rule.latency_s == latency_s
    assert (rule_of(machine, "x", near, host) or rule).times_s == (1e-6, 2e-6)


def test_a_second_adapter_brings_every_card_near_to_one() -> None:
    one, two = (machine_named(name) for name in ("phi-cluster", "phi-cluster-two-adapters"))
    assert [place.near for place in positions(one)] == [True, True, True, False, False]
    assert all(place.near for place in positions(two))
    rates = {
        machine.name: min(path.bandwidth_bytes_per_s or 0.0 for path in to_map(machine).paths if path.fabric == "dapl")
        for machine in (one, two)
    }
    assert rates == {"phi-cluster": 250e6, "phi-cluster-two-adapters": 1300e6}


def test_the_map_of_a_machine_has_its_resources_and_the_middle_of_a_range() -> None:
    known = to_map(machine_named("phi-cluster"))
    paths = {(path.source, path.target, path.fabric): path for path in known.paths}
    path = paths["n1-mic0", "n2-mic3", "dapl"]
    assert (path.bandwidth_bytes_per_s, path.through) == (400e6, ("hca", "card-link"))
    assert paths["n1", "n2", "tcp"].latency_s == pytest.approx((50e-6 * 100e-6) ** 0.5)
    assert [row.name for row in known.resources] == ["hca", "ethernet", "card-link"]
    assert known.origin == "published"


def test_a_machine_with_more_endpoints_than_a_map_holds_is_refused() -> None:
    with pytest.raises(UsageError, match="8192 endpoints"):
        to_map(machine_named("blue-gene-q"))
    assert len(to_map(machine_named("blue-gene-q"), 2).endpoints) == 32


def test_a_machine_that_is_not_there_is_told() -> None:
    with pytest.raises(UsageError, match="no machine 'phi'") as caught:
        machine_named("phi")
    assert "phi-cluster" in caught.value.hint
