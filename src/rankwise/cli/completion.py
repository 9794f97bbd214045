"""What a shell may complete beside commands, options and files: names that this machine has."""

from __future__ import annotations

from rankwise.core import settings


def mpis() -> list[str]:
    """The MPIs of this machine."""
    from rankwise.verbs import mpi

    return [known.name for known in mpi.find_mpis()]


def kernels() -> list[str]:
    """Kernels that were tried, for an engine would have to be started to know all."""
    from rankwise.verbs.bench import marks_of

    return sorted(marks_of().kernels)


def runs() -> list[str]:
    """The stored runs, the latest first."""
    from rankwise.verbs import runs as stored

    return ["last", *(run.id for run in reversed(stored.list_runs()))]


def knobs() -> list[str]:
    """What can be set on the preferred MPI, without the kind, which has a colon."""
    from rankwise.verbs import knobs as verb

    return [knob.name.rpartition(":")[2] for knob in verb.knobs(settings.value("mpi"), "*")[1]]
