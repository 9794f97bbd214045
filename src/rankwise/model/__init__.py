"""Statistics, path classes, curve fits and expected values: pure functions of numbers and records."""
