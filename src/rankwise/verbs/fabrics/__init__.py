"""`fabrics`: every transport of an MPI between two endpoints, tried, counted, and raced with the default."""
