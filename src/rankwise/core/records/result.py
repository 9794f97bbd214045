"""What a command that measures answers: short at a Python prompt, and a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from rankwise.core.records.base import Record


class Result(Record, frozen=True, kw_only=True):
    """Base of the records of `core/kinds.py`, and of others that are tables. `rows` names the field that has the rows,
    below another field after a dot."""

    rows: ClassVar[str]

    def __repr__(self) -> str:
        run = getattr(self, "run", self)
        name = getattr(run, "id", "") or getattr(run, "name", "") or getattr(self, "machine", "")
        told = [getattr(run, "status", ""), " ".join(getattr(run, "mpis", ())), getattr(self, "answer", "")]
        count, noun = len(list(self._rows())), self.rows.rpartition(".")[2]
        told.append(f"{count} {noun.removesuffix('s') if count == 1 else noun}")
        return f"<{f'{type(self).__name__} {name}'.strip()}: {', '.join(filter(None, told))}>"

    def to_frame(self) -> Any:
        """A pandas DataFrame with the unit in each column's name; a list of dicts where pandas is not installed."""
        table = list(self._rows())
        try:
            from pandas import DataFrame  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError:
            return table
        return DataFrame(table)

    def _rows(self) -> Iterator[dict[str, Any]]:
        above, _, below = self.rows.rpartition(".")
        if not above:
            yield from map(flat, getattr(self, below))
            return
        for outer in getattr(self, above):
            kept = {name: value for name, value in flat(outer).items() if not isinstance(value, tuple | dict)}
            for row in getattr(outer, below):
                yield {**kept, **flat(row)}


def flat(record: Record) -> dict[str, Any]:
    """The fields of a record by name; those of a record inside it have its name before their own."""
    row: dict[str, Any] = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        inner = {f"{name}_{below}": item for below, item in flat(value).items()} if isinstance(value, Record) else {}
        row |= inner or {name: value}
    return row
