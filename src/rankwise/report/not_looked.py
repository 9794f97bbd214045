"""What an answer could not look at, in lines that stand before any all-clear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rankwise.report.tables import columns, wrapped

_WIDTH, _MOST = 116, 8


def not_looked(sentences: Sequence[str]) -> Iterator[str]:
    """`not looked at: rates and latencies: none was measured`, at most `_MOST`, the rest counted."""
    for sentence in sentences[:_MOST]:
        yield from wrapped(f"not looked at: {sentence}", columns(_WIDTH), "    ")
    if len(sentences) > _MOST:
        yield f"not looked at: {len(sentences) - _MOST} more (--json has all)"
