"""Settings with which no message reaches another node: a job that spans nodes cannot start, or hangs."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core.knob_names import plain

_PROVIDERS = frozenset({"shm", "sm2"})
_UCX = frozenset({"self", "sm", "shm", "mm", "posix", "sysv", "cma", "knem", "xpmem"})
_BTL = frozenset({"self", "sm", "vader"})
# By knob the values that carry messages inside a node; a list of nothing else leaves no way out.
_INSIDE: Mapping[str, frozenset[str]] = {
    "env:FI_PROVIDER": _PROVIDERS,
    "env:I_MPI_OFI_PROVIDER": _PROVIDERS,
    "env:I_MPI_FABRICS": frozenset({"shm"}),
    "env:UCX_TLS": _UCX,
    "mca:btl": _BTL,
}


def node_only(knobs: Mapping[str, str]) -> bool:
    """Whether these settings serve ranks of one node alone, by any of them. `env:OMPI_MCA_X` is the same as `mca:X`."""
    plainly = {plain(name): value for name, value in knobs.items()}
    if plainly.get("mca:pml", "ob1") != "ob1":
        plainly.pop("mca:btl", None)  # another layer carries the messages
    for name, value in plainly.items():
        words = {word.strip() for word in value.split(",")} - {""}
        if words and words <= _INSIDE.get(name, frozenset()):
            return True
    return False
