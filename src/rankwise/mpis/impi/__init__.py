"""Intel MPI: its settings, rules, tables and layout of ranks."""
