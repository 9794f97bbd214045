"""A program of the user's own as it starts on the endpoints of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rankwise.placement.endpoint_programs import EndpointLine, on_endpoints
from rankwise.placement.where import Where


@contextmanager
def started_on(
    file: Path, argv: Sequence[str], *, mpi: str = "", launcher: str = "", agent: str = ""
) -> Iterator[EndpointLine]:
    """Within it the program can be started on the endpoints of the file. Raises as `Where.placement` and
    `on_endpoints`."""
    placement = Where(endpoints=file).placement(launcher=launcher, agent=agent)
    with on_endpoints(placement, argv, mpi) as line:
        yield line
