"""Durable runs in one SQLite file, history and schema versions."""

from rankwise.store.recording import Recording, recorded
from rankwise.store.runs import Store

__all__ = ["Recording", "Store", "recorded"]
