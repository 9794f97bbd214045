"""What programs print about MPI, and what it means: a stream of lines, a table of messages, and findings of both."""
