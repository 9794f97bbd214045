"""Tunings of any words that a file may hold: what exports of them must survive."""

from pathlib import Path

from hypothesis import strategies as st

from builders.tunings import a_rule
from rankwise.apply.carry import carry
from rankwise.apply.environment import variables
from rankwise.apply.export import Exported
from rankwise.core import knob_trust
from rankwise.core.records import Mpi
from rankwise.core.words import one_line
from rankwise.tuning.records import TunedBuild, Tuning, TuningLine

# Letters that readers take for their own come often.
_LETTERS = st.one_of(st.sampled_from(" \\\"'$`{}[]()<>;&|#!%*?~^=:,-"), st.characters(codec="utf-8"))
_DRAWN = st.lists(_LETTERS, max_size=24).map(lambda letters: one_line("".join(letters)))
_HOSTILE = st.sampled_from(
    (
        "x$(touch canary)", "`touch canary`", "';touch canary;'", '";touch canary;"', "[exec touch canary]", "end\\",
        "}; exec touch canary; {", '"..os.execute("touch canary").."', "]] os.execute('touch canary') --[[", "a\\\\",
        "{", "}", '"', "#SBATCH --wrap='touch canary'", "$HOME", "~root", "%n", "--[[", "\U0001f600", "\u0130",
    )
)  # fmt: skip
PROSE = st.one_of(_DRAWN, _HOSTILE)
"""Words on one line, as hostile as a record takes them."""

_KNOBS = ("env:UCX_TLS", "env:UCX_NET_DEVICES", "env:FI_PROVIDER", "env:FI_TCP_IFACE", "env:MPIR_CVAR_CH4_NETMOD")
_PARAMETERS = ("mca:pml", "mca:btl", "mca:btl_tcp_if_include", "mca:coll_tuned_priority")
_PAGES = {"env:GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0"}
_ALGORITHMS = {"mpich": "binomial", "openmpi": "6", "impi": "1"}


def _knobs(family: str) -> st.SearchStrategy[dict[str, str]]:
    """Knobs with any values that pass the rule."""
    names = st.sampled_from((*_KNOBS, *(_PARAMETERS if family == "openmpi" else ())))
    drawn = st.dictionaries(names, PROSE, max_size=4).map(
        lambda pairs: {name: value for name, value in pairs.items() if not knob_trust.refused(name, value)}
    )
    return st.one_of(drawn, drawn, st.just(_PAGES))


@st.composite
def tunings(draw: st.DrawFn) -> Tuning:
    """A tuning of one of the families, whose every word is drawn."""
    family = draw(st.sampled_from(("mpich", "openmpi", "impi")))
    lines: list[TuningLine] = []
    used: set[str] = set()
    for index in range(draw(st.integers(0, 3))):
        knobs = {name: value for name, value in draw(_knobs(family)).items() if name not in used}
        used |= set(knobs)  # two lines that set one knob contradict each other
        if knobs:
            lines.append(TuningLine(id=f"{index}{draw(PROSE)}", why=draw(PROSE), undo=draw(PROSE), knobs=knobs))
    if family != "mpich" and draw(st.booleans()):  # MPICH's file of rules starts from what its library has inside
        lines.append(
            TuningLine(id="rule", why=draw(PROSE), undo="", rule=a_rule(algorithm=_ALGORITHMS[family], start=0))
        )
    if draw(st.booleans()):
        lines.append(TuningLine(id="yield", why=draw(PROSE), undo="", preload="noyield"))
    build = TunedBuild(
        name=draw(PROSE),
        family=family,
        version=draw(st.sampled_from(("5.0.11", "4.1.4", "2021.18"))),
        library=f"/{draw(PROSE)}",
        library_sha256="0" * 64,
    )
    return Tuning(name=draw(PROSE), build=build, machine=draw(PROSE), ranks=2, lines=tuple(lines), run=draw(PROSE))


def to_export(tuning: Tuning, folder: Path) -> Exported:
    """What an export of the tuning into a folder writes."""
    build = tuning.build
    mpi = Mpi(name=build.name, family=build.family, version=build.version, prefix="/x", where="test")  # type: ignore[arg-type]
    change = carry(tuning.lines, mpi, folder)
    preloads = [folder / "librankwise-noyield.so"] if change.preload else []
    return Exported(tuning, mpi, change, variables(change, preloads), folder)
