"""`survey`: the ground prepared, every MPI measured side by side, suspected causes tried."""
