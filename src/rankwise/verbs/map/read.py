"""A map that is there already: in a file, in a stored run, or declared by a plan."""

from __future__ import annotations

from pathlib import Path

from rankwise.cluster.declared import to_map
from rankwise.cluster.plan import read_plan
from rankwise.core import files
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import UsageError
from rankwise.core.records import Map, decode
from rankwise.verbs import runs


def read_map(source: str, out: str | None = None) -> Map:
    """The map of a file, of a cluster plan (.toml), or of a stored run: its id, or `last`, the last that has a map.

    Raises UsageError where there is none.
    """
    file = Path(source)
    if file.suffix == ".toml":
        return to_map(read_plan(file))
    if file.exists() and not file.is_dir():
        data = files.load(file, "no-map", "name a map, a plan or a run", most_bytes=LIMITS["record"])
        return decode(Map, data, source=source)
    run, answer = runs.answer(source, out, having=Map if source == "last" else None)
    if not isinstance(answer, Map):
        raise UsageError("no-map", f"run {run.id} is a {run.kind} without a map", "`rankwise map` measures one")
    return answer
