"""Settings of the line or the environment that change nothing."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.knob_names import plain
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knob_effect import without_effect
from rankwise.mpis.knobs import set_by_user
from rankwise.placement.launch_words import set_by

_MOST = 6


def check(case: Case) -> Finding | None:
    """What the library's own list does not have, or what lacks the setting that makes it count."""
    mpi = case.mpi
    if mpi is None:
        return None
    asked = {**set_by_user(mpi, case.environ), **{name: value for _, name, value in set_by(case.argv)}}
    own = {plain(f"env:{name}"): value for name, value in asked.items() if name.startswith(FAMILIES[mpi.family].listed)}
    idle = dict(without_effect(mpi, own))
    if not idle:
        return None
    names = [name.partition(":")[2] for name in idle]
    return finding(
        "no-effect",
        f"{', '.join(names[:3])}{' and others' if len(names) > 3 else ''}: set without effect",
        "warning",
        "The library ignores a setting that it does not know, or that lacks what makes it count, without a word.",
        seen={name.partition(":")[2]: why for name, why in list(idle.items())[:_MOST]},
        fixes={"any": f"`rankwise mpi knobs list --mpi {mpi.name}` shows what this library has; leave the others away"},
        verify=case.again,
        mpi=mpi.family,
    )
