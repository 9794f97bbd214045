"""Which files a figure comes from, so that a change of one makes it stale."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from benchmarks import exercised
from benchmarks.exercised import ROOT, changed, code_of, digests, listed, noted, of_list
from benchmarks.table import BENCHMARKS, BY_NAME

SOURCE = ROOT / "src/rankwise"


def files(name: str) -> frozenset[Path]:
    return exercised.exercised(BY_NAME[name].module)


@pytest.mark.parametrize(
    ("name", "exercises", "not_exercised"),
    [
        (
            "fidelity",
            ["src/rankwise/measure/engine/lead.hpp", "src/rankwise/preloads/gate.c", "src/rankwise/model/ratio.py",
             "benchmarks/accuracy/imb.py"],
            ["src/rankwise/preloads/trace/trace.c", "src/rankwise/cli/tune.py", "benchmarks/lab/relay.py"],
        ),
        (
            "relay",
            ["src/rankwise/cli/compare.py", "src/rankwise/experiment/sides.py", "src/rankwise/preloads/relay.c",
             "src/rankwise/preloads/relay/forwarder.c", "examples/phi-cluster.toml"],
            ["src/rankwise/cli/doctor.py"],
        ),
        ("trace-cost", ["benchmarks/accuracy/trace_cost.c", "benchmarks/accuracy/trace_wrapper.c",
                        "src/rankwise/preloads/trace/trace.c", "src/rankwise/preloads/trace/wrappers.py",
                        "src/rankwise/preloads/calls.tsv", "src/rankwise/preloads/mpi/library.c",
                        "tests/builders/programs.py"], []),
        ("trace-true", ["tests/tracing/trace_late.c"], []),
        ("doctor-plantings", ["src/rankwise/cli/doctor.py", "tests/recorded/machines.py"], []),
        ("routes", ["src/rankwise/optimise/routes.py"], ["src/rankwise/measure/engine/lead.hpp"]),
    ],
)  # fmt: skip
def test_files_are_known_by_imports_commands_and_names(
    name: str, exercises: list[str], not_exercised: list[str]
) -> None:
    found = {str(path.relative_to(ROOT)) for path in files(name)}
    assert not {*exercises} - found
    assert not {*not_exercised} & found


def test_every_benchmark_exercises_itself_and_rankwise() -> None:
    for row in BENCHMARKS:
        found = files(row.name)
        assert any(path.is_relative_to(SOURCE) for path in found), row.name
        assert ROOT.joinpath(*row.module.split(".")).with_suffix(".py") in found


def test_a_change_names_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    then = digests(files("fidelity"))
    assert changed(files("fidelity"), then) == []
    assert of_list(listed(files("fidelity"))) == files("fidelity")
    does = exercised._does
    monkeypatch.setattr(exercised, "_does", lambda path: "other" if path.name == "gate.c" else does(path))
    assert changed(files("fidelity"), then) == ["src/rankwise/preloads"]


def test_a_result_without_digests_is_older_than_all_files() -> None:
    assert changed(files("routes"), {}) == sorted(digests(files("routes")))


def test_only_the_first_word_of_a_line_is_a_command() -> None:
    text = """
lines = [(RANKWISE, "program", "run", "--mpi"), ["--display", "map"], ("tune", "alltoall")]
Report(header=("doctor", "took"))
"""
    assert [path.stem for path in exercised._commands(list(ast.walk(ast.parse(text))))] == ["program", "tune"]


def test_comments_and_docstrings_do_nothing() -> None:
    before = '"""Text."""\ndef two() -> int:\n    """Two."""\n    return 2\n'
    worded = '"""Words."""\n"""Of what."""\ndef two() -> int:\n    return 2  # as ever\n'
    assert code_of("a.py", before) == code_of("a.py", worded)
    assert code_of("a.py", before) != code_of("a.py", before.replace("return 2", "return 3"))


def test_comments_and_layout_of_c_do_nothing() -> None:
    before = 'int two(void) { return same("a  b // c", 2); } /* two */\n'
    worded = 'int two(void)\n{\n  return same("a  b // c",\n    2);  // as ever\n}\n'
    assert code_of("a.c", before) == code_of("a.c", worded)
    for part, other in (("2)", "3)"), ("// c", "// d"), ("a  b", "a b"), ("two", "to")):
        assert code_of("a.c", before) != code_of("a.c", worded.replace(part, other, 1))


def test_a_text_that_a_python_cuts_is_the_same() -> None:
    """3.12 reads `f"a{{b{c}"` as two constants."""
    value = ast.FormattedValue(ast.Name("c"), -1)
    whole, cut, other = (
        exercised._shown(ast.JoinedStr([*map(ast.Constant, texts), value]))
        for texts in (["a{b"], ["a{", "b"], ["a{", "d"])
    )
    assert whole == cut != other


def test_a_file_that_is_gone_is_a_change() -> None:
    there, gone = ROOT / "benchmarks/goals.py", ROOT / "benchmarks/gone.py"
    assert changed([there], digests([there, gone])) == ["benchmarks"]
    assert changed([there, gone], digests([there])) == ["benchmarks"]


def test_what_processes_read_is_noted(tmp_path: Path) -> None:
    """Modules and other files, of a process that a process starts too; not what is only found, or written."""
    inner = "import rankwise.core.plain"
    script = f"""
        import subprocess, sys
        from pathlib import Path
        import rankwise.core.units, benchmarks.goals
        Path({str(SOURCE / "preloads/gate.c")!r}).read_text()
        Path({str(SOURCE / "preloads/relay.c")!r}).exists()
        Path({str(tmp_path / "gate.c")!r}).write_text("")
        subprocess.run([sys.executable, "-c", {inner!r}], check=True)
    """
    notes = tmp_path / "notes"
    notes.mkdir()
    path = os.pathsep.join([str(ROOT / "benchmarks/reads"), str(ROOT), str(ROOT / "tests")])
    env = {**os.environ, "PYTHONPATH": path, "BENCHMARK_READS": str(notes)}
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], env=env, check=True)
    found = {str(path.relative_to(ROOT)) for path in noted(notes, "benchmarks.goals")}
    assert {"src/rankwise/core/units.py", "src/rankwise/core/plain.py", "src/rankwise/preloads/gate.c"} <= found
    assert "benchmarks/goals.py" in found
    assert not {"src/rankwise/preloads/relay.c", "src/rankwise/core/process.py"} & found
    assert len(list(notes.iterdir())) == 2


def test_notes_without_a_command_that_was_started_are_not_believed(tmp_path: Path) -> None:
    commands = {path for path in files("relay") if path.parent == SOURCE / "cli"}
    assert SOURCE / "cli/compare.py" in commands
    (tmp_path / "1").write_text("benchmarks/lab/relay.py")
    assert noted(tmp_path, "benchmarks.lab.relay") == frozenset()
    (tmp_path / "2").write_text("\n".join(str(path.relative_to(ROOT)) for path in commands))
    assert SOURCE / "cli/compare.py" in noted(tmp_path, "benchmarks.lab.relay")


def test_a_file_that_is_no_text_counts_by_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fuzzer's inputs are read too."""
    seen = []
    for content in (b"\xfd\x00\x01", b"\xfd\x00\x02"):
        root = tmp_path / content.hex()
        kept = root / "tests/kept"
        kept.parent.mkdir(parents=True)
        kept.write_bytes(content)
        monkeypatch.setattr(exercised, "ROOT", root)
        seen.append(digests([kept]))
    assert seen[0].keys() == seen[1].keys()
    assert seen[0] != seen[1]
