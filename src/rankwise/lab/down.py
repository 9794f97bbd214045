"""Takes a lab down, whole or in whatever state a crash left it."""

from __future__ import annotations

from rankwise.core.errors import RankwiseError
from rankwise.lab import cgroup, state


def down(name: str) -> bool:
    """Ends the lab's processes (and with them its namespaces, interfaces and mounts) and removes its folder.

    True when there was something. Touches only the process whose number and start time were recorded; where the
    record is damaged, the one that listens at the keeper's socket.
    """
    folder = state.folder_of(name)
    if not folder.exists():
        return False
    try:
        lab = state.load(name)
    except RankwiseError:
        lab = None
        if (keeper := state.listener(name, "keeper")) and (started := state.start_ticks(keeper)):
            state.kill(keeper, started)
    if lab is not None:
        state.kill(lab.keeper_pid, lab.keeper_start)
    cgroup.remove_all(name)
    state.remove_folder(name)
    return True
