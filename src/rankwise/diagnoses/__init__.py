"""What is wrong with a job: what its launch line starts and loads, a short start in its place, and what both show."""
