"""What rankwise does, one verb a file: composes the stages; the command line and the Python API call these."""
