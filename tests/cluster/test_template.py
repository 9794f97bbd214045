"""Names by rule: arithmetic that people write, and nothing that eats the machine."""

from __future__ import annotations

import pytest

from rankwise.cluster.template import fill
from rankwise.core.errors import UsageError
from rankwise.core.words import Prose

VALUES = {"node": 7, "cabinet": 2, "host": "n7"}


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("n{node}", "n7"),
        ("c{cabinet:03}-n{node:03}", "c002-n007"),
        ("10.33.{cabinet}.{node + 20 * (cabinet + 1)}", "10.33.2.67"),
        ("{host}-mic{node // 2 % 3}", "n7-mic0"),
        ("{node:04x}", "0007"),
    ],
)
def test_a_rule_is_filled(rule: str, name: str) -> None:
    assert fill(rule, VALUES, Prose) == name


@pytest.mark.parametrize(
    "rule",
    [
        "n{node:9999999999}",
        "n{node:>9999999}",
        "n{node:c}",
        "n{" + "+".join(["node"] * 5000) + "}",
        "n{" + "(" * 45 + "node" + ")" * 44 + "}",
        "{" + "*".join(["99999999999999"] * 6) + "}",
        "{99999999999999999999999999}",
        "{node\0}",
        "{node.real}",
        "{node()}",
        "{node // 0}",
        "{nobody}",
        "{host + 1}",
        "{-node}",
        "{}",
    ],
    ids=lambda rule: rule[:30],
)
def test_a_rule_that_is_no_simple_arithmetic_is_refused(rule: str) -> None:
    with pytest.raises(UsageError) as told:
        fill(rule, VALUES, Prose)
    assert told.value.code == "bad-plan"
