"""Device buffers: what they cost, and whether the bytes are right."""
