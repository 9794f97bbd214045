"""Open MPI: its launch line, settings, rules and layout of ranks."""
