"""The Hydra process manager: the launch line of MPICH, and with few differences of its descendants."""

from __future__ import annotations

import re
from itertools import groupby

from msgspec import Struct

from rankwise.core.errors import UsageError
from rankwise.core.records import Launch, LaunchSpec, Mpi
from rankwise.mpis import agent
from rankwise.mpis.blocks import (
    Block,
    blocks,
    check_knobs,
    env_words,
    environment,
    host_of,
    is_local,
    oversubscribed,
    place_environment,
)

DAEMONS = re.compile(r"hydra_(pmi|bstrap)_proxy|mpiexec\.(hydra|mpich)|pmi_proxy")


class HydraLauncher(Struct, frozen=True):
    """`unbind_args`, `unbind_env`: how binding is switched off. `yield_env`: what makes waiting ranks give up the CPU.

    `host_per_block`: Intel's Hydra takes `-host` in each MPMD block; MPICH's has one list for the job, whose entries
    `host:ranks` are filled in order.
    """

    unbind_args: tuple[str, ...] = ()
    unbind_env: tuple[tuple[str, str], ...] = ()
    yield_env: tuple[tuple[str, str], ...] = ()
    host_per_block: bool = False

    def command(self, mpi: Mpi, spec: LaunchSpec) -> Launch:
        """`mpiexec [global] -n N program args : ...`."""
        check_knobs(mpi, spec, "env")
        if mpi.launcher is None:
            raise UsageError("no-launcher", f"{mpi.name} has no launcher", "name another MPI with --mpi")
        parts = blocks(spec)
        extra = dict(self.unbind_env) if spec.bind else {}
        if oversubscribed(spec):
            extra |= dict(self.yield_env)
        env = environment(mpi, spec, extra)
        argv = [mpi.launcher]
        if is_local(spec) and spec.agent is None:
            argv += ["-launcher", "fork"]  # inside an allocation Hydra would ask the scheduler for its nodes
            argv += [] if self.host_per_block else ["-hosts", "localhost"]
        else:
            real = agent.prepare(mpi, spec, env)
            argv += ["-launcher", "rsh" if real else "ssh", *(["-launcher-exec", real] if real else [])]
            argv += ["-iface", spec.interface] if spec.interface else []
            argv += [] if self.host_per_block else ["-hosts", _host_list(parts)]
        argv += self.unbind_args if spec.bind else ()
        argv += spec.extra_args
        for index, block in enumerate(parts):
            argv += [":"] if index else []
            argv += self._block(mpi, block, local=is_local(spec) and spec.agent is None)
        return Launch(argv=tuple(argv), env=env)

    def _block(self, mpi: Mpi, block: Block, *, local: bool) -> list[str]:
        host = ["-host", "localhost" if local else host_of(block.place)] if self.host_per_block else []
        wanted = place_environment(mpi, block.place)
        # Intel's Hydra (2021.18) gives I_MPI_* of one block to all. With the I_MPI_ROOT of another endpoint a rank
        # finds no tuning file, chooses other algorithms than its peers, and the first collective hangs.
        kept = {name: value for name, value in wanted.items() if self.host_per_block and name.startswith("I_MPI_")}
        program = [*env_words(kept), *block.place.words]
        env = [word for name, value in wanted.items() if name not in kept for word in ("-env", name, value)]
        # The one we are in need not exist on the others.
        folder = [] if local else ["-wdir", block.place.folder or "/"]
        return [*host, *folder, "-n", str(block.ranks), *env, *program]


def _host_list(parts: list[Block]) -> str:
    runs = groupby(parts, lambda block: host_of(block.place))
    return ",".join(f"{host}:{sum(block.ranks for block in same)}" for host, same in runs)
