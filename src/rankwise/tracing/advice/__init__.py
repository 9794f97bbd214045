"""What a trace advises: a file for each pattern, a table, and what all of them look at."""
