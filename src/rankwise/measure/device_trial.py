"""Whether an MPI takes device pointers, tried in a launch that may die."""

from __future__ import annotations

from rankwise.core.errors import MeasurementFailed
from rankwise.measure.cells import cell
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions

SIZES = (8, 1 << 17)  # an eager message and one that is fetched from the other process
_LOOK = VisitOptions(samples=1, calls=1, warm_s=0.0)


def refusal(side: Side, buffers: str) -> str:
    """Why the side cannot send from such buffers; "" when it can."""
    try:
        with Session(side, 0, watchdog_s=10.0, start_timeout_s=30.0) as session:
            for size_bytes in SIZES:
                session.visit(cell(side.name, "pingpong", size_bytes, (0, 1), buffers=buffers), 0, _LOOK)
    except CellFailed as error:
        return str(error)
    except MeasurementFailed as error:
        return error.first_line
    return ""


def not_aware(name: str, why: str) -> MeasurementFailed:
    """What is told of an MPI that cannot."""
    return MeasurementFailed(
        "not-device-aware",
        f"{name} crashes on device pointers: {why}",
        "use --device-buffers (of programs: `rankwise run --device-buffers`), or an MPI that was built for the device",
    )
