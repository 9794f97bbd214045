"""Durable runs in one SQLite file, history and schema versions."""
