"""Labs where they can be had."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rankwise.core.errors import EnvironmentProblem


@contextmanager
def skipped_without_namespaces() -> Iterator[None]:
    """Skips the test when this machine lets no lab come up, with the reason."""
    try:
        yield
    except EnvironmentProblem as problem:
        if problem.code in ("no-namespaces", "no-switch"):
            pytest.skip(str(problem))
        raise
