"""The messages that are known, a file for each group of programs that print them."""
