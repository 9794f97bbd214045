"""How right the numbers are."""
