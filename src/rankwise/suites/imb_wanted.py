"""What the flags of an IMB command line ask for, beside its benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

from rankwise.core.errors import UsageError
from rankwise.model.peers import IMB_WINDOW
from rankwise.suites import imb_flags
from rankwise.suites.flags import Parsed, number, switch, whole
from rankwise.suites.imb_flags import Iterations, Sizes

_TYPES = {"int": "int", "mpi_int": "int", "float": "float", "mpi_float": "float", "double": "double"}
_TYPES |= {"mpi_double": "double", "char": "int8", "mpi_char": "int8"}
_SENT = {**_TYPES, "byte": "byte", "mpi_byte": "byte"}


@dataclass(frozen=True)
class Wanted:
    """What the flags ask for, beside sizes and repetitions. `multi` None: one group at a time."""

    sizes: Sizes
    iterations: Iterations
    npmin: int = 2
    multi: int | None = None
    order: tuple[tuple[int, ...], ...] = ()
    window: int = IMB_WINDOW
    datatype: str = "float"
    sent: str = "byte"
    cold: bool = False
    rotates: bool = False
    sync: bool = True
    memory_gb: float = 1.0
    buffers: str = ""


def asked_for(parsed: Parsed, ranks: int, usual: Iterations, *, zero_before_least: bool) -> Wanted:
    """What the flags of a command line ask of `ranks` ranks. Raises UsageError for what is not here."""
    values = parsed.values
    if values.get("contig_type", "base").lower() != "base":
        parsed.note(
            f"-contig_type {values['contig_type']}: elements lie side by side here; "
            "`rankwise bench NAME --type resized` sends such that do not"
        )
    sent = values.get("data_type", "byte").lower()
    if sent not in _SENT:
        raise UsageError("bad-type", f"-data_type {sent}: not here", "use byte, char, int, float or double")
    datatype = values.get("red_data_type", "float").lower()
    if datatype not in _TYPES:
        raise UsageError("bad-type", f"-red_data_type {datatype}: not here", "use char, int, float or double")
    for part in values.get("off_cache", "-1").split(","):
        if part != "-1":
            number(part, "-off_cache")
    if values.get("off_cache", "-1") != "-1":
        parsed.note(f"-off_cache {values['off_cache']}: every cache is emptied of the buffers, whatever its size")
    npmin = whole(values.get("npmin", "2"), "-npmin", 1)
    multi = whole(values["multi"], "-multi") if "multi" in values else None
    return Wanted(
        sizes=imb_flags.sizes(parsed, zero_before_least=zero_before_least),
        iterations=imb_flags.iterations(parsed, usual),
        npmin=min(npmin, ranks),
        multi=None if multi is None else min(multi, 1),
        order=_mapped(values["map"], ranks) if "map" in values else (),
        window=whole(values.get("window_size", str(IMB_WINDOW)), "-window_size", 1),
        datatype=_TYPES[datatype],
        sent=_SENT[sent],
        cold="off_cache" in values,
        rotates=switch(values.get("root_shift", "off"), "-root_shift"),
        sync=switch(values.get("sync", "on"), "-sync"),
        memory_gb=number(values.get("mem", "1"), "-mem"),
        buffers=imb_flags.buffers(parsed),
    )


def _mapped(text: str, ranks: int) -> tuple[tuple[int, ...], ...]:
    """`-map PxQ`: ranks counted down Q columns of P, taken row by row; empty where that is their own order.

    IMB 2021.11 takes less than all ranks too, of which its groups then are not of the size that it asks for.
    """
    rows, cross, columns = text.lower().partition("x")
    height, width = whole(rows, "-map", 1), whole(columns, "-map", 1) if cross else 0
    if height * width > ranks or not cross:
        raise UsageError("bad-value", f"-map {text}: there are {ranks} processes", "write PxQ, e.g. 2x4")
    if 1 in (height, width):
        return ()
    if height * width < ranks:
        raise UsageError(
            "bad-value",
            f"-map {text}: is of {height * width} of {ranks} processes; IMB's groups then have other sizes than asked",
            f"write PxQ with P times Q = {ranks}",
        )
    return tuple(tuple(row + height * column for column in range(width)) for row in range(height))
