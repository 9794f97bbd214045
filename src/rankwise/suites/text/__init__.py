"""Text in the form of other suites, byte by byte as their parsers expect it, and such text read back."""
