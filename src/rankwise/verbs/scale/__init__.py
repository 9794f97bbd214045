"""Start-up and memory by number of processes, and the kind of transport that fits."""
