"""`improve`: a job looked at and traced, candidates asked of whole runs of it, and what is taken proven."""
