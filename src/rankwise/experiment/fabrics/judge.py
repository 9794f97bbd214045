"""From what launches showed to answers: what carried messages, which transport the default is, what is faster."""

from __future__ import annotations

import ipaddress
import math
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from rankwise.core import said
from rankwise.core.knob_names import MCA_PREFIX
from rankwise.core.records import Evidence, Finding, FixLine, Severity
from rankwise.core.units import format_bytes, plural
from rankwise.experiment.records import Crossover, FabricPath, FabricTrial, FabricUse
from rankwise.model.records import Ratio
from rankwise.mpis.records import FabricChoice

WORTH = 1.05
"""A transport is worth a word when it is at least 5 % faster at some size, beyond doubt."""
_MAYBE = 1.25
"""What may be faster by so much, and was not decided, keeps one from saying that nothing is."""
_HALF = 0.5
_WORDS_OF_ERRORS = (  # from the most to the least telling, and whether they begin what is shown of their line
    (r"fi_getinfo\(\) failed", True),
    (r"no usable transports|No components were able to be opened|At least one pair of MPI processes are unable", True),
    (r"[Nn]o data available|[Nn]ot supported|[Uu]nreachable|[Uu]nable to|cannot be|could not", False),
    (r"Fatal error in \w|error occurred in MPI_\w|Segmentation fault|signal \d|KILLED", False),
)


def counted_transports(
    single_copy: tuple[int, int],
    sockets: Mapping[str, tuple[int, int]],
    devices: Sequence[str],
    *,
    short_messages: int,
    long_bytes: int,
    between_nodes: bool = False,
) -> tuple[str, str]:
    """What carried short and long messages, from (bytes, calls) counted in the ranks. What nobody saw went through
    shared memory or a device that was opened: libraries open devices that they then leave alone."""
    unseen = " ".join(devices) if between_nodes and devices else " or ".join(["memory", *devices])
    by_bytes = _busy({name: sent for name, (sent, _) in sockets.items()}, long_bytes)
    by_calls = _busy({name: calls for name, (_, calls) in sockets.items()}, short_messages)
    long = "cma" if single_copy[0] >= _HALF * long_bytes else by_bytes or unseen
    short = "cma" if single_copy[1] >= _HALF * short_messages else by_calls or unseen
    return short, long


def _busy(counted: Mapping[str, int], everything: int) -> str:
    """`socket` and the addresses that carried at least half of it together, each a tenth or more; empty for none."""
    busy = sorted(name for name, count in counted.items() if count >= 0.1 * everything)
    return "socket " + " ".join(busy) if sum(counted[name] for name in busy) >= _HALF * everything else ""


def in_use(choice: FabricChoice, use: FabricUse, networks: Mapping[str, str]) -> str:
    """Empty when the transport that was asked for carried the long messages, or nothing was counted; else what did.

    `networks` gives the IPv4 network (CIDR) of the interface that has an address, for those outside of it.
    """
    if use.long is None or not choice.expect:
        return ""
    words = use.long.split()
    devices = [word for word in words if word.startswith("/dev/")]
    if devices and ("device" in choice.expect or any(name in device for name in choice.expect for device in devices)):
        return ""
    if words[0] not in choice.expect:
        return f"long messages went by {use.long}"
    if choice.network and words[0] == "socket":
        on = {word: [rail for rail in choice.networks if _on(word, rail, networks)] for word in words[1:]}
        other = [word for word, rails in on.items() if not rails]
        if other:
            return f"long messages went through {' '.join(other)}"
        idle = [rail for rail in choice.networks if not any(rail in rails for rails in on.values())]
        if idle:
            return f"no long messages went through {' '.join(idle)}"
    return ""


def why(message: str) -> str:
    """The telling line among what a failed launch printed."""
    lines = [line.strip(" |*").strip() for line in message.splitlines()]
    for pattern, begins in _WORDS_OF_ERRORS:
        for line in lines[1:]:
            if match := re.search(pattern, line):
                return line[match.start() * begins :].strip()[:160]
    first = lines[0] if lines else ""
    return first.partition(": ")[2][:160] or first[:160]  # without the name of the MPI


def resembles(default: FabricUse, trials: Iterable[FabricTrial]) -> str:
    """The transport that the default takes: the same counts, then the same words; one that changes nothing else first.
    Where nothing was counted, the words alone, if the library said any."""
    counted = default.long is not None
    alike = [
        trial
        for trial in trials
        if trial.outcome == "works"
        and trial.use
        and (trial.use.short, trial.use.long) == (default.short, default.long)
        and (counted or (default.words and trial.use.words == default.words))
    ]
    if not alike:
        return ""
    alike.sort(key=lambda item: (bool(item.choice.semantics), item.use is not None and item.use.words != default.words))
    return alike[0].choice.name


def crossover(short: str, long: str, ratios: Mapping[int, Ratio]) -> Crossover | None:
    """Where `long` becomes faster than `short`; `ratios` are the time of `short` over that of `long` by size. None when
    it does not turn exactly once."""
    decided = [(size, ratios[size]) for size in sorted(ratios) if ratios[size].answer in ("faster", "slower")]
    turns = [(shorter, longer) for shorter, longer in pairwise(decided) if shorter[1].answer != longer[1].answer]
    if len(turns) != 1 or turns[0][0][1].answer != "slower":
        return None
    (low, before), (high, after) = turns[0]
    left, right = math.log(before.ratio), math.log(after.ratio)
    share = -left / (right - left)
    size = math.exp(math.log(max(low, 1)) + share * math.log(high / max(low, 1)))
    return Crossover(short=short, long=long, size_bytes=round(size), low_bytes=low, high_bytes=high)


def findings(path: FabricPath) -> list[Finding]:
    """A default that does not work, or faster transports that are installed and unused; only those that change nothing
    for a program."""
    default = _default(path)
    if default is None:
        return []
    transports = _working(path)
    if default.outcome != "works":
        return [_broken(path, default, min(transports, key=_slowness))] if transports else []
    unused: list[Finding] = []
    told: set[str] = set()
    whole = [transport for transport in transports if _sizes(transport, "faster") and not _sizes(transport, "slower")]
    if whole:
        best = max(whole, key=_gain)
        unused.append(_finding(path, best, "a faster fabric is installed and unused", "warning"))
        told.add(best.choice.name)
    for end, words in ((0, "short"), (-1, "long")):
        best_there = [transport for transport in transports if transport.points and _ratio_at(transport, end) > WORTH]
        if best_there:
            best = max(best_there, key=lambda item: _ratio_at(item, end))
            if best.choice.name not in told:
                told.add(best.choice.name)
                title = f"a fabric that is faster for {words} messages is installed and unused"
                unused.append(_finding(path, best, title, "info"))
    return unused


def path_words(path: FabricPath) -> str:
    """One sentence: what the default is, and whether there is anything better."""
    where = f"{path.mpi}, {path.source} to {path.target}"
    if path.ended:
        return f"{where}: {path.ended}; what was measured before is kept."
    better = findings(path)
    default = _default(path)
    if default and default.outcome != "works":
        none = _untried(path) or ", nor does another transport that a program could use."
        other = f"; {better[0].affects[0]} does." if better else none
        return f"{where}: the default does not work ({default.outcome}){other}"
    where += f": {_like(path)}"
    whole = [finding for finding in better if finding.severity == "warning"]
    if whole:
        return f"{where}; {whole[0].affects[0]} is faster and unused."
    if better:
        return f"{where}; it is beaten only at some sizes, by {' and '.join(finding.affects[0] for finding in better)}."
    return where + _nothing_better(path)


def _like(path: FabricPath) -> str:
    """What the default is, or what it was compared with."""
    if path.resembles:
        return f"the default is {path.resembles}"
    if not any(trial.outcome == "works" and trial.choice.name != "default" for trial in path.trials):
        return "what the default is cannot be told: it was compared with no other transport"
    return f"the default is like none of {'those that were tried' if path.untried else 'the others'}"


def _nothing_better(path: FabricPath) -> str:
    """Why no transport is proposed in place of a default that works."""
    if path.untried:
        return _untried(path)
    if sum(trial.outcome == "works" for trial in path.trials) < 2:
        return "; no other transport works here."
    transports = _working(path)
    if unraced := [transport for transport in transports if not transport.points and not transport.reason]:
        return f"; no time was left to race {plural(len(unraced), 'transport')} with it: give more --budget."
    if transports and not any(point.ratio for transport in transports for point in transport.points):
        return "; whether another transport is faster is not known: none was measured beside the default."
    if maybe := [transport.choice.name for transport in transports if _maybe(transport)]:
        return f"; whether {' or '.join(maybe[:3])} is faster cannot be told yet: give more --budget."
    return ", and nothing else that a program could use as well is faster: leave it."


def _untried(path: FabricPath) -> str:
    count = plural(len(path.untried), "transport")
    return f"; no time was left to try {count}: give more --budget." if path.untried else ""


def _default(path: FabricPath) -> FabricTrial | None:
    return next((trial for trial in path.trials if trial.choice.name == "default"), None)


def _working(path: FabricPath) -> list[FabricTrial]:
    """The transports that a program could use in place of the default."""
    return [trial for trial in path.trials if trial.outcome == "works" and _offered(path, trial)]


def _slowness(fabric_trial: FabricTrial) -> float:
    """Mean logarithm of the times; transports that were not measured come last."""
    return (
        sum(math.log(point.time.median_s) for point in fabric_trial.points) / len(fabric_trial.points)
        if fabric_trial.points
        else math.inf
    )


def _maybe(fabric_trial: FabricTrial) -> bool:
    """Whether it may be much faster at some size, as far as is known."""
    return any(
        point.ratio and point.ratio.answer == "cannot tell" and point.ratio.high > _MAYBE
        for point in fabric_trial.points
    )


def _offered(path: FabricPath, fabric_trial: FabricTrial) -> bool:
    return not fabric_trial.choice.semantics and fabric_trial.choice.name not in ("default", path.resembles)


def _sizes(fabric_trial: FabricTrial, answer: str) -> list[int]:
    return [
        point.size_bytes
        for point in fabric_trial.points
        if point.ratio and point.ratio.answer == answer and (answer != "faster" or point.ratio.ratio > WORTH)
    ]


def _gain(fabric_trial: FabricTrial) -> float:
    logs = [math.log(point.ratio.ratio) for point in fabric_trial.points if point.ratio]
    return sum(logs) / len(logs) if logs else 0.0


def _ratio_at(fabric_trial: FabricTrial, end: int) -> float:
    ratio = fabric_trial.points[end].ratio
    return ratio.ratio if ratio and ratio.answer == "faster" else 0.0


def _finding(path: FabricPath, fabric_trial: FabricTrial, title: str, severity: Severity) -> Finding:
    faster, slower = _sizes(fabric_trial, "faster"), _sizes(fabric_trial, "slower")
    name = fabric_trial.choice.name
    evidence = [
        Evidence(
            source=f"pingpong {_list([point.size_bytes])}",
            observation=f"{said.ratio(point.ratio.ratio, point.ratio.low, point.ratio.high, '')} times as fast as the "
            f"default, {point.ratio.launch_pairs} launch pairs",
        )
        for point in fabric_trial.points
        if point.ratio and point.ratio.answer in ("faster", "slower")
    ]
    if fabric_trial.use and fabric_trial.use.long:
        evidence.append(
            Evidence(
                source="counted in the ranks",
                observation=f"short: {fabric_trial.use.short}, long: {fabric_trial.use.long}",
            )
        )
    but = f", but slower at {_list(slower)}" if slower else ""
    by_default = f"the library chooses {path.resembles}" if path.resembles else "the library chooses another transport"
    return Finding(
        id=f"faster-fabric/{path.mpi}/{path.source}/{path.target}/{name}",
        title=title,
        severity=severity,
        cause=f"between {path.source} and {path.target} {by_default}; {name} ({fabric_trial.choice.description}) "
        f"is faster at {_list(faster)}{but}",
        evidence=tuple(evidence),
        fixes=fix_lines(path.mpi, fabric_trial.choice),
        verify=_comparison(path, name, faster),
        affects=(name, f"{path.source} to {path.target}"),
    )


def _broken(path: FabricPath, default: FabricTrial, fabric_trial: FabricTrial) -> Finding:
    """Its verification tries the default again, which a comparison could not start."""
    name, told = fabric_trial.choice.name, ": ".join(filter(None, (default.outcome, default.reason.strip())))
    carried = (
        f"works: long messages by {fabric_trial.use.long}" if fabric_trial.use and fabric_trial.use.long else "works"
    )
    return Finding(
        id=f"broken-default/{path.mpi}/{path.source}/{path.target}",
        title="the default does not work here, another transport does",
        severity="warning",
        cause=f"between {path.source} and {path.target} what the library chooses by itself {told}; "
        f"{name} ({fabric_trial.choice.description}) works",
        evidence=(
            Evidence(source="default, launched alone", observation=told),
            Evidence(source=f"{name}, launched alone", observation=carried),
        ),
        fixes=fix_lines(path.mpi, fabric_trial.choice),
        verify=_again(path, name),
        verify_words=f"`{_again(path, name)}`: with the fix set, the default works",
        affects=(name, f"{path.source} to {path.target}"),
    )


def _comparison(path: FabricPath, name: str, sizes: Sequence[int]) -> str:
    """The command that compares the default with a transport between these two endpoints."""
    if not path.place:
        return _again(path, name)
    sides = (f"mpi={path.mpi}+{path.place}", f"mpi={path.mpi}+fabric={name}+{path.place}")
    return shlex.join(["rankwise", "compare", *sides, "--kernels", "pingpong", "--sizes", ",".join(map(str, sizes))])


def _again(path: FabricPath, name: str) -> str:
    """The command that tries the default and a transport between these two endpoints."""
    key, _, hosts = path.place.partition("=")
    where = ["--hosts", hosts] if key == "hosts" else ["--pair", f"{path.source},{path.target}"]
    words = shlex.join(["rankwise", "fabrics", "--mpi", path.mpi, *where, "--only", name])
    return words if path.place else f"{words} with the --endpoints, --plan or --hosts of this run"


def fix_lines(mpi: str, choice: FabricChoice) -> tuple[FixLine, ...]:
    """What to type to have it."""
    mca = [(name[4:], value) for name, value in choice.knobs.items() if name.startswith("mca:")]
    env = {name[4:]: value for name, value in choice.knobs.items() if name.startswith("env:")}
    env |= dict.fromkeys(choice.interface_variables, f"<interface on {choice.network}>")
    lines = []
    if mca:
        words = [f"--mca {name} {_quoted(value)}" for name, value in mca]
        words += [f"-x {name}={_quoted(value)}" for name, value in env.items()]
        lines.append(FixLine(mpi=mpi, launcher="mpirun", line=" ".join(words)))
    every = {**{f"{MCA_PREFIX}{name}": value for name, value in mca}, **env}
    words = [f"{name}={_quoted(value)}" for name, value in every.items()]
    lines.append(FixLine(mpi=mpi, launcher="environment", line=f"export {' '.join(words)}"))
    return tuple(lines)


def _quoted(value: str) -> str:
    return value if re.fullmatch(r"[\w.,:/=+-]*", value) else f"'{value}'"


def _list(sizes: Sequence[int]) -> str:
    return ", ".join(map(format_bytes, sizes)) or "no size"


def _on(address: str, network: str, networks: Mapping[str, str]) -> bool:
    if networks.get(address) == network:
        return True
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(network)
    except ValueError:
        return False
