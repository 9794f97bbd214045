"""Breaks a living lab and mends it again; the lab's record says what is broken."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Fault, Lab, LabLink
from rankwise.lab import control, endpoint, state
from rankwise.lab.faults import links
from rankwise.lab.faults.table import KINDS


def add(lab: Lab, kind: str, args: Sequence[str], *, network: str | None = None, one_way: bool = False) -> Lab:
    """The lab with one more fault. Raises UsageError for a fault that makes no sense here."""
    entry = KINDS.get(kind)
    if entry is None:
        raise UsageError("bad-fault", f"there is no fault '{kind}'", f"kinds: {', '.join(KINDS)}")
    if not entry.accepts(len(args)):
        raise UsageError("bad-fault", f"'{kind}' takes {entry.usage}", "`rankwise lab fault kinds` explains each")
    number = max((fault.id for fault in lab.faults), default=0) + 1
    fault = Fault(id=number, kind=kind, args=tuple(args), network=network, one_way=one_way or entry.one_way)
    if entry.change:
        _check_link_fault(lab, fault)
    elif entry.apply:
        _refuse_twice(lab, fault)
        fault = replace(fault, undo=entry.apply(lab, args, number))
    return _record(lab, (*lab.faults, fault))


def clear(lab: Lab, number: int | None = None) -> Lab:
    """The lab without the fault of this number, or without any. The latest is mended first.

    Raises UsageError when there is no such fault.
    """
    chosen = [fault for fault in lab.faults if number in (None, fault.id)]
    if number is not None and not chosen:
        raise UsageError("no-fault", f"there is no fault number {number}", "`rankwise lab fault list` shows them")
    for fault in reversed(chosen):
        mend = KINDS[fault.kind].mend
        if mend:
            mend(lab, fault)
        lab = _record(lab, tuple(other for other in lab.faults if other.id != fault.id))
    return lab


def _record(lab: Lab, faults: tuple[Fault, ...]) -> Lab:
    changed = replace(lab, faults=faults)
    before, after = _effective(lab), _effective(changed)
    control.set_links(lab, [new for old, new in zip(before, after, strict=True) if old != new])
    state.save(changed)
    return changed


def _effective(lab: Lab) -> tuple[LabLink, ...]:
    changes = []
    for fault in lab.faults:
        change = KINDS[fault.kind].change
        if change:
            changes.append((fault, change(fault.args[2:])))
    return links.effective(lab, changes)


def _check_link_fault(lab: Lab, fault: Fault) -> None:
    networks = [network.name for network in lab.plan.networks]
    if fault.network not in (None, *networks):
        raise UsageError("bad-fault", f"there is no network '{fault.network}'", f"networks: {', '.join(networks)}")
    if not any(links.concerns(lab, fault, link) for link in lab.links):
        known = ", ".join(endpoint.endpoint_names(lab))
        raise UsageError(
            "bad-fault", f"no link joins '{fault.args[0]}' and '{fault.args[1]}'", f"endpoints: {known}; * is any"
        )


def _refuse_twice(lab: Lab, fault: Fault) -> None:
    for other in lab.faults:
        if other.kind == fault.kind and other.args[:1] == fault.args[:1] and fault.kind != "blocked-ports":
            raise UsageError("bad-fault", f"'{fault.kind}' is there already: number {other.id}", "clear it first")
