"""Studies: published measurements, repeated on a simulated machine, in a lab or here, and judged."""
