"""What the program says itself: which of its words are quoted, and where no message of MPI is known."""

from __future__ import annotations

import pytest

from builders.logs import told
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import Reader

ABORTED = "MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD\nwith errorcode 1.\n"
STEPS = "".join(f"value of {name} is fine\n" for name in map("a{0}b".format, "abcdefghijklmnopqrstuvwxyz" * 2))


@pytest.mark.parametrize(
    ("end", "quoted"),
    [
        ("ERROR: mesh.inp has no cells\n", "ERROR: mesh.inp has no cells"),
        ("solver: Fatal error: mesh.inp has no cells\nbye\n", "mesh.inp has no cells"),
        ("grid.MeshError: no cells\n", "grid.MeshError: no cells"),
        ("ABORT: MSGP: no cells\n", "ABORT: MSGP: no cells"),
    ],
)
def test_the_error_with_which_a_program_stopped_is_told_where_nothing_else_is_known(end: str, quoted: str) -> None:
    (finding,) = told(f"mpirun -n 4 ./solver\nreading mesh.inp\n{end}")
    assert finding.id == "program-error" and quoted in finding.cause
    assert finding.cause.startswith("No line gives a reason that is known here. ")


@pytest.mark.parametrize(
    "end",
    [
        "ERROR: mesh.inp has no cells\nstep 1\nstep 2\n",
        "Error: the cache is not there, retrying\nsolver finished\n",
        "Warning: error: mesh.inp has no cells\n",
        "Error: 3.2e-9\n",
        "ERRORS: 0\n",
        "INFO error: none\n",
        "[n1:7] PRTE ERROR: of a strange kind\n",
    ],
)
def test_a_program_that_went_on_did_not_stop(end: str) -> None:
    assert told(f"mpirun -n 4 ./solver\nreading mesh.inp\n{end}") == []
    assert told("reading mesh.inp\nERROR: mesh.inp has no cells\n") == [], "nothing in it is about MPI"


def test_an_earlier_error_is_quoted_where_nothing_nearer_complains() -> None:
    cause = told(f"mpirun -n 4 ./solver\nERROR: cannot open restart.0001\n{STEPS}{ABORTED}")[0].cause
    assert 'An earlier error of the log, line 2: "ERROR: cannot open restart.0001"' in cause
    near = told(f"mpirun -n 4 ./solver\nERROR: one thing\n{STEPS}Fatal: another thing\n{ABORTED}")[0].cause
    assert 'Near it the log says: "Fatal: another thing"' in near


def test_an_error_of_another_file_or_behind_the_message_is_not_its_reason() -> None:
    reader = Reader()
    for text in (f"mpirun -n 4 ./solver\n{STEPS}{ABORTED}", "mpirun -n 2 ./other\nERROR: no licence\nfinished\n"):
        reader.feed(text.encode())
        reader.end_file()
    (finding,) = findings_of(reader.ended())
    assert "licence" not in finding.cause
    later = told(f"mpirun -n 4 ./solver\n{STEPS}{ABORTED}{STEPS}ERROR: no licence\n")[0].cause
    assert "licence" not in later


def test_the_last_line_before_an_abort_is_quoted_where_no_line_complains() -> None:
    cause = told(f"mpirun -n 4 ./solver\nreading the mesh\nthe density is below its floor\n{ABORTED}")[0].cause
    assert 'The last line before it is: "the density is below its floor"' in cause


def test_the_end_of_an_error_stack_is_quoted() -> None:
    stack = (
        "Fatal error in PMPI_Cart_sub: Other MPI error, error stack:\n"
        "PMPI_Cart_sub(224).......: MPI_Cart_sub(comm=0xc400006d, comm_new=0x31618c44) failed\n"
        "MPIR_Comm_commit(516)....:\n"
        "MPIR_Info_alloc(61)......: the table of infos is full\n"
    )
    assert 'The end of its error stack says: "the table of infos is full"' in told(stack)[0].cause


def test_a_program_s_own_line_is_quoted_with_what_is_known_of_it() -> None:
    fortran = "At line 9 of file a.f90 (unit = 10, file = 'mesh.dat')\nFortran runtime error: End of file\n"
    assert "End of file" in told(f"mpirun -n 2 ./a\n{fortran}")[0].cause
    assert "mesh.dat" in told("mpirun -n 2 ./a\nwrite mesh.dat: No space left on device\n")[0].cause


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Number of processes (6) must be a multiple of 4", "ranks-divide"),
        ("ERROR: number of MPI images along x 7 not a factor of lx 40", "ranks-divide"),
        ("The total number of threads requested (20) is not divisible by the number of MPI ranks (3)", "ranks-divide"),
        ("ValueError: world_size (3) is not divisible by tensor_parallel_size (2)", "ranks-divide"),
        ("Can't divide 5 ranks into groups of size 4", "ranks-divide"),
        ("Number of tasks must be a power of two", "ranks-divide"),
        ("ERROR: The number of MPI processes, 9, exceeds the number of meshes, 4", "ranks-many"),
        ("too few occupied partitions for number of processors 8 12", "ranks-many"),
        ("Please decrease the number of processes or increase the grid size", "ranks-many"),
        ("More ranks than rows of cells in x", "ranks-many"),
        ("number of processors used does not match number allocated", "ranks-other"),
        (">>> Need at least 4 processes for these tests <<<", "ranks-other"),
        ("ERROR: Bad grid of processors (src/comm.cpp:415)", "ranks-other"),
        ("this program must be run with 8 MPI ranks", "ranks-other"),
    ],
)
def test_a_number_of_ranks_that_does_not_fit_is_known_in_the_words_of_any_program(words: str, name: str) -> None:
    finding = told(f"mpirun -n 7 ./solver\n {words}\n{ABORTED}")[0]
    assert (finding.id, finding.severity) == (name, "critical")
    assert " ".join(words.split()) in finding.cause
    seen = {item.source: item.observation for item in finding.evidence}
    assert "where" not in seen, "it came once"
    assert told(f"mpirun -n 7 ./solver\n {words}\n")[0].id == name, "the log ends with it"


@pytest.mark.parametrize(
    "words",
    [
        "This test requires at least 2 MPI processes: skipped",
        "Skipping test: needs at least 4 ranks",
        "checking for too many tasks ... no",
        "use fewer cores for better efficiency",
    ],
)
def test_a_number_of_ranks_in_a_line_that_stops_nothing_is_no_reason(words: str) -> None:
    assert [item.id for item in told(f"mpirun -n 7 ./solver\n{words}\n{ABORTED}")] == ["mpich-abort"]


@pytest.mark.parametrize("mark", ["N", "n"])
def test_a_message_that_came_once_counts_once(mark: str) -> None:
    twice = f"{mark}umber of ranks must be a multiple of 4 and is not a multiple of the number of ranks"
    seen = {item.source: item.observation for item in told(f"mpirun ./a\n{twice}\n{ABORTED}")[0].evidence}
    assert "where" not in seen
    again = told(f"mpirun ./a\n{twice}\n{twice}\n{ABORTED}")[0].evidence
    assert "2 times" in {item.source: item.observation for item in again}["where"]


def test_a_row_that_needs_another_line_does_not_hide_one_that_does_not() -> None:
    missing = "RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU\n"
    assert told(f"srun python train.py\n{missing}")[0].id == "no-gpu"


def test_adapters_that_do_no_harm_stand_behind_the_program_s_error() -> None:
    quiet = (
        "n1.7PSM2 no hfi units are active (err=23)\n"
        "The library attempted to open the following supporting CUDA libraries,\nbut each of them failed.\n"
        "libcuda.so.1: cannot open shared object file: No such file or directory\n\n"
    )
    findings = told(f"mpirun -n 2 ./a\n{quiet}ERROR: Lost atoms: original 100 current 99\n{ABORTED}")
    assert findings[0].id == "mpich-abort" and "Lost atoms" in findings[0].cause
    assert {item.severity for item in findings[1:]} == {"warning"}
    assert told(f"{quiet}It looks like MPI_INIT failed for some reason; your parallel\n")[0].id == "opx-psm2"


def test_the_step_that_failed_is_quoted_and_no_boilerplate_around_it() -> None:
    edge = f"{'-' * 74}\n"
    failed = f"""{edge}It looks like opal_init failed for some reason; your parallel process is
likely to abort.  There are many reasons that a parallel process can
fail during opal_init; some of which are due to configuration or
environment problems.  This failure appears to be an internal failure;
here's some additional information (which may only be relevant to an
Open MPI developer):

  opal_shmem_base_select failed
  --> Returned value -1 instead of OPAL_SUCCESS
{edge}"""
    cause = told(failed)[0].cause
    assert '"opal_shmem_base_select failed --> Returned value -1 instead of OPAL_SUCCESS"' in cause
    assert "additional information" in cause and "developer" not in cause


@pytest.mark.parametrize(
    "typed",
    [
        *("$ mpirun -n 2 pw.x", "[u@n1 run]$ mpirun -n 2 pw.x", "++ mpirun -n 2 pw.x", "[root@n1 ~]# mpirun -n 2 pw.x"),
        *("root@n1:~# mpirun -n 2 pw.x", "n1:/w # mpirun -n 2 pw.x", "bash-5.1# mpirun -n 2 pw.x"),
    ],
)
def test_what_a_user_typed_is_no_word_of_the_program(typed: str) -> None:
    assert "pw.x" not in told(f"{typed}\n{ABORTED}")[0].cause
    assert "reading the mesh" in told(f"reading the mesh\n{typed}\n{ABORTED}")[0].cause


def test_a_frame_of_a_trace_is_no_complaint() -> None:
    frames = "wrf.exe            0000000003B2A1F6  for__io_return        Unknown  Unknown\n"
    frames += "wrf.exe            0000000003B2A1F7  module_io_mp_open        4711  module_io.F90\n"
    stopped = f"forrtl: severe (29): file not found, unit 7, file /w/a\n{frames}"
    assert "for__io_return" not in told(f"mpirun -n 2 ./wrf.exe\n{stopped}")[0].cause
    assert "Unknown" not in told(f"{frames}{ABORTED}")[0].cause


@pytest.mark.parametrize("said", ["Time step # 4711 has diverged", " # energy drift is above the limit"])
def test_a_sign_of_a_number_in_what_a_program_says_is_no_prompt(said: str) -> None:
    assert said.strip(" #") in told(f"reading the mesh\n{said}\n{ABORTED}")[0].cause
