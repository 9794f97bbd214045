"""Each finding: a job that has it, and one that has not."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from rankwise.core.records import ProbedRank
from rankwise.diagnoses.case import Case, Start
from rankwise.diagnoses.findings.start_failed import WORDS
from rankwise.diagnoses.table import findings_of
from recorded.machines import node

NODE = replace(node("two-socket-smt"), boot_id="boot")
CPUS = tuple(cpu.id for cpu in NODE.cpus)
MPICH = replace(mpi("mpich"), family="mpich", launcher="/opt/mpich/bin/mpiexec", library="/opt/mpich/lib/libmpi.so.12")
OPENMPI = replace(mpi("openmpi"), family="openmpi", launcher="/opt/ompi/bin/mpirun", library="/opt/ompi/libmpi.so.40")


def ranks(count: int, *, world: int | None = None, **changes: Any) -> tuple[ProbedRank, ...]:
    """Ranks of one machine, each bound to a CPU of its own."""
    facts = [
        ProbedRank(
            number=number, world=count if world is None else world, host="n1", boot_id="boot", pid=number,
            cpus=(CPUS[number],),
        )
        for number in range(count)
    ]  # fmt: skip
    return tuple(replace(rank, **changes) for rank in facts)


def case(start: Start | None = None, environ: Mapping[str, str] | None = None, **changes: Any) -> Case:
    """A job of two ranks in which nothing is wrong, changed."""
    given: dict[str, Any] = {
        "argv": ("mpiexec", "-n", "2", "/bin/true"),
        "environ": environ or {},
        "node": NODE,
        "launcher": "/opt/mpich/bin/mpiexec",
        "launcher_mpi": MPICH,
        "program": Path("/bin/true"),
        "library": Path("/opt/mpich/lib/libmpi.so.12"),
        "library_mpi": MPICH,
        "asked": 2,
        "start": start or Start(ranks(2), "", 0, 0.3),
    }
    return Case(**{**given, **changes})


def names(of: Case) -> list[str]:
    return [finding.id for finding in findings_of(of)]


def test_nothing_is_found_in_a_healthy_job() -> None:
    assert names(case()) == []


@pytest.mark.parametrize(
    ("id_", "sick"),
    [
        ("other-launcher", case(Start(ranks(2, world=1), "", 0, 0.3), launcher_mpi=OPENMPI)),
        ("singletons", case(Start(ranks(2, world=1), "", 0, 0.3))),
        ("no-program", case(program=None, start=None)),
        ("no-program", case(arch="k1om")),
        ("missing-library", case(missing=("libmpi.so.12",), mpis=(MPICH,))),
        ("start-failed", case(Start((), "mpirun has detected an attempt to run as root.", 1, 0.1))),
        ("start-failed", case(Start(ranks(2, world=-1), "", None, 20.0))),
        ("few-ranks", case(Start(ranks(2), "", 0, 0.3), asked=3)),
        ("shared-cpus", case(Start(ranks(2, cpus=(CPUS[0],)), "", 0, 0.3))),
        ("unbound", case(Start(ranks(2, cpus=CPUS), "", 0, 0.3))),
        ("threads", case(Start(ranks(2, threads=4), "", 0, 0.3))),
        ("left-environment", case(environ={"PMI_RANK": "0", "PMI_FD": "7"})),
        ("static-program", case(library=None, library_mpi=None, static=True)),
        ("slow-start", case(Start(ranks(2, init_s=9.0), "", 0, 9.2))),
    ],
)
def test_a_sick_job_has_one_finding_with_a_line_to_type(id_: str, sick: Case) -> None:
    (found,) = findings_of(sick)
    assert found.id == id_
    assert found.evidence and all(fix.line for fix in found.fixes) and found.fixes and found.verify


def test_a_launcher_of_another_family_that_works_is_no_fault() -> None:
    assert names(case(launcher_mpi=replace(MPICH, name="impi", family="impi"))) == []


def test_the_right_launcher_stands_in_the_line_to_type() -> None:
    (found,) = findings_of(case(Start(ranks(2, world=1), "", 0, 0.3), launcher_mpi=OPENMPI))
    assert found.severity == "critical"
    assert found.fixes[0].line == "/opt/mpich/bin/mpiexec -n 2 /bin/true"
    assert "2 ranks, each with an MPI_COMM_WORLD of size 1" in found.evidence[-1].observation


@pytest.mark.parametrize(
    ("output", "title"),
    [
        ("mpirun has detected an attempt to run as root.", "as root"),
        ("There are not enough slots available in the system", "slots"),
        ("Host key verification failed.", "ssh"),
        ("bash: line 1: /opt/x/bin/hydra_pmi_proxy: No such file or directory", "not there on another node"),
        ("./a: error while loading shared libraries: libmpi.so.40: cannot open", "library is not found"),
        ("ssh: Could not resolve hostname n7", "does not resolve"),
        ("PMI_Init failed", "different PMIs"),
        ("Bus error (core dumped)", "Shared memory"),
        ("write: No space left on device", "full"),
        ("connect to host n2 port 22: Connection refused", "cannot be reached"),
        ("some words that nobody knows", "The start fails"),
    ],
)
def test_what_launchers_print_is_told_in_words(output: str, title: str) -> None:
    (found,) = findings_of(case(Start((), output, 1, 0.1)))
    assert title in found.title
    assert len(WORDS) == 10, "each row of the table has a line above"


def test_a_gpu_program_on_an_mpi_without_gpu_support(tmp_path: Path) -> None:
    library, program, source = tmp_path / "libmpi.so.12", tmp_path / "app", tmp_path / "app.c"
    source.write_text("int main(void) { return 0; }")
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wl,-soname,libcudart.so.12", "-x", "c", "/dev/null", "-o", "libcudart.so.12"],
        check=True,
        cwd=tmp_path,
    )
    subprocess.run(["cc", source, "-o", program, "-Wl,--no-as-needed", "libcudart.so.12"], check=True, cwd=tmp_path)
    library.write_bytes(b"plain")
    assert names(case(program=program, library=library)) == ["no-gpu-support"]
    library.write_bytes(b"... cuMemcpy ...")  # what such a library calls stands in it
    assert names(case(program=program, library=library)) == []
    assert names(case(program=Path("/bin/true"), library=library)) == []
