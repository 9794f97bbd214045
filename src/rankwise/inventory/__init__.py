"""Hosts, cores, caches, NUMA, NICs, GPUs, limits as an Inventory, from probes that can be recorded and replayed."""
