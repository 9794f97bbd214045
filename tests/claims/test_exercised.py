"""Which files a figure comes from, so that a change of one makes it stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import exercised
from benchmarks.exercised import ROOT, changed, code_of, digests
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
    module = BY_NAME["fidelity"].module
    then = digests(module)
    assert changed(module, then) == []
    does = exercised._does
    monkeypatch.setattr(exercised, "_does", lambda path: "other" if path.name == "gate.c" else does(path))
    assert changed(module, then) == ["src/rankwise/preloads"]


def test_a_result_without_digests_is_older_than_all_files() -> None:
    module = BY_NAME["routes"].module
    assert changed(module, {}) == sorted(digests(module))


def test_comments_and_docstrings_do_nothing() -> None:
    before = '"""Text."""\ndef two() -> int:\n    """Two."""\n    return 2\n'
    worded = '"""Words."""\n"""Of what."""\ndef two() -> int:\n    return 2  # as ever\n'
    assert code_of("a.py", before) == code_of("a.py", worded)
    assert code_of("a.py", before) != code_of("a.py", before.replace("return 2", "return 3"))
    assert code_of("a.hpp", before) != code_of("a.hpp", worded)
