"""Where a regression is excluded, and where it is most likely."""

from __future__ import annotations

from msgspec.structs import replace

from builders.tunings import a_tuning
from rankwise.model.regressions import excluded, likely_regressions
from rankwise.tuning.records import Gain


def gain(low: float, high: float) -> Gain:
    one = a_tuning().joint[0]
    return replace(one, ratio=replace(one.ratio, ratio=(low * high) ** 0.5, low=low, high=high))


def test_a_wide_interval_excludes_no_regression() -> None:
    cells = [gain(0.98, 1.02), gain(0.90, 1.40), gain(0.80, 0.90), gain(1.2, 1.3)]
    assert excluded(cells, 0.97) == 2
    assert excluded(cells, 0.85) == 3


SIZES = {"uniband": [16, 256, 512, 1024, 8192, 1 << 20], "pingpong": [512]}


def test_probes_lie_between_sizes_that_get_slower() -> None:
    seen = {"uniband": {8: (0.05, 0.01), 128: (-0.05, 0.01), 4096: (-0.04, 0.01), 4 << 20: (0.3, 0.01)}}
    probes = likely_regressions(seen, SIZES, 0.97, 3)
    assert probes[0] in [("uniband", 256), ("uniband", 512), ("uniband", 1024)]
    assert set(probes) == {("uniband", 256), ("uniband", 512), ("uniband", 1024)}


def test_what_was_measured_or_never_seen_is_no_probe() -> None:
    seen = {"uniband": {16: (0.0, 0.01), 256: (-0.1, 0.01)}}
    probes = likely_regressions(seen, SIZES, 0.97, 9)
    assert {size for _, size in probes} == {512, 1024, 8192, 1 << 20}
    assert {kernel for kernel, _ in probes} == {"uniband"}


def test_an_even_gain_far_from_the_limit_is_probed_last() -> None:
    seen = {"uniband": {8: (0.3, 0.01), 4096: (0.3, 0.01)}, "pingpong": {256: (-0.02, 0.01), 1024: (-0.02, 0.01)}}
    near = {"uniband": [16], "pingpong": [512]}
    assert likely_regressions(seen, near, 0.97, 2) == [("pingpong", 512), ("uniband", 16)]


def test_the_order_is_that_of_the_chance_of_a_regression() -> None:
    """Gains near the limit that are known badly are more likely harmful than a sure gain, less than a sure loss."""
    seen = {
        "loss": {64: (-0.06, 0.001), 256: (-0.06, 0.001)},
        "vague": {64: (0.0, 0.04), 256: (0.0, 0.04)},
        "gain": {64: (0.05, 0.001), 256: (0.05, 0.001)},
    }
    sizes = {kernel: [128] for kernel in seen}
    assert [kernel for kernel, _ in likely_regressions(seen, sizes, 0.97, 3)] == ["loss", "vague", "gain"]


def test_far_from_what_was_measured_little_is_known() -> None:
    """A small gain says nothing of a size a million times larger: that may be slower, its neighbour hardly."""
    seen = {"uniband": {64: (0.03, 0.001), 256: (0.03, 0.001)}}
    sizes = {"uniband": [128, 1 << 28]}
    assert [size for _, size in likely_regressions(seen, sizes, 0.97, 2)] == [1 << 28, 128]
