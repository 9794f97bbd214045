"""The knobs of rankwise's own library for device buffers, which ranks of any MPI read."""

from __future__ import annotations

from typing import Final

from rankwise.mpis.records import Knob, KnobHint


def _bytes(name: str, default: int, changes: str, needs: str = "") -> Knob:
    return Knob(
        name=f"env:RANKWISE_DEVICE_{name}",
        type="size",
        value=str(default),
        description=f"{changes[0].upper()}{changes[1:]}, in bytes. Read by ranks with --device-buffers.",
        listed_by="rankwise",
        hint=KnobHint(changes=changes, scope="transport", source="tried on MPICH 5.0.2", needs=needs),
    )


DEVICE_KNOBS: Final = (
    _bytes("THRESHOLD", 512 << 10, "size from which messages of device memory go in pieces"),
    _bytes("PIECE", 256 << 10, "largest piece of a message that goes in pieces"),
    _bytes("POOL", 64 << 20, "pinned host memory that a rank may use for device buffers"),
)
"""The one that gains most comes first: a search tries them in this order, and may have time for few."""
