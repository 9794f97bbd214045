"""Other suites' command lines: their flags read, their benchmarks as our kernels, their columns from our samples."""
