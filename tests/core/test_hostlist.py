"""Lists of hosts, by hand and from Slurm."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("n1", ("n1",)),
        (" n1 , n2,", ("n1", "n2")),
        ("n1,n1", ("n1", "n1")),
        ("10.0.0.1,user@n2.site", ("10.0.0.1", "user@n2.site")),
        ("node[01-03]", ("node01", "node02", "node03")),
        ("node[01,03]", ("node01", "node03")),
        ("node[8-11]", ("node8", "node9", "node10", "node11")),
        ("node[098-101]", ("node098", "node099", "node100", "node101")),
        ("a[1-2,7],b,c[3]-ib", ("a1", "a2", "a7", "b", "c3-ib")),
        ("r[1-2]-n[1-2]", ("r1-n1", "r1-n2", "r2-n1", "r2-n2")),
        ("n[ 1, 2 ]", ("n1", "n2")),
    ],
)
def test_brackets_are_written_out(text: str, hosts: tuple[str, ...]) -> None:
    assert parse_hosts(text) == hosts


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("node[1-", "not closed"),
        ("node1]", "not closed"),
        ("node[1[2]]", "stands in another one"),
        ("n1 n2", "a blank"),
        ("node[]", "'' is not a range"),
        ("node[a-c]", "'a-c' is not a range"),
        ("node[1-2-3]", "'1-2-3' is not a range"),
        ("node[3-1]", "ends below its start"),
        ("node[0-999999999999]", "more than 65536"),
        ("r[1-999]n[1-999]", "more than 65536"),
        ("-oProxyCommand=x", "begins with a dash"),
    ],
)
def test_what_is_no_list_says_why(text: str, printed: str) -> None:
    with pytest.raises(UsageError, match=printed) as error:
        parse_hosts(text)
    assert error.value.code == "bad-hosts"


@pytest.mark.parametrize("text", ["", " ", ","])
def test_an_empty_list_is_not_taken_for_this_machine(text: str) -> None:
    with pytest.raises(UsageError, match="is empty"):
        parse_hosts(text)


@pytest.mark.parametrize("text", [f"n[{'9' * 5000}]", f"n[{'0' * 5000}1-65536]"])
def test_a_number_of_thousands_of_digits_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a range of numbers"):
        parse_hosts(text)
