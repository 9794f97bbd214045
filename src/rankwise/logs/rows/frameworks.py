"""What frameworks and applications print about their own ranks."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "torch-port",
        "PyTorch",
        (
            "(errno: 98 - Address already in use)",
            "RuntimeError: Address already in use",
            "The server socket has failed to listen on any local network address",
            "TCPStore({}RuntimeError: Address already in use",
        ),
        "The port of the rendezvous is taken",
        "An earlier run that did not end holds it, another job has the same number, or two processes say that they are "
        "rank 0.",
        {
            "any": "another port (`torchrun --master_port 29511`), or `--rdzv-endpoint localhost:0` on one node; end "
            "what is left of earlier runs",
        },
        "`ss -ltnp | grep 29500; env | grep -E 'MASTER_|RANK'`",
        "https://github.com/pytorch/pytorch/issues/17041",
        explains=("python-exception",),
    ),
    Row(
        "torch-shm",
        "PyTorch",
        (
            "unable to open shared memory object </torch_",
            "Unexpected bus error encountered in worker. This might be caused by insufficient shared memory",
            "unable to write to file </torch_",
            "DataLoader worker (pid {count}) is killed by signal: Bus error",
        ),
        "/dev/shm is too small for the workers of a DataLoader",
        "They pass batches through shared memory; containers give 64 MB.",
        {
            "Docker": "`docker run --shm-size=8g` (or `--ipc=host`)",
            "any": "Kubernetes: an emptyDir with medium: Memory at /dev/shm; or num_workers=0",
        },
        "`df -h /dev/shm`",
        "https://github.com/pangeo-data/pangeo-docker-images/issues/258",
        explains=("bus-error", "python-exception"),
    ),
    Row(
        "horovod-no-mpi",
        "Horovod",
        (
            "horovodrun convenience script does not find an installed OpenMPI",
            "Open MPI not found in output of mpirun --version",
        ),
        "horovodrun does not recognise the mpirun that it finds",
        "It reads the output of mpirun's --version: there is no mpirun, or a wrapper or another MPI answers.",
        {
            "any": "start with mpirun itself: `mpirun -np 4 python train.py`; or `horovodrun --gloo -np 4 python "
            "train.py`",
        },
        "`which -a mpirun; mpirun --version; horovodrun --check-build`",
        "https://github.com/tlkh/ai-lab/issues/26",
        explains=("python-exception",),
    ),
    Row(
        "deepspeed-ssh",
        "DeepSpeed",
        (
            "Command 'ssh -o PasswordAuthentication=no {host} hostname' returned non-zero",
            "ssh -o PasswordAuthentication=no {host} hostname",
        ),
        "DeepSpeed cannot reach a node of its hostfile by ssh without a password",
        "It tries each of them before it starts: {host} asked for something, or did not answer.",
        {
            "any": "`ssh-copy-id {host}`; then `ssh -o BatchMode=yes {host} true` must print nothing; or launch with "
            "`deepspeed --no_ssh` on each node",
        },
        "`ssh -o BatchMode=yes {host} true`",
        "https://github.com/deepspeedai/DeepSpeed/issues/4907",
        explains=("python-exception",),
    ),
    Row(
        "foam-ranks",
        "OpenFOAM",
        (
            "specifies {count} processors but job was started with {count} processors",
            "number of processor directories = {count} is not equal to the number of processors = {count}",
        ),
        "The case is decomposed for another number of ranks than were started",
        "The numberOfSubdomains of decomposeParDict, the processor folders and the ranks must be equal.",
        {
            "any": "start as many ranks as there are parts: `mpirun -np $(foamDictionary -entry numberOfSubdomains "
            "-value system/decomposeParDict) SOLVER -parallel`; or `decomposePar -force` after a change",
        },
        "`ls -d processor*; grep numberOfSubdomains system/decomposeParDict`",
        "https://github.com/iat-cener/CFDWind/issues/1",
    ),
    Row(
        "gromacs-domains",
        "GROMACS",
        (
            "There is no domain decomposition for {count} ranks that is compatible",
            "There is no domain decomposition for {count} ranks",
            "is too small for a cut-off of {} domain decomposition cells",
        ),
        "GROMACS cannot divide the box among so many ranks",
        "Each rank gets a part that is not smaller than the longest interaction: a small system has room for few.",
        {
            "any": "fewer ranks, and more threads for each: `gmx mdrun -ntmpi 1`, `mpirun -np 4 gmx_mpi mdrun -ntomp "
            "8`",
        },
        "`grep -A12 'domain decomposition' md.log`",
        "https://manual.gromacs.org/current/user-guide/run-time-errors.html",
    ),
    Row(
        "foam-parallel",
        "OpenFOAM",
        (
            "attempt to run parallel on 1 processor",
            "dummy Pstream library cannot be used in parallel",
            "Trying to use the dummy Pstream library",
        ),
        "OpenFOAM runs with -parallel as processes of one rank each",
        "It was started without mpirun, or its Pstream library is linked to another MPI than the launcher belongs to, "
        "or is the dummy one without MPI.",
        {
            "any": "`mpirun -np 4 SOLVER -parallel`; where it was: source OpenFOAM's etc/bashrc in the job, with "
            "WM_MPLIB of the MPI that starts it (`ldd PROGRAM` shows which libPstream.so and libmpi.so are loaded)",
        },
        "`ldd $(which simpleFoam) | grep -E 'Pstream|mpi'; which mpirun`",
        "https://github.com/gerlero/openfoam-app/issues/333",
    ),
)
