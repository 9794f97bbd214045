"""The map of a machine: measured, read from a file or a run, and looked at again before it is used."""
