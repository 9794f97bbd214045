"""What Open MPI prints where a program uses it wrongly, or a setting of it has a form that it does not take."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

_HELP: Final = "https://github.com/open-mpi/ompi/blob/main/"


def _refused(launcher: str) -> tuple[str, ...]:
    """How a launcher says that it does not have an option, in the ways of several libraries that read options."""
    return (
        f"{launcher}: unrecognized option '--{{name}}'",
        f"{launcher}: unrecognized option",
        f"{launcher}: unrecognised option",
        f"{launcher}: invalid option",
        f"{launcher}: unknown option",
        f"{launcher}: error: unrecognized option",
        f"{launcher}: error: unknown option",
        f"{launcher}: error: invalid option",
    )


ROWS: Final = (
    Row(
        "mpirun-nested",
        "Open MPI",
        ("Open MPI does not support recursive calls of", "mpirun does not support recursive calls"),
        "mpirun was called inside of a process that mpirun (or srun) had started",
        "A script that runs under mpirun calls it again, or a program does by system() or a package of Python. It "
        "finds the variables of the outer one.",
        {
            "any": "call mpirun once, outside: start the script itself without it; else take the variables away for "
            "the inner one: `env -u OMPI_UNIVERSE_SIZE mpirun -n 2 ./program`",
        },
        "`env | grep -E '^(OMPI|PMIX)_'` (where the inner mpirun is called)",
        "https://github.com/firemodels/fds/issues/11624",
    ),
    Row(
        "launcher-option",
        "launcher",
        (
            *_refused("mpiexec"),
            *_refused("aprun"),
            *_refused("srun"),
            *_refused("jsrun"),
            "flux-run: error: unrecognized arguments",
        ),
        "The launcher does not have an option of the line (--{name})",
        "Options belong to one MPI's launcher: --mca, --map-by, --oversubscribe and --allow-run-as-root are Open "
        "MPI's, -genv and -iface Hydra's; mpiexec of Cray (PALS), aprun and srun have others.",
        {
            "any": "leave the option away, or call the mpirun of the MPI that has it by its full path",
        },
        "`which -a mpiexec mpirun srun; mpiexec --help`",
        "https://github.com/mlcommons/storage/issues/819",
        explains=("program-arguments",),
    ),
    Row(
        "init-twice",
        "Open MPI",
        (
            "has attempted to initialize MPI (via MPI_INIT or MPI_INIT_THREAD) more than once",
            "has attempted to initialize MPI (via MPI_INIT or MPI_INIT_THREAD) after MPI_FINALIZE",
            "Cannot call MPI_INIT or MPI_INIT_THREAD more than once",
            "MPI_FINALIZE was invoked multiple times in a single process",
            "MPI_FINALIZE was invoked before MPI was initialized",
        ),
        "The program calls MPI_Init or MPI_Finalize twice, or in the wrong order",
        "Mostly two parts do so: a library (PETSc, HDF5, mpi4py, Horovod) starts or ends MPI itself, and the program "
        "does as well.",
        {
            "any": "ask MPI_Initialized before MPI_Init, and MPI_Finalized before MPI_Finalize; mpi4py: "
            "`export MPI4PY_RC_INITIALIZE=0 MPI4PY_RC_FINALIZE=0` where another part does it",
        },
        "`gdb -ex 'break MPI_Init_thread' -ex 'break MPI_Init' PROGRAM`",
        f"{_HELP}ompi/runtime/help-mpi-runtime.txt",
        explains=("after-finalize", "before-init", "errors-fatal", "mpich-fatal"),
    ),
    Row(
        "prterun-missing",
        "Open MPI",
        (
            "mpirun command was unable to find an underlying prterun command",
            "mpirun command could not execute the underlying prterun command",
            "The singleton application was not able to find an executable in your PATH or in the directory where",
        ),
        "Open MPI's mpirun does not find prterun, the launcher beneath it",
        "The installation was moved or copied in part, lies in a container at another path, or PRRTE was installed "
        "elsewhere.",
        {
            "any": "`export OPAL_PREFIX=/where/openmpi/is/now PRTE_PREFIX=/where/prrte/is/now`; or call mpirun by its "
            "full "
            "path; or `export OMPI_PRTERUN=/path/of/prterun`",
        },
        "`ls $(dirname $(readlink -f $(which mpirun)))`",
        f"{_HELP}ompi/tools/mpirun/help-mpirun.txt",
        explains=("before-init", "mpi-init-failed"),
    ),
    Row(
        "psm-transport-key",
        "Open MPI",
        (
            "Error obtaining unique transport key from",
            "orte_precondition_transports not present in the environment",
            "precondition_transports {~}the environment",
        ),
        "Ranks on Omni-Path (PSM2) did not get the key of their job",
        "mpirun makes it. Started by srun alone, ranks get it only through a PMI that has it.",
        {
            "Slurm": "`salloc`, then `mpirun ./program`; or `export OMPI_MCA_orte_precondition_transports="
            "$(printf %016x-%016x $SLURM_JOB_ID $SLURM_STEPID)` before `srun`",
            "any": "start with mpirun",
        },
        "`srun --mpi=list; env | grep precondition`",
        f"{_HELP}ompi/mca/mtl/psm2/help-mtl-psm2.txt",
        explains=("opx-psm2", "mpi-init-failed", "before-init", "errors-fatal"),
    ),
    Row(
        "mca-value",
        "Open MPI",
        (
            "MCA framework parameters can only take a single negation operator",
            "An invalid value was supplied for an MCA variable",
            "An invalid value was supplied for an enum variable",
            "Unable to locate the variable file",
            "Two mutually-exclusive MCA variables were specified",
            "was set to a value which is too low for Open MPI to function properly",
            "Both TCP interface include and exclude lists were specified",
            "both of the MCA parameters {} were specified",
        ),
        "An MCA setting of Open MPI has a value that it does not take",
        "It stands in the line (`--mca`), in a variable (OMPI_MCA_...) or in a file of parameters. A list has one ^ at "
        "its beginning (^ucx,ofi) that negates all of it; include and exclude cannot be given together.",
        {
            "any": "correct the setting that the message names, or leave it away: `env | grep OMPI_MCA` and "
            "~/.openmpi/mca-params.conf show where it may stand",
        },
        "`env | grep -E 'OMPI_MCA|PRTE_MCA|PMIX_MCA'; cat ~/.openmpi/mca-params.conf`",
        f"{_HELP}opal/mca/base/help-mca-base.txt",
        role="suspect",
        explains=("mpi-init-failed", "before-init", "errors-fatal", "openmpi-no-pml", "pml-missing", "unreachable"),
    ),
    Row(
        "openmpi-not-here",
        "Open MPI",
        (
            "Your application has invoked an MPI function that is not supported in this environment",
            "MPI function: {call} Reason:",
        ),
        "The program calls a function of MPI that this start does not support",
        "MPI_Comm_spawn, MPI_Comm_connect and names of services need Open MPI's own launcher: srun, other launchers "
        "and "
        "programs that were started alone cannot serve them.",
        {
            "any": "start with `mpirun -n 1 ./program`, with free slots for what it spawns",
        },
        "`mpirun --display-allocation -n 1 true`",
        f"{_HELP}ompi/communicator/help-comm.txt",
        explains=("errors-fatal", "mpi-class"),
    ),
    Row(
        "coll-none",
        "Open MPI",
        (
            "none of them said that they could be used for a new communicator",
            "Although some coll components are available on your system",
            "collective require support from a prior collective module",
        ),
        "A setting leaves no component for collective calls",
        "OMPI_MCA_coll or `--mca coll` lists a few components, and none of them serves all calls: basic, libnbc, self "
        "and tuned must stay.",
        {
            "any": "`unset OMPI_MCA_coll`; to leave one out: `--mca coll ^hcoll`",
        },
        "`ompi_info | grep 'MCA coll'; env | grep OMPI_MCA_coll`",
        f"{_HELP}ompi/mca/coll/base/help-mca-coll-base.txt",
        explains=("mpi-init-failed", "before-init", "errors-fatal", "openmpi-no-pml"),
    ),
    Row(
        "openmpi-cuda-call",
        "Open MPI",
        (
            "The call to cuMemcpyAsync failed",
            "The call to cuMemcpy failed",
            "The call to cuEvent{} failed",
            "The call to cuIpc{}EventHandle failed",
            "The call to cuStream{} failed",
            "The call to cuMemAlloc failed",
            "The call to cuPointerGetAttribute{} failed",
            "CUDA: Error in cuMemcpy: res={status}",
            "CUDA: Error in cu{name}",
        ),
        "A call of CUDA failed inside of Open MPI",
        "MPI was given memory of a GPU, and CUDA refused to copy it: a buffer that is freed or too small, another "
        "GPU's "
        "context, or an error of an earlier kernel. Its number is in cuda.h (700: illegal address, 2: out of memory).",
        {
            "any": "`compute-sanitizer PROGRAM`; choose the GPU (cudaSetDevice) before MPI_Init; `mpirun --mca pml "
            "ucx` to "
            "try another way",
        },
        "`nvidia-smi; ompi_info --parsable --all | grep mpi_built_with_cuda_support`",
        f"{_HELP}opal/mca/accelerator/cuda/help-accelerator-cuda.txt",
        role="symptom",
        explains=("errors-fatal", "abort-signal"),
    ),
    Row(
        "tcp-foreign",
        "Open MPI",
        (
            "did not receive the expected network identification",
            "server did not receive entire connect ACK from peer",
            "Error message: Wrong magic string",
        ),
        "Something that is no rank connected to a port of Open MPI",
        "A scanner of ports, mostly of the site's security, or the rank of another job. Open MPI drops the connection.",
        {
            "any": "`--mca btl_tcp_if_include eth0` keeps to the network of the nodes; ask who scans it",
        },
        "`ip -br addr`",
        f"{_HELP}opal/mca/btl/tcp/help-mpi-btl-tcp.txt",
        role="warning",
    ),
    Row(
        "bad-tag",
        "MPI",
        ("Invalid tag, value is {status}", "MPI_ERR_TAG: invalid tag", "exceeds MPI_TAG_UB"),
        "A message's tag is negative, or larger than this MPI takes",
        "The largest tag is the attribute MPI_TAG_UB: at least 32767, and it differs between MPIs and their networks. "
        "Programs that make tags of large numbers (ranks times cells) meet it with many ranks.",
        {
            "any": "smaller tags, such as the remainder by MPI_TAG_UB; MPICH with libfabric: another provider has more "
            "bits for tags (`FI_PROVIDER=tcp` to try)",
        },
        "`grep -rn MPI_TAG_UB .` in the folder of the sources",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf",
        needs="log",
        explains=("mpich-fatal", "errors-fatal", "bad-argument", "mpich-argument"),
    ),
    Row(
        "buffers-alias",
        "MPICH",
        ("Buffers must not be aliased", "Buffers must not be aliased. Consider using MPI_IN_PLACE"),
        "A collective call was given one buffer to send from and to receive into",
        "MPI forbids that: MPI_IN_PLACE stands for the buffer that is both.",
        {
            "any": "MPI_IN_PLACE as the send buffer (of the root alone in MPI_Gather and MPI_Reduce); where the "
            "program "
            "cannot be changed: `export MPIR_CVAR_COLL_ALIAS_CHECK=0`",
        },
        "`grep -rn MPI_IN_PLACE .` in the folder of the sources",
        "https://github.com/pmodels/mpich/blob/main/src/mpi/errhan/errnames.txt",
        explains=("mpich-fatal", "mpich-argument"),
    ),
    Row(
        "osc-threads",
        "Open MPI",
        ("The OSC pt2pt component does not support MPI_THREAD_MULTIPLE",),
        "One-sided calls with several threads are not served by the component that Open MPI chose (osc pt2pt)",
        "It is the last choice where UCX, RDMA or shared memory do not serve the window.",
        {
            "any": "`--mca osc ucx` (with UCX), or `--mca osc rdma`; Open MPI 5 has no pt2pt any more; or fewer "
            "threads: "
            "MPI_THREAD_FUNNELED",
        },
        "`ompi_info | grep 'MCA osc'`",
        "https://github.com/open-mpi/ompi/issues/2614",
        explains=("thread-level", "errors-fatal"),
    ),
    Row(
        "hydra-interface",
        "Hydra",
        (
            "cannot find interface {name}",
            "unable to find interface {name}",
            "HYD_sock_get_iface_ip",
            "HYDU_sock_get_iface_ip",
        ),
        "mpiexec does not find the network interface that it was told to use",
        "`-iface`, HYDRA_IFACE or I_MPI_HYDRA_IFACE names an interface that this node does not have, or that has no "
        "address.",
        {
            "any": "leave it away, or take a name of `ip -br addr` that all nodes have",
        },
        "`ip -br addr; env | grep IFACE`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
        needs="log",
        explains=("hydra-ssh",),
    ),
    Row(
        "ucx-threads",
        "Open MPI",
        ("UCP worker does not support MPI_THREAD_MULTIPLE",),
        "This UCX was built without support for several threads, and Open MPI leaves it out",
        "The program, or a library of it, asks for MPI_THREAD_MULTIPLE. Without UCX Open MPI takes another transport, "
        "and "
        "fails where the line asks for ucx alone.",
        {
            "any": "a UCX that was built with `--enable-mt`; or `--mca pml ob1`; or a lower level in MPI_Init_thread",
        },
        "`ucx_info -b | grep ENABLE_MT`",
        "https://github.com/open-mpi/ompi/issues/6171",
        role="suspect",
        explains=(
            *("thread-level", "pml-missing", "openmpi-no-pml", "mpi-init-failed", "before-init", "errors-fatal"),
            "ucx-worker",
        ),
    ),
)
