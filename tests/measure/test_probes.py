"""Probes on loopback: whom they reach, who is somebody else, what interfaces count."""

import socket
import threading
from itertools import permutations
from pathlib import Path

import pytest

from rankwise.core.records import Mpi
from rankwise.measure.build import engine_for
from rankwise.measure.probes import Probes, ProbeSpec

pytestmark = pytest.mark.mpi(1)


def specs(mpi: Mpi, *names: str) -> list[ProbeSpec]:
    assert mpi.library is not None
    env = {"LD_LIBRARY_PATH": str(Path(mpi.library).parent)}
    return [ProbeSpec(name, None, str(engine_for(mpi)), env) for name in names]


def test_all_pairs_reach_each_other_and_their_bytes_are_counted(mpich: Mpi) -> None:
    with Probes(specs(mpich, "a", "b", "c"), None) as probes:
        before = probes.count(["a"])["a"]["lo"]
        calls = probes.reach(permutations("abc", 2), lambda _source, _target: "127.0.0.1")
        after = probes.count(["a"])["a"]["lo"]
        facts = probes.facts
    assert [(call.source, call.target) for call in calls] == [(a, b) for a in "abc" for b in "abc" if a != b]
    assert all(call.ok for call in calls)
    assert len({fact.boot for fact in facts.values()}) == 1
    assert after[0] - before[0] >= 6 * 2 * 16384


def test_an_address_that_is_not_there_and_a_name_that_does_not_exist(mpich: Mpi) -> None:
    with Probes(specs(mpich, "a", "b"), None) as probes:
        # 192.0.2.0/24 is for documentation (RFC 5737): nobody answers there.
        calls = probes.reach(
            [("a", "b"), ("b", "a")],
            lambda source, _t: "192.0.2.1" if source == "a" else "no.such.invalid",
            timeout_s=0.5,
        )
    assert calls[0].state in ("silent", "unreachable", "refused")
    assert calls[1].state == "unresolved"


def test_somebody_else_at_an_address_is_told_by_name(mpich: Mpi) -> None:
    with Probes(specs(mpich, "a", "b", "c"), None) as probes:
        port = probes.facts["c"].port
        probes.facts["b"] = probes.facts["b"].__class__(name="b", host="", port=port, boot="", cpus=1)
        (call,) = probes.reach([("a", "b")], lambda _s, _t: "127.0.0.1")
    assert (call.state, call.words) == ("stranger", "c answers there")


def test_a_probe_that_cannot_start_is_lost_with_its_words(mpich: Mpi) -> None:
    missing = ProbeSpec("gone", None, "/no/such/engine", {})
    with Probes([*specs(mpich, "a", "b"), missing], None) as probes:
        assert set(probes.facts) == {"a", "b"}
        assert "/no/such/engine" in probes.lost["gone"]
        assert all(call.ok for call in probes.reach(permutations(["a", "b", "gone"], 2), lambda _s, _t: "127.0.0.1"))


def test_who_finds_a_door_and_who_finds_none(mpich: Mpi) -> None:
    with Probes(specs(mpich, "a", "b"), None) as probes, socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        visitor = threading.Thread(target=lambda: [door.accept()[0].close() for _ in "ab"])
        visitor.start()
        assert probes.knock("ab", "127.0.0.1", port) == {}
        visitor.join()
        door.close()
        assert probes.knock("a", "127.0.0.1", port) == {"a": "refuses the connection"}


def test_endpoints_may_be_called_by_any_words(mpich: Mpi) -> None:
    names = ("card 0", 'a,b@c:1 "ü" 50%')
    with Probes(specs(mpich, *names), None) as probes:
        calls = probes.reach(permutations(names, 2), lambda _source, _target: "127.0.0.1")
    assert [(call.source, call.target, call.state) for call in calls] == [
        (source, target, "ok") for source, target in sorted(permutations(names, 2))
    ]
