"""What a search may try on one MPI: what the library lists, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from typing import Final

from msgspec.structs import replace

from rankwise.core import knob_trust
from rankwise.core.records import Mpi
from rankwise.experiment.suspects import HUGE_PAGES, Suspect, suspects_for
from rankwise.mpis import knobs, knobs_below
from rankwise.mpis.algorithm_variants import all_variants
from rankwise.mpis.fabrics import fabrics
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knobs import DEVICE_KNOBS, node_only
from rankwise.mpis.records import FabricChoice, Knob
from rankwise.placement.fabric import listed_on, shared_networks
from rankwise.placement.placement import Placement
from rankwise.tuning.goals import COLLECTIVES, POINT_TO_POINT
from rankwise.tuning.knob_values import values
from rankwise.tuning.space import HINTED, Candidate, by_rule, candidates, thresholds
from rankwise.tuning.space import line as setting

_DEVICE_SCALES: Final = (0.25, 4.0, 16.0)
_ALL: Final = 99  # Intel has more than thirty presets of one collective, and any of them may be the best


@dataclass(frozen=True)
class Setup:
    """What candidates are made for. Without `hints` a source returns nothing but what the library itself lists.
    `device_buffers`: ranks load rankwise's library for device memory, which has knobs of its own."""

    mpi: Mpi
    placement: Placement
    hints: bool
    device_buffers: bool = False

    @property
    def away(self) -> bool:
        """Whether ranks are on several nodes: what was seen to help elsewhere was seen on one node."""
        return self.placement.nodes > 1


def space_for(mpi: Mpi, placement: Placement, hints: bool, device_buffers: bool = False) -> list[Candidate]:
    """What may be tried: the candidates of every source."""
    setup = Setup(mpi, placement, hints, device_buffers)
    return [candidate for source in SOURCES for candidate in source(setup)]


def settings(setup: Setup) -> list[Candidate]:
    """Transports, knobs and preloads. Ranks that outnumber the CPUs must go on to yield."""
    mpi, placement, hints, away = setup.mpi, setup.placement, setup.hints, setup.away
    listed = knobs.knobs(mpi)
    if not hints:
        listed = tuple(replace(item, hint=None) for item in listed)
    causes = suspects_for(mpi) if hints and not away else ()
    hinted = [dict(cause.after.knobs) for cause in causes if cause.after.knobs]
    lists = listed_on(mpi, placement, placement.endpoints[0].id)
    known = fabrics(mpi, between_nodes=away, networks=shared_networks(placement) if away else None, lists=lists)
    transports = [dict(item.knobs) for item in known if item.knobs and not item.semantics]
    if hints:
        transports = _combined(hinted, transports, away=away)
    family = FAMILIES[mpi.family]
    preloads = ("noyield",) if hints and family.yields and not placement.oversubscribed() else ()
    offered = candidates(
        listed,
        forcing=family.rules.forcing,
        transports=transports,
        networks=_networks(known) if away else (),
        preloads=preloads,
        hinted=hinted,
    )
    told = (_with_reach(_with_cause(item, causes)) for item in offered)
    return [item for item in told if _may_stand_in_a_file(item) and (not away or item.line.reach == "any")]


def _may_stand_in_a_file(candidate: Candidate) -> bool:
    """Whether readers of a tuning take it: what its name alone makes doubtful moves no bytes anyway."""
    return not any(knob_trust.refused(name, value) for name, value in candidate.line.knobs.items())


def device_settings(setup: Setup) -> list[Candidate]:
    """Sizes of the library for device buffers, first of all: they decide how device memory is copied."""
    if not setup.device_buffers:
        return []
    kernels = frozenset((*POINT_TO_POINT, *COLLECTIVES))
    values = [(knob, int(int(knob.value or 0) * scale)) for knob in DEVICE_KNOBS for scale in _DEVICE_SCALES]
    return [Candidate(setting({knob.name: str(value)}), "protocol", kernels, HINTED) for knob, value in values]


def library_algorithms(setup: Setup) -> list[Candidate]:
    """Every algorithm of a collective that the library lets one force, with its parameters."""
    ranks, nodes = len(setup.placement.endpoints), setup.placement.nodes
    offered = by_rule(all_variants(setup.mpi, forced_algorithms(setup.mpi), ranks, nodes=nodes), ranks)
    rules = FAMILIES[setup.mpi.family].rules
    elsewhere = rules.elsewhere if rules.replaces(setup.mpi) else ""
    why = f"the library's own choice is slower at these sizes; {elsewhere}"
    return [replace_fields(rule, line=replace(rule.line, why=why)) for rule in offered] if elsewhere else offered


def _combined(
    hinted: Sequence[dict[str, str]], transports: Sequence[dict[str, str]], *, away: bool
) -> list[dict[str, str]]:
    """The transports, and before them those with what was seen to help beside them."""
    pages = [HUGE_PAGES] if knobs_below.gives_huge_pages() and not away else []
    with_thresholds = thresholds((*hinted, *transports), queues=not away)
    # What UCX loses where it copies large messages, huge pages bring back: neither would stand alone.
    both = [
        {**transport, **page} for transport in with_thresholds if "env:UCX_MM_FIFO_SIZE" in transport for page in pages
    ]
    return [*both, *with_thresholds, *transports, *pages]


def _networks(known: Sequence[FabricChoice]) -> frozenset[str]:
    """Those of UCX among these transports, as its settings call them: `rc` for `rc_verbs` and `rc_mlx5`."""
    kinds = {fabric.kind.partition("_")[0] for fabric in known if fabric.name.startswith("ucx/")}
    return frozenset(kinds | ({"ib"} if kinds & {"rc", "ud", "dc"} else set()))


def forced_algorithms(mpi: Mpi) -> dict[str, tuple[str, ...]]:
    """Every algorithm of the six collectives that the library lets one force, by collective."""
    rules = FAMILIES[mpi.family].rules
    if rules.algorithms:
        return {name: rules.algorithms(mpi, name) for name in COLLECTIVES}
    return algorithms(rules.forcing, knobs.knobs(mpi), COLLECTIVES)


def algorithms(
    forcing: re.Pattern[str] | None, knobs: Sequence[Knob], collectives: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Algorithms by collective, as the knobs name them that force one, in the order of the library. The group of the
    pattern is the collective."""
    by_collective: dict[str, tuple[str, ...]] = {}
    for knob in knobs:
        match = forcing.fullmatch(knob.name) if forcing else None
        if match is not None and match[1].lower() in collectives and not knob.semantics:
            by_collective[match[1].lower()] = _enumerated(knob) or values(knob, knobs, most=_ALL)
    return by_collective


def _enumerated(knob: Knob) -> tuple[str, ...]:
    """The numbers of the library's own list, but 0, which leaves the choice to it. Its words may name fewer: those of
    Open MPI 5 do not know allreduce by 6."""
    numbers = (choice.partition(" ")[0] for choice in knob.choices)
    return tuple(number for number in numbers if number != "0")


def _with_cause(candidate: Candidate, causes: Sequence[Suspect]) -> Candidate:
    """The candidate with what is known of the default that it changes."""
    for cause in causes:
        if cause.after.knobs == candidate.line.knobs and (cause.after.preload or "") == candidate.line.preload:
            return replace_fields(candidate, line=replace(candidate.line, why=cause.cause))
    return candidate


def _with_reach(candidate: Candidate) -> Candidate:
    return (
        replace_fields(candidate, line=replace(candidate.line, reach="node"))
        if node_only(candidate.line.knobs)
        else candidate
    )


SOURCES: tuple[Callable[[Setup], list[Candidate]], ...] = (device_settings, settings, library_algorithms)
"""Where candidates come from. Those of kind `algorithm` are raced by size, the others at all benchmark points."""


def placed(mpi: Mpi) -> list[Candidate]:
    """Ranks on other cores than the launcher chooses: kernels are bound by rankwise itself."""
    why = "the cores that the launcher chooses, or the lack of a choice, slow this program"
    placements = [dict(knobs) for knobs in FAMILIES[mpi.family].placements(mpi)]
    return [Candidate(setting(knobs, why=why), "protocol", frozenset()) for knobs in placements]


def progressing(mpi: Mpi) -> list[Candidate]:
    """The thread that drives communication while a program computes: kernels do not compute, and only lose by it."""
    knobs = {f"env:{name}": value for name, value in FAMILIES[mpi.family].async_progress.items()}
    why = "nothing is sent while the program computes"
    return [Candidate(setting(knobs, why=why), "protocol", frozenset())] if knobs else []
