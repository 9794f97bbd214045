"""Every transport of an MPI on a path: tried alone, raced with the default, and judged."""

from typing import Final

SIZES: Final = (8, 512, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20)
"""Message sizes of a race, in bytes."""
