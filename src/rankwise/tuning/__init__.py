"""How a tuning is found and proven: trial launches, search over settings and rules, proof beside the default."""
