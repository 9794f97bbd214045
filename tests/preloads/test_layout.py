"""The file of a rank has the same layout in C and in NumPy."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np

from fuzz import seeds
from rankwise.core import process
from rankwise.preloads.trace.layout import KEY, STRUCTS, header
from rankwise.tracing.file import FILE, parse_rank
from rankwise.tracing.records import TraceCommunicator


def test_each_field_is_where_the_compiler_has_it(tmp_path: Path) -> None:
    (tmp_path / "layout.h").write_text(header())
    assert FILE.names is not None
    rows = [f'printf("\\"%s\\": %zu,\\n", "{name}", offsetof(File, {name}));' for name in FILE.names]
    source = f'#include <stddef.h>\n#include <stdio.h>\n#include "{tmp_path}/layout.h"\nint main(void) {{ puts("{{");\n'
    source += "\n".join(rows) + '\nprintf("\\"\\": %zu}\\n", sizeof(File)); }\n'
    done = process.run(["gcc", "-x", "c", "-", "-o", str(tmp_path / "offsets")], timeout_s=60, input_text=source)
    assert done.ok, done.describe()
    told = json.loads(process.run([str(tmp_path / "offsets")], timeout_s=100).stdout)
    assert FILE.fields is not None
    assert told == {**{name: FILE.fields[name][1] for name in FILE.names}, "": FILE.itemsize}


def test_structs_have_no_gaps() -> None:
    """What is in a gap would be written as it was in memory before."""
    sizes = {"uint64_t": 8, "uint32_t": 4, "int32_t": 4, "uint16_t": 2, "uint8_t": 1, "char": 1}
    for name, fields in STRUCTS.items():
        sizes[name] = sum(
            sizes[kind] * len(names.split()) * int(np.prod(shape[0] if shape else ())) for kind, names, *shape in fields
        )
    assert sizes["File"] == FILE.itemsize


def test_the_parts_of_a_key_fill_it() -> None:
    ends = 0
    for at, bits in KEY.values():
        assert at == ends
        ends = at + bits
    assert ends == 63


def test_what_is_read_can_be_stored() -> None:
    """No number of NumPy's own is left in a record."""
    communicators: list[TraceCommunicator] = []
    rank, world = parse_rank(seeds.whole_trace(seeds.trace()), "n1.77.trace", {}, communicators)
    assert rank is not None
    assert (rank.rank, world, rank.inside, rank.host) == (0, 2, "MPI_Allreduce", "n1")
    assert [row.peer for row in rank.rows] == [None, 1]
    stored = msgspec.json.decode(msgspec.json.encode(communicators), type=list[TraceCommunicator])
    assert stored == [TraceCommunicator(ranks=2, members=(0, 1))]
    assert msgspec.json.encode(rank)
