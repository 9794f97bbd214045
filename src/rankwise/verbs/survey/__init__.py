"""`survey`: the placement prepared, every MPI measured side by side, suspected causes tried."""
