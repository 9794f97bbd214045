"""What can be broken in a lab on purpose, and mended again: one line of the table per kind."""

from rankwise.lab.faults.apply import add, clear
from rankwise.lab.faults.table import KINDS, FaultRow

__all__ = ["KINDS", "FaultRow", "add", "clear"]
