"""Settings that change nothing as they are given: unknown to the library, or without what makes them count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Final

from rankwise.core.errors import UsageError
from rankwise.core.knob_names import plain
from rankwise.core.records import Mpi
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knobs import check_typed, knobs
from rankwise.mpis.openmpi.family import SERVED

_OFF: Final = ("", "0", "false", "no", "f", "n")
NEEDS: Final = (
    ("mca:coll_tuned_*_algorithm*", "mca:coll_tuned_use_dynamic_rules"),
    ("mca:coll_tuned_dynamic_rules_*", "mca:coll_tuned_use_dynamic_rules"),
    ("mca:coll_han_dynamic_rules_filename", "mca:coll_han_use_dynamic_file_rules"),
)
"""Settings that match the first count only where the second is on."""
_GONE: Final = ("no longer supported", "no longer used", "no longer has any effect")
_FRAMEWORKS: Final = ("btl", "pml", "mtl", "coll", "smsc", "osc", "io", "topo")


def without_effect(mpi: Mpi, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Names of settings that change nothing, with why and what to do. `given`: values by the name of a knob."""
    plain_given = {plain(name): value for name, value in given.items()}
    for name in given:
        try:
            check_typed(mpi, [name])
        except UsageError as error:
            yield name, f"{error.message}; {error.hint}" if error.hint else error.message
            continue
        asked = plain(name)
        switch = next((switch for pattern, switch in NEEDS if fnmatchcase(asked, pattern)), "")
        if switch and switch != asked and plain_given.get(switch, "0").lower() in _OFF:
            yield name, f"it counts only with {switch.removeprefix('mca:')}=1"
        elif gone := _gone(mpi, asked):
            yield name, f"its own list says: {gone}"
        elif left_out := _left_out(mpi, asked, plain_given) or _unserved(mpi, asked, plain_given):
            yield name, left_out


def _gone(mpi: Mpi, name: str) -> str:
    """What the library says of a setting that it still lists, and does not read any more."""
    words = next((knob.description for knob in knobs(mpi) if knob.name == name), "")
    return words if any(sign in words.lower() for sign in _GONE) else ""


def _unserved(mpi: Mpi, name: str, given: Mapping[str, str]) -> str:
    """Why nothing uses the framework that a parameter is of. A list that only leaves components out is no wish."""
    framework = name.removeprefix("mca:").partition("_")[0]
    pml = given.get("mca:pml", "")
    user = SERVED.get(framework)
    if not FAMILIES[mpi.family].mca or not name.startswith("mca:") or user is None or not pml:
        return ""
    if name == f"mca:{framework}" and given[name].startswith("^"):
        return ""
    taken = user in [word.strip() for word in pml.removeprefix("^").split(",")]
    if taken != pml.startswith("^") or (framework == "btl" and "rdma" in given.get("mca:osc", "")):
        return ""
    return f"pml={pml} leaves {user} out, which alone sends messages over {framework}"


def _left_out(mpi: Mpi, name: str, given: Mapping[str, str]) -> str:
    """Why the component that a parameter belongs to is not used: a list of components leaves it out."""
    if not FAMILIES[mpi.family].mca or not name.startswith("mca:"):
        return ""
    framework, _, rest = name.removeprefix("mca:").partition("_")
    chosen = given.get(f"mca:{framework}", "")
    if framework not in _FRAMEWORKS or not rest or not chosen:
        return ""
    component = rest.partition("_")[0]
    listed = [word.strip() for word in chosen.removeprefix("^").split(",")]
    inside = component in listed
    if component in ("base",) or (inside != chosen.startswith("^")):
        return ""
    return f"{framework}={chosen} leaves the component {component} out"
