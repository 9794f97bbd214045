"""C libraries that ranks load, and what writes their wrappers of MPI's calls where they are compiled. Imports the
standard library alone: the wheel's build uses it too."""
