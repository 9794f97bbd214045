"""Everything a tuner may try on one library, made from the knobs that the library itself lists.

Hints only say what to try first. What people know to be harmful is left out by `Knob.semantics`, and what cannot change
the time of a message by the words of its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from typing import Final, Literal

from msgspec.structs import replace

from rankwise.core.units import format_size
from rankwise.mpis.records import Knob
from rankwise.tuning.goals import COLLECTIVES, POINT_TO_POINT
from rankwise.tuning.knob_values import names_a_size, values
from rankwise.tuning.records import CollectiveRule, TuningLine

Kind = Literal["preload", "transport", "protocol", "collective", "algorithm"]
HINTED, KNOWN, NAMED, LISTED = 0, 1, 2, 3
"""How soon a candidate is tried: someone saw it help; someone saw its knob help, with another value; its name says that
it moves bytes; it is there."""


@dataclass(frozen=True)
class Candidate:
    """One thing to try. `kernels` are those whose time it can change; `order` is smaller for what is tried sooner;
    `threshold_bytes` the size that the library's own setting names, 0 where it names none."""

    line: TuningLine
    kind: Kind
    kernels: frozenset[str]
    order: int = LISTED
    threshold_bytes: int = 0

    @property
    def name(self) -> str:
        return self.line.id

    @property
    def component(self) -> bool:
        """Whether it chooses another implementation of the same thing, rather than changing how one works."""
        return any(name.endswith("_priority") or value.startswith("^") for name, value in self.line.knobs.items())


LARGEST_BYTES: Final = (1 << 31) - 1
"""The end of a rule without an upper end: libraries read sizes as an int."""
UCX: Final = "env:UCX_"
"""How settings of UCX begin: they change nothing where UCX moves no bytes."""
_LEAST_SIZE: Final = 256
_THRESHOLDS: Final = {"2k": 2 << 10, "4k": 4 << 10, "8k": 8 << 10, "64k": 64 << 10}
_LARGEST_ELEMENT: Final = 8 << 10
_QUEUE_BYTES: Final = 256 << 10
_HEADERS: Final = 128  # of UCX and of the MPI above it
_ALL = frozenset((*POINT_TO_POINT, *COLLECTIVES))
_COLLECTIVE = frozenset(COLLECTIVES)
# Names of what does not move the bytes of a message between two ranks' memories: it is not tried. Nor are libfabric's
# (`FI_`), of which nobody has looked which change more than time; the provider is chosen with the transport.
_DULL: Final = re.compile(
    r"verbos|debug|print|dump|warn|_show|stats|profil|trac(e|ing)|monitor|timeout|port(_|$)|_dir|director|_file|path|"
    r"prefix|librar|interface|hostname|_if_|gpu|cuda|hmem|accelerator|rocm|_ze_|nccl|ccl|offload|dsa|rma|_osc|mca:osc|win_|"
    r"spawn|dynamics|_ft_|detector|pmi|hydra|yaksa|_ineighbor|neighbor|_inter_|libnbc|_init_device|version|"
    r"seed|color|root|silent|spelling|compat|unfold|pinning|_pin_|_pin$|tmpdir|mpcp|symheap|nameserv|netloc|proctable|"
    r"selection_tuning|tuning_|qmpi|_leaked|memdump|mca:(io|fs|fbtl|fcoll|sharedfp|topo|sharded|dl|crs|filem|if|shmem|"
    r"patcher|reachable|installdirs|mca_base|hwloc|op|orte|prte|plm|ras|rmaps)(_|$)|_count$|bits$|gpudirect|"
    r"mca:coll_(libnbc|inter|ftagree|self|sync|monitoring|han)|ch3|nemesis|multi_nic|_nics|vci|vcis|stream|hcoll|"
    r"ucx_(tcp_)?(cm|rdmacm)_|tcp_(max_)?conn_|_failure|_log_|memtrack|fence|flush|keepalive|vfs|atomic|distance|memtype|"
    r"proto_info|_overhead|_gva_|another name|deprecated|hidden infrastructure|fortran|f77|mcdram|wait_mode|thread|"
    r"^env:(fi|rankwise)_",
    re.IGNORECASE,
)
_NETWORK: Final = re.compile(r"env:UCX_(TCP|IB|RC|UD|DC)_")
_POINT_TO_POINT: Final = re.compile(
    r"eager|rndv|cma|shm|_sm_|smsc|iqueue|cell|inline|fbox|send_size|ob1|ucx|ofi|xpmem|_self_", re.I
)
_NONBLOCKING: Final = re.compile(r"env:(MPIR_CVAR|I_MPI_ADJUST)_I[A-Z]+_")
_OTHERS: Final = re.compile(
    r"alltoall[vw]|allgatherv|gatherv|scatterv|exscan|scan|barrier|reduce_scatter_block|reduce_local"
)


def candidates(
    knobs: Sequence[Knob],
    *,
    forcing: re.Pattern[str] | None = None,
    transports: Iterable[Mapping[str, str]] = (),
    networks: Collection[str] = (),
    preloads: Iterable[str] = (),
    hinted: Iterable[Mapping[str, str]] = (),
) -> list[Candidate]:
    """Everything to try but algorithms, what promises most first. `forcing` knobs set these, and are left to rules.
    `transports` are settings that choose a transport; `networks` those of UCX (`tcp`, `ib`, `rc`, `ud`, `dc`)
    that may lead to another node: settings of others change nothing. `hinted` are settings that were seen to help
    elsewhere: each is a candidate, and knobs named there come before others; without them the same knobs are reached
    later."""
    first = [Candidate(line(dict(settings)), "protocol", _ALL, HINTED) for settings in hinted]
    forced = [Candidate(line(dict(settings)), "transport", _ALL, NAMED) for settings in transports]
    single = protocol(knobs, forcing, networks)
    every = [*_preloads(preloads), *first, *forced, *scaled(single, knobs), *single]
    known = {name for settings in hinted for name in settings}
    ordered: dict[str, Candidate] = {}
    ranked = [
        replace_fields(candidate, order=min(candidate.order, KNOWN)) if known & set(candidate.line.knobs) else candidate
        for candidate in every
    ]
    for candidate in sorted(ranked, key=lambda item: item.order):
        ordered.setdefault(candidate.name, candidate)
    return list(ordered.values())


def concerning(candidates: Iterable[Candidate], kernels: Iterable[str]) -> list[Candidate]:
    """The candidates that can change the time of one of these kernels: what changes messages changes all."""
    wanted = set(kernels)
    return [
        candidate for candidate in candidates if candidate.kernels >= set(POINT_TO_POINT) or candidate.kernels & wanted
    ]


def protocol(
    knobs: Sequence[Knob], forcing: re.Pattern[str] | None = None, networks: Collection[str] = ()
) -> list[Candidate]:
    """One candidate for each value of each knob that may change how bytes move and is none of the `forcing` ones."""
    return [
        Candidate(
            line=line({knob.name: value}),
            kind="collective" if kernels <= _COLLECTIVE else "protocol",
            kernels=kernels,
            order=NAMED if _POINT_TO_POINT.search(knob.name) or knob.hint else LISTED,
            threshold_bytes=int(knob.value or 0) if names_a_size(knob) else 0,
        )
        for knob in knobs
        if not knob.semantics
        and not (forcing and forcing.fullmatch(knob.name))
        and (kernels := concerned(knob, networks))
        for value in values(knob, knobs)
    ]


def scaled(candidates: Sequence[Candidate], knobs: Sequence[Knob]) -> list[Candidate]:
    """All sizes of one component four and sixteen times as large at once: limits depend on each other, and one that is
    raised alone may change nothing, or end in an error."""
    sizes = {
        knob.name: int(knob.value or 0) for knob in knobs if names_a_size(knob) and int(knob.value or 0) >= _LEAST_SIZE
    }
    components: dict[str, dict[str, frozenset[str]]] = {}
    for candidate in candidates:
        for name in candidate.line.knobs:
            if name in sizes:
                components.setdefault(_component(name), {})[name] = candidate.kernels
    return [
        Candidate(
            line=line(
                {name: str(sizes[name] * scale) for name in names}, f"sizes of {component.partition(':')[2]} x{scale}"
            ),
            kind="protocol",
            kernels=frozenset().union(*names.values()),
            order=NAMED,
        )
        for component, names in components.items()
        if len(names) > 1
        for scale in (4, 16)
    ]


def thresholds(transports: Iterable[Mapping[str, str]], *, queues: bool = True) -> list[dict[str, str]]:
    """Transports through UCX, each with another threshold between its protocols: the one that UCX chooses by itself was
    seen to ruin one that is faster at every size but those next to the threshold. With `queues` also those whose
    elements of the queue in shared memory hold every message below the threshold: without them all but the shortest go
    through a second buffer."""
    settings: list[dict[str, str]] = []
    for transport in transports:
        if "ucx" not in transport.values() or "env:UCX_TLS" in transport:
            continue
        for threshold, size in _THRESHOLDS.items():
            settings.append({**transport, "env:UCX_RNDV_THRESH": threshold})
            if queues and size <= _LARGEST_ELEMENT:
                settings.append({**settings[-1], **_queue(size + _HEADERS)})
    return settings


def _queue(element_bytes: int) -> dict[str, str]:
    """UCX's queue in shared memory, of as many such elements as make a quarter MiB: UCX wants a power of two. Twice as
    many of 8 KiB made `reduce` of 5 to 8 KiB slower by a tenth; so many make windows of 8 B slower at times."""
    count = 1 << (_QUEUE_BYTES // element_bytes).bit_length()
    return {"env:UCX_MM_FIFO_ELEM_SIZE": str(element_bytes), "env:UCX_MM_FIFO_SIZE": str(count)}


def by_rule(algorithms: Mapping[str, Sequence[tuple[str, Mapping[str, str]]]], ranks: int) -> list[Candidate]:
    """One candidate for each algorithm of each collective with its parameters, at all sizes: a rule as a tuning carries
    it."""
    rules = [
        CollectiveRule(
            collective=collective,
            algorithm=algorithm,
            from_bytes=0,
            to_bytes=LARGEST_BYTES,
            ranks=ranks,
            parameters=dict(parameters),
        )
        for collective, names in algorithms.items()
        for algorithm, parameters in names
    ]
    return [
        Candidate(
            line=TuningLine(id=_rule_name(rule), why="", undo="take this rule away", rule=rule),
            kind="algorithm",
            kernels=frozenset({rule.collective}),
        )
        for rule in rules
    ]


def _rule_name(rule: CollectiveRule) -> str:
    given = "".join(f" {name}={value}" for name, value in rule.parameters.items())
    return f"{rule.collective} by {rule.algorithm}{given}"


def limited(line: TuningLine, rule: CollectiveRule) -> TuningLine:
    """The line with the rule at other sizes, which its name says."""
    sizes = f"{format_size(rule.from_bytes)} to {format_size(rule.to_bytes)}"
    if rule.to_bytes >= LARGEST_BYTES:
        sizes = f"{format_size(rule.from_bytes)} and more" if rule.from_bytes else "all sizes"
    return replace(line, id=f"{_rule_name(rule)}, {sizes}", rule=rule)


def concerned(knob: Knob, networks: Collection[str] = ()) -> frozenset[str]:
    """The kernels whose time the knob can change, by its name; empty for what cannot matter on these networks."""
    name = knob.name.lower()
    plain = f"{name} {knob.description}" if "another name" in knob.description else name
    network = _NETWORK.match(knob.name)
    if _DULL.search(plain) or _NONBLOCKING.match(knob.name) or (network and network[1].lower() not in networks):
        return frozenset()
    bare = _OTHERS.sub("", name)
    named = frozenset(collective for collective in COLLECTIVES if re.search(rf"(?<![a-z]){collective}(?![a-z])", bare))
    if "reduce_scatter" in named and "reduce_scatter" in bare:
        named -= {"reduce"}
    if named:
        return named
    if bare != name:
        return frozenset()
    return _COLLECTIVE if re.search(r"coll|_topo_|kval|tree", name) else _ALL


def bundles(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates of one component, the first value of each knob: tried at once, and one by one only if that changes
    anything. Those that were seen to help, or set several knobs, are alone."""
    groups: dict[tuple[str, Kind, frozenset[str]], list[Candidate]] = {}
    for candidate in candidates:
        knob = next(iter(candidate.line.knobs), candidate.name)
        key = candidate.name if candidate.order == HINTED or len(candidate.line.knobs) > 1 else _component(knob)
        groups.setdefault((key, candidate.kind, candidate.kernels), []).append(candidate)
    return list(groups.values())


def line(knobs: dict[str, str], id_: str = "", *, why: str = "", preload: str = "") -> TuningLine:
    """A line of a tuning for these settings."""
    words = " ".join(f"{name}={value}" for name, value in knobs.items())
    names = ", ".join(name.partition(":")[2] for name in knobs)
    return TuningLine(
        id=id_ or words,
        why=why,
        undo=f"take {names or f'LD_PRELOAD of {preload}'} away",
        knobs=knobs,
        preload=preload,
    )


def _preloads(names: Iterable[str]) -> list[Candidate]:
    return [
        Candidate(line=line({}, f"preload {name}", preload=name), kind="preload", kernels=_ALL, order=HINTED)
        for name in names
    ]


def _component(knob: str) -> str:
    """`mca:btl_sm`, `env:MPIR_CVAR_CH4_SHM`, `env:I_MPI_SHM`: the first words of a name."""
    words = 2 if knob.startswith(("mca:", UCX)) else 4 if "_CH4_" in knob else 3
    return "_".join(knob.split("_")[:words])
