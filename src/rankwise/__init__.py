"""rankwise: measures, maps, explains and improves MPI communication on heterogeneous clusters, with any MPI."""

__version__ = "0.1.0"
