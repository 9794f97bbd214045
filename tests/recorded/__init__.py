"""Recorded machines: what probes read there, and what they should make of it."""
