"""Ranks that outnumber the CPUs of their node keep the yield that the preload takes away."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

import pytest

from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.preload import build, preload_for
from rankwise.mpis import catalog

CPUS = sorted(os.sched_getaffinity(0))
FITS, OVERSUBSCRIBES = str(len(CPUS)), str(len(CPUS) + 1)
BOUND = ("taskset", "-c", str(CPUS[0]))
YIELD = (sys.executable, "-S", "-c", "import os; os.sched_yield()")
# Says what of sched_yield() reaches the kernel.
SAYS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <sys/syscall.h>
long syscall(long number, long a, long b, long c, long d, long e, long f) {
    long (*own)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    if (number == SYS_sched_yield) fprintf(stderr, "yielded\\n");
    return own(number, a, b, c, d, e, f);
}
"""


@pytest.fixture(scope="module")
def preloads(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("says")
    (folder / "says.c").write_text(SAYS)
    build(folder / "says.c", folder / "says.so")
    return f"{preload_for('noyield')}:{folder / 'says.so'}"


def yields(argv: Sequence[str], preloads: str, env: Mapping[str, str]) -> int:
    path = {"PATH": os.environ["PATH"]}
    done = process.run(argv, timeout_s=60, env={**path, **env, "LD_PRELOAD": preloads})
    assert done.ok, done.describe()
    return (done.stdout + done.stderr).count("yielded")


@pytest.mark.parametrize(
    ("env", "times"),
    [
        ({}, 0),
        ({"MPI_LOCALNRANKS": FITS}, 0),
        ({"MPI_LOCALNRANKS": OVERSUBSCRIBES}, 1),
        ({"OMPI_COMM_WORLD_LOCAL_SIZE": FITS}, 0),
        ({"OMPI_COMM_WORLD_LOCAL_SIZE": OVERSUBSCRIBES}, 1),
        ({"SLURM_STEP_TASKS_PER_NODE": f"1(x{OVERSUBSCRIBES}),{FITS}"}, 0),
        ({"SLURM_STEP_TASKS_PER_NODE": f"1,{OVERSUBSCRIBES}(x3)"}, 1),
        ({"SLURM_TASKS_PER_NODE": OVERSUBSCRIBES}, 1),
        ({"SLURM_TASKS_PER_NODE": "2", "SLURM_CPUS_ON_NODE": "1"}, 1),
        ({"MPI_LOCALNRANKS": FITS, "SLURM_TASKS_PER_NODE": OVERSUBSCRIBES}, 0),
        ({"MPI_LOCALNRANKS": "many"}, 0),
        ({"MPI_LOCALNRANKS": OVERSUBSCRIBES, "RANKWISE_YIELD": "0"}, 0),
        ({"MPI_LOCALNRANKS": FITS, "RANKWISE_YIELD": "1"}, 1),
    ],
)
def test_ranks_are_held_against_cpus(env: dict[str, str], times: int, preloads: str) -> None:
    assert yields(YIELD, preloads, env) == times


def test_cpus_are_those_of_the_launcher_and_not_of_a_rank_that_is_bound(preloads: str) -> None:
    env = {"MPI_LOCALNRANKS": FITS}
    assert yields([*BOUND, *YIELD], preloads, env) == 0
    within = [*BOUND, "sh", "-c", '"$@"; exit $?', "sh", *YIELD]
    assert yields(within, preloads, env) == 0  # a shell between them is bound too
    assert yields([*BOUND, "sh", "-c", 'MPI_LOCALNRANKS=2 "$@"; exit $?', "sh", *YIELD], preloads, {}) == 1


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_real_launchers_tell_how_many_ranks_there_are(any_mpi: Mpi, preloads: str) -> None:
    program, *args = YIELD
    place = Place(host=None, program=program, args=tuple(args))
    launch = catalog.launcher_for(any_mpi).command(any_mpi, LaunchSpec(places=(place,) * 2))
    assert yields([*BOUND, *launch.argv], preloads, launch.env) == 2
    if len(CPUS) > 1:
        assert yields(launch.argv, preloads, launch.env) == 0
