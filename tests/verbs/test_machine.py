"""`machine`: shipped machines shown and drawn; imports of maps, texts and tables; measured paths beside published."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.maps import cluster_map, measured_map
from builders.runs import run
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.cluster.records import MachineRule
from rankwise.cluster.reference import machine_named
from rankwise.core.errors import UsageError
from rankwise.core.records import encode
from rankwise.maps.beside import beside_map
from rankwise.maps.read import read_map
from rankwise.maps.records import Beside
from rankwise.model.records import Curve
from rankwise.report.machine import beside_lines, lines, list_lines
from rankwise.report.terminal import published_lines
from rankwise.store import Store
from rankwise.verbs import machine as verb
from rankwise.verbs.machine.beside import beside
from rankwise.verbs.machine.imported import imported
from rankwise.verbs.records import ShownMachine

SUITES = Path(__file__).parents[1] / "recorded/suites"


def test_the_list_has_every_machine_with_its_figures() -> None:
    listed = {machine.name: machine for machine in verb.listed()}
    assert listed["phi-workstation"].figures == 97  # four tables of 24 sizes, and what the machine is
    assert listed["blue-gene-q"].endpoints == 8192
    assert len(list_lines(list(listed.values()))) == len(listed) + 3


def test_a_file_that_may_be_edited_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    verb.export("phi-cluster", file)
    file.write_text("edited")
    with pytest.raises(UsageError, match="is there already"):
        verb.export("phi-cluster", file)
    assert file.read_text() == "edited"


def test_a_curve_is_shown_by_both_definitions() -> None:
    text = "\n".join(lines(verb.show("phi-workstation")))
    assert "10614.44 Mbytes/s of 2^20, both directions" in text
    assert "465.28 Mbytes/s of 2^20, both directions" in text
    assert "5.57 GB/s" in text


def test_published_tables_are_shown_beside_the_paths() -> None:
    shown = verb.show("magellan")
    assert [row.values.get("million_messages_per_s") for row in shown.rows] == [None, "0.899"]


def test_a_large_machine_is_drawn_by_two_nodes() -> None:
    assert len(verb.draw("blue-gene-p").endpoints) == 8
    assert len(verb.draw("phi-cluster").endpoints) == 10


def test_an_import_of_texts_keeps_them_apart(tmp_path: Path) -> None:
    texts = [str(SUITES / "imb-4.0/pingpong.txt"), str(SUITES / "osu-7.4/osu_latency.txt")]
    machine = imported(texts, tmp_path / "m.toml", "mine").machine
    assert [(rule.fabric, rule.kernel, rule.origin) for rule in machine.rules] == [
        ("pingpong", "pingpong", "imported"),
        ("osu_latency", "pingpong", "imported"),
    ]
    assert machine.rules[0].times_s[0] == pytest.approx(2.23e-6)


def test_curves_of_two_settings_are_two_fabrics_and_what_each_is_of_is_told(tmp_path: Path) -> None:
    """As of `-T all`, or of files of one name in two folders."""
    title, columns = "# OSU MPI Latency Test v7.4\n", "# Size       Avg Latency(us)\n"
    types = "".join(f"# Datatype: MPI_{name}.\n{columns}4  1.0\n8  1.1\n" for name in ("CHAR", "INT"))
    rate = "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n4  1.0\n"
    texts = [tmp_path / folder / "osu.txt" for folder in ("a", "b")]
    for text, content in zip(texts, (title + types, f"{title}{columns}4  9.0\n8  9.1\n{rate}"), strict=True):
        text.parent.mkdir()
        text.write_text(content)
    written = imported([str(text) for text in texts], tmp_path / "m.toml", "mine")
    assert [rule.fabric for rule in written.machine.rules] == ["osu", "osu.2", "osu.3"]
    left_out, *of = written.notes
    assert left_out.startswith("left out: OSU MPI Bandwidth Test: ")
    assert of[1] == "fabric osu.2: OSU MPI Latency Test | Datatype: MPI_INT."


def test_a_fabric_that_another_source_has_is_not_taken_again(tmp_path: Path) -> None:
    table = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n4  {0}\n8  {0}\n"
    files = [tmp_path / name for name in ("osu.2.txt", "osu.txt", "put.csv", "put.txt")]
    for file in files:
        file.write_text(table.format(1.0))
    files[1].write_text(table.format(2.0) + "# Datatype: MPI_INT.\n# Size       Avg Latency(us)\n4  3.0\n8  3.0\n")
    files[2].write_text("fabric,from,to,size_bytes,time_us\nput,a,b,4,1\nput,a,b,8,2\n")
    written = imported([str(file) for file in files], tmp_path / "m.toml", "mine")
    assert [rule.fabric for rule in written.machine.rules] == ["osu.2", "osu", "osu.3", "put", "put.2"]


def test_an_import_of_texts_tells_what_of_them_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "text"
    rows = "1   0.00\n2   0.20\n4   0.21\n8\n"
    file.write_text(f"# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n{rows}")
    written = imported([str(file)], tmp_path / "m.toml", "mine")
    assert written.machine.rules[0].sizes_bytes == (2, 4)
    assert written.notes == (
        f"{file} is cut off: it ends inside a row of OSU MPI Latency Test (line 6)",
        "left out: 1 row of OSU MPI Latency Test without a time above zero (1 B)",
    )


def test_an_import_of_a_map_has_all_its_paths(tmp_path: Path) -> None:
    known = read_map(str(Path(__file__).parents[2] / "examples/phi-cluster.toml"))
    written = imported([str(Path(__file__).parents[2] / "examples/phi-cluster.toml")], tmp_path / "m.toml", "mine")
    usable = [path for path in known.paths if path.reachable]
    assert len(written.machine.rules) == len(usable)
    again = read_map(str(tmp_path / "m.toml"))
    assert {(p.source, p.target, p.fabric): p.latency_s for p in again.paths} == {
        (p.source, p.target, p.fabric): p.latency_s for p in usable
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fabric,from,to,size_bytes\n", "no column time_us"),
        ("fabric,from,to,size_bytes,time_us\nx,a,b,1,two\n", "line 2: no numbers"),
        ("fabric,from,to,size_bytes,time_us\nx,a,b,1,-1\n", "line 2: 1 bytes in -1 us"),
        ("fabric,from,to,size_bytes,time_us\nx,a,b,1,1\n", "has one size"),
        ("fabric,from,to,size_bytes,time_us\n", "holds no path"),
        ("", "no column fabric"),
        ("fabric,from,to,size_bytes,time_us\nx,a\rb,1,1\n", "line 2: "),
        ("fabric,from,to,size_bytes,time_us\nx,a,b,1," + "9" * 200_000, "line 2: field larger"),
    ],
)
def test_a_table_that_makes_no_sense_is_told_by_line(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text)
    with pytest.raises(UsageError, match=words):
        imported([str(file)], tmp_path / "m.toml", "mine")
    assert not (tmp_path / "m.toml").exists()


def test_a_table_is_a_curve_for_each_pair(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("fabric,from,to,size_bytes,time_us\nx,a,b,8,2\nx,a,b,1,1\nx,b,a,1,3\nx,b,a,8,4\n")
    machine = imported([str(file)], tmp_path / "m.toml", "mine").machine
    assert [(rule.sender, rule.sizes_bytes, rule.times_s) for rule in machine.rules] == [
        ("a", (1, 8), (1e-6, 2e-6)),
        ("b", (1, 8), (3e-6, 4e-6)),
    ]


def test_definitions_are_removed_and_told() -> None:
    shown = beside(str(Path(__file__).parents[2] / "examples/phi-cluster.toml"), ["phi-workstation"])
    row = next(row for row in shown.rows if row.fabric == "dapl" and row.relation == "card to cpu, same node")
    assert row.published_rate_bytes_per_s == pytest.approx(10614.46 * 2**20 / 2, rel=1e-4)
    assert any("10614 Mbytes/s of both directions in units of 2^20" in note for note in row.notes)
    assert any("imb_sendrecv_phi.csv" in line for line in beside_lines(shown))


def test_a_published_rate_of_no_known_size_names_none() -> None:
    machine = machine_named("phi-workstation")
    curve = next(rule for rule in machine.rules if rule.kernel == "sendrecv")
    rate = replace(curve, sizes_bytes=(), times_s=(), steps_bytes=(), latency_s=1e-6, rate_bytes_per_s=float(2**30))
    known = read_map(str(Path(__file__).parents[2] / "examples/phi-cluster.toml"))
    notes = {note for row in beside_map(known, [replace(machine, rules=(rate,))]).rows for note in row.notes}
    assert "published as 2048 Mbytes/s of both directions in units of 2^20; one direction is 1.07 GB/s" in notes


@pytest.mark.parametrize(("source", "own"), [("examples/phi-cluster.toml", "declared"), ("phi-cluster", "phi-cluster")])
def test_figures_that_nobody_measured_here_are_not_called_measured(source: str, own: str) -> None:
    """A plan declares its figures, and a machine that ships has published ones."""
    file = Path(__file__).parents[2] / source
    shown = beside(str(file) if file.is_file() else source, ["phi-workstation"])
    lines = beside_lines(shown)
    assert shown.rows
    assert any(line.startswith(f"{own}  ") for line in lines)
    assert f"{own} / published" in "\n".join(lines)
    assert not any("measured" in line for line in lines if not line.startswith("  "))


def test_a_relation_that_nobody_published_has_no_row() -> None:
    shown = beside(str(Path(__file__).parents[2] / "examples/phi-cluster.toml"), ["hgx-h100"])
    assert shown.rows == ()
    assert "card to cpu, other node" in shown.unmatched
    assert "No published path" in beside_lines(shown)[0]


def test_what_has_no_figures_is_not_said_to_lack_a_relation() -> None:
    assert beside_lines(beside("frontier")) == ["frontier has no figures of its own to set beside published ones."]


def test_each_mpi_of_a_survey_is_named_beside_its_figures() -> None:
    rows = beside(str(Path(__file__).parents[2] / "examples/phi-cluster.toml"), ["phi-cluster"]).rows[:1]
    both = Beside(
        measured="mpich", rows=tuple(replace(row, measured=name) for name in ("mpich", "impi") for row in rows)
    )
    title, *text = beside_lines(both)
    assert title.startswith("mpich and impi, beside")
    assert f"mpich: {rows[0].relation}" in text and f"impi: {rows[0].relation}" in text


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (1.5e9, 2.5e9, "0.50 (0.38 to 0.62)"),
        (0.1e9, 3e9, "at most 0.75"),
        (0.1e9, 9e9, "cannot"),
        (1e5, 1e7, " -  "),
    ],
)
def test_a_ratio_to_a_published_figure_has_the_interval_of_ours(low: float, high: float, told: str) -> None:
    (row, *_) = beside("phi-cluster", ["phi-cluster"]).rows
    ours = replace(
        row,
        rate_bytes_per_s=2e9,
        rate_low_bytes_per_s=low,
        rate_high_bytes_per_s=high,
        published_rate_bytes_per_s=4e9,
    )
    assert told in "\n".join(beside_lines(Beside(measured="mpich", rows=(ours,))))


def test_a_lab_is_not_set_beside_machines_as_if_it_were_one() -> None:
    plan = read_plan(Path(__file__).parents[2] / "examples/phi-cluster.toml")
    rows = beside_map(to_map(plan, in_lab=True)).rows
    text = "\n".join(beside_lines(Beside(measured="lab", rows=rows)))
    assert {row.slowdown for row in rows} >= {20.0}
    assert "card to cpu, other node, in a lab whose times are stretched 20 times" in text
    assert "stretched" not in "\n".join(beside_lines(Beside(measured="plan", rows=beside_map(to_map(plan)).rows)))


def test_an_import_of_the_last_run_names_the_run(tmp_path: Path) -> None:
    known = measured_map("mpich", 2, ("same-socket",))
    with Store.of(tmp_path) as store:
        store.begin(replace(run(), id="20261127-aaaa", kind="map"))
        store.put("20261127-aaaa", "map", known)
    written = imported(["last"], tmp_path / "m.toml", "m", tmp_path)
    assert {rule.source for rule in written.machine.rules} == {"20261127-aaaa"}
    assert written.machine.description == "from 20261127-aaaa"
    assert read_map(str(tmp_path / "m.toml")).origin == "imported", "nobody published it"


def test_a_survey_ends_with_one_published_path() -> None:
    row = next(
        row
        for row in beside(str(Path(__file__).parents[2] / "examples/phi-cluster.toml"), ["phi-cluster"]).rows
        if row.relation == "cpu to cpu, other node" and row.fabric == "dapl"
    )
    assert published_lines(row, replace(run(), id="20261127-aaaa")) == [
        "cpu to cpu, other node: 110 MB/s here with phi-cluster; 3.80 GB/s on phi-cluster",
        "more: rankwise machine beside 20261127-aaaa",
    ]


def test_a_source_with_a_hostile_name_is_named_on_one_line(tmp_path: Path) -> None:
    table = tmp_path / "a\n\x1b[2Jb.csv"
    table.write_text("fabric,from,to,size_bytes,time_us\nib,a,b,1,2\nib,a,b,8,3\n")
    written = imported([str(table)], tmp_path / "m.toml", "m")
    assert written.machine.rules[0].source == "a [2Jb.csv"


@pytest.mark.parametrize("change", ["twice", "unknown"])
def test_a_map_whose_paths_lead_nowhere_is_refused(tmp_path: Path, change: str) -> None:
    known = cluster_map()
    ends = known.endpoints * 2 if change == "twice" else known.endpoints[1:]
    (tmp_path / "m.json").write_bytes(encode(replace(known, endpoints=ends)))
    name = known.endpoints[0].id
    words = f"'{name}' is there 2 times" if change == "twice" else f"there is no endpoint '{name}'"
    with pytest.raises(UsageError, match=words):
        read_map(tmp_path / "m.json")


def test_a_file_that_is_not_there_is_told_as_one(tmp_path: Path) -> None:
    """It was answered by `there are no runs`."""
    with pytest.raises(UsageError, match="No such file"):
        read_map(tmp_path / "m.json")


@pytest.mark.parametrize("times", [(1e-6,), (1e-6, 0.0), (-1e-6, 2e-6)])
def test_a_map_with_a_curve_that_is_none_is_refused(tmp_path: Path, times: tuple[float, ...]) -> None:
    curve = Curve(sizes_bytes=(1, 8), median_s=times, low_s=times, high_s=times)
    known = measured_map("mpich", 2, ("same-socket",))
    classes = tuple(replace(item, curve=curve) for item in known.classes)
    (tmp_path / "m.json").write_bytes(encode(replace(known, classes=classes)))
    with pytest.raises(UsageError, match="sizes that rise, each with times above 0"):
        read_map(tmp_path / "m.json")


def test_paths_of_one_curve_are_shown_once() -> None:
    curve = MachineRule(
        fabric="ib", sender="a", receiver="b", kernel="pingpong", origin="measured", source="last",
        sizes_bytes=(8, 1024), times_s=(1e-6, 2e-6),
    )  # fmt: skip
    machine = replace(machine_named("phi-workstation"), rules=tuple(replace(curve, receiver=to) for to in "bcde"))
    text = "\n".join(lines(ShownMachine(machine=machine, rows=())))
    assert "ib, a -> b, a -> c and 2 more: pingpong, measured, last" in text
    assert text.count("1KiB") == 1
