"""Rank orders, routes, relays, shares of work and schedules, on the one cost of `model`."""
