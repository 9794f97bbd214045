"""`rankwise runs import` as users meet it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rankwise
from rankwise.cli.main import app

RECORDED = Path(__file__).parents[1] / "recorded/suites"


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        app(words)
    printed = capsys.readouterr()
    return int(ended.value.code or 0), printed.out, printed.err


def test_what_was_found_out_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(RECORDED / "imb-4.0/pingpong.txt")
    status, out, _ = run(["runs", "import", file, "--out", str(tmp_path)], capsys)
    assert status == 0
    assert "IMB-MPI1 4.0 Update 1, 1 benchmark, 7 rows" in out
    assert "1 Mbyte is 2^20 bytes" in out
    status, out, _ = run(["runs", "import", file, "--out", str(tmp_path), "--json"], capsys)
    answer = json.loads(out)["data"]
    assert (answer["texts"][0]["mbyte_bytes"], answer["run"]["kind"]) == (1 << 20, "import")


def test_python_takes_a_file_as_well_as_several(tmp_path: Path) -> None:
    file = RECORDED / "imb-4.0/pingpong.txt"
    assert {len(rankwise.import_results(files, out=tmp_path).results) for files in (file, str(file), [file])} == {7}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "holds no output of IMB or OMB"),
        ("", "is empty"),
        ("\x7fELF\0# Intel(R) MPI Benchmarks", "is not a text file"),
        ("# OSU MPI Latency Test v7.4\n# Size   Latency (us)\n", "is cut off: it ends behind the heading"),
        ("#    Intel(R) MPI Benchmarks 2021.11, MPI-1 part\n", "is cut off: it ends before the first benchmark"),
    ],
)
def test_a_file_that_is_not_what_it_claims_leaves_nothing(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "text"
    file.write_text(text)
    good = str(RECORDED / "imb-4.0/pingpong.txt")
    status, _, err = run(["runs", "import", good, str(file), "--out", str(tmp_path / "out")], capsys)
    assert status == 2
    assert words in err
    assert "->" in err
    assert not (tmp_path / "out").exists()


def test_releases_in_one_log_are_sides_each_read_by_its_own_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log"
    names = ("imb-4.0/pingpong", "imb-2021.11/mpi1", "imb-2021.11/rma", "imb-2021.11/p2p")
    file.write_text("".join((RECORDED / f"{name}.txt").read_text() for name in names))
    status, out, _ = run(["runs", "import", str(file), "--out", str(tmp_path / "out"), "--json"], capsys)
    data = json.loads(out)["data"]
    assert status == 0
    assert [text["program"] for text in data["texts"]] == ["IMB-MPI1", "IMB-MPI1", "IMB-RMA", "IMB-P2P"]
    assert [text["mbyte_bytes"] for text in data["texts"]] == [1 << 20, *[1_000_000] * 3]
    cells = {cell["kernel"]: cell for cell in data["run"]["plan"]["cells"]}
    assert {"pingpong", "pingpong_pairs", "put_flush"} <= set(cells)
    assert not [kernel for kernel in cells if kernel.startswith("IMB")]
    assert data["run"]["plan"]["launches"] == 1, "releases are sides of their own"
    assert len({cell["side"] for cell in data["run"]["plan"]["cells"] if cell["kernel"] == "pingpong"}) == 2
    assert data["run"]["provenance"]["settings"]["texts"] == str(file)


def test_programs_of_one_log_are_launches_of_their_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latency = (RECORDED / "osu-7.4/osu_latency.txt").read_text()
    runs = [latency.replace("1.", f"{number}.") for number in (1, 2, 3)]
    (tmp_path / "log").write_text("".join(runs) + (RECORDED / "osu-7.4/osu_bw.txt").read_text())
    status, out, _ = run(["runs", "import", str(tmp_path / "log"), "--out", str(tmp_path / "out"), "--json"], capsys)
    data = json.loads(out)["data"]
    assert status == 0
    assert (data["run"]["plan"]["launches"], [one["runs"] for one in data["texts"]]) == (3, [4])
    launches = {one["cell"]: one["estimate"]["launches"] for one in data["run"]["results"]}
    assert {launches[name] for name in launches if "pingpong" in name} == {3}
    assert {launches[name] for name in launches if "uniband" in name} == {1}
