"""Breaks a living lab and mends it again; the lab's record on disk says what is broken.

A `Lab` in memory may be older than that record, so every change starts from the record: a fault that somebody else has
added since would otherwise never be mended.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.units import format_rate, format_seconds
from rankwise.lab import control, endpoint, state
from rankwise.lab.faults import links
from rankwise.lab.faults.arguments import example_of, refuse
from rankwise.lab.faults.table import KINDS
from rankwise.lab.records import Fault, Lab, LabLink


def add(lab: Lab, kind: str, args: Sequence[str], *, network: str | None = None, one_way: bool = False) -> Lab:
    """The lab with one more fault. Raises UsageError for one that makes no sense here; the lab is as before then."""
    entry = KINDS.get(kind)
    if entry is None:
        raise refuse(f"unknown fault '{kind}'", f"kinds: {', '.join(KINDS)}")
    if not entry.accepts(len(args)):
        message = f"'{kind}' takes {entry.usage}, not '{' '.join(args)}'" if args else f"'{kind}' takes {entry.usage}"
        raise refuse(message, example_of(lab, kind, entry.example))
    with state.latest(lab) as now:
        number = max((fault.id for fault in now.faults), default=0) + 1
        fault = Fault(id=number, kind=kind, args=tuple(args), network=network, one_way=one_way or entry.one_way)
        if entry.change:
            _check_link_fault(now, fault)
        elif entry.apply:
            _check_endpoint_fault(now, fault)
            fault = replace(fault, undo=entry.apply(now, args, number))
        return _record(now, (*now.faults, fault))


def clear(lab: Lab, number: int | None = None) -> Lab:
    """The lab without the fault of this number, or without any. The latest is mended first.

    Raises UsageError when there is no such fault. One that cannot be mended stays recorded and is told of after all
    others were mended.
    """
    with state.latest(lab) as recorded:
        now = recorded
        chosen = [fault for fault in now.faults if number in (None, fault.id)]
        if number is not None and not chosen:
            raise UsageError("no-fault", f"there is no fault number {number}", "`rankwise lab fault list` shows them")
        failed: list[RankwiseError] = []
        for fault in reversed(chosen):
            mend = KINDS[fault.kind].mend
            try:
                if mend:
                    mend(now, fault)
            except RankwiseError as error:
                failed.append(error)
                continue
            now = _record(now, tuple(other for other in now.faults if other.id != fault.id))
    if failed:
        raise failed[0]
    return now


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
        raise refuse(f"unknown network '{fault.network}'", f"networks: {', '.join(networks)}")
    a, b = fault.args[:2]
    where = f" on {fault.network}" if fault.network else ""
    if not any(links.concerns(lab, fault, link) for link in lab.links):
        known = ", ".join(endpoint.endpoint_names(lab))
        raise refuse(f"no link joins '{a}' and '{b}'{where}", f"endpoints: {known}; * is any")
    before = _effective(lab)
    if before == _effective(replace(lab, faults=(*lab.faults, fault))):
        now = next(link for link in before if links.concerns(lab, fault, link))
        rate = format_rate(now.rate_bytes_per_s) if now.rate_bytes_per_s else "no limit of its rate"
        state = f"{format_seconds(now.delay_s)}, {rate}, MTU {now.mtu}, {'up' if now.up else 'down'}"
        raise refuse(f"'{' '.join((fault.kind, *fault.args))}' changes nothing", f"{a} to {b}{where} has now: {state}")


def _check_endpoint_fault(lab: Lab, fault: Fault) -> None:
    if fault.network or fault.one_way:
        raise refuse(f"'{fault.kind}' is a fault of an endpoint", "leave --network and --one-way away")
    for other in lab.faults:
        if other.kind == fault.kind and not KINDS[fault.kind].again and _place(other) == _place(fault):
            raise refuse(
                f"'{fault.kind}' is there already: number {other.id}", f"`rankwise lab fault clear {other.id}`"
            )


def _place(fault: Fault) -> str:
    """The endpoint that it concerns; nothing for a fault of every node."""
    return fault.args[0] if KINDS[fault.kind].usage.startswith("ON") else ""
