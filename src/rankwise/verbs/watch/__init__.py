"""`watch`: who is late in a job while it runs."""
