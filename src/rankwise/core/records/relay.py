"""Relays of a tuning: which pairs of hosts send by way of others."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.words import NetworkOrNone, ReachedHost


class RelayedPair(Record, frozen=True, kw_only=True):
    """Two hosts, by the names that the launch agent takes, and the one or two that their messages go `through`, from
    source to target. Messages of the other direction take the same way back, unless that pair is named too: one TCP
    connection carries both, and the rank that connects chooses."""

    source: ReachedHost
    target: ReachedHost
    through: tuple[ReachedHost, ...]


class Relay(Record, frozen=True, kw_only=True):
    """Relayed pairs, over the IPv4 network `network` (`10.34.0.0/15`); empty: every one that all of the
    hosts share."""

    pairs: tuple[RelayedPair, ...]
    network: NetworkOrNone = ""
