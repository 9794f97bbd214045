"""Candidates, asked of whole runs of the program beside what is in use: of the offers of each the best one stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rankwise.core.errors import RankwiseError
from rankwise.core.units import format_seconds
from rankwise.experiment.compare import wins
from rankwise.model.records import Ratio
from rankwise.tuning.in_use import InUseFails
from rankwise.tuning.program_judge import JUDGED, ROUNDS, USED
from rankwise.tuning.records import Gain
from rankwise.tuning.whole_runs import LITTLE
from rankwise.verbs.improve.candidates.settings import search
from rankwise.verbs.improve.candidates.table import CANDIDATES
from rankwise.verbs.improve.case import Case, Offer, Open
from rankwise.verbs.records import Asked

_WORTH = 1.01
"""A modelled gain below this is not asked: no number of runs that a user waits for would show it."""
_LARGE = 1.2
"""A modelled gain that the proof alone may decide."""
_MOST = 0.5
"""Of the time that is left, for one candidate: those after it need some too."""
_SEEN = 1.3
"""A gain of one run that the proof may decide, and a loss that decides: single runs of one program seldom differ by as
much."""


def ask_all(case: Case) -> None:
    """Every candidate of the table, then the search for settings on top of what was taken."""
    for candidate in CANDIDATES:
        why = candidate.why_not(case)
        try:
            offered = [] if why else list(candidate.offers(case))
            if offered:
                ask(case, candidate.name, offered)
                continue
            why, broken = why or "the default is the best that is known", False
        except InUseFails as error:  # what was taken fails, if only at times: it goes
            gone = case.lines.pop()
            why, broken = f"{gone.id} was taken back: {error.message}", False
        except RankwiseError as error:
            if not case.lines and error.code == "program-failed":
                raise
            why, broken = error.first_line, True
        case.asked.append(Asked(candidate=candidate.name, what="", why=why, undecided=broken))
    try:
        search(case)
    except RankwiseError as error:
        case.asked.append(Asked(candidate="settings", what="", why=error.first_line, undecided=True))


def ask(case: Case, candidate: str, offers: Sequence[Offer]) -> None:
    """Takes the best of the offers that surely makes whole runs faster; notes every one of them in the case."""
    worth = []
    for offer in offers:
        if offer.same_as:
            _note(case, candidate, offer, why=offer.same_as)
        elif offer.modelled is not None and offer.modelled < _WORTH:
            _note(case, candidate, offer, why="the model sees no gain")
        else:
            worth.append(offer)
    least_s = (2 + 3) * (2 + len(worth)) * case.judge.run_s  # each side is tried, and three rounds decide at the least
    if worth and _MOST * case.left_s < least_s:
        if len(worth) == 1 and (worth[0].modelled or 0.0) >= _LARGE:
            # What the model promises so much of gets its runs in the proof.
            case.lines.append(worth[0].line)
            _note(case, candidate, worth[0], why="the final runs decide, for want of time", taken=True)
            return
        _screen(case, candidate, worth, least_s)
        return
    if not worth:
        return
    sets = {offer.line.id: [offer.line] for offer in worth}
    side_s = (ROUNDS + 2) * case.judge.run_s
    budget_s = min(max(JUDGED * case.options.budget_s, (2 + len(sets)) * side_s), _MOST * case.left_s)
    shown = case.judge.question(case.lines, sets, budget_s)
    measured = {name: gain.ratio for name, gain in shown.gains.items()}
    winners = [name for name, ratio in measured.items() if wins(ratio)]
    best = max(winners, key=lambda name: measured[name].low, default=None)
    likely = None if winners else likeliest([offer for offer in worth if offer.line.id not in shown.failed], measured)
    chosen = likely.line.id if likely else best
    for offer in worth:
        name = offer.line.id
        if name == chosen:
            gains = (shown.gains[name],) if name == best else ()
            case.lines.append(replace(offer.line, gains=gains))
        why = shown.failed.get(name, _why_not(measured.get(name), best))
        if name == chosen:
            why = "the final runs decide: not sure yet, and the model expects as much" if likely else ""
        unsure = chosen is None and name not in shown.failed and _unsure(measured.get(name))
        if unsure and name in measured:
            case.open.append(_opened(case, offer, shown.gains[name]))
        _note(case, candidate, offer, measured.get(name), why=why, taken=name == chosen, undecided=unsure)


def likeliest(offers: Sequence[Offer], measured: Mapping[str, Ratio]) -> Offer | None:
    """Where nothing surely gains: the offer of which the model promises much, and that gained most in the runs that
    were too few or too unequal to be sure of it. None where that is little."""
    open_ = [offer for offer in offers if (offer.modelled or 0.0) >= _LARGE and offer.line.id in measured]
    best = max(open_, key=lambda offer: measured[offer.line.id].ratio, default=None)
    return best if best is not None and measured[best.line.id].ratio >= LITTLE else None


def _screen(case: Case, candidate: str, offers: Sequence[Offer], least_s: float) -> None:
    """Where there is no time to decide: one run of each, and the best is left to the proof where it gains much."""
    if case.left_s < (1 + len(offers)) * case.judge.run_s:
        for offer in offers:
            gain = offer.modelled or 1.0
            case.open.append(Open(offer.what, (*case.lines, offer.line), 0.0, 0.0, gain, runs=0))
            _note(case, candidate, offer, why=f"no time: it takes {format_seconds(least_s)}", undecided=True)
        return
    cost, failed = case.judge.once(case.lines, {offer.line.id: [offer.line] for offer in offers})
    best = min(
        (offer for offer in offers if offer.line.id in cost), key=lambda offer: cost[offer.line.id], default=None
    )
    for offer in offers:
        gain = cost[USED] / cost[offer.line.id] if offer.line.id in cost else 0.0
        taken = offer is best and gain >= _SEEN
        if taken:
            case.lines.append(offer.line)
        why = failed.get(offer.line.id, f"one run showed {gain:.2g}x; more take {format_seconds(least_s)}")
        if taken:
            why = f"the final runs decide: one run showed {gain:.2g}x"
        open_ = not taken and offer.line.id not in failed and gain * _SEEN > 1.0
        if open_:
            case.open.append(_once(case, offer, cost[USED], cost[offer.line.id]))
        _note(case, candidate, offer, why=why, taken=taken, undecided=open_)


def _opened(case: Case, offer: Offer, gain: Gain) -> Open:
    """What whole runs showed of an offer that they did not decide."""
    ratio, lines = gain.ratio, (*case.lines, offer.line)
    return Open(offer.what, lines, gain.before_s, gain.after_s, ratio.ratio, ratio.launch_pairs, ratio.half_width)


def _once(case: Case, offer: Offer, before: float, after: float) -> Open:
    """What one run of each showed. Where more is better the figure was divided into one."""
    shown = (1 / before, 1 / after) if case.options.higher_is_better else (before, after)
    return Open(offer.what, (*case.lines, offer.line), *shown, gain=before / after, runs=1)


def _note(
    case: Case,
    candidate: str,
    offer: Offer,
    measured: Ratio | None = None,
    *,
    why: str = "",
    taken: bool = False,
    undecided: bool = False,
) -> None:
    asked = Asked(
        candidate=candidate,
        what=offer.what,
        modelled=offer.modelled,
        measured=measured,
        taken=taken,
        why=why,
        undecided=undecided,
    )
    case.asked.append(asked)
    case.judge.watcher.phase(f"{candidate}, {offer.what}: {'taken' if taken else f'not taken: {why}'}")


def _unsure(measured: Ratio | None) -> bool:
    """Whether more runs might show a gain that is worth it."""
    return measured is None or (measured.answer in ("cannot tell", "faster") and measured.high >= LITTLE)


def _why_not(measured: Ratio | None, best: str | None) -> str:
    if measured is None:
        return "no run of it was counted"
    if best is not None:
        return f"{best} gains more"
    return {"slower": "slower", "same": "no gain"}.get(measured.answer, "no sure gain")
