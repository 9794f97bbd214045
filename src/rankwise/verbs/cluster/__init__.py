"""`cluster`: a plan made from nodes, and nodes held against a plan."""
