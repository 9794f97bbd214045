"""Whether lines are in effect, asked of the three real libraries."""

import hashlib
import os
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from builders.tunings import a_tuning, rule_line
from rankwise.apply import check as module
from rankwise.apply.carry import carry
from rankwise.apply.check import check
from rankwise.apply.points import Points, points
from rankwise.apply.questions import JobAnswer, Settings, ask
from rankwise.apply.records import LineCheck
from rankwise.core.records import Change, Mpi
from rankwise.measure.preload import preload_for
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.rules import UNLIMITED
from rankwise.tuning.records import CollectiveRule, TuningLine


def rule(collective: str, algorithm: str, start: int = 64, end: int = 1024) -> TuningLine:
    chosen = CollectiveRule(collective=collective, algorithm=algorithm, from_bytes=start, to_bytes=end, ranks=2)
    return rule_line(chosen, f"{collective} {algorithm}")


def knob(name: str, value: str) -> TuningLine:
    return TuningLine(id=name, why="", undo="", knobs={name: value})


def answers(mpi: Mpi, folder: Path, *lines: TuningLine) -> dict[str, LineCheck]:
    tuning = a_tuning(lines=lines, mpi=mpi)
    change = carry(lines, mpi, folder)
    preload = preload_for(change.preload) if change.preload else None
    return {line.id: line for line in check(tuning, mpi, change, [preload] if preload else [], folder).lines}


@pytest.mark.parametrize(
    ("own", "ranks", "answer"), [(True, 2, "in effect"), (True, 3, "cannot tell"), (False, 2, "cannot tell")]
)
def test_schedules_of_other_ranks_are_not_in_effect_because_their_library_is_mapped(
    own: bool, ranks: int, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = os.uname().nodename
    hosts = " ".join([here if own else "elsewhere"] * ranks)
    head = "schedule direct-1 bcast root 0 pieces 1 tmp 0 order none bytes 8 4096"
    text = f"rankwise-schedules 1\nhosts {hosts}\nreductions fixed\nscratch 0\n{head}\n{head}\nend\n"
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    (tmp_path / f"{sha256}.schedules").write_text(text)
    library = Path("/x/librankwise-schedules.so")
    told = JobAnswer(2, {}, {}, frozenset([str(library)]), "")
    monkeypatch.setattr(module, "ask", lambda *_asked: told)
    monkeypatch.setattr(module.known_knobs, "knobs", lambda _mpi: [])
    line = TuningLine(id="bcast", why="", undo="", schedules=(sha256,))
    known = mpi("mpich")
    (seen,) = check(a_tuning((line,), known), known, Change(), [library], tmp_path, schedules=tmp_path).lines
    assert seen.answer == answer
    if answer == "cannot tell":
        where = here if own else "elsewhere"
        assert (
            seen.evidence
            == f"its schedules serve bcast of {ranks} ranks on {where}, and this check starts 2 ranks on {here}"
        )


@pytest.mark.mpi(2)
def test_rules_of_mpich_select_the_algorithm(mpich: Mpi, tmp_path: Path) -> None:
    lines = (
        rule("allreduce", "ring"),
        rule("alltoall", "pairwise"),
        rule("allgather", "ring"),
        rule("reduce", "reduce_scatter_gather"),
        rule("bcast", "MPIDI_Bcast_intra_composition_beta", 8192, 1 << 20),
        rule("allreduce", "MPIDI_POSIX_mpi_allreduce_release_gather", 1 << 16, 1 << 20),
        rule("barrier", "k_dissemination", 0, UNLIMITED),
    )
    found = answers(mpich, tmp_path, *lines)
    assert {line.answer for line in found.values()} == {"in effect"}
    assert {line.seen_by for line in found.values()} == {"behaviour"}
    assert found["alltoall pairwise"].evidence == "calls of 64 and 1024 bytes on 2 ranks follow it; 63 and 1025 do not"


@pytest.mark.mpi(2)
def test_rules_of_open_mpi_select_the_algorithm(openmpi: Mpi, tmp_path: Path) -> None:
    names = ("allreduce", "allgather", "allgatherv", "alltoall", "bcast", "reduce", "reduce_scatter")
    lines = [rule(name, "1") for name in names]
    lines += [rule(name, "1", 0, UNLIMITED) for name in ("gather", "scatter", "barrier")]
    found = answers(openmpi, tmp_path, *lines)
    assert {line.answer for line in found.values()} == {"in effect"}
    assert {line.seen_by for line in found.values()} == {"behaviour"}
    assert found["allgather 1"].evidence == "calls of 64 and 1024 bytes on 2 ranks follow it; 63 and 1025 do not"


@pytest.mark.mpi(2)
def test_a_release_that_skips_what_it_cannot_follow_proves_no_rule(openmpi: Mpi, tmp_path: Path) -> None:
    (line,) = answers(replace(openmpi, version="6.0.0"), tmp_path, rule("bcast", "6")).values()
    assert line.answer == "cannot tell"
    assert "skips a rule that no call can follow" in line.evidence


@pytest.mark.mpi(2)
def test_presets_of_intel_are_read(impi: Mpi, tmp_path: Path) -> None:
    found = answers(impi, tmp_path, rule("allreduce", "3"), rule("bcast", "777"))
    assert found["allreduce 3"].answer == "in effect"
    assert "on communicators of other sizes this collective no longer follows Intel's own table" in (
        found["allreduce 3"].evidence
    )
    assert found["bcast 777"].answer == "not in effect"
    assert found["bcast 777"].evidence == "the library says that it ignores preset 777 of bcast"


@pytest.mark.mpi(2)
def test_huge_pages_are_looked_for_in_the_ranks(openmpi: Mpi, tmp_path: Path) -> None:
    given = "[never]" not in Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text()
    (line,) = answers(openmpi, tmp_path, knob("env:GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")).values()
    assert line.answer == ("in effect" if given else "not in effect")
    assert line.evidence.endswith("of an array of 16MiB lie in huge pages")


@pytest.mark.mpi(2)
def test_copies_of_the_tables_of_intel_are_read(impi: Mpi, tmp_path: Path) -> None:
    (found,) = answers(impi, tmp_path, rule("allreduce", "3")).values()
    assert (found.answer, found.seen_by) == ("in effect", "library")
    assert re.search(r"the library says that it read .*/impi-tables/tuning_\w+", found.evidence)


@pytest.mark.mpi(2)
def test_values_that_intel_refuses_are_found_out(impi: Mpi, tmp_path: Path) -> None:
    good = answers(impi, tmp_path, knob("env:I_MPI_SHM", "skx_avx2"), knob("env:I_MPI_FABRICS", "ofi"))
    assert good["env:I_MPI_SHM"].answer == "in effect"
    assert (good["env:I_MPI_FABRICS"].answer, good["env:I_MPI_FABRICS"].seen_by) == ("in effect", "behaviour")
    bad = answers(impi, tmp_path, knob("env:I_MPI_SHM", "bogus"))
    assert bad["env:I_MPI_SHM"].answer == "not in effect"
    assert '"bogus" shm transport is not supported' in bad["env:I_MPI_SHM"].evidence
    other = answers(impi, tmp_path, knob("env:I_MPI_FABRICS", "bogus"))["env:I_MPI_FABRICS"]
    assert (other.answer, "bogus fabric is unknown" in other.evidence) == ("not in effect", True)


@pytest.mark.mpi(2)
def test_a_rule_that_another_component_outranks_is_found_out(openmpi: Mpi, tmp_path: Path) -> None:
    found = answers(openmpi, tmp_path, rule("bcast", "6"), knob("mca:coll_basic_priority", "90"))
    assert found["bcast 6"].answer == "not in effect"
    assert "another component or level serves the call" in found["bcast 6"].evidence


@pytest.mark.mpi(2)
def test_knobs_are_read_back_and_transports_heard(openmpi: Mpi, tmp_path: Path) -> None:
    ucx = {"mca:pml": "ucx", "mca:pml_ucx_tls": "any", "mca:pml_ucx_devices": "any"}
    lines = (
        knob("mca:btl_sm_eager_limit", "65536"),
        TuningLine(id="ucx", why="", undo="", knobs=ucx),
        knob("env:UCX_RNDV_THRESH", "4096"),
        knob("env:UCX_RNDV_TRESH", "4096"),
        TuningLine(id="preload", why="", undo="", preload="noyield"),
    )
    found = answers(openmpi, tmp_path, *lines)
    assert found["mca:btl_sm_eager_limit"].evidence == "a running rank has btl_sm_eager_limit = 65536"
    assert (found["ucx"].answer, found["ucx"].seen_by) == ("in effect", "behaviour")
    assert found["env:UCX_RNDV_THRESH"].answer == "in effect"
    assert found["env:UCX_RNDV_TRESH"].answer == "not in effect"
    assert (found["preload"].answer, found["preload"].seen_by) == ("in effect", "behaviour")


@pytest.mark.mpi(2)
def test_a_variable_of_a_layer_that_does_not_start_is_not_in_effect(openmpi: Mpi, tmp_path: Path) -> None:
    found = answers(openmpi, tmp_path, knob("env:UCX_RNDV_THRESH", "4096"), knob("mca:pml", "ob1"))
    assert found["env:UCX_RNDV_THRESH"].answer == "not in effect"
    assert "UCX does not start in the ranks" in found["env:UCX_RNDV_THRESH"].evidence


@pytest.mark.mpi(2)
def test_a_line_that_chooses_a_transport_proves_no_other(openmpi: Mpi, mpich: Mpi, tmp_path: Path) -> None:
    ucx = {"mca:pml": "ucx", "mca:pml_ucx_tls": "any", "mca:pml_ucx_devices": "any"}
    whole = TuningLine(id="ucx", why="", undo="", knobs=ucx)
    found = answers(openmpi, tmp_path, whole, knob("env:FI_PROVIDER", "tcp"), knob("mca:btl", "self,tcp"))
    assert (found["ucx"].answer, found["ucx"].seen_by) == ("in effect", "behaviour")
    assert found["env:FI_PROVIDER"].answer == "cannot tell"
    assert found["mca:btl"].answer == "cannot tell"
    assert found["mca:btl"].evidence == "messages go over pml ucx, which has no use for btl"
    of = knob("env:MPIR_CVAR_CH4_NETMOD", "ofi")
    found = answers(mpich, tmp_path, of, knob("env:UCX_TLS", "posix,self"))
    assert (found[of.id].answer, found[of.id].seen_by) == ("in effect", "behaviour")
    assert found["env:UCX_TLS"].answer == "not in effect"


@pytest.mark.mpi(2)
def test_two_lines_that_each_choose_a_transport_are_both_proven(mpich: Mpi, tmp_path: Path) -> None:
    lines = knob("env:MPIR_CVAR_CH4_NETMOD", "ofi"), knob("env:FI_PROVIDER", "tcp")
    found = answers(mpich, tmp_path, *lines)
    assert {(line.answer, line.seen_by) for line in found.values()} == {("in effect", "behaviour")}


@pytest.mark.mpi(2)
def test_a_line_with_which_no_job_starts_is_named(mpich: Mpi, tmp_path: Path) -> None:
    # A cell above 16 KiB needs a larger pack buffer; MPI_Init aborts without it.
    cell = knob("env:MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE", "1048576")
    found = answers(mpich, tmp_path, cell, knob("env:MPIR_CVAR_CH4_CMA_ENABLE", "0"))
    assert found[cell.id].answer == "not in effect"
    assert "a job does not even start with it" in found[cell.id].evidence
    assert found["env:MPIR_CVAR_CH4_CMA_ENABLE"].answer == "cannot tell"


@pytest.mark.mpi(2)
def test_lines_with_which_no_job_starts_together_are_all_named(mpich: Mpi, tmp_path: Path) -> None:
    # Nothing reads the name of a provider until the netmod is libfabric's.
    lines = knob("env:MPIR_CVAR_CH4_NETMOD", "ofi"), knob("env:FI_PROVIDER", "no-such-provider")
    found = answers(mpich, tmp_path, *lines)
    assert {line.answer for line in found.values()} == {"not in effect"}
    for line in found.values():
        assert line.evidence.startswith("a job does not start with these lines together: ")


BOUND = {"mpich": True, "openmpi": False, "impi": False}


@pytest.mark.each_mpi
@pytest.mark.mpi(2)
def test_where_the_launcher_puts_ranks_is_seen(any_mpi: Mpi, tmp_path: Path) -> None:
    name, value = next(iter(FAMILIES[any_mpi.family].placements(any_mpi)[0].items()))
    (line,) = answers(any_mpi, tmp_path, knob(name, value)).values()
    assert (line.answer, line.seen_by) == ("in effect", "behaviour")
    free = ",".join(map(str, sorted(os.sched_getaffinity(0))))
    with_it, without = line.evidence.removeprefix("ranks run on ").split(", without this line on ")
    assert (free in with_it) is not BOUND[any_mpi.family]
    assert (free in without) is BOUND[any_mpi.family]


def test_lines_are_not_blamed_where_no_job_starts_at_all(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankwise.apply.questions._LIMIT_S", 0.0)
    (line,) = answers(mpich, tmp_path, knob("env:MPIR_CVAR_CH4_CMA_ENABLE", "0")).values()
    assert line.answer == "cannot tell"
    assert line.evidence.startswith("no job starts here, with the lines or without: it hung and was ended")


@pytest.mark.each_mpi
@pytest.mark.mpi(3)
def test_the_effect_probe_sees_right_bytes_and_variables(any_mpi: Mpi) -> None:
    calls = [
        (name, 100)
        for name in (
            "allgather", "allgatherv", "allreduce", "alltoall", "alltoallv", "barrier", "bcast", "exscan", "gather",
            "gatherv", "reduce", "reduce_scatter", "reduce_scatter_block", "scan", "scatter", "scatterv",
        )
    ]  # fmt: skip
    answer = ask(any_mpi, Settings(), 3, calls, ["NO_SUCH_VARIABLE"])
    assert answer.died == ""
    assert answer.calls == dict.fromkeys(calls, 0)
    assert answer.variables == {"NO_SUCH_VARIABLE": None}
    assert any(Path(name).name.startswith("libmpi") for name in answer.files)


@pytest.mark.parametrize(
    ("collective", "start", "end", "expected"),
    [
        ("bcast", 8, 1024, Points((8, 1024), (7, 1025))),
        ("bcast", 0, UNLIMITED, Points((2, 65536), ())),
        ("allreduce", 10, 1023, Points((12, 1020), (8, 1024))),
        ("allreduce", 1, 3, Points((), (4,))),
        ("barrier", 0, UNLIMITED, Points((0,), ())),
    ],
)
def test_sizes_at_which_a_rule_is_looked_at(collective: str, start: int, end: int, expected: Points) -> None:
    chosen = rule(collective, "1", start, end).rule
    assert chosen is not None
    assert points(chosen) == expected


@pytest.mark.mpi(2)
def test_a_name_that_is_read_back_as_a_number_is_not_judged(mpich: Mpi, tmp_path: Path) -> None:
    found = answers(mpich, tmp_path, knob("env:MPIR_CVAR_BCAST_INTRA_ALGORITHM", "auto"))
    seen = found["env:MPIR_CVAR_BCAST_INTRA_ALGORITHM"]
    assert seen.answer == "cannot tell"
    shown = "a running rank shows MPIR_CVAR_BCAST_INTRA_ALGORITHM as 0"
    assert seen.evidence == f"{shown}, and the library does not say whether that number means auto"
