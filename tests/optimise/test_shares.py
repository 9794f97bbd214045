from pathlib import Path

import pytest

from builders.declared import declared_map
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.errors import UsageError
from rankwise.maps.read import read_map
from rankwise.optimise.shares import Worker, equal_time_s, work_shares
from rankwise.report.optimised import share_lines
from rankwise.verbs.share import share_work

PHI = to_map(read_plan(Path(__file__).parents[2] / "examples/phi-cluster.toml"))


def test_everybody_who_works_ends_at_the_same_time() -> None:
    workers = [Worker("a", 1.0), Worker("b", 3.0, per_unit_s=0.5, fixed_s=0.25), Worker("c", 2.0, fixed_s=0.5)]
    time_s, units = work_shares(workers, 10.0)
    assert sum(units.values()) == pytest.approx(10.0)
    for worker in workers:
        assert worker.fixed_s + units[worker.name] * (1 / worker.speed + worker.per_unit_s) == pytest.approx(time_s)
    assert time_s < equal_time_s(workers, 10.0)


def test_who_could_not_begin_in_time_gets_nothing() -> None:
    time_s, units = work_shares([Worker("near", 1.0), Worker("far", 100.0, fixed_s=5.0)], 2.0)
    assert units == {"near": pytest.approx(2.0), "far": 0.0}
    assert time_s == pytest.approx(2.0)


def test_equal_shares_take_as_long_as_the_one_that_needs_most() -> None:
    """Half of the work each: the slow one needs 5 / 0.5 s, the other 0.25 s and 5 times (1 / 4 + 0.5) s."""
    quick = Worker("quick", 4.0, per_unit_s=0.5, fixed_s=0.25)
    assert equal_time_s([Worker("slow", 0.5), quick], 10.0) == pytest.approx(10.0)
    assert equal_time_s([quick, quick], 10.0) == pytest.approx(4.0)


def test_offload_pays_for_data_and_symmetric_for_exchanges() -> None:
    speeds = {"x86_64": 1.0, "k1om": 2.0}
    plain = share_work(PHI, speeds, work=18.0)
    assert [item.time_s for item in plain.shares] == [pytest.approx(1.0, rel=1e-3), pytest.approx(1.0)]
    heavy = share_work(PHI, speeds, work=18.0, unit_bytes=6_500_000_000)  # a second each to a card of the same node
    assert heavy.faster == "symmetric"
    offload = heavy.shares[0]
    # Four cards share the port of their host, which is as fast as the path to one.
    assert offload.units["c001-n001-mic0"] / offload.units["c001-n001"] == pytest.approx(1 / 4.5, rel=1e-3)
    talking = share_work(PHI, speeds, work=18.0, exchange_bytes=1 << 30)
    assert talking.faster == "offload"


def test_offload_pays_for_what_hosts_exchange() -> None:
    speeds = {"x86_64": 1.0, "k1om": 2.0}
    quiet, talking = (share_work(PHI, speeds, work=18.0, exchange_bytes=size).shares[0] for size in (0, 4 << 30))
    assert talking.time_s == pytest.approx(quiet.time_s + (4 << 30) / 3.8e9, rel=0.01)


def test_bad_input_is_refused() -> None:
    with pytest.raises(UsageError, match="has no speed"):
        share_work(PHI, {"x86_64": 1.0})
    with pytest.raises(UsageError, match="above 0"):
        work_shares([Worker("a", 0.0)], 1.0)
    with pytest.raises(UsageError, match="no fabric 'nets'"):
        share_work(PHI, {"*": 1.0}, fabric="nets")
    chain = declared_map("m", dict.fromkeys(["ab", "ba", "bc", "cb"], (1e-6, 1e9)))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="the map has no path from a to c"):
        share_work(chain, {"*": 1.0}, exchange_bytes=8)


def test_speeds_are_named_by_the_words_of_the_help_on_every_kind_of_map() -> None:
    """A published machine has no architectures, and its hosts are cores as those of a measured map are."""
    for machine in (PHI, read_map("phi-cluster")):
        shared = share_work(machine, {"host": 1.0, "card": 2.5})
        assert set(shared.speeds.values()) == {1.0, 2.5}
        assert share_work(machine, {"core": 1.0, "card": 2.5}).speeds == shared.speeds
    with pytest.raises(UsageError, match="has no speed") as refused:
        share_work(read_map("phi-cluster"), {"card": 1.0})
    assert "--speed host=1; the map has host, card" in (refused.value.hint or "")
    with pytest.raises(UsageError, match="no endpoint is called 'cards'"):
        share_work(PHI, {"*": 1.0, "cards": 2.0})


def test_a_ratio_that_would_be_shown_as_one_is_no_gain() -> None:
    shared = share_work(PHI, {"x86_64": 1.0, "k1om": 2.0}, work=1.0, exchange_bytes=8)
    assert len({item.time_s for item in shared.shares}) == 2
    assert share_lines(shared)[1] == "Both take the same modelled time."


def test_shares_are_told_with_what_equal_ones_would_take() -> None:
    text = share_lines(share_work(PHI, {"x86_64": 1.0, "k1om": 2.0}, work=18.0, exchange_bytes=1 << 30))
    assert text[0] == "18 units of work on phi-cluster"
    assert text[1].startswith("offload is ") and text[1].endswith("x faster, by the model.")
    assert sum("2/s" in line for line in text) == 8, "a row for each card"
    symmetric = next(line for line in text if line.startswith("symmetric: all end after "))
    assert "; with equal shares " in symmetric and symmetric.endswith("x)")
    alike = share_lines(share_work(PHI, {"x86_64": 1.0, "k1om": 1.0}, work=1.0))
    assert alike[0] == "1 unit of work on phi-cluster"
