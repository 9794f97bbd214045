"""Connected or datagram: by the application's own sizes, times that were measured and memory that is projected."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from builders import runs
from builders.surveys import estimate
from rankwise.model.records import Projection, ScalingFit
from rankwise.mpis.records import FabricChoice
from rankwise.report.verdicts import of_scale
from rankwise.verbs.records import ScaleReport, TransportAdvice, TransportMode, TransportScaling
from rankwise.verbs.scale.choice import Histogram, Race, advise, mode_of, time_of

PEERS = 1023
EIGHTS = Histogram({8: 1e6})


def scaling(mode: TransportMode, times: dict[int, float], at_scale_bytes: float) -> TransportScaling:
    projection = Projection(
        processes=PEERS + 1,
        value=at_scale_bytes,
        low=0.9 * at_scale_bytes,
        high=1.1 * at_scale_bytes,
        extrapolated=True,
    )
    memory = ScalingFit(
        form="a + b n", coefficients=(1.0, 1.0), relative_error=0.02, largest=64, points=((2, 1e6), (64, 2e6)),
        projections=(projection,),
    )  # fmt: skip
    return TransportScaling(
        fabric=f"ofi/{mode}", mode=mode, fits={"uss_bytes": memory},
        times={str(size): estimate(time_s) for size, time_s in times.items()},
    )  # fmt: skip


CONNECTED = scaling("connected", {8: 5e-6, 4096: 8e-6, 65536: 40e-6}, 100e6)
DATAGRAM = scaling("datagram", {8: 4e-6, 4096: 9e-6, 65536: 200e-6}, 5e6)


def recommended(sizes: dict[int, float] | None, most_bytes: int = 1 << 30) -> TransportMode:
    histogram = Histogram(sizes) if sizes else None
    found = advise(
        (CONNECTED, DATAGRAM), peers=PEERS, histogram=histogram, mtu_bytes=1500, crossover=None, most_bytes=most_bytes
    )
    assert found is not None and found.reasons
    return found.recommended


def test_the_published_rule() -> None:
    assert recommended({8: 1e6}) == "datagram"  # up to the MTU, many peers
    assert recommended({8: 1e6, 65536: 1e6}) == "connected"  # beyond it
    assert recommended(None) == "connected"
    assert recommended({65536: 1e6}, most_bytes=64 << 20) == "datagram"  # connections that a process cannot bear


def test_reasons_carry_the_figures() -> None:
    found = advise(
        (CONNECTED, DATAGRAM), peers=PEERS, histogram=Histogram({8: 90, 65536: 10}), mtu_bytes=1500, crossover=None
    )
    assert found is not None
    assert found.messages_up_to_mtu == pytest.approx(0.9)
    assert any("90% of messages" in words for words in found.reasons)
    assert any("95.0 MB more by connections" in words for words in found.reasons)


def test_one_mode_alone_is_no_choice() -> None:
    assert advise((CONNECTED,), peers=2, histogram=None, mtu_bytes=None, crossover=None) is None


def test_a_mode_that_failed_at_more_processes_counts_as_far_as_it_was_fitted() -> None:
    failed = replace(DATAGRAM, error="32 processes: the launch is not ready in time")
    found = advise((CONNECTED, failed), peers=PEERS, histogram=None, mtu_bytes=None, crossover=None)
    assert found is not None
    assert "ofi/datagram was not measured to the end: 32 processes: the launch is not ready in time" in found.reasons
    unknown = replace(failed, fits={})
    assert advise((CONNECTED, unknown), peers=PEERS, histogram=None, mtu_bytes=None, crossover=None) is None


def test_memory_that_was_not_fitted_is_not_taken_as_none() -> None:
    for one in (replace(DATAGRAM, fits={}), replace(DATAGRAM, fits={"ready_s": DATAGRAM.fits["uss_bytes"]})):
        assert advise((CONNECTED, one), peers=PEERS, histogram=None, mtu_bytes=None, crossover=None) is None
    assert (
        advise((replace(CONNECTED, fits={}), DATAGRAM), peers=3, histogram=None, mtu_bytes=None, crossover=None) is None
    )


def test_times_lie_between_measured_sizes_and_go_on_at_the_last_rate() -> None:
    times = {8: 1e-6, 8192: 1e-3}
    assert time_of(Histogram({1: 10}), times) == pytest.approx(1e-5)
    assert time_of(Histogram({256: 1}), times) == pytest.approx((1e-6 * 1e-3) ** 0.5)
    assert time_of(Histogram({16384: 1}), times) == pytest.approx(2e-3)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("ofi/tcp;ofi_rxm:10.0.0.0/8", "connected"),
        ("ofi/udp;ofi_rxd:10.0.0.0/8", "datagram"),
        ("ucx/rc_mlx5:mlx5_0:1", "connected"),
        ("ucx/dc_mlx5:mlx5_0:1", "shared"),
        ("ucx/ud_verbs:mlx5_0:1", "datagram"),
        ("tcp:10.0.0.0/8", "connected"),
        ("default", None),
    ],
)
def test_modes_by_name(name: str, mode: TransportMode | None) -> None:
    assert mode_of(FabricChoice(name=name, kind="", knobs={}, description="")) == mode


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("ofi/cxi", "datagram"),
        ("ofi/efa", "datagram"),
        ("ofi/efa-direct", "datagram"),
        ("ofi/opx", "datagram"),
        ("ofi/psm3", "datagram"),
        ("ofi/verbs;ofi_rxm", "connected"),
        ("ofi/tcp", "connected"),
        ("ofi/udp;ofi_rxd", "datagram"),
        ("ucx/rc_x:mlx5_0:1", "connected"),
        ("ucx/dc_x:mlx5_0:1", "shared"),
        ("ucx/ud_x:mlx5_0:1", "datagram"),
        ("ucx/srd:efa_0:1", "datagram"),
    ],
)
def test_each_transport_between_nodes_has_its_mode(name: str, mode: TransportMode) -> None:
    assert mode_of(FabricChoice(name=name, kind="any", knobs={}, description="")) == mode


def with_memory(scaling: TransportScaling, low: float, high: float) -> TransportScaling:
    """Its projection with these ends, as shares of the value."""
    (known,) = scaling.fits["uss_bytes"].projections
    wide = replace(known, low=low * known.value, high=high * known.value)
    return replace(scaling, fits={"uss_bytes": replace(scaling.fits["uss_bytes"], projections=(wide,))})


UNKNOWN = [with_memory(mode, 0.001, 10.0) for mode in (CONNECTED, DATAGRAM)]


def race(datagram: float, launches: int = 4) -> Race:
    """All messages by connections take 1 us in each round, by datagrams so many times as long."""
    moments = [(launch, number) for launch in range(launches) for number in range(9)]
    return {
        mode.fabric: {8: {(launch, number): times * 1e-6 * (1 + 0.01 * (number % 3)) for launch, number in moments}}
        for mode, times in ((CONNECTED, 1.0), (DATAGRAM, datagram))
    }


def advised(modes: Sequence[TransportScaling], times: Race, histogram: Histogram | None = EIGHTS) -> TransportAdvice:
    found = advise(modes, peers=PEERS, histogram=histogram, mtu_bytes=1500, crossover=None, race=times)
    assert found is not None
    return found


def test_neither_time_nor_memory_recommend_anything_that_is_not_known() -> None:
    apart = [
        replace(mode, times={at: replace(time, low_s=time.median_s / 100, high_s=time.median_s * 100)
                             for at, time in mode.times.items()})
        for mode in UNKNOWN
    ]  # fmt: skip
    found = advised(apart, {})
    assert (found.recommended, found.fabric) == (None, "")
    time_words, memory_words, *_ = found.reasons
    assert time_words.startswith("how many times as long the application's messages take") and "told" in memory_words
    report = ScaleReport(run=runs.run(), mpi="mpich", transports=(), advice=found)
    assert of_scale(report)[0] == f"It cannot be told which transport fits: {time_words}."
    without = advised(UNKNOWN, {}, None)
    assert without.recommended is None and "what a process holds cannot be told" in without.reasons[0]


@pytest.mark.parametrize(
    ("modes", "times", "mode", "words"),
    [
        (UNKNOWN, race(1.3), "connected", "take 1.30 times (1.30 to 1.30) as long by"),
        (UNKNOWN, race(0.7), "datagram", "take 0.70 times"),
        (UNKNOWN, race(1.0), None, "take 1.00 times"),  # what datagrams save is not known
        (UNKNOWN, race(1.3, launches=1), None, "cannot be told"),
        ((CONNECTED, DATAGRAM), race(1.0), "datagram", "take 1.00 times"),
        ((CONNECTED, DATAGRAM), race(1.3, launches=2), "datagram", "connections cost more than the 67 MB they may"),
    ],
)
def test_the_race_of_both_decides_as_far_as_it_is_known(
    modes: Sequence[TransportScaling], times: Race, mode: TransportMode | None, words: str
) -> None:
    found = advised(modes, times)
    assert found.recommended == mode
    assert any(words in reason for reason in found.reasons), found.reasons
    unknown = [("told" in reason) for reason in found.reasons]
    assert unknown == sorted(unknown, reverse=True), "what cannot be told is first"


def test_memory_that_is_not_known_is_not_told_as_known() -> None:
    wide = CONNECTED.fits["uss_bytes"].projections[0]
    apart = replace(wide, low=wide.value / 5, high=wide.value * 5)
    unknown = replace(CONNECTED, fits={"uss_bytes": replace(CONNECTED.fits["uss_bytes"], projections=(apart,))})
    found = advise((unknown, DATAGRAM), peers=PEERS, histogram=None, mtu_bytes=None, crossover=None)
    assert found is not None
    assert any("holds at least 14.5 MB more by connections" in words for words in found.reasons), found.reasons
    apart = replace(wide, low=wide.value / 50, high=wide.value * 5)
    unknown = replace(CONNECTED, fits={"uss_bytes": replace(CONNECTED.fits["uss_bytes"], projections=(apart,))})
    found = advise((unknown, DATAGRAM), peers=PEERS, histogram=None, mtu_bytes=None, crossover=None)
    assert found is not None
    assert any("cannot be told from these counts" in words for words in found.reasons)
