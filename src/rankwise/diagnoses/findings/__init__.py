"""One file for each thing that can be wrong with a job: a function of the case that gives a finding or None."""
