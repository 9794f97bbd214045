"""An MPI as found, how a launch differs from the usual one, and the one Launcher interface through which every job
starts."""

from __future__ import annotations

from typing import Literal, Protocol

from rankwise.core.records.base import Record
from rankwise.core.words import Text, Title

Family = Literal["mpich", "openmpi", "impi", "mvapich", "cray", "smpi", "unknown"]
Abi = Literal["mpich", "openmpi", "standard", "other"]
_RENAMED: dict[str, Abi] = {"libmpich.so.12": "mpich"}  # Debian's name of what is libmpi.so.12 elsewhere


class Problem(Record, frozen=True, kw_only=True):
    """Why an MPI cannot be used (`fatal`) or will disappoint: what is wrong and what to do about it."""

    code: Text
    message: Text
    hint: Text = ""
    fatal: bool = True


class Mpi(Record, frozen=True, kw_only=True):
    """One MPI installation. Paths are absolute; None where it has no such part.

    `name` is what users type (`mpich`, `openmpi@/opt/x`); `where` says how it was found; `soname` is that of the C
    library (`libmpi.so.12`); `engine` says which engine serves it: `wheel:<abi>`, `cache:<path>`, `build`, or None
    with the reason among `problems`.
    """

    name: Text
    family: Family
    version: Text
    prefix: Text
    where: Text
    launcher: Text | None = None
    library: Text | None = None
    soname: Text | None = None
    abi: Abi = "other"
    compiler: Text | None = None
    transports: tuple[Text, ...] = ()
    engine: Text | None = None
    env: dict[Text, Text] = {}
    problems: tuple[Problem, ...] = ()

    @property
    def is_usable(self) -> bool:
        """Whether nothing is wrong with it that keeps programs from running."""
        return not any(problem.fatal for problem in self.problems)

    @property
    def calls_abi(self) -> Abi:
        """The ABI of its calls, also where its library has a name that programs built elsewhere do not look for."""
        return _RENAMED.get(self.soname or "", self.abi)


class Place(Record, frozen=True, kw_only=True):
    """One rank of a launch: where it runs, which binary, with what environment.

    `host` None is this machine. `cpus` is applied by the engine itself before MPI_Init, so that binding is explicit
    and the same for every MPI.
    `prefix` is the MPI's prefix on that endpoint when it differs from the launching side's. `wrapper` is a command
    that starts the program there (`taskset -c 2,3`). `folder`: where it starts; empty: here, on other hosts `/`.
    """

    host: Text | None
    program: Text
    args: tuple[Text, ...] = ()
    cpus: tuple[int, ...] = ()
    prefix: Text | None = None
    env: dict[Text, Text] = {}
    wrapper: tuple[Text, ...] = ()
    folder: Text = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The whole command of the rank."""
        return (*self.wrapper, self.program, *self.args)


class LaunchSpec(Record, frozen=True, kw_only=True):
    """A job: places in rank order, plus what concerns the launch as a whole.

    `agent` is a command that takes HOST COMMAND... and runs it there (in place of ssh). `bind` False leaves ranks as
    the MPI's own default places them (used to show what the default costs); True tells the launcher to keep its hands
    off, the engine binding itself by `Place.cpus`. `oversubscribed`: ranks share cores although places do not show it
    (hosts that are parts of one machine), so waiting ranks should give up the CPU. `unset` are variables of the
    surrounding environment that the job must not see."""

    places: tuple[Place, ...]
    env: dict[Text, Text] = {}
    agent: Text | None = None
    interface: Text | None = None
    bind: bool = True
    oversubscribed: bool = False
    launcher: Literal["mpiexec", "srun"] = "mpiexec"
    extra_args: tuple[Text, ...] = ()
    knobs: dict[Text, Text] = {}
    unset: tuple[Text, ...] = ()


class Launch(Record, frozen=True, kw_only=True):
    """A command line and the complete environment to start it with. `inherits` are open files that it takes over."""

    argv: tuple[Text, ...]
    env: dict[Text, Text]
    inherits: tuple[int, ...] = ()


class Launcher(Protocol):
    """How one MPI starts a job. One implementation per family, in `rankwise.mpis`."""

    def command(self, mpi: Mpi, spec: LaunchSpec) -> Launch:
        """The launch line for `spec`. Consecutive places that are alike become one MPMD block.

        Raises UsageError when this MPI cannot express the spec.
        """
        ...


class Change(Record, frozen=True, kw_only=True):
    """Knobs of the MPI (`env:NAME`, `mca:NAME`; values may be paths of files made for them), variables taken away, one
    of rankwise's own libraries to preload, no binding, files of schedules that collectives follow."""

    knobs: dict[Text, Text] = {}
    unset: tuple[Text, ...] = ()
    preload: Text | None = None
    bind: bool = True
    schedules: tuple[Text, ...] = ()


class DeviceMemory(Record, frozen=True, kw_only=True):
    """Where messages lie while an MPI is tuned: `buffers` as cells have them (`D`, `D,H`), on a `device` (`gpu` or
    `software[:OPTIONS]`), of which `devices` are used. `library`: ranks load the one for device buffers."""

    buffers: Title
    device: Title = "gpu"
    devices: Title = "auto"
    library: bool = False
