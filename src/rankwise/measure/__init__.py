"""Which cells, launched how: sessions with the C++ engine, visits, stop rules."""
