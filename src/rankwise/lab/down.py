"""Takes a lab down, whole or in whatever state a crash left it."""

from __future__ import annotations

from rankwise.lab import cgroup, state


def down(name: str) -> bool:
    """Ends the lab's processes (and with them its namespaces, interfaces and mounts) and removes its folder.

    True when there was something. Touches only the process whose number and start time were recorded.
    """
    folder = state.folder_of(name)
    if not folder.exists():
        return False
    lab = state.load(name)
    if lab is not None:
        state.kill(lab.keeper_pid, lab.keeper_start)
    cgroup.remove_all(name)
    state.remove_folder(name)
    return True
