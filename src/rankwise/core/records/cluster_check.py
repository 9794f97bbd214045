"""A cluster held against its plan."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.cluster import ClusterPlan
from rankwise.core.words import Text


class ClusterMismatch(Record, frozen=True, kw_only=True):
    """One fact that is not as planned. `file` is the rendered file that says it, with the line; empty: none does."""

    endpoint: Text
    fact: Text
    expected: Text
    found: Text
    file: Text = ""
    fix: Text = ""


class PlanCheck(Record, frozen=True, kw_only=True):
    """A plan that is sound by itself; `not_looked`: what only its machines can tell."""

    plan: ClusterPlan
    not_looked: tuple[Text, ...] = ()


class ClusterCheck(Record, frozen=True, kw_only=True):
    """What `cluster verify` saw. `facts` counts what was compared, `pairs_tried` the connections that were tried of
    `pairs`: each ordered pair on each network that joins it. `silent` says why an endpoint could not be looked at;
    `not_looked` names what was not looked at, and why."""

    plan: Text
    endpoints: int
    facts: int
    pairs: int
    pairs_tried: int
    mismatches: tuple[ClusterMismatch, ...]
    silent: dict[Text, Text] = {}
    not_looked: tuple[Text, ...] = ()
    wall_s: float = 0.0
