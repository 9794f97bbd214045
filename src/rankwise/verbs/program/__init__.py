"""`program`: small real programs that ship with rankwise, built for an MPI, run, and given to other verbs."""
