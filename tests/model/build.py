"""Short ways to say a measured value in tests."""

from rankwise.core.records import Estimate
from rankwise.model.estimate import estimate


def measured(time_s: float, half_width: float = 0.01) -> Estimate:
    """An estimate with the given median and relative half width."""
    from msgspec.structs import replace

    return replace(
        estimate([[time_s]], stop="precision"),
        median_s=time_s,
        low_s=time_s * (1.0 - half_width),
        high_s=time_s * (1.0 + half_width),
    )
