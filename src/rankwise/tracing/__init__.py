"""A trace: the library that ranks load, its files, and what they say: waiting, traffic, advice."""
