"""What PMIx, and Open MPI without it, print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "pmix-gds",
        "PMIx",
        (
            "PMIX ERROR: OUT-OF-RESOURCE in file {}dstore",
            "in file gds_ds12_lock_pthread.c",
            "in file gds_ds21_lock_pthread.c",
            "in file {}gds_shmem",
            "PMIX ERROR: {} in file {}dstore_base.c",
        ),
        "PMIx cannot make its store in shared memory",
        "PMIx keeps what ranks tell each other in files that they map, in TMPDIR. There was no room, or locks "
        "do not work in the container.",
        {
            "any": "`export PMIX_MCA_gds=hash` (keeps it in memory); or give TMPDIR room",
        },
        "`df ${TMPDIR:-/tmp} /dev/shm; PMIX_MCA_gds=hash mpirun -n 1 true`",
        "https://github.com/open-mpi/ompi/issues/7516",
        role="suspect",
        explains=(
            "before-init",
            "mpi-init-failed",
            "orte-init",
            "pmix-init",
            "errors-fatal",
            "pmix-unreachable",
        ),
    ),
    Row(
        "pmix-psec-munge",
        "PMIx",
        (
            "component {} psec {} munge",
            "Framework: psec Component: munge",
            "psec: munge failed to create credential",
        ),
        "PMIx was told to use munge, and its plug-in or its service is not here",
        "A Slurm or a setting asks for munge as PMIx's security. This PMIx was built without it, or the service munged "
        "does not run here: a container does not see its socket.",
        {
            "any": "`export PMIX_MCA_psec=native` (or none in a container of one node)",
        },
        "`env | grep PMIX_MCA_psec; pmix_info | grep psec`",
        "https://github.com/open-mpi/ompi/issues/11557",
        explains=("component-missing", "openmpi-launcher-keys", "pmix-init", "orte-init"),
    ),
    Row(
        "srun-no-pmi",
        "Open MPI",
        (
            'application appears to have been direct launched using "srun"',
            "OMPI was not built with SLURM's PMI support",
            "OMPI was not built with SLURM support",
            "PMIX ERROR: NOT-FOUND in file ptl_usock.c",
            "PMI2_Job_GetId failed failed",
        ),
        "srun did not give ranks the PMIx that Open MPI needs",
        "srun started the program without PMIx, or with another version of it than this Open MPI speaks.",
        {
            "Slurm": "`srun --mpi=pmix ./program`; where `srun --mpi=list` has no pmix: `salloc`, then `mpirun "
            "./program`",
        },
        "`srun --mpi=list; ompi_info | grep -i pmix`",
        "https://github.com/open-mpi/ompi/issues/10940",
        explains=("pmix-unreachable",),
    ),
    Row(
        "pmix-unreachable",
        "PMIx",
        (
            "PMIX_ERR_UNREACH",
            "PMIX ERROR: UNREACHABLE in file {}client",
            "PMIX ERROR: PMIX TEMPORARILY UNAVAILABLE",
            "OPAL ERROR: Unreachable in file {}pmix{}client.c",
            "OPAL ERROR: Unreachable in file pmix{}client.c",
            "OPAL ERROR: Not initialized in file {}pmix{}client.c",
            "OPAL ERROR: {~} in file {~}client",
        ),
        "A rank does not reach the PMIx of its launcher",
        "Under srun: it was started without PMIx, or with another version of it. Under mpirun: the program, or its "
        "container, has another Open MPI than the launcher, or the container hides its session folder.",
        {
            "Slurm": "`srun --mpi=pmix ./program`; where `srun --mpi=list` has no pmix: `salloc`, then `mpirun "
            "./program`",
            "any": "the same version of Open MPI inside and outside of the container; bind /tmp into it",
        },
        "`srun --mpi=list; mpirun --version; ompi_info | head -2`",
        "https://github.com/apptainer/singularity/issues/5203",
        role="symptom",
        explains=("before-init", "errors-fatal", "pmix-init"),
    ),
    Row(
        "pmix-no-server",
        "Open MPI",
        (
            "Open MPI requires access to a local PMIx server to execute",
            "PMIx_Init failed for the following reason",
            "No PMIx server was reachable, but a PMI1/2 was detected",
        ),
        "A rank of Open MPI 5 found no PMIx",
        "The launcher is of another MPI, or is srun without --mpi=pmix: it speaks PMI-1 or PMI-2, and Open MPI "
        "5 only PMIx.",
        {
            "Slurm": "`srun --mpi=pmix ./program`",
            "any": "start with the mpirun of the same Open MPI",
        },
        "`srun --mpi=list; which mpirun; ldd PROGRAM | grep libmpi`",
        "https://github.com/open-mpi/ompi/blob/main/ompi/runtime/help-mpi-runtime.txt",
    ),
    Row(
        "pmix-init",
        "PMIx",
        (
            "PMIX ERROR: {} in file",
            "PMIx_Init failed",
            "pmix_init:startup:internal-failure",
        ),
        "PMIx reports an error",
        "Ranks and launcher exchange their addresses through PMIx; one of them could not. Where the job went on, "
        "it did no harm.",
        {
            "any": "see the first PMIX line; use one PMIx for launcher and library (`ompi_info | grep -i pmix`)",
        },
        "`ompi_info | grep -i pmix; srun --mpi=list`",
        "https://docs.open-mpi.org/en/v5.0.x/launching-apps/pmix-and-prrte.html",
        role="symptom",
        vague=True,
    ),
    Row(
        "orte-init",
        "Open MPI",
        (
            "ORTE_ERROR_LOG: {} in file",
            "PRTE ERROR: {} in file",
            "orte_init:startup:internal-failure",
            "It looks like orte_init failed",
            "orte_ess_init failed",
            "It looks like opal_init failed",
            "prte_init failed",
            "It looks like prte_init failed",
            "opal_shmem_base_select failed",
            "opal_init failed",
        ),
        "Open MPI's run time does not start on a node",
        "The line names the step that failed, not why. Mostly its files are of two installations, or it cannot write "
        "to TMPDIR.",
        {
            "any": "check that PATH and LD_LIBRARY_PATH are of one Open MPI, on every node, and that OPAL_PREFIX is "
            "not set; `export TMPDIR=/tmp`",
        },
        "`env | grep -E 'OPAL|PRTE|OMPI'; ompi_info | head -5`",
        "https://github.com/open-mpi/ompi/issues/7516",
        role="symptom",
        vague=True,
    ),
    Row(
        "opal-prefix",
        "Open MPI",
        ("No help file is available",),
        "Open MPI does not find its own files",
        "It was moved after its installation, or lies in a container at another path than it was built for.",
        {
            "any": "`export OPAL_PREFIX=/where/openmpi/is/now` (also PMIX_PREFIX and PRTE_PREFIX in version 5)",
        },
        "`ompi_info --path prefix; ls $(dirname $(which mpirun))/../share/openmpi`",
        "https://www.open-mpi.org/faq/?category=building#installdirs",
        needs="log",
        alone=(
            "Sorry!  You were supposed to get help about",
            "But I couldn't open the help file",
        ),
        role="suspect",
        explains=("before-init", "mpi-init-failed", "orte-init", "errors-fatal"),
    ),
    Row(
        "call-before-init",
        "Open MPI",
        (
            "The MPI_Comm_{name}() function was called before MPI_INIT",
            "The MPI_Type_{name}() function was called before MPI_INIT",
            "The MPI_Get_{name}() function was called before MPI_INIT",
            "The MPI_Bcast() function was called before MPI_INIT",
            "The MPI_Barrier() function was called before MPI_INIT",
            "The MPI_Allreduce() function was called before MPI_INIT",
            "The MPI_Send() function was called before MPI_INIT",
            "The MPI_Recv() function was called before MPI_INIT",
        ),
        "The program calls MPI before MPI_Init",
        "Only few calls may come before it: MPI_Initialized, MPI_Get_version, those of sessions and tools.",
        {
            "any": "call MPI_Init first; a library (HDF5, PETSc) that calls MPI must be opened after it",
        },
        "`grep -rn MPI_Init .` in the folder of the sources",
        "https://github.com/hpc-io/pdc/issues/277",
        explains=("before-init",),
    ),
    Row(
        "before-init",
        "Open MPI",
        (
            "An error occurred in MPI_Init",
            "on a NULL communicator",
            "The MPI_Init() function was called before MPI_INIT",
            "Local abort before MPI_INIT completed",
            "function was called before MPI_INIT was invoked",
        ),
        "MPI_Init failed",
        "What made it fail stands before or after this message. Where nothing does, the launcher (mpirun, srun) is "
        "mostly of another MPI or release than the library of the program.",
        {
            "any": "see the other messages of the log; start with the mpirun that belongs to the program's library, "
            "and "
            "Slurm with `srun --mpi=pmix`",
        },
        "`rankwise doctor -- LAUNCH LINE`",
        "https://docs.open-mpi.org/en/v5.0.x/launching-apps/index.html",
        role="symptom",
    ),
    Row(
        "mpi-init-failed",
        "Open MPI",
        (
            "It looks like MPI_INIT failed for some reason",
            "It looks like MPI_Init failed for some reason",
            "It looks like MPI runtime init failed for some reason",
            "It looks like MPI_Init_thread failed for some reason",
            "It looks like MPI_Session_init failed for some reason",
            "ompi_mpi_init: ompi_rte_init failed",
            "mpi_init:startup:internal-failure",
        ),
        "MPI_Init failed",
        "Open MPI could not prepare communication; the additional information names the step: ompi_rte_init is what "
        "the "
        "launcher (mpirun, srun) tells by PMIx, PML the transports.",
        {
            "any": "`mpirun --mca pml_base_verbose 10 --mca btl_base_verbose 30` shows what was tried",
        },
        "`rankwise doctor -- LAUNCH LINE`",
        "https://github.com/open-mpi/ompi/blob/main/ompi/runtime/help-mpi-runtime.txt",
        role="symptom",
    ),
)
