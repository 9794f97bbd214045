"""What may make a job faster: a file for each, which offers lines of a tuning; a table."""
