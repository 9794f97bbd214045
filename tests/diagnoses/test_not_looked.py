"""No all-clear goes beyond what was tried: each answer names first what it could not look at."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import rankwise
from rankwise.apply.records import LineCheck, TuningCheck
from rankwise.cli.data import DATA
from rankwise.core.not_looked import of_map, of_nodes, of_tuning_check
from rankwise.core.records import Mpi
from rankwise.inventory.collect import collect
from rankwise.model.records import Fabric, Map
from rankwise.model.records import Path as MapPath
from rankwise.report.doctor import lines
from rankwise.report.not_looked import not_looked


def shown(text: list[str]) -> list[str]:
    return [line for line in text if line.startswith("not looked at:")]


def test_a_line_that_starts_no_mpi_is_not_cleared(tmp_path: Path) -> None:
    told = rankwise.doctor(["cat", "/etc/hostname"], out=tmp_path)
    assert told.answer != "nothing serious"
    assert any("whether" in words and "/cat starts MPI" in words for words in told.not_looked)
    text = lines(told)
    assert "nothing serious" not in text[-1]
    assert shown(text), text
    assert text.index(shown(text)[0]) < len(text) - 1


@pytest.mark.mpi(2)
def test_a_script_under_a_launcher_is_not_cleared(openmpi: Mpi, tmp_path: Path) -> None:
    program = tmp_path / "app.py"
    program.write_text("import os\nprint(os.environ.get('OMPI_COMM_WORLD_RANK'))\n")
    line = [str(openmpi.launcher), "-n", "2", sys.executable, str(program)]
    told = rankwise.doctor(line, out=tmp_path / "out")
    assert told.answer in ("cannot tell", "problems")
    assert any("starts MPI, and with which library" in words for words in told.not_looked)


def test_fail_on_counts_what_cannot_be_told(tmp_path: Path) -> None:
    line = [
        str(Path(sys.executable).with_name("rankwise")),
        "doctor",
        "--json",
        "--fail-on",
        "critical",
        "--out",
        str(tmp_path),
    ]
    done = subprocess.run([*line, "--", "cat", "/etc/hostname"], capture_output=True, text=True, check=False)
    data = json.loads(done.stdout)["data"]
    assert data["answer"] in ("cannot tell", "problems") and data["not_looked"]
    assert done.returncode == 1


def test_lines_of_a_log_that_nobody_knows_are_counted_in_words(tmp_path: Path) -> None:
    strange = ["PRTE failed in a strange way", "MPI_Recv failed in a strange way"]
    for count, verb in ((1, "1 of 1 different line about MPI is"), (2, "2 of 2 different lines about MPI are")):
        (tmp_path / "log").write_text("\n".join(strange[:count]) + "\n")
        text = lines(rankwise.doctor(logs=[tmp_path / "log"], out=tmp_path))
        assert f"{verb} unknown to us:" in text, text


def test_a_machine_says_that_no_rate_was_measured(tmp_path: Path) -> None:
    told = rankwise.doctor(out=tmp_path)
    assert "rates and latencies: none was measured (rankwise survey)" in told.not_looked
    assert set(of_nodes([collect()])) <= set(told.not_looked)


@pytest.mark.parametrize(
    "command",
    ["doctor", "cluster verify", "cluster check", "survey", "map", "fabrics", "tune check", "improve"],
)
def test_every_answer_that_may_clear_has_the_field(command: str) -> None:
    record = Map if command == "map" else DATA[command]
    assert "not_looked" in record.__struct_fields__


def test_paths_without_figures_and_lines_that_cannot_be_told_are_named() -> None:
    paths = (
        MapPath(source="a", target="b", fabric="eth", latency_s=1e-5),
        MapPath(source="b", target="a", fabric="eth", error="the visit was lost"),
    )
    machine = Map(
        name="m", origin="measured", source="", endpoints=(),
        fabrics=(Fabric(id="eth", kind="network", description=""),), paths=paths, classes=(),
    )  # fmt: skip
    assert "1 path of 2: the visit was lost" in list(of_map(machine))
    (late,) = set(of_map(machine, interrupted=True)) - set(of_map(machine))
    assert late.startswith("what was to come when it was interrupted: ")
    check = TuningCheck(tuning="t", mpi="mpich", version="5", lines=(LineCheck(id="x", answer="cannot tell"),))
    assert "whether x is in effect" in list(of_tuning_check(check))


@pytest.mark.parametrize(("hosts", "named"), [(2, "h0, h1"), (4, "h0, h1, h2, h3"), (6, "h0, h1, h2, h3 and 2 more")])
def test_of_many_nodes_four_are_named(hosts: int, named: str) -> None:
    node = replace(collect(), unknown={"caches": "may not be read"})
    nodes = [replace(node, hostname=f"h{number}") for number in range(hosts)]
    assert list(of_nodes(nodes)) == [f"caches (may not be read) of {named}"]


def test_many_are_counted() -> None:
    text = list(not_looked([f"thing {number}" for number in range(12)]))
    assert text[-1] == "not looked at: 4 more (--json has all)"
    assert len(text) == 9
