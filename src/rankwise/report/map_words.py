"""A map in words: classes, exceptions, who cannot be reached, what carried the bytes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rankwise.core.grouped import grouped
from rankwise.core.units import few, format_rate, format_seconds, plural
from rankwise.model.records import Map, Path, PathClass
from rankwise.report.words import NOT_KNOWN, NOT_KNOWN_WORDS

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable
    from rich.table import Table

_NAMED = 12  # unreachable paths and exceptions named one by one; more are counted
_SOURCE = 60  # columns of where a map comes from
_ALIKE = 3  # paths of an endpoint that stand out together
_MOST_SHARE = 1.1  # of a limit: both rates are measured, each within some percent


def lines(machine: Map) -> Iterator[ConsoleRenderable]:
    """Everything that the terminal shows."""
    from rich.markup import escape
    from rich.text import Text

    marked = Text.from_markup
    yield marked(f"[bold]{escape(machine.name)}[/]  [dim]{machine.origin}: {escape(_first_line(machine.source))}[/]")
    for fabric in machine.fabrics:
        classes = [path_class for path_class in machine.classes if path_class.fabric == fabric.id]
        paths = [path for path in machine.paths if path.fabric == fabric.id]
        yield marked(f"\n[bold]{escape(fabric.id)}[/]  {escape(fabric.description)}")
        if fabric.sampled:
            yield marked(f"  [dim]a sample:[/] {escape(fabric.sampled)}")
        if classes:
            yield _classes(machine, classes, paths)
        if partly := partly_known(machine, fabric.id):
            yield _partly(machine, partly)
        unknown = [NOT_KNOWN_WORDS] if any(map(is_unknown, classes)) else []
        for words in (*unknown, *carried(classes), *shared_words(machine, fabric.id)):
            yield marked(f"  [dim]{escape(words)}[/]")
        stands_out = [f"[bold red]stands out[/]  {escape(words)}" for words in exceptions(classes)]
        looks_slow = [f"[yellow]looks slow[/]  {escape(words)}" for words in suspected(classes)]
        for words in (*stands_out, *looks_slow):
            yield marked(f"  {words}")
        for words in unreachable(paths):
            yield marked(f"  [bold red]no path[/]  {escape(words)}")
        for words in unmeasured(paths):
            yield marked(f"  [yellow]no figures[/]  {escape(words)}")
    if machine.findings:
        yield marked("")
    for finding in machine.findings:
        seen = "; ".join(f"{evidence.source}: {evidence.observation}" for evidence in finding.evidence)
        yield marked(f"[bold red]{finding.severity}[/]  {escape(finding.title)}. {escape(seen)}")
        for fix in finding.fixes[:1]:
            yield marked(f"  [cyan]fix[/] {escape(fix.words or fix.line)}")
    for warning in machine.warnings:
        first, _, rest = warning.partition("\n")
        yield marked(f"[yellow]note[/] {escape(first)}{' [dim](more in the page)[/]' if rest else ''}")


def shared_words(machine: Map, fabric: str) -> Iterator[str]:
    """What its paths share, and pairs that were busy at once beside what the map predicts of them."""
    used = {name for path in machine.paths if path.fabric == fabric for name in path.through}
    used |= {name for item in machine.classes if item.fabric == fabric for name in item.through}
    for row in machine.resources:
        if row.name in used:
            where = f" of {', '.join(row.at)}" if row.at else f" of each {row.per}"
            way = "both directions together" if row.both else "each direction"
            known = (
                f" ({format_rate(row.low_bytes_per_s)} to {format_rate(row.high_bytes_per_s)})"
                if row.low_bytes_per_s and row.high_bytes_per_s
                else ""
            )
            yield f"shared: {row.name}{where} carries {format_rate(row.rate_bytes_per_s)}{known}, {way}"
    for item in machine.meetings:
        if item.fabric == fabric:
            yield (
                f"at once: {plural(len(item.pairs), 'pair')}, {item.what}: {format_rate(item.bytes_per_s)} "
                f"({format_rate(item.low_bytes_per_s)} to {format_rate(item.high_bytes_per_s)}), "
                f"predicted {format_rate(item.predicted_bytes_per_s)}"
            )


def short_name(path_class: PathClass) -> str:
    """The class without the fabric's name in front, which its id has with dashes."""
    fabric = re.sub(r"[^a-z0-9]+", "-", path_class.fabric.lower()).strip("-")
    return path_class.id.removeprefix(f"{fabric}-").replace("-", " ")


def carried(classes: Sequence[PathClass]) -> Iterator[str]:
    """What carried the bytes of each class, and what the hardware of it allows."""
    for path_class in classes:
        if path_class.transport:
            yield f"{short_name(path_class)} is carried by {path_class.transport}"
        if path_class.limit:
            yield f"{short_name(path_class)} gets {of_limit(path_class)}"


def transport_words(path_class: PathClass) -> str:
    """Both, of one class: `carried by tcp/eth0 (...). 9.1 GB/s, 74 % of what ...`."""
    transport = f"carried by {path_class.transport}" if path_class.transport else ""
    return ". ".join(filter(None, (transport, of_limit(path_class))))


def of_limit(path_class: PathClass) -> str:
    """`9.1 GB/s, 74 % of what the x8 of mlx5_0:1 on n3 allows; it is capable of x16`; empty where that is unknown.

    What the path exceeds is no limit of it: a copy was measured while the machine was busy, or a rate is told wrongly.
    """
    limit = path_class.limit
    if limit is None:
        return ""
    share = path_class.bandwidth_bytes_per_s / limit.rate_bytes_per_s
    if share > _MOST_SHARE:
        told = f"{limit.what} tells less ({format_rate(limit.rate_bytes_per_s)}), so it is no limit"
        return f"{format_rate(path_class.bandwidth_bytes_per_s)}; {told}"
    capable = f"; it is capable of {limit.capable}" if limit.capable else ""
    return f"{format_rate(path_class.bandwidth_bytes_per_s)}, {share:.0%} of what {limit.what} allows{capable}"


def by_endpoint(texts: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Paths that stand out, by what they have in common: an endpoint with those of its paths, where it has several,
    the most first; then each by itself, under no name."""
    left = list(texts)
    groups: list[tuple[str, list[str]]] = []
    while left:
        ends = {text: set(re.split(" -> ", text.partition(": ")[0])) for text in left}
        counts = Counter(end for pair in ends.values() for end in pair if end != "*")
        end, count = max(counts.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        if count < _ALIKE:
            return [*groups, *(("", [text]) for text in left)]
        groups.append((end, [text for text in left if end in ends[text]]))
        left = [text for text in left if end not in ends[text]]
    return groups


def exceptions(classes: list[PathClass]) -> list[str]:
    """The exceptions of these classes, those of an endpoint in one line, the first few in words."""
    return _told([words for path_class in classes for words in path_class.exceptions])


def suspected(classes: list[PathClass]) -> list[str]:
    """The same of paths that only look slow."""
    return _told([words for path_class in classes for words in path_class.suspected])


def _told(texts: Sequence[str]) -> list[str]:
    sentences = [
        f"{len(group)} paths of {end}, such as {group[0]}" if end else group[0] for end, group in by_endpoint(texts)
    ]
    more = len(sentences) - _NAMED
    return sentences[:_NAMED] + ([f"and {more} more"] if more > 0 else [])


def unreachable(paths: list[Path]) -> list[str]:
    """Broken paths, those of one reason together, the first few in words."""
    return _reasons([path for path in paths if not path.reachable])


def unmeasured(paths: list[Path]) -> list[str]:
    """Paths that work and have no figures, in the same way."""
    return _reasons([path for path in paths if path.reachable and path.error])


def _reasons(paths: list[Path]) -> list[str]:
    reasons = grouped((path.error or "no reason known", f"{path.source} -> {path.target}") for path in paths)
    lines = [f"{few(pairs, 3)}: {reason}" for reason, pairs in reasons.items()]
    more = len(lines) - _NAMED
    return lines[:_NAMED] + ([f"and {more} more reasons"] if more > 0 else [])


_SAME = (
    (("near card", "far card"), "card"),
    (("same socket", "other socket"), "same node"),
    (("same node", "other node"), "anywhere"),
)


def merged(relations: Sequence[str]) -> list[str]:
    """The relations of a class in fewer words: `near card to host` with `far card to host` is `card to host`, with
    `host to card` it is `card - host`. Nothing is said that is not in the list."""
    patterns = {tuple(re.split(r" to |, ", relation)) for relation in relations}
    if any(len(parts) != 3 for parts in patterns):
        return list(relations)
    for names, together in _SAME:
        for place in range(3):
            for parts in sorted(patterns):
                versions = {(*parts[:place], name, *parts[place + 1 :]) for name in names}
                if parts in patterns and versions <= patterns:
                    patterns = (patterns - versions) | {(*parts[:place], together, *parts[place + 1 :])}
    words = []
    for a, b, where in sorted(patterns):
        if a != b and (b, a, where) in patterns:
            words += [f"{a} - {b}, {where}"] if a < b else []
        else:
            words.append(f"{a} to {b}, {where}")
    return words


def loaded_share(path_class: PathClass, paths: list[Path]) -> float | None:
    """What is left of a class's bandwidth while all pairs of a round are busy: the median over its paths."""
    import statistics

    members = set(path_class.paths)
    shares = [
        path.loaded_bandwidth_bytes_per_s / path.bandwidth_bytes_per_s
        for path in paths
        if (path.source, path.target) in members and path.loaded_bandwidth_bytes_per_s and path.bandwidth_bytes_per_s
    ]
    return statistics.median(shares) if shares else None


def _classes(machine: Map, classes: list[PathClass], paths: list[Path]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    shares = {path_class.id: loaded_share(path_class, paths) for path_class in classes}
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("class", "paths", *figure_heads(machine)):
        table.add_column(name, justify="left" if name == "class" else "right", no_wrap=name != "class")
    if any(shares.values()):
        table.add_column("under load", justify="right")
    table.add_column("holds")
    for path_class in classes:
        share = shares[path_class.id]
        table.add_row(
            escape(short_name(path_class)),
            str(len(path_class.paths)),
            _range(path_class.latency_s, path_class.latency_low_s, path_class.latency_high_s, format_seconds),
            _range(
                path_class.bandwidth_bytes_per_s,
                path_class.bandwidth_low_bytes_per_s,
                path_class.bandwidth_high_bytes_per_s,
                format_rate,
            ),
            *([f"{share:.0%}" if share else "-"] if any(shares.values()) else []),
            escape("; ".join(merged(path_class.relations))),
        )
    return table


def partly_known(machine: Map, fabric: str) -> list[list[Path]]:
    """Paths with a latency or a bandwidth alone, as published figures often are: those of one figure between endpoints
    of the same kinds together."""
    ends = {end.id: end for end in machine.endpoints}

    def what(path: Path) -> tuple[object, ...]:
        source, target = ends[path.source], ends[path.target]
        return source.kind, target.kind, source.node == target.node, path.latency_s, path.bandwidth_bytes_per_s

    alike = grouped(
        (what(path), path)
        for path in machine.paths
        if path.fabric == fabric and path.reachable and (path.latency_s is None) != (path.bandwidth_bytes_per_s is None)
    )
    return list(alike.values())


def _partly(machine: Map, groups: Sequence[Sequence[Path]]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("paths", *figure_heads(machine)):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("such as")
    for paths in groups:
        first = paths[0]
        table.add_row(
            str(len(paths)),
            "unknown" if first.latency_s is None else format_seconds(first.latency_s),
            "unknown" if first.bandwidth_bytes_per_s is None else format_rate(first.bandwidth_bytes_per_s),
            escape(few([f"{path.source} -> {path.target}" for path in paths], 2)),
        )
    return table


def figure_heads(machine: Map) -> tuple[str, str]:
    """What figures of paths are called: a measured map has those of the fastest visit, where a survey has medians."""
    return ("least 8 B", "most bandwidth") if machine.origin == "measured" else ("8 B", "bandwidth")


def _range(value: float, low: float, high: float, words: object) -> str:
    assert callable(words)
    half = max(high - value, value - low) / value if value else 0.0
    if half > 1.0:
        return f"{words(value)} {NOT_KNOWN}"
    return f"{words(value)}" + (f" ±{half:.0%}" if half >= 0.005 else "")


def is_unknown(path_class: PathClass) -> bool:
    """Whether an interval of a class is wider than the value itself."""
    high_s, high = path_class.latency_high_s, path_class.bandwidth_high_bytes_per_s
    return high_s > 2 * path_class.latency_s or high > 2 * path_class.bandwidth_bytes_per_s


def _first_line(text: str) -> str:
    first = text.split("\n", maxsplit=1)[0]
    return first if len(first) <= _SOURCE else f"{first[: _SOURCE - 4].rstrip()} ..."
