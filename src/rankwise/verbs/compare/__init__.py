"""`compare`: sides that live at the same time, or whole runs of a program in turn, until each ratio is decided."""
