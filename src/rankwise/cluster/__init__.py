"""A cluster plan: names, addresses, networks, checks."""
