"""A program's launch line as a side of a comparison starts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import a_tuning
from rankwise.apply import file
from rankwise.apply.builds import tuned_build
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.placement.choice import parse
from rankwise.placement.program import program
from rankwise.tuning.records import TuningLine
from rankwise.verbs.run.tuned import started

LINE = ("mpirun", "--host", "a,b", "-x", "UCX_TLS=tcp", "-n", "2", "./app")


@pytest.fixture
def tuned_openmpi(openmpi: Mpi, tmp_path: Path) -> Path:
    file.write(replace(a_tuning(), build=tuned_build(openmpi)), tmp_path / "openmpi.toml")
    return tmp_path / "openmpi.toml"


def first_on_path(mpi: Mpi, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PATH", f"{Path(str(mpi.launcher)).parent}:/usr/bin:/bin")


def test_settings_reach_other_nodes_under_open_mpi_whoever_names_it(
    openmpi: Mpi, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_on_path(openmpi, monkeypatch)
    for mpi in ("", f"mpi={openmpi.name}+"):
        one = program(parse(f"{mpi}env:UCX_TLS=posix+env:FI_LOG_LEVEL=info+mca:pml=ucx"), LINE)
        assert one.argv[1:] == ("-x", "FI_LOG_LEVEL", *LINE[1:]), "what the line sets itself has the first say"
        assert (one.env["FI_LOG_LEVEL"], one.env["OMPI_MCA_pml"]) == ("info", "ucx")
        plain = program(parse(f"{mpi}default"), LINE)
        assert plain.argv[1:] == LINE[1:]


@pytest.mark.parametrize(
    ("side", "printed"),
    [
        ("mca:plm_typo=x", "has no MCA parameters"),
        ("env:MPIR_CVAR_CH4_NETMOOD=ofi", "MPIR_CVAR_CH4_NETMOD"),
        ("env:UCX_RNDV_TRESH=1", "UCX_RNDV_THRESH"),
        ("env:I_MPI_FABRICS=shm", "impi reads it"),
        ("tuning={tuning}", "is not for"),
    ],
)
def test_what_the_launcher_of_the_line_does_not_know_is_refused(
    side: str, printed: str, mpich: Mpi, tuned_openmpi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_on_path(mpich, monkeypatch)
    with pytest.raises(UsageError) as refused:
        program(parse(side.format(tuning=tuned_openmpi)), ("mpirun", "-n", "2", "./app"))
    assert printed in f"{refused.value.message} {refused.value.hint}"


def test_under_a_launcher_that_nobody_knows_settings_pass_and_tunings_do_not(
    tuned_openmpi: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mpirun").write_text("#!/bin/sh\n")
    (tmp_path / "mpirun").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert program(parse("env:UCX_TLS=tcp+mca:plm_typo=x"), LINE).env["OMPI_MCA_plm_typo"] == "x"
    with pytest.raises(EnvironmentProblem, match="belongs to no MPI that rankwise knows"):
        program(parse(f"tuning={tuned_openmpi}"), LINE)


def test_a_tuning_starts_as_run_starts_it(openmpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.check=0")
    monkeypatch.setenv("LD_PRELOAD", "/usr/lib/mine.so")
    monkeypatch.setenv("HYDRA_BINDING", "core")
    monkeypatch.setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe")
    monkeypatch.setenv("PMIX_RANK", "0")
    knobs = {"env:GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "env:LD_PRELOAD": "/site/fast.so", "env:UCX_RCACHE": "n"}
    tuning = replace(a_tuning(lines=(TuningLine(id="x", why="", undo="", knobs=knobs),)), build=tuned_build(openmpi))
    file.write(tuning, tmp_path / "t.toml")
    run = started(tmp_path / "t.toml", LINE, mpi=openmpi.name, look=False, allow=["LD_PRELOAD"])
    side = program(parse(f"mpi={openmpi.name}+tuning={tmp_path / 't.toml'}", ("LD_PRELOAD",)), LINE)
    assert side.argv == run.argv
    assert side.env == run.env
    assert (side.env["HYDRA_BINDING"], side.env["PRTE_MCA_rmaps_default_mapping_policy"]) == ("core", ":oversubscribe")
    assert "PMIX_RANK" not in side.env
    assert side.env["GLIBC_TUNABLES"] == "glibc.malloc.hugetlb=1:glibc.malloc.check=0"
    assert side.env["LD_PRELOAD"] == "/site/fast.so:/usr/lib/mine.so"
    assert side.argv[1:7] == ("-x", "GLIBC_TUNABLES", "-x", "LD_PRELOAD", "-x", "UCX_RCACHE")


@pytest.mark.parametrize("mode", ["staged", "auto", "off"])
def test_a_side_says_how_ranks_pass_device_pointers(mode: str, mpich: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    first_on_path(mpich, monkeypatch)
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    one = program(parse(f"device={mode}"), ("mpirun", "-n", "2", "./app"))
    assert one.env["RANKWISE_DEVICE_BUFFERS"] == mode
    assert ("librankwise-device_buffers.so" in one.env.get("LD_PRELOAD", "")) == (mode != "off")
