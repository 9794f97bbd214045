"""Every word of a record that is read from a file has a kind, and every reader of such records is in this table."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from rankwise.apply.records import TuningCheck
from rankwise.cluster import render
from rankwise.cluster.document import Document
from rankwise.cluster.machine_document import MachineDocument
from rankwise.core.kinds import KINDS
from rankwise.core.settings import SettingsFile
from rankwise.diagnoses.records import ProbedRank, StandingRank
from rankwise.inventory.records import GpuDriver, NodeInventory
from rankwise.lab.records import Lab
from rankwise.measure import endpoints, frames, kernels
from rankwise.measure.records import Marks
from rankwise.model.records import Map
from rankwise.mpis.records import Knob, ListedMpi
from rankwise.tracing.records import Trace
from rankwise.tuning.records import Tuning, TuningEvidence
from rankwise.verbs.watch.nodes import Told

SOURCE = Path(__file__).parents[2] / "src/rankwise"

READERS: dict[str, list[Any]] = {
    "apply/file.py": [Tuning, TuningEvidence],
    "cluster/document.py": [Document],
    "cluster/machine.py": [MachineDocument],
    "cluster/render.py": [render.Manifest],
    "core/settings.py": [SettingsFile],
    "diagnoses/other_nodes.py": [StandingRank],
    "diagnoses/look.py": [ProbedRank],
    "inventory/collect.py": [NodeInventory],
    "inventory/probes/driver.py": [GpuDriver],
    "lab/state.py": [Lab],
    "measure/kernels.py": [kernels._Description],
    "measure/endpoints.py": [endpoints.EndpointsFile],
    "measure/frames.py": [frames.Frame],
    "measure/marks.py": [Marks],
    "mpis/knobs.py": [Knob],
    "placement/tuning.py": [TuningCheck],
    "store/runs.py": [kind.record for kind in KINDS.values()],
    "maps/read.py": [Map],
    "tracing/traffic.py": [Trace],
    "verbs/mpi.py": [ListedMpi],
    "verbs/study/lab.py": [kind.record for kind in KINDS.values()],
    "verbs/watch/nodes.py": [Told],
}
"""Who makes records of what stands in files or comes from other programs."""

_DECODERS = {("msgspec", "convert"), ("json", "decode"), ("words", "convert"), ("json", "Decoder"), ("", "decode")}


def bare(kind: Any, place: str, seen: set[Any]) -> Iterator[str]:
    """The places of a type that hold any text at all."""
    origin = get_origin(kind)
    if kind is str or kind is Any:
        yield place
    elif origin is Annotated:
        base, *metas = get_args(kind)
        if not any(isinstance(meta, msgspec.Meta) and (meta.description or meta.extra) for meta in metas):
            yield from bare(base, place, seen)
    elif origin in (Union, types.UnionType, tuple, list, dict, Mapping):
        for part in get_args(kind):
            yield from bare(part, place, seen)
    elif origin is Literal:
        return
    elif isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or is_dataclass(kind)) and kind not in seen:
        seen.add(kind)
        for name, inner in get_type_hints(kind, include_extras=True).items():
            yield from bare(inner, f"{kind.__name__}.{name}", seen)


@pytest.mark.parametrize("reader", READERS)
def test_each_word_of_a_record_from_a_file_has_a_kind(reader: str) -> None:
    seen: set[Any] = set()
    assert [place for kind in READERS[reader] for place in bare(kind, str(kind), seen)] == []


def test_a_bare_word_is_seen() -> None:
    class Inner(msgspec.Struct):
        word: dict[int, tuple[str | None, ...]]

    assert list(bare(list[Inner], "", set())) == ["Inner.word"]


def decodes(file: Path) -> bool:
    calls = [node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    named = {("", call.id) for call in calls if isinstance(call, ast.Name)}
    for call in calls:
        if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name | ast.Attribute):
            named.add((call.value.id if isinstance(call.value, ast.Name) else call.value.attr, call.attr))
    return not named.isdisjoint(_DECODERS)


def test_the_table_has_every_reader() -> None:
    readers = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*.py") if decodes(file)}
    assert readers - {"core/words.py", "core/records/base.py"} == set(READERS)
