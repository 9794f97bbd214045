"""Collectives as schedules: steps of every rank as plain data, generated from a map, proven by a checker."""
