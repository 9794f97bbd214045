"""What an engine says of its own kernels: Python names none that the engine does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.nearest import did_you_mean
from rankwise.core.records import KernelFacts, Launcher, LaunchSpec, Mpi, Place, Record
from rankwise.logs.hint import hint_of
from rankwise.measure import marks
from rankwise.measure.source import SOURCE

_TOLD: dict[tuple[str, ...], dict[str, KernelFacts]] = {}
"""By launch line and library what an engine said: to ask takes a launch."""


class _Description(Record, frozen=True, kw_only=True):
    protocol: int
    kernels: tuple[KernelFacts, ...]


def kernels(
    mpi: Mpi, launcher: Launcher, program: str, devices: str = "", env: Mapping[str, str] | None = None
) -> dict[str, KernelFacts]:
    """The kernels of the engine `program`, by name; with `devices` those that need one lack nothing. Raises
    MeasurementFailed when it does not start."""
    arguments = ("--describe", *(("--devices", devices) if devices else ()))
    spec = LaunchSpec(places=(Place(host=None, program=program, args=arguments),), env=dict(env or {}))
    launch = launcher.command(mpi, spec)
    key = (*launch.argv, str(mpi.library))
    if devices or key not in _TOLD:  # a device may be another one the next time
        _TOLD[key] = read_kernels(process.run(launch.argv, timeout_s=60, env=launch.env))
    return dict(_TOLD[key])


def read_kernels(done: process.Completed) -> dict[str, KernelFacts]:
    """The kernels that an engine described, by name. Raises MeasurementFailed where it did not."""
    begin = done.stdout.find('{"protocol"')
    if not done.ok or begin < 0:
        hint = hint_of(f"{done.stdout}\n{done.stderr}") or "see `rankwise mpi show` for what is wrong"
        raise MeasurementFailed("launch-failed", done.describe(), hint)
    description = msgspec.json.decode(done.stdout[begin : done.stdout.rindex("}") + 1], type=_Description)
    return {kernel.name: kernel for kernel in description.kernels}


def check_names(names: Iterable[str]) -> None:
    """Raises UsageError for a name that no engine has, before one is built. A name stands in quotes in the engine's
    source; what else stands there in quotes is refused by the engine itself."""
    unknown = sorted(set(names) - set(marks.load().kernels))
    if unknown:
        source = "".join(file.read_text() for file in (SOURCE / "kernels").glob("*.hpp"))
        if wrong := [name for name in unknown if f'"{name}"' not in source]:
            raise _unknown(wrong[0], marks.load().kernels)


def _unknown(name: str, known: Iterable[str]) -> UsageError:
    listing = "`rankwise bench --list` shows them"
    near = did_you_mean(name, sorted(known), listing)
    hint = near if near == listing else f"{near} {listing}"
    return UsageError("unknown-kernel", f"no kernel is called '{name}'", hint)


def chosen(known: Mapping[str, KernelFacts], names: list[str], ranks: int) -> list[KernelFacts]:
    """The kernels called so. Raises UsageError for an unknown one and for one that needs more ranks or
    what this MPI does not have."""
    for name in names:
        if name not in known:
            raise _unknown(name, known)
        if known[name].lacks:
            raise UsageError("lacking", f"{name} needs {known[name].lacks}", "use another MPI: see `rankwise mpi list`")
        if known[name].min_ranks > ranks:
            least = known[name].min_ranks
            raise UsageError("too-few-ranks", f"{name} needs {least} ranks, there are {ranks}", "ask for more --ranks")
    return [known[name] for name in names]
