"""Small real programs that judge libraries, settings and networks; one C++ file each."""
