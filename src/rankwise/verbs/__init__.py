"""What rankwise does, one verb a file or folder: composes the stages; the command line and Python API call these."""
