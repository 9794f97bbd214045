"""MPICH: its launch line, settings, rules and layout of ranks. Descendants name what they share with it."""
