"""A campaign that is run to its end and stored."""

from __future__ import annotations

from msgspec.structs import replace

from rankwise.core.records import Run
from rankwise.measure.campaign import Campaign
from rankwise.measure.outcome import Outcome
from rankwise.measure.provenance import measured
from rankwise.store.runs import Store


def carried_out(store: Store, run: Run, campaign: Campaign) -> tuple[Run, Outcome]:
    """A campaign to its end, and its run as it is then stored; one that cannot end has failed."""
    try:
        outcome = campaign.run()
    except BaseException:
        store.update(replace(run, status="failed"))
        raise
    run = measured(run, campaign, outcome)
    store.update(run)
    return run, outcome
