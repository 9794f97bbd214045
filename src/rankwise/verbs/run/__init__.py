"""`run`: a program of the user's own, started with a tuning, with device buffers or on endpoints of a file."""
