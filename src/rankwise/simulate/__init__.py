"""A map as a SimGrid platform, and the same engine on it."""
