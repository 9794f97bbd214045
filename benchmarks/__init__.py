"""How good rankwise is, measured: each module is one benchmark with its goals. `python -m benchmarks` runs them."""
