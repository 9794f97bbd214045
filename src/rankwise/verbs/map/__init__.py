"""`map`: a launch for each network, its pairs in rounds or a sample of them, curves, and what carries the bytes."""
