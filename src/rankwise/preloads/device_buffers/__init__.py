"""The library that lets ranks of any MPI pass pointers to device memory."""
