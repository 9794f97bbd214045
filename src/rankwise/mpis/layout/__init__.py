"""What launchers make of a launch line, without a start: which rank runs where, bound to what. A file each."""
