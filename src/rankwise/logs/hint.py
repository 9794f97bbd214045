"""What to do about a job of ours that failed. The table of known messages is loaded only then."""

from __future__ import annotations


def hint_of(output: str) -> str:
    """What the last words of a job of ours mean, with the line to type, for the hint of an error; empty where no cause
    in them is known."""
    from rankwise.logs.judge import findings_of
    from rankwise.logs.reader import read

    known = next((item for item in findings_of(read(output)) if item.severity == "critical"), None)
    return f"{known.title}: {known.fixes[0].text}" if known else ""
