from collections.abc import Sequence

from rankwise.model.plan_check import against_plan
from rankwise.model.records import Path, PathClass

SIZE = 1 << 18


def path(source: str, latency_s: float, rate: float) -> Path:
    return Path(source=source, target="z", fabric="net", latency_s=latency_s, bandwidth_bytes_per_s=rate)


def exceptions(*paths: Path, printed: tuple[str, ...] = (), untested: Sequence[str] = ()) -> tuple[str, ...]:
    one = PathClass(
        id="all",
        fabric="net",
        relations=("other node",),
        paths=tuple((path.source, path.target) for path in paths),
        latency_s=300e-6,
        latency_low_s=300e-6,
        latency_high_s=300e-6,
        bandwidth_bytes_per_s=20e6,
        bandwidth_low_bytes_per_s=20e6,
        bandwidth_high_bytes_per_s=20e6,
        exceptions=printed,
    )
    declared = {(path.source, "z"): (300e-6, 20e6) for path in paths}
    return against_plan([one], paths, declared, SIZE, [(name, "z") for name in untested])[0].exceptions


def test_what_an_mpi_adds_is_no_exception() -> None:
    assert exceptions(path("a", 440e-6, 18.5e6)) == ()


def test_half_the_rate_and_a_longer_delay_are_named_with_what_is_declared() -> None:
    assert exceptions(path("a", 310e-6, 9e6)) == ("a -> z: 9.00 MB/s where 20.0 MB/s is declared",)
    (words,) = exceptions(path("a", 2e-3, 18e6), path("b", 310e-6, 19e6))
    assert words == "a -> z: 2.00 ms where 300 us is declared"


def test_a_path_that_nobody_tested_again_is_only_suspected() -> None:
    printed = ("a -> z: other node, but slow",)
    slow = [path(name, 310e-6, 9e6) for name in "ab"]
    assert exceptions(*slow, printed=printed, untested=("a",)) == ("b -> z: 9.00 MB/s where 20.0 MB/s is declared",)
    assert exceptions(*slow, printed=printed, untested=("a", "b")) == ()


def test_what_stands_out_already_is_named_once() -> None:
    printed = ("a -> z: other node, but slow",)
    assert exceptions(path("a", 310e-6, 9e6), printed=printed) == printed
