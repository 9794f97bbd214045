"""`python -m rankwise` is the command `rankwise`."""

from rankwise.cli.start import main

if __name__ == "__main__":
    main()
