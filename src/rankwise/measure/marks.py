"""What became of each kernel when it was tried: written by the test run and the bench, never by hand."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rankwise.measure.records import Marks

FILE = Path(__file__).with_name("marks.json")


def load(file: Path = FILE) -> Marks:
    """The marks of a file; none where there is none."""
    return msgspec.json.decode(file.read_bytes(), type=Marks) if file.is_file() else Marks()


def save(marks: Marks, file: Path = FILE) -> None:
    """Writes them, one kernel a line, so that changes of one can be read."""
    ordered = msgspec.structs.replace(marks, kernels=dict(sorted(marks.kernels.items())))
    data = msgspec.to_builtins(ordered)
    lines = [f"  {_json(name)}: {_json(mark)}" for name, mark in data.pop("kernels").items()]
    head = "".join(f" {_json(name)}: {_json(value)},\n" for name, value in data.items())
    file.write_text("{\n" + head + ' "kernels": {\n' + ",\n".join(lines) + "\n }\n}\n")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
