"""What an application sent, in words and as tables."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePath

from rankwise.core.units import format_amount, format_seconds
from rankwise.report.tables import aligned, columns, told, wrapped
from rankwise.tracing.records import Trace, TraceAdvice, TraceSite, TraceWaiting

_SHOWN_RANKS = 16  # a terminal is not wider
_PAGE_RANKS = 128
_SHOWN_CALLS = 12
_SHOWN_WAITS = 8
_MOST_ADVICE = 4
_COLUMNS = 100


def lines(trace: Trace) -> list[str]:
    """Everything that the terminal shows."""
    lines = [*(line for text in trace.words for line in told(text)), "", *advised(trace)]
    for title, rows in tables(trace):
        if len(rows) > 1 and (title != MATRIX or trace.world <= _SHOWN_RANKS):
            lines += [title, "", *aligned(rows), ""]
    lines += [line for text in trace.run.warnings for line in told(f"warning: {text}", "    ")]
    return [*lines, f"stored as run {trace.run.id}"]


def advised(trace: Trace) -> list[str]:
    """What a change of the program would gain, each with what it costs and its place."""
    output = []
    for hint in trace.advice[:_MOST_ADVICE]:
        output += wrapped(f"advice: {hint.text}", columns(_COLUMNS), " " * 8)
        output += told(f"        {costs(trace, hint)}; {hint.where}", " " * 8)
    return [*output, ""] if output else []


def costs(trace: Trace, advice: TraceAdvice) -> str:
    """`costs 1.20 s (17% of the run), up to 1.03 s to gain`."""
    share = advice.cost_s / max(rank.time_s for rank in trace.ranks)
    gain = f", up to {format_seconds(advice.gain_s)} to gain" if advice.gain_s else ""
    return f"costs {format_seconds(advice.cost_s)} ({share:.0%} of the run){gain}"


MATRIX = "Sent between pairs (rows send, columns receive)"


def tables(trace: Trace) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Titles and rows, the first row the head: calls by time, who waits for whom, and bytes between world ranks."""
    titled = [("Calls of all ranks, by time inside", _calls(trace))]
    if any(site.line or site.function for rank in trace.ranks for site in rank.sites):
        titled.append(("Where the program calls MPI, by time inside", _sites(trace)))
    if trace.waiting is not None and trace.waiting.waits:
        titled.append(("Who waited for whom", _waits(trace.waiting)))
    if trace.world <= _PAGE_RANKS and any(any(row) for row in trace.matrix_messages):
        rows = [("rank", *(str(column) for column in range(trace.world)))]
        for number, row in enumerate(trace.matrix_bytes):
            shown = (
                format_amount(size) if count else "-"
                for size, count in zip(row, trace.matrix_messages[number], strict=True)
            )
            rows.append((str(number), *shown))
        titled.append((MATRIX, rows))
    return titled


def _calls(trace: Trace) -> list[tuple[str, ...]]:
    calls: dict[str, int] = defaultdict(int)
    time_s: dict[str, float] = defaultdict(float)
    size: dict[str, int] = defaultdict(int)
    for rank in trace.ranks:
        for call in rank.calls:
            calls[call.call] += call.calls
            time_s[call.call] += call.time_s
        for row in rank.rows:
            both_ways = row.call.lower().removeprefix("i").startswith("sendrecv")
            size[row.call] += 0 if both_ways and row.direction == "in" else row.bytes
    rows: list[tuple[str, ...]] = [("call", "calls", "bytes", "time inside")]
    for name in sorted(calls, key=lambda name: (-time_s[name], name))[:_SHOWN_CALLS]:
        inside = format_seconds(time_s[name]) if time_s[name] > 0 else "0 s"
        rows.append((f"MPI_{name}", str(calls[name]), format_amount(size[name]) if size[name] else "-", inside))
    return rows


def _sites(trace: Trace) -> list[tuple[str, ...]]:
    """Of all ranks together: one row a line and call, as far as lines are known."""
    sites: dict[tuple[str, str, str], tuple[int, int, float]] = defaultdict(lambda: (0, 0, 0.0))
    for rank in trace.ranks:
        for site in rank.sites:
            key = (_where(site), site.function or "-", f"MPI_{site.call}")
            calls, size, time_s = sites[key]
            sites[key] = (calls + site.calls, size + site.bytes, time_s + site.time_s)
    rows: list[tuple[str, ...]] = [("where", "function", "call", "calls", "bytes", "time inside")]
    for key in sorted(sites, key=lambda key: (-sites[key][2], key))[:_SHOWN_CALLS]:
        calls, size, time_s = sites[key]
        inside = format_seconds(time_s) if time_s > 0 else "0 s"
        rows.append((*key, str(calls), format_amount(size) if size else "-", inside))
    lost = sum(rank.lost_sites for rank in trace.ranks)
    return [*rows, ("other", "-", "-", str(lost), "-", "-")] if lost else rows


def _where(site: TraceSite) -> str:
    if site.line:
        return f"{PurePath(site.file).name}:{site.line}"
    return f"{PurePath(site.object).name or '?'}+{site.offset:#x}"


def _waits(waiting: TraceWaiting) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("rank", "for rank", "in", "why", "calls", "waited")]
    for row in waiting.waits[:_SHOWN_WAITS]:
        count, time = str(row.calls), format_seconds(row.time_s)
        rows.append((str(row.rank), str(row.on), f"MPI_{row.call}", row.why, count, time))
    return rows
