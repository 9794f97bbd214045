"""Interfaces as networks."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.mpis.network import network_of


def test_names_become_networks() -> None:
    assert network_of("lo") == "127.0.0.0/8"
    assert network_of("10.33.0.0/16") == "10.33.0.0/16"


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(UsageError, match="nosuch0 has no IPv4 address"):
        network_of("nosuch0")
