"""Turns measurements into decisions with evidence: diagnose and verdicts."""
