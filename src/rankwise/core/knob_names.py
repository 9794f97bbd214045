"""Names of knobs: `env:NAME` is a variable, `mca:NAME` a parameter of Open MPI, which a variable sets too."""

from __future__ import annotations

MCA_PREFIX = "OMPI_MCA_"
"""Of the variables that set MCA parameters."""


def variable(name: str) -> str:
    """The variable that sets the knob."""
    kind, _, bare = name.partition(":")
    return f"{MCA_PREFIX}{bare}" if kind == "mca" else bare


def plain(name: str) -> str:
    """The one name of a knob that has two: `env:OMPI_MCA_X` is `mca:X`."""
    kind, _, bare = name.partition(":")
    return f"mca:{bare.removeprefix(MCA_PREFIX)}" if kind == "env" and bare.startswith(MCA_PREFIX) else name
