"""A setting that changes nothing is told with the reason, by the library's own list."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.jobs import MPICH, OPENMPI, case
from rankwise.core.records import Finding, Mpi
from rankwise.diagnoses.findings.no_effect import check
from rankwise.diagnoses.look import look_at
from rankwise.inventory.collect import collect
from rankwise.mpis.knob_effect import without_effect


def told(mpi: Mpi, *words: str, environ: dict[str, str] | None = None) -> Finding | None:
    line = ("mpirun", *words, "-n", "2", "/bin/true")
    library = Path(mpi.library or "")
    return check(case(argv=line, environ=environ or {}, launcher_mpi=mpi, library_mpi=mpi, library=library))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--mca", "coll_tuned_allreduce_algorithm", "3"), "counts only with coll_tuned_use_dynamic_rules=1"),
        (("-x", "OMPI_MCA_coll_tuned_bcast_algorithm=1"), "counts only with coll_tuned_use_dynamic_rules=1"),
        (("--mca", "btl_openib_allow_ib", "1"), "has no knob"),
        (("--mca", "btl", "self,sm", "--mca", "btl_tcp_eager_limit", "65536"), "leaves the component tcp out"),
        (("--mca", "btl", "^tcp", "--mca", "btl_tcp_links", "2"), "leaves the component tcp out"),
        (("--mca", "pml", "ucx", "--mca", "btl_tcp_if_include", "eth0"), "pml=ucx leaves ob1 out, which alone sends"),
        (("--mca", "pml", "ucx", "--mca", "btl", "self,tcp"), "alone sends messages over btl"),
        (("--mca", "pml", "^cm", "-x", "OMPI_MCA_mtl_base_verbose=1"), "alone sends messages over mtl"),
    ],
)
def test_open_mpi_tells_which_apply(openmpi: Mpi, words: tuple[str, ...], why: str) -> None:
    found = told(openmpi, *words)
    assert found is not None and found.id == "no-effect"
    assert any(why in item.observation for item in found.evidence), found


@pytest.mark.parametrize(
    "words",
    [
        ("--mca", "coll_tuned_allreduce_algorithm", "3", "--mca", "coll_tuned_use_dynamic_rules", "1"),
        ("--mca", "btl", "self,sm,tcp", "--mca", "btl_tcp_eager_limit", "65536"),
        ("--mca", "btl_sm_eager_limit", "65536"),
        ("--mca", "pml", "ucx", "--mca", "btl", "^openib"),
        ("--mca", "pml", "ob1", "--mca", "btl_sm_eager_limit", "65536"),
        ("--mca", "pml", "^ucx", "--mca", "btl_sm_eager_limit", "65536"),
        ("--mca", "pml", "ucx", "--mca", "osc", "rdma", "--mca", "btl_sm_eager_limit", "65536"),
        (),
    ],
)
def test_what_applies_is_not_told(openmpi: Mpi, words: tuple[str, ...]) -> None:
    assert told(openmpi, *words) is None


def test_the_environment_counts_too(openmpi: Mpi, mpich: Mpi) -> None:
    found = told(openmpi, environ={"OMPI_MCA_btl_openib_allow_ib": "1"})
    assert found is not None and "btl_openib_allow_ib" in found.title
    found = told(mpich, environ={"MPIR_CVAR_NO_SUCH_THING": "1"})
    assert found is not None and "MPIR_CVAR_NO_SUCH_THING" in found.title


def test_a_library_that_lists_nothing_is_not_accused() -> None:
    silent = replace(MPICH, library=None)
    assert dict(without_effect(silent, {"env:MPIR_CVAR_ANYTHING": "1"})) == {}
    assert dict(without_effect(replace(OPENMPI, library=None), {"mca:btl_openib_x": "1"})) == {}


@pytest.mark.parametrize("start", [("env",), ("/usr/bin/env", "A=b c")])
def test_variables_of_env_before_the_launcher_count(mpich: Mpi, start: tuple[str, ...]) -> None:
    launcher = str(mpich.launcher)
    words = (*start, "MPIR_CVAR_OFI_USE_PROVIDER=sockets", launcher, "-n", "2", "/bin/true")
    seen = look_at(words, collect(), {})
    assert seen.launcher_mpi is not None and seen.launcher_mpi.family == "mpich"
    assert seen.argv == (launcher, "-n", "2", "/bin/true")
    assert seen.line() == shlex.join(words)
    found = check(seen)
    assert found is not None and "MPIR_CVAR_OFI_USE_PROVIDER" in found.title


@pytest.mark.parametrize("words", [("env", "-i", "mpirun"), ("env", "A=b", "sh"), ("env", "A=b"), ("mpirun", "A=b")])
def test_other_words_before_a_program_stay(words: tuple[str, ...]) -> None:
    assert look_at(words, collect(), {}).argv == words
