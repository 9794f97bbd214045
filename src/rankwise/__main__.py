"""`python -m rankwise` is the command `rankwise`."""

from rankwise.cli.start import main

main()
