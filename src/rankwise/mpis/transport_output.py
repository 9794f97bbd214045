"""How an MPI is made to say which transport it uses, and how its words are read.

UCX and libfabric speak for themselves below whichever MPI sits on them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

_UCX = re.compile(r"(?:int(?:er|ra)-node cfg#\d+|ep_cfg\[\d+\]:) tag\(([^()\n]+)\)")
_LIBFABRIC = re.compile(r"libfabric provider: ?([a-z][\w;]*)")
UCX_SPEAKS = {"env:UCX_LOG_LEVEL": "info"}
PINS = ("UCX_NET_DEVICES", "FI_TCP_IFACE", "FI_SOCKETS_IFACE")


class TransportOutput(Struct, frozen=True):
    """`knobs` make the library say what it uses; `parse` finds that in the output of a launch; `pin` names the
    variables that keep its messages on the interfaces that they list. `passed_over` finds what it sends over in place
    of the components that a knob lists."""

    knobs: Mapping[str, str]
    parse: Callable[[str], list[str]]
    pin: tuple[str, ...]
    passed_over: Callable[[str, str], str] = lambda _knob, _output: ""


SILENT = TransportOutput(knobs={}, parse=lambda _output: [], pin=())


def ucx(output: str) -> list[str]:
    """The transports that UCX names, with their devices: `tcp/eth0`."""
    return [word for group in _UCX.findall(output) for word in group.split()]


def libfabric(output: str) -> list[str]:
    """The providers that libfabric names."""
    return _LIBFABRIC.findall(output)
