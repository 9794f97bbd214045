"""`trace export`: a trace for other programs."""

from __future__ import annotations

from typing import Literal

from rankwise.core.errors import UsageError
from rankwise.core.records import encode
from rankwise.tracing.meaning import kernel_rows
from rankwise.tracing.records import Trace

Form = Literal["json", "matrix", "messages", "rows"]


def exported(trace: Trace, form: Form) -> tuple[str, list[str]]:
    """A trace as text: `json` the record, `matrix` and `messages` who sends how much to whom as CSV, `rows` what
    `tune --for-trace` and `transport --for-trace` take. With warnings about what is not in it.

    Raises UsageError when there is no row to write.
    """
    if form == "json":
        return encode(trace).decode() + "\n", []
    if form in ("matrix", "messages"):
        lines = trace.matrix_bytes if form == "matrix" else trace.matrix_messages
        head = ",".join(["from\\to", *(str(column) for column in range(trace.world))])
        body = [",".join(map(str, (row, *line))) for row, line in enumerate(lines)]
        return "\n".join([head, *body]) + "\n", []
    rows, without = kernel_rows(trace.ranks)
    if not rows:
        raise UsageError("no-rows", f"run {trace.run.id} holds no call that a kernel is like", "export it as json")
    text = "".join(f"{kernel}\t{size}\t{calls:g}\n" for kernel, size, calls in rows)
    warnings = [f"left out, for no kernel is like them: {', '.join(without)}"] if without else []
    return f"# kernel size count, of the rank with most; run {trace.run.id}\n{text}", warnings
