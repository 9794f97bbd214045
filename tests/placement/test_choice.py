"""What users call a side is understood, and what is wrong with it is said."""

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.placement.choice import Choice, parse, parse_all


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("default", Choice(name="default")),
        ("mpi=openmpi", Choice(name="mpi=openmpi", mpi="openmpi")),
        ("mpi=mpich@/opt/x+y", Choice(name="mpi=mpich@/opt/x+y", mpi="mpich@/opt/x+y")),
        ("impi", Choice(name="mpi=impi", mpi="impi")),  # one letter from a mistyped `mpi=`
        ("mpich@/usr", Choice(name="mpi=mpich@/usr", mpi="mpich@/usr")),
        ("env:UCX_TLS=posix,self", Choice(name="env:UCX_TLS=posix,self", knobs={"env:UCX_TLS": "posix,self"})),
        ("env:X=a+b", Choice(name="env:X=a+b", knobs={"env:X": "a+b"})),
        ("env:X=", Choice(name="env:X=", knobs={"env:X": ""})),
        (
            "mpi=impi+env:I_MPI_SHM=icx",
            Choice(name="mpi=impi+env:I_MPI_SHM=icx", mpi="impi", knobs={"env:I_MPI_SHM": "icx"}),
        ),
        (
            "mpi=openmpi  mca:pml=ucx env:Y=1",
            Choice(name="mpi=openmpi+mca:pml=ucx+env:Y=1", mpi="openmpi", knobs={"mca:pml": "ucx", "env:Y": "1"}),
        ),
        ("bind=none", Choice(name="bind=none", bind=False)),
        ("device=staged", Choice(name="device=staged", device="staged")),
        ("default+cpus=1,0", Choice(name="default+cpus=1,0", cpus=(1, 0))),
        ("endpoints=cards.toml", Choice(name="endpoints=cards.toml", endpoints=Path("cards.toml"))),
        ("fabric=shm+cma", Choice("fabric=shm+cma", fabric="shm+cma")),
        (
            "mpi=mpich+fabric=ofi/tcp;ofi_rxm:10.34.0.0/15+env:X=1",
            Choice(
                "mpi=mpich+fabric=ofi/tcp;ofi_rxm:10.34.0.0/15+env:X=1",
                mpi="mpich",
                fabric="ofi/tcp;ofi_rxm:10.34.0.0/15",
                knobs={"env:X": "1"},
            ),
        ),
        ("hosts=n[1-2]", Choice("hosts=n[1-2]", hosts=("n1", "n2"))),
        ("hosts=n1,n2 fabric=tcp", Choice("hosts=n1,n2+fabric=tcp", hosts=("n1", "n2"), fabric="tcp")),
    ],
)
def test_a_side_is_read(text: str, choice: Choice) -> None:
    assert parse(text) == choice


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("mpj=openmpi", "did you mean mpi=NAME?"),
        ("evn:UCX_TLS=tcp", "did you mean env:NAME=VALUE?"),
        ("mca:pml", "write mca:NAME=VALUE"),
        ("cpus=0-3", "write cpus=0,1: one for each rank"),
        ("bind=core", "bind=none leaves placement to the MPI"),
        ("mpi=", "write mpi=NAME"),
        ("mpi=mpich+mpi=impi", "keep one of them"),
        ("cpus=0,1+bind=none", "leave bind and endpoints away"),
        ("mca:pml=ucx,mca:pml_ucx_tls=any", "write +mca:pml_ucx_tls= for ,mca:pml_ucx_tls="),
        ("device=fast", "write device=, then staged, auto, off"),
        ("", "joined by +"),
    ],
)
def test_a_bad_side_is_refused_with_what_to_write(text: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        parse(text)
    assert hint in error.value.hint


def test_two_unlike_sides_are_needed() -> None:
    with pytest.raises(UsageError, match="needs two sides"):
        parse_all(["default"])
    with pytest.raises(UsageError, match="named twice"):
        parse_all(["default", "mpi=impi", "default"])
