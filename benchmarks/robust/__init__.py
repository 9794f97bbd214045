"""Whether anything that somebody sends can hurt: hostile files and names, drawn bytes, faults."""
