"""Each kind of word takes what it names and refuses what would be read as something else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.core import words
from rankwise.core.words import InterfaceName, Mtu, PathBelow, Prose, Refused, convert, problem

STEERING = ["\n", "\r", "\x00", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u202e"]

KINDS: dict[str, tuple[list[Any], list[Any]]] = {
    "HostName": (["", "n1", "c001-n001-mic0", "a.b_c"], ["-oProxyCommand=x", "a b", "a/b", "a;b", "$(x)", "a" * 254]),
    "HostSuffix": (["", "-ib", ".fast"], [" b", "/", "a" * 64]),
    "HostList": (["n1", "c001-n[001-018]", "n1,n2"], ["-n", "n 1", "n;1"]),
    "Address": (["", "10.0.0.1", "fe80::1%eth0", "0000:01:00.0"], ["-x", "a b"]),
    "NetworkAddress": (["", "10.0.0.1", "10.32.0.0/15", "10.0.0.0/255.0.0.0"], ["x", "10.0.0.1 evil", "/8"]),
    "InterfaceName": (["", "eth0", "ib0.8001", "br-lan"], ["a" * 16, "-x", "a/b", "../x", "a b"]),
    "InterfaceOrNetwork": (["", "br0", "10.0.0.0/8"], ["-x", "a b", "../x", "$x"]),
    "PlainName": (["ethernet", "ib_1", "9"], ["", ".", "-x", "a b", "a" * 61]),
    "ServiceName": (["opensmd", "getty@tty1", "a:b"], ["", "-x", "a b", "a;b"]),
    "Segment": (["ethernet", "pcie/c001-mic0"], ["", "a b", "a/b/c", "/a", "../a"]),
    "AccountName": (["me", "_x", "a.b@c"], ["", "-x", "1a", "a b", "a:b"]),
    "EnvironmentName": (["PATH", "_1"], ["", "A=B", "1A", "A-B"]),
    "KnobName": (["env:I_MPI_X", "mca:btl"], ["", "env:A=B", "x:A", "env:X$(cmd)"]),
    "Name": (["", "mpich", "a@b:c+d"], ["-a", "+a", "a b", "a/b"]),
    "Rule": (["", "n{node:03}", "10.0.{cabinet}.{node + 20 * (card + 1)}"], ["a;b", "a'b", "a\tb", "n" * 201]),
    "PlainPath": (["", "/", "/opt/intel", "/a/.b/..c/"], ["a", "/a b", "/a/../b", "//a", "/./a", "/$x", "~/a"]),
    "HomeFolder": (["", "/home/me", "/var/lib/x", "/etcetera/x"], ["/", "/etc", "/etc/", "/usr/x", "/root", "/var"]),
    "SharedFolder": (
        ["", "/home", "/opt", "/usr/local"],
        ["/", "/etc", "/usr", "/usr/lib", "/root/x", "/tmp", "/a/.."],
    ),
    "FullPath": (["", "/a b'"], ["a", "~/a"]),
    "OwnPath": (["", "/a b", "~/a"], ["a", "~a"]),
    "PathInside": (["/a b"], ["", "a", "/a=b"]),
    "PathBelow": (["a", "a/b c", "..a/b"], ["", "/a", "..", "a/..", "a/../b", "./a"]),
    "Pattern": (["any", "*-mic?", "n[0-9]", "n[!1]"], ["", "a b", "a/b"]),
    "MountOptions": (["", "rw,no_root_squash", "vers=4.2,sec=krb5:sys"], ["rw)", "rw hard", "a;b"]),
    "Size": (["256MiB", "8", "1 GiB"], ["", "x", "9" * 16, "-1"]),
    "SizeBytes": (["0", "65536"], ["", "8B", "-1", "9" * 17, "\u0661"]),
    "Duration": (["100us", "1.5m", "-3s", "10"], ["", "x", "1e9", "9" * 13]),
    "Rate": (["110MB/s", "3.8 GB/s", "10Gbit/s"], ["", "fast", "1e9B/s"]),
    "Sha256": (["", "a" * 64], ["a" * 63, "A" * 64]),
    "Prose": (["", "any words, 'quoted' $(too)", "é"], ["x" * 8193]),
    "Value": (["", "a=b $x"], ["x" * 32769]),
    "Title": (["", "a box, two cores"], ["x" * 1025]),
    "ReachedHost": (["", "n1", "me@n1", "fe80::1%eth0"], ["-oProxyCommand=x", "a b", "a;b", "$(x)", "me@", "a@b@c"]),
    "NetworkOrNone": (["", "10.34.0.0/15", "10.0.0.1"], ["x", "10.0.0", "10.0.0.0/8 x", "-x"]),
    "Preload": (["", "noyield"], ["relay", "/any/x", "../noyield"]),
    "Whole": ([0, 1 << 53], [-1, 1 << 54, 10**40, "1"]),
    "Ranks": ([0, 1 << 30], [-1, 1 << 31]),
    "Amount": ([0, -1.5, 1e18], [1e19, -1e19, "x"]),
    "Latency": ([0, 1.5e-6, 1e9], [-1e-9, 1.1e9, "1"]),
    "BytesPerSecond": ([1, 12.5e9, 1e15], [0, -1.0, 1.1e15, "1"]),
    "PlacePattern": (["n1", "n1:0", "c*-mic[01]"], ["", "a b", "a/b", "n1\n", "x" * 254]),
    "Count": ([0, 1_000_000], [-1, 10**9, 10**40, "1", 1.5]),
    "NodeNumber": ([0, 999_999_999], [-1, 10**9]),
    "CpuNumber": ([0, 65_535], [-1, 65_536]),
    "AccountNumber": ([1, 60_000], [0, -1, 2**32 - 1]),
    "PrefixLength": ([0, 32], [-1, 33]),
    "Mtu": ([576, 65_000], [575, 65_001, 10**30]),
    "Slowdown": ([1, 1.5], [0.5, 1e9]),
}


def test_each_kind_has_examples() -> None:
    kinds = {name for name, kind in vars(words).items() if words._rule(kind)}
    assert set(KINDS) == kinds


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_takes_its_own_and_refuses_others(name: str) -> None:
    kind, (taken, refused) = getattr(words, name), KINDS[name]
    assert {value: problem(value, kind) for value in taken} == dict.fromkeys(taken, "")
    for value in refused:
        assert f" is not {words._rule(kind)}" in problem(value, kind), value


@pytest.mark.parametrize("name", [name for name, (taken, _) in KINDS.items() if isinstance(taken[0], str)])
def test_no_kind_takes_control_characters(name: str) -> None:
    for word in KINDS[name][0]:
        for steering in STEERING:
            for inserted in (word + steering, steering + word, word[:1] + steering + word[1:]):
                assert problem(inserted, getattr(words, name)), ascii(inserted)


@given(st.text())
def test_prose_and_paths_below_have_one_line(text: str) -> None:
    if not problem(text, Prose):
        assert len(text.splitlines()) <= 1
    if not problem(text, PathBelow):
        assert len(text.splitlines()) == 1 and ".." not in text.split("/") and not text.startswith("/")


class Inner(msgspec.Struct, kw_only=True, rename={"source": "from"}):
    source: InterfaceName = ""
    table: dict[InterfaceName, Mtu] = {}
    pairs: tuple[tuple[InterfaceName, Mtu], ...] = ()
    maybe: InterfaceName | None = None


class Outer(msgspec.Struct):
    items: list[Inner]


@pytest.mark.parametrize(
    ("item", "printed"),
    [
        ({"from": "br0\n"}, ["items[0].from: 'br0\\n' is not an interface name"]),
        ({"from": "x" * 99}, ["'" + "x" * 60 + "...' is not an interface name"]),
        ({"from": "é"}, ["'\\xe9' is not"]),
        ({"table": {"a b": 600}}, ["items[0].table: 'a b' is not an interface name"]),
        ({"table": {"a": 5}}, ["items[0].table.a: 5 is not an MTU from 576 to 65000"]),
        ({"pairs": [["a", 600], ["-", 5]]}, ["items[0].pairs[1][0]: '-' is not", "items[0].pairs[1][1]: 5 is not"]),
        ({"maybe": 3}, ["items[0].maybe: 3 is not an interface name"]),
        ({"maybe": ["a"]}, ["a list of 1 is not an interface name"]),
        ({"table": {"a": 10**40}}, ["items[0].table.a: a number of more than 30 digits is not an MTU"]),
        ({"table": {"a": float("nan")}}, ["items[0].table.a is not a finite number, or next to 0"]),
        ({"table": {"a": 5e-324}}, ["items[0].table.a is not a finite number, or next to 0"]),
        ({"pairs": [["a"]]}, ["Expected `array` of length 2, got 1 - at `$.items[0].pairs[0]`"]),
    ],
)
def test_all_that_does_not_fit_is_named_with_its_value(item: dict[str, Any], printed: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        convert({"items": [item]}, Outer)
    assert len(refused.value.problems) == len(printed)
    for problem_words, words_printed in zip(refused.value.problems, printed, strict=True):
        assert words_printed in problem_words


def test_many_problems_are_cut_and_depth_is_an_error() -> None:
    with pytest.raises(Refused, match="and 80 more"):
        convert({"items": [{"from": "-"}] * 100}, Outer)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Refused, match="too deep"):
        convert({"items": deep}, Outer)
