"""Whether the engine that answers is the one of this release."""

from __future__ import annotations

from rankwise.core.version import __version__
from rankwise.measure.frames import PROTOCOL, Hello
from rankwise.measure.side import Side
from rankwise.measure.source import source_hash


def other_engine(side: Side, hello: Hello) -> tuple[str, str] | None:
    """What is wrong with an engine that would misread commands, or that was built from another source than the run says
    of it, and what to do about it; None for the engine of this release, and for one that was built by hand."""
    here = source_hash()
    if hello.protocol == PROTOCOL and hello.source in ("", here):
        return None
    its = f"of source {hello.source}" if hello.source else "of an unknown source"
    programs = ", ".join(dict.fromkeys(place.program for place in side.spec.places))
    return (
        f"{side.mpi.name}: a rank on {hello.host} runs an engine {its} with protocol {hello.protocol}; rankwise "
        f"{__version__} needs source {here} with protocol {PROTOCOL}\n  {programs}",
        "take `engine` out of the endpoints file, and rankwise brings its own; or install the same release everywhere",
    )
