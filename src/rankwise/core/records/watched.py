"""A job while it runs: what each rank did in the last seconds, and which one is late."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import Text


class WatchedRank(Record, frozen=True, kw_only=True):
    """One rank over the last half minute.

    `inside_share`: of the time inside of MPI. `last_share`: of the calls that all make together, those to which it took
    the longest; `causes_share`: the waiting of all others for it as such, per second. `late_share`: how much later than
    its siblings it is, per second. `late`: beyond the noise of its siblings and with enough evidence; then `site` is
    where it calls, and `reason` why, as far as that is seen. `cpu`: on which it was seen. `unread`: why nothing of it
    can be read."""

    number: int
    host: Text
    pid: int
    cpu: int | None = None
    call: Text = ""
    calls_per_s: float = 0.0
    bytes_per_s: float = 0.0
    inside_share: float = 0.0
    last_share: float = 0.0
    causes_share: float = 0.0
    late_share: float = 0.0
    late: bool = False
    site: Text = ""
    reason: Text = ""
    unread: Text = ""


class Watched(Record, frozen=True, kw_only=True):
    """A look at a job. `how`: by windows that ranks keep, or by samples of their stacks. `seconds`: how long it is
    watched by now. `alarms_per_hour`: the most false ones, of ranks that are alike. `ended`: the job did, with `status`
    where rankwise started it."""

    job: Text
    how: Literal["windows", "stacks"]
    world: int
    seconds: float
    ranks: tuple[WatchedRank, ...] = ()
    alarms_per_hour: float = 0.01
    ended: bool = False
    status: int | None = None
    notes: tuple[Text, ...] = ()
