"""Whether an MPI takes device pointers, tried in a launch that may die."""

from __future__ import annotations

from rankwise.core.errors import MeasurementFailed
from rankwise.measure.cells import cell
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions

SIZES = (8, 1 << 17)  # an eager message and one that is fetched from the other process
_LOOK = VisitOptions(samples=1, calls=1, warm_s=0.0)


def check(side: Side, buffers: str) -> None:
    """Raises MeasurementFailed where the MPI of the side cannot send from such buffers."""
    try:
        with Session(side, 0, watchdog_s=10.0, start_timeout_s=30.0) as session:
            for size_bytes in SIZES:
                session.visit(cell(side.name, "pingpong", size_bytes, (0, 1), buffers=buffers), 0, _LOOK)
    except (CellFailed, MeasurementFailed) as error:
        why = str(error) if isinstance(error, CellFailed) else error.first_line
        raise MeasurementFailed(
            "not-device-aware",
            f"{side.mpi.name} {side.mpi.version} crashes on device pointers: {why}",
            "use --device-buffers (of programs: `rankwise run --device-buffers`), or an MPI that was built for the "
            "device",
        ) from error
