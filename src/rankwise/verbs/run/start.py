"""A program of the user's own as it starts: as it is, on the endpoints of a file, or with device buffers, by which any
MPI takes pointers to device memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core.records import Mpi

if TYPE_CHECKING:
    from rankwise.placement.endpoint_programs import EndpointLine


def with_device(
    argv: Sequence[str], env: Mapping[str, str], mpi: Mpi, *, buffers: bool, device: str
) -> tuple[list[str], dict[str, str]]:
    """A launch line and its environment, in which every rank has the library (`buffers`) and, with `device`
    `software[:OPTIONS]`, the device in software in place of a GPU's driver.

    Raises UsageError for an unknown device and for a static program, EnvironmentProblem when a library cannot be built.
    """
    from rankwise.measure.mpi_preload import device_buffers
    from rankwise.measure.software_device import device_settings
    from rankwise.placement.dynamic import check_dynamic
    from rankwise.placement.program_abi import with_settings

    settings = device_settings(device)
    if buffers:
        check_dynamic(argv)
        settings |= device_buffers(mpi)
    return with_settings(argv, env, settings, mpi)


def plain_start(argv: Sequence[str], mpi: str) -> tuple[list[str], dict[str, str], Mpi]:
    """The user's launch line, its environment and its MPI; `mpi`, where it is named, takes the launcher's place."""
    from rankwise.placement.choice import Choice
    from rankwise.placement.launch_words import check_program
    from rankwise.placement.program import program
    from rankwise.placement.program_mpi import mpi_of

    check_program(argv)
    start = program(Choice(name="program", mpi=mpi), argv)
    return list(start.argv), start.env, start.mpi or mpi_of(argv)


@contextmanager
def started_on(
    file: Path, argv: Sequence[str], *, mpi: str = "", launcher: str = "", agent: str = ""
) -> Iterator[EndpointLine]:
    """Within it the program can be started on the endpoints of the file. Raises as `Where.placement` and
    `on_endpoints`."""
    from rankwise.placement.endpoint_programs import on_endpoints
    from rankwise.placement.where import Where

    placement = Where(endpoints=file).placement(launcher=launcher, agent=agent)
    with on_endpoints(placement, argv, mpi) as line:
        yield line
