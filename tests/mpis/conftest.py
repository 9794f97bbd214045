"""A one-node Slurm of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from builders.slurm import allocated, slurm_of_one_node
from rankwise.core.errors import EnvironmentProblem


@pytest.fixture(scope="session")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Starts Slurm as root; `SLURM_CONF` leads to it. Its node's name."""
    with ExitStack() as stack:
        try:
            host = stack.enter_context(slurm_of_one_node(tmp_path_factory.mktemp("slurm")))
        except EnvironmentProblem as problem:
            pytest.skip(str(problem))
        yield host


@pytest.fixture
def allocation(slurm: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Makes this process one of an allocation of two CPUs of the node; the node's name."""
    with allocated(slurm) as variables:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        yield slurm
