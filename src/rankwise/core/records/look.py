"""A look at an endpoint: what a job trips over there and no measurement of a path explains."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.words import Text


class EndpointLook(Record, frozen=True, kw_only=True):
    """What one endpoint says of itself. None and missing entries: it does not know.

    `machine` is the boot of its kernel with its network namespace: equal for endpoints that share their addresses.
    `addresses` are those of each network interface, with prefix length; `names` to what each name that was asked for
    resolves, None where it does not. `cpu_quota` is in CPUs, None: no limit.
    """

    endpoint: Text
    machine: Text
    addresses: dict[Text, tuple[Text, ...]] = {}
    names: dict[Text, Text | None] = {}
    shared_memory_bytes: int | None = None
    forwards: bool | None = None
    cpu_quota: float | None = None
