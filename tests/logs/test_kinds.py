"""Sisters of a message: other codes, other launchers, other reasons behind the same words."""

from __future__ import annotations

import pytest

from builders.logs import told
from rankwise.logs.row import Row
from rankwise.logs.table import ROWS


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("forrtl: severe (168): Program Exception - illegal instruction", "illegal-instruction"),
        ("forrtl: severe (174): SIGSEGV, segmentation fault occurred", "segfault"),
        ("forrtl: severe (41): insufficient virtual memory", "no-memory"),
        ("forrtl: severe (64): input conversion error, unit 7, file /w/a.nml", "fortran-input"),
        ("forrtl: severe (67): input statement requires too much data, unit 7, file /w/a", "fortran-input"),
        ("forrtl: severe (71): integer divide by zero", "floating-point"),
        ("forrtl: severe (408): fort: (2): Subscript #1 of the array A has value 9", "fortran-error"),
        ("Fortran runtime error: Bad integer for item 2 in list input", "fortran-input"),
        ("kernel launch: cudaErrorInvalidDeviceFunction", "no-gpu-code"),
        ('"hipErrorNoBinaryForGpu: Unable to find code object for all current devices!"', "no-gpu-code"),
        ("what():  transform: failed to synchronize: no kernel image is available", "no-gpu-code"),
        ("could not spawn `mpirun -n 2 a.out`: no such file or directory (ENOENT)", "launcher-missing"),
        ("FileNotFoundError: [Errno 2] No such file or directory: 'mpiexec'", "launcher-missing"),
        ("could not spawn `/opt/bin/mesher 7`: no such file or directory (ENOENT)", "spawn-missing"),
        ("aprun: invalid option -- 'q'", "launcher-option"),
        ("srun: unrecognized option '--mca'", "launcher-option"),
        ("mpiexec: unknown option --map-by", "launcher-option"),
        ("mpirun: unrecognized option '--ppn'", "bad-option"),
        ("checkpoint: Disk quota exceeded", "no-space"),
        ("OSError: Unable to open file (truncated file: eof = 96, stored_eof = 2048)", "hdf5-truncated"),
        ("OSError: [Errno 28] No space left on device: '/dev/shm/x1'", "shm-space"),
        ("n1:7:9 [0] include/shm.h:3 NCCL WARN Call to shm_open failed : Too many open files", "open-files"),
        ("n1:7:9 [0] include/shm.h:3 NCCL WARN Call to shm_open failed : No space left on device", "nccl-shm"),
        ("n1:7:9 [0] include/shm.h:3 NCCL WARN Call to shm_open failed : No such file or directory", "nccl-shm-call"),
        ("shm_open(file_name=/ucx_shm_posix_1 flags=0xc2) failed: Permission denied", "shm-denied"),
        ("options, the result generated\ntoo many directives for the target option:", "bad-mapping"),
        ("FlexNet Licensing error:-15,10032", "license"),
        ("ANSYS LICENSE MANAGER ERROR:Request name solve does not exist in the licensing pool.", "license"),
        ("ud_ep.c:270  Fatal: UD endpoint 0x20d to <no debug data>: unhandled timeout error", "ucx-retry"),
        ("dc_mlx5.c:456  UCX  ERROR ibv_modify_qp(DCI, RTR) failed : Invalid argument", "qp-failed"),
        ("n1:rank0.app: Failed to modify UD QP to INIT on mlx5_0: Invalid argument", "qp-failed"),
        ("wc->status == IBV_WC_SUCCESS. 5 vs 0. Send for slot 0: Work Request Flushed Error", "ib-completion"),
        ("ImportError: libmpi_cxx.so.1: cannot open shared object file: No such file", "cxx-bindings"),
        ("ImportError: libmpi.so: cannot open shared object file: No such file", "mpi4py-load"),
        ("[n1:mpispawn_0][spawn_processes] Failed to execvp() 'namd2':  (2)", "hydra-exec"),
        ("problem with execution of a.out  on  pc.local:  [Errno\n2] No such file or directory", "hydra-exec"),
        ("/usr/local/bin/mpdroot: open failed for root's mpd conf", "mpd"),
        ("forrtl: Cannot send after transport endpoint shutdown", "stale-handle"),
        ("OSError: [Errno 5] Can't write (errno = 5, error message = 'Input/output error')", "stale-handle"),
        ("MOAB_INFO:  job exceeded wallclock limit", "pbs-walltime"),
        ("srun: error: timeout waiting for task launch, started 0 of 1 tasks", "slurm-launch"),
        ("srun: error: Application launch failed: Unable to layout tasks on given cpus", "slurm-cpu-bind"),
        (
            "A request was made to bind to that would result in binding more\nprocesses than cpus available",
            "too-many-cpus",
        ),
        ('[31] ARMCI assert fail in gmr_create() [src/gmr.c:109]: "base != NULL"', "assertion"),
        ("Assertion failed: OPAL_OBJ_MAGIC_ID == magic, file ompi/group/group_init.c, line 215", "assertion"),
        ("GASNet: Invalid number of nodes: -nl4", "gasnet"),
        (" On return from DMUMPS, INFOG(1)=              -9", "mumps"),
        ("[n1:85] psec: munge failed to create credential: Socket communication error", "pmix-psec-munge"),
        ("ib_iface.c:1138 UCX  ERROR ibv_create_cq(cqe=256) failed: Connection timed out", "qp-failed"),
        ("MPI error 15 in the halo exchange: Message truncated", "mpich-truncated"),
        ("ERF error: 1+ ranks are assigned with multiple resource sets.", "jsrun-resources"),
        ("MPIDI_CH3I_MRAIL_Parse_header(1508): Control shouldn't reach here\nFatal error in MPI_Recv:", "mpich-fatal"),
        ("libfabric:7:psm2:av: psm2_ep_connect returned error Operation timed out", "psm-connect"),
        ("Caught signal 7 (Bus error: nonexistent physical address)", "bus-error"),
    ],
)
def test_sisters_of_a_message_are_told_as_their_kind(words: str, name: str) -> None:
    (finding, *_) = told(f"mpirun -n 2 ./solver\n{words}\n")
    assert (finding.id, finding.severity) == (name, "critical")


def test_a_full_file_system_is_known_by_the_bare_words_in_a_log_of_ranks() -> None:
    bare = " No space left on device\n"
    assert told(bare) == []
    assert [item.id for item in told(f"{bare} die:: myrank=   3 : ERROR:\n")] == ["no-space"]
    assert [item.id for item in told("write_field_mod::write:      91 : No space left on device\n")] == ["no-space"]


def test_the_signal_of_an_exit_string_stands_before_code_nine() -> None:
    banner = "=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n\n=   EXIT CODE: 9\n\n"
    assert "likely" in told(banner)[0].title and told(banner)[0].id == "exit-nine"
    end = "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: {}\n"
    assert told(banner + end.format("Segmentation fault (signal 11)"))[0].id == "segfault"
    assert told(banner + end.format("Terminated (signal 15)"))[0].id == "terminated"
    assert told(banner + end.format("Killed (signal 9)"))[0].id == "killed"
    assert told(banner.replace("9", "91"))[0].id == "bad-termination"


CRASH = (
    "[n1:7] Signal: Segmentation fault (11)\n[n1:7] Failing at address: (nil)\n"
    "[n1:7] [ 0] /lib64/libc.so.6(+0x3a167)[0x7f]\n{}[n1:7] [ 2] ./a(main+0x2)[0x4]\n"
)
MAIN = "[n1:7] [ 3] /lib64/libc.so.6(__libc_start_main+0xf5)[0x7f]\n"


def test_a_null_pointer_is_the_program_s_where_the_stack_has_no_other_library() -> None:
    assert told(CRASH.format("") + MAIN)[0].id == "null-pointer"
    assert told(CRASH.format(""))[0].id == "segfault", "the stack may go on"
    for library in ("/opt/mpi/lib/libmpi.so.40(PMPI_Send+0x9)[0x7f]", "/usr/lib/libfabric.so.1(+0x9)[0x7f]"):
        assert told(CRASH.format(f"[n1:7] [ 1] {library}\n") + MAIN)[0].id == "segfault"


def test_the_deepest_line_of_the_first_stack_of_hdf5_is_quoted() -> None:
    stack = "HDF5-DIAG: Error detected in HDF5 (1.14.3) MPI-process 0:\n  #000: H5D.c line {} in H5Dopen2(): {}\n"
    first = stack.format(9, "unable to open dataset") + "  #001: H5O.c line 7 in H5O_open(): object 'rho' not there\n"
    cause = told("mpirun -n 2 ./a\n" + first + stack.format(11, "not a dataset"))[0].cause
    assert "The end of its error stack says: \"object 'rho' not there\"" in cause


def test_a_file_that_is_cut_is_told_by_its_own_line_and_not_by_what_followed() -> None:
    text = "HDF5-DIAG: Error detected in HDF5 (1.14.3) MPI-process 0:\n  #000: H5F.c line 9 in H5Fopen(): no\n"
    cut = "  #001: H5Fsuper.c line 7 in H5F_super_read(): truncated file: eof = 96, stored_eof = 2048\n"
    after = text.replace("H5Fopen(): no", "H5Dopen2(): not a location ID")
    assert "truncated file: eof = 96" in told(text + cut + after)[0].cause


def test_a_refused_buffer_of_efa_has_its_length() -> None:
    line = "libfabric:9:efa:mr:efa_mr_reg():2<warn> Unable to register MR buf (Invalid argument): 0x7f00 len: 0\n"
    assert told(line)[0].title == "The EFA adapter refused to register a buffer (of 0 bytes)"
    assert "len: 0" in told(line)[0].evidence[0].observation


@pytest.mark.parametrize("launcher", ["srun", "aprun", "mpiexec"])
def test_a_refused_option_is_answered_with_no_line_of_another_launcher(launcher: str) -> None:
    (finding, *_) = told(f"{launcher}: unrecognized option '--mca'\n")
    assert finding.fixes and not any("`" in fix.text or fix.line for fix in finding.fixes)


def test_few_patterns_are_tried_for_a_word_of_many_healthy_logs() -> None:
    keys = [key for row in ROWS for key, _ in row.keys]
    assert keys.count(b"number") + keys.count(b"Number") < 5


def test_the_first_letter_of_a_pattern_may_be_a_capital_where_its_row_says_so() -> None:
    row = Row("a", "b", ("wrong layout", "grid {count} wrong"), "", "", {}, "", "", capital=True)
    assert row.keys == ((b"layout", 0), (b"wrong", 1))
    assert all(row.compiled[0].search(text) for text in ("wrong layout", "Wrong layout"))
    assert Row("a", "b", ("invalid layout",), "", "", {}, "", "", capital=True).keys == (
        (b"invalid", 0),
        (b"Invalid", 0),
    )


def test_a_number_at_the_end_of_a_pattern_is_whole() -> None:
    row = Row("a", "b", ("exit code 13",), "", "", {}, "", "")
    (pattern,) = row.compiled
    assert pattern.search("exit code 13.") and not pattern.search("exit code 137")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *((kind, "ucx-retry") for kind in ("Receive-no-ready retry count exceeded", "Remote side aborted")),
        *((kind, "ucx-protection") for kind in ("Local access", "Remote access", "Memory window bind")),
        *((kind, "ib-completion") for kind in ("Local length", "Bad response", "Remote OP", "Remote QP", "Generic")),
        ("A kind of a later release", "ucx-said"),
    ],
)
def test_each_error_of_an_adapter_is_known_without_another_word_of_mpi(kind: str, name: str) -> None:
    said = "[n1:12345:0:12345] ib_mlx5_log.c:179 "
    text = f"{said} {kind} on mlx5_0:1/IB (synd 0x16 vend 0x97 hw_synd 0/0)\n{said} RC QP 0x1a wqe[1]: SEND s-e\n"
    assert [item.id for item in told(text)] == [name]


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        (
            "hfi_userinit: mmap of rcvhdrq at dabbad00 failed: Resource temporarily unavailable",
            "memlock-failed",
        ),
        ("ipath_userinit: mmap of rcvhdrq failed: Resource temporarily unavailable", "memlock-failed"),
        ("hfi_userinit: assign_context command failed: Device or resource busy", "psm2-contexts"),
        ("hfi_userinit: assign_context command failed: Invalid argument", "opx-psm2"),
    ],
)
def test_what_omni_path_lacks_is_told_and_no_other_provider(reason: str, name: str) -> None:
    text = (
        "PSM2 can't open hfi unit: -1 (err=23)\n"
        "PSM2 was unable to open an endpoint. Please make sure that the network link is\n"
        "active on the node and the hardware is functioning.\n\n  Error: Failure in initializing endpoint\n"
    )
    assert [item.id for item in told(text + reason + "\n")] == [name]
    assert [item.id for item in told(f"n1.77{reason}\n{text}")] == [name]


@pytest.mark.parametrize(
    "words",
    [
        "erreur lors du chargement des bibliothèques partagées : {}: Ne peut ouvrir le fichier d'objet partagé: Aucun",
        "erreur lors du chargement des bibliothèques partagées: {}: impossible d'ouvrir le fichier d'objet partagé",
        "Fehler beim Laden der gemeinsam genutzten Bibliothek: {}: Kann die Datei nicht öffnen",
        "Fehler beim Laden gemeinsam benutzter Bibliotheken: {}: Kann die Shared-Object-Datei nicht öffnen",
        "error al cargar las bibliotecas compartidas: {}: no se puede abrir el archivo del objeto compartido",
        "errore durante il caricamento delle librerie condivise: {}: impossibile aprire il file",
        "erro ao carregar bibliotecas compartilhadas: {}: não foi possível abrir arquivo de objeto",
        "fout bij het laden van gedeelde bibliotheken: {}: kan gedeeld objectbestand niet openen",
        "błąd podczas ładowania bibliotek współdzielonych: {}: nie można otworzyć pliku",
        "读取共享库时出错: {}: 无法打开共享目标文件: 没有那个文件或目录",
    ],
)
def test_a_library_that_is_missing_is_told_in_other_languages(words: str) -> None:
    (finding,) = told(f"mpirun -n 2 ./app\n./app: {words.format('libmpi.so.12')}\n")
    assert finding.id == "missing-library"
    (finding,) = told(f"./app: {words.format('libmpi.so.40')}\n".encode())
    assert finding.id == "missing-library" and (not words.isascii() or "libmpi.so.40" in finding.title)


@pytest.mark.parametrize("words", ["Fehler beim Laden der Datei: {}", "error al cargar el archivo: {}"])
def test_a_file_that_a_program_cannot_load_is_no_library(words: str) -> None:
    assert told(f"mpirun -n 2 ./app\n{words.format('input.nml: nicht da')}\n") == []


def test_what_a_transport_says_explains_that_no_component_opens() -> None:
    """UCX says why it did not start; that Open MPI then has no such component is no setting."""
    framework = "No components were able to be opened in the pml framework.\n"
    worker = "[n1:553] pml_ucx.c:273  Error: Failed to create UCP worker\n"
    pair = "[1588956223.719348] [n1:553:0] ib_iface.c:623  UCX  ERROR failed to create UD QP: Invalid argument\n"
    assert [item.id for item in told(worker + framework)] == ["ucx-worker"]
    assert [item.id for item in told(pair + worker + framework)] == ["qp-failed"]


def test_what_a_file_system_refuses_explains_the_error_of_the_reader() -> None:
    """The text of the system stands in the line before the number of the Fortran library."""
    lost = "forrtl: Cannot send after transport endpoint shutdown\n"
    read = "forrtl: severe (39): error during read, unit 98, file /scratch/u/restart.nc\n"
    assert [item.id for item in told(lost + read)] == ["stale-handle"]
    full = "forrtl: Disk quota exceeded\nforrtl: severe (38): error during write, unit 12, file /scratch/u/out\n"
    assert [item.id for item in told(full)] == ["no-space"]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("4711 Killed   ./solver", "killed"),
        ("4711 Aborted   ./solver", "abort-signal"),
        ("./solver: cannot execute binary file: Exec format error", "exec-format"),
    ],
)
def test_what_a_shell_says_in_the_script_of_a_slurm_job_is_of_a_job(words: str, name: str) -> None:
    assert [item.id for item in told(f"/var/spool/slurmd/job77/slurm_script: line 9: {words}\n")] == [name]
    assert told(f"./run.sh: line 9: {words}\n") == []


def test_files_that_open_mpi_does_not_find_explain_a_start_that_failed() -> None:
    lost = "Sorry!  You were supposed to get help about:\n    orte_init:startup:internal-failure\n"
    assert told(f"{lost}*** An error occurred in MPI_Init\n*** on a NULL communicator\n")[0].id == "opal-prefix"
    slots = "There are not enough slots available in the system to satisfy the 16\nslots that were requested"
    assert told(f"{lost}{slots}\n")[0].id == "no-slots"


@pytest.mark.parametrize(
    "line",
    [
        "mca_btl_tcp_frag_send: writev failed: {} (108)",
        "NCCL WARN Call to send failed : {}",
        "socket.error: [Errno 108] {}",
    ],
)
def test_a_socket_that_is_shut_is_no_file_system(line: str) -> None:
    said = line.format("Cannot send after transport endpoint shutdown")
    assert "stale-handle" not in [item.id for item in told(f"mpirun -n 2 ./app\n{said}\n")]


def test_a_file_behind_a_server_that_is_gone_is_of_a_file_system() -> None:
    said = "OSError: [Errno 108] Cannot send after transport endpoint shutdown: '/lustre/u/a.nc'"
    assert [item.id for item in told(f"mpirun -n 2 ./app\n{said}\n")] == ["stale-handle"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("slurmd[n1]: error: Invalid job credential", "slurm-credential"),
        ("sinfo: error: Munge decode failed: Expired credential", "slurm-credential"),
        ("slurm_load_partitions: Protocol authentication error", "slurm-credential"),
        ("scontrol: error: Protocol authentication error", "slurm-credential"),
        ("slurmd: error: Kill task failed", "slurm-unkillable"),
        ("slurmctld: error: Node n7 has failed", "slurm-node-fail"),
    ],
)
def test_what_slurm_s_commands_and_services_say_is_of_slurm(line: str, name: str) -> None:
    assert [item.id for item in told(f"{line}\n")] == [name]


@pytest.mark.parametrize("name", ["mpi.so.40", "mpi_cray.so.12", "mpi_gnu_91.so.12", "mpi_abi.so.0", "mpicxx.so.12"])
def test_each_library_of_mpi_that_python_misses_is_of_mpi(name: str) -> None:
    (finding, *_) = told(f"ImportError: lib{name}: cannot open shared object file: No such file or directory\n")
    assert finding.id == "mpi4py-load"
