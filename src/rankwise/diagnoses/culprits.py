"""Which setting of the user keeps a job from its start: the line is started again without them, and without each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rankwise.core.records import Mpi
from rankwise.diagnoses.case import Case, Culprit
from rankwise.diagnoses.look import started
from rankwise.mpis.fabric_lists import Listed, listed
from rankwise.mpis.knobs import set_by_user
from rankwise.placement.launch_words import set_by, without_option

_MOST, _LACKS = 6, "this node has no"
_OF_PROVIDERS = ("FI_PROVIDER", "I_MPI_OFI_PROVIDER", "MPIR_CVAR_OFI_USE_PROVIDER", "mtl_ofi_provider")
_OF_UCX = ("UCX_NET_DEVICES", "UCX_TLS")


@dataclass(frozen=True)
class JobSetting:
    """A setting of a job: the words that ask for it, of its line or of its environment, the variable and its value."""

    words: str
    variable: str
    value: str
    of_line: bool

    def without(self, case: Case) -> Case:
        """The job that does not have it."""
        if self.of_line:
            return replace(case, argv=tuple(without_option(case.argv, self.words)))
        return replace(case, environ={name: value for name, value in case.environ.items() if name != self.variable})


def settings_of(case: Case, mpi: Mpi) -> list[JobSetting]:
    """What the line and the environment set of the MPI and of what lies under it."""
    of_line = [JobSetting(words, variable, value, of_line=True) for words, variable, value in set_by(case.argv)]
    given = set_by_user(mpi, case.environ).items()
    return [*of_line, *(JobSetting(f"{name}={value}", name, value, of_line=False) for name, value in given)]


def with_culprits(case: Case, limit_s: float) -> Case:
    """The case with the settings that keep it from its start; as it was where it starts, has none, or does not start
    without them either."""
    mpi = case.mpi
    if mpi is None or case.start is None or _starts(case):
        return case
    settings = settings_of(case, mpi)[:_MOST]
    bare = case
    for setting in settings:
        bare = setting.without(bare)
    if not settings or not _starts(started(bare, limit_s)):
        return case
    alone = [item for item in settings if len(settings) == 1 or _starts(started(item.without(case), limit_s))]
    known = listed(mpi)
    culprits = tuple(Culprit(item.words, _here(item, known)) for item in alone or settings)
    lacking = tuple(item for item in culprits if item.here.startswith(_LACKS))
    return replace(case, culprits=lacking or culprits)


def _starts(case: Case) -> bool:
    start = case.start
    return start is not None and start.status == 0 and bool(case.ranks) and len(case.ranks) == len(start.ranks)


def _here(setting: JobSetting, known: Listed) -> str:
    """What this node has of the kind that a setting names; empty where that is not known."""
    if any(name in setting.variable for name in _OF_PROVIDERS):
        have = list(dict.fromkeys(provider.name for provider in known.providers))
        return _lacking(setting, have, "providers")
    if setting.variable in _OF_UCX:
        have = list(dict.fromkeys(item.device if "DEVICES" in setting.variable else item.name for item in known.ucx))
        return _lacking(setting, have, "UCX has")
    return ""


def _lacking(setting: JobSetting, have: list[str], what: str) -> str:
    words = setting.value.replace(";", ",").replace(":", ",").replace("^", "").split(",")
    missing = [word for word in words if word and not any(word in name.split(";") for name in have)]
    if not have:
        return ""
    lacks = f"{_LACKS} {', '.join(missing)} device; " if missing else ""
    return f"{lacks}{what} here: {', '.join(have)}"
