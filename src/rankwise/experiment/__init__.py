"""Treatments of the same work held against each other: suspects, paired times, answers, and what changed."""
