"""Records, errors, units and the one subprocess door. Imports nothing else of rankwise."""
