"""An MPI is known by its own file: everything else asks its row, and one that nobody has heard of is served alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import rankwise
from builders.tunings import a_rule, rule_line
from rankwise.apply.carry import carry
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.experiment.suspects import suspected_settings
from rankwise.mpis import knobs, slurm, transport
from rankwise.mpis.fabric_lists import Listed
from rankwise.mpis.fabric_rows import Row
from rankwise.mpis.fabrics import fabrics
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.mpich.family import FAMILY as MPICH
from rankwise.mpis.records import Knob, KnobHint
from rankwise.mpis.rule_file import NO_RULES
from rankwise.mpis.transport_output import TransportOutput

SOURCE = Path(rankwise.__file__).parent
HINT = KnobHint(changes="how long messages wait", scope="progress", source="manual")
NEW = replace(
    MPICH,
    name="new",  # type: ignore[arg-type]
    title="New MPI",
    pmi=(r"new\d",),
    prefixes=("NEW_",),
    listed=("NEW_",),
    given=("NEW_ROOT",),
    knobs=lambda _mpi: [
        Knob(name=f"env:NEW_{name}", type="int", value="0", description="", listed_by="MPI_T")
        for name in ("WAIT", "UNCHECKED")
    ],
    hints={"env:NEW_WAIT": HINT},
    semantics=(("env:NEW_UN*", "wrong arguments are no longer reported"),),
    transport_output=TransportOutput(knobs={"env:NEW_WAIT": "0"}, parse=str.split, pin=("NEW_INTERFACE",)),
    fabrics=(Row("shm", "shared memory", knobs={"env:NEW_WAIT": "1"}, reach="node"),),
    rules=NO_RULES,
)


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch) -> Mpi:
    monkeypatch.setitem(FAMILIES, "new", NEW)
    return Mpi(name="new", family="new", version="1", prefix="/new", where="test")  # type: ignore[arg-type]


def test_its_knobs_bear_what_its_row_knows_of_them(new: Mpi) -> None:
    found = {knob.name: knob for knob in knobs.knobs(new)}
    assert found["env:NEW_WAIT"].hint == HINT and not found["env:NEW_WAIT"].semantics
    assert found["env:NEW_UNCHECKED"].semantics == "wrong arguments are no longer reported"


def test_its_variables_are_its_own(new: Mpi) -> None:
    knobs.check(new, ["env:NEW_WAIT", "env:UCX_TLS"])
    for mpi, name, printed in (
        (new, "env:I_MPI_SHM", "for new: impi reads it"),
        (new, "env:MPIR_CVAR_NOLOCAL", "for new: mpich reads it"),
        (new, "env:NEW_WAITS", "new 1 has no knob"),
        (new, "mca:pml", "new has no MCA parameters"),
        (Mpi(name="mpich", family="mpich", version="5", prefix="/", where=""), "env:NEW_WAIT", "new reads it"),
    ):
        with pytest.raises(UsageError, match=printed):
            knobs.check(mpi, [name])


def test_what_users_set_for_it_is_suspected(new: Mpi) -> None:
    settings = knobs.set_by_user(new, {"NEW_WAIT": "1", "NEW_ROOT": "/new", "MPIR_CVAR_NOLOCAL": "1"})
    assert [suspected_setting.id for suspected_setting in suspected_settings(new, settings)] == ["environment-NEW_WAIT"]


def test_its_transports_and_words_are_those_of_its_row(new: Mpi) -> None:
    assert [fabric.name for fabric in fabrics(new, networks={}, lists=Listed())] == ["default", "shm"]
    assert transport.parsed(new, "shm shm tcp/eth0") == ("shm", "tcp/eth0")
    assert transport.pinned_any(["eth0"])["NEW_INTERFACE"] == "eth0"


def test_slurm_is_asked_for_the_pmi_that_it_speaks(new: Mpi) -> None:
    assert slurm.choose_pmi(new, ("none", "pmi2", "new1", "new2")) == "new2"


def test_rules_that_it_does_not_take_are_refused(new: Mpi, tmp_path: Path) -> None:
    assert carry([], new, tmp_path).knobs == {}
    with pytest.raises(UsageError, match="new takes no rules for collectives"):
        carry([rule_line(a_rule())], new, tmp_path)


def test_every_family_says_what_must_not_be_forgotten() -> None:
    for name, family in FAMILIES.items():
        assert family.name == name
        assert family.prefixes and family.pmi and family.semantics
        assert set(family.listed) <= set(family.prefixes)


# The schema, causes that concern one MPI, where kernels were tried, ABIs, whose names are those of
# two MPIs, the files in which launchers take an order of ranks, where hypre is for an MPI, and whose algorithms a
# simulator takes.
NAMING = {
    "core/records/launch.py",
    "experiment/suspects.py",
    "measure/records.py",
    "mpis/catalog.py",
    "mpis/family.py",
    "apply/effect_probe.py",
    "apply/rank_files.py",
    "diagnoses/look.py",
    "diagnoses/rank_probe.py",
    "programs/hypre.py",
    "simulate/smpi.py",
}


def named() -> Iterator[str]:
    """The files in which a family's name stands as a word of the program."""
    for file in SOURCE.rglob("*.py"):
        texts = {node.value for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Constant)}
        if texts & set(FAMILIES):
            yield str(file.relative_to(SOURCE))


def own(file: str) -> bool:
    """Whether a file is a family's, or in its folder."""
    package, _, rest = file.partition("/")
    return package == "mpis" and rest.partition("/")[0].removesuffix(".py") in FAMILIES


def test_a_family_is_named_in_its_own_file_alone() -> None:
    assert {file for file in named() if not own(file)} == NAMING
