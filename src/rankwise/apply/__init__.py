"""A tuning -> knobs and files of each MPI, proof that they are in effect, and the user's program started with them."""
