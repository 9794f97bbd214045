"""The line that a finding says to type, typed: the finding is gone."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

import rankwise
from builders.programs import by_cxx
from rankwise.core.records import Finding, Mpi


def typed(line: str, argv: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The launch line after a fix line was typed before it, or in its place."""
    words = shlex.split(line.partition(";")[0])
    if words[0] == "unset":
        for name in words[1:]:
            monkeypatch.delenv(name, raising=False)
    elif words[0] == "export" or "=" in words[0]:
        for word in words[words[0] == "export" :]:
            name, _, value = word.partition("=")
            monkeypatch.setenv(name, os.path.expandvars(value))
    elif words[0] in ("chmod", "rm"):
        subprocess.run(words, check=True)
    else:
        return words
    return argv


@pytest.fixture
def app(mpich: Mpi, tmp_path: Path) -> Path:
    return by_cxx(mpich, Path(__file__).with_name("starts.cpp"), tmp_path / "app")


@pytest.mark.drawn(2)
@pytest.mark.mpi(2)
@pytest.mark.parametrize(
    ("finding", "launcher", "words", "environ"),
    [
        ("other-launcher", "mpiexec", ("openmpi",), {}),
        ("unbound", "mpiexec", (), {}),
        pytest.param("shared-cpus", "mpiexec", ("-bind-to", "user:0,0"), {},
                     marks=pytest.mark.thorough("test_doctor.py::test_ranks_on_one_cpu_are_told")),
        ("threads", "any", ("-bind-to", "core"), {"OMP_NUM_THREADS": "4"}),
        ("left-environment", "any", (), {"PMI_RANK": "0", "PMI_SIZE": "4"}),
        ("through-adapter", "mpiexec", ("-bind-to", "core"), {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self"}),
        ("missing-library", "any", (), {}),
        ("no-program", "any", (), {}),
    ],
)  # fmt: skip
def test_a_fix_that_is_typed_removes_its_finding(
    finding: str,
    launcher: str,
    words: tuple[str, ...],
    environ: dict[str, str],
    *,
    app: Path,
    mpich: Mpi,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    for name, value in {**environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}.items():
        monkeypatch.setenv(name, value)
    starter = mpich
    if words == ("openmpi",):
        starter, words = request.getfixturevalue("openmpi"), ()
    if finding == "missing-library":
        folder = str(Path(str(mpich.library)).parent).encode()
        app.write_bytes(app.read_bytes().replace(folder, b"/" + b"x" * (len(folder) - 1)))
    if finding == "no-program":
        app.chmod(0o644)
    argv = [str(starter.launcher), *words, "-n", "2", str(app)]

    def told() -> list[Finding]:
        diagnosis = rankwise.doctor(argv, out=tmp_path / "out", limit_s=100.0)
        return [item for item in diagnosis.findings if item.id == finding]

    (before,) = told()
    line = next(fix.line for fix in before.fixes if fix.launcher == launcher)
    argv = typed(line, argv, monkeypatch)
    if finding == "through-adapter":  # the line names what UCX should have beside the network, in words
        monkeypatch.delenv("UCX_TLS")
    assert told() == [], line
