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
    Row(
        "julia-signals",
        "MPI.jl",
        (
            "Caught signal 11 (Segmentation fault",
            "unused env variable: UCX_ERROR_SIGNALS",
        ),
        "UCX takes a signal for an error that Julia uses for its threads (SIGSEGV)",
        "Julia's garbage collector stops threads by a segmentation fault that it makes itself; UCX's own handler ends "
        "the "
        "process then. A fault of the program looks the same.",
        {
            "any": "`export UCX_ERROR_SIGNALS=SIGILL,SIGBUS,SIGFPE` before the launch; one thread: `julia -t 1`",
        },
        "`env | grep UCX_ERROR_SIGNALS`",
        "https://github.com/JuliaParallel/MPI.jl/issues/337",
        role="suspect",
        given="a trace of Julia",
        explains=("segfault", "gpu-pointer", "ucx-unused"),
    ),
    Row(
        "ucx-xpmem",
        "UCX",
        ("failed to attach xpmem", "xpmem_make failed", "xpmem_attach{}failed", "xpmem_get{}failed"),
        "UCX cannot map another rank's memory by XPMEM",
        "The kernel module xpmem refused: memory or address space ran out, the other rank ended, or the module does "
        "not "
        "fit this kernel.",
        {
            "any": "`export UCX_TLS=^xpmem`, to go by CMA or shared memory",
        },
        "`lsmod | grep xpmem; dmesg -T | tail -20`",
        "https://github.com/cp2k/cp2k/issues/4936",
        role="symptom",
        explains=("no-memory", "ucx-said"),
    ),
    Row(
        "io-not-parallel",
        "HDF5",
        (
            "h5py was built without MPI support",
            "NetCDF: Parallel operation on file opened for non-parallel access",
            "NetCDF: Attempt to use feature that was not turned on when netCDF was built",
            "h5py was built without parallel support",
        ),
        "The library that writes the files (HDF5, NetCDF, h5py) was built without MPI",
        "Packages of systems, pip and conda are mostly serial: a parallel build has another name, and must be of the "
        "MPI "
        "of the program.",
        {
            "any": "load the parallel module (hdf5-mpi, netcdf-parallel); conda: `conda install -c conda-forge "
            "'h5py=*=mpi_openmpi*'`; pip: `CC=mpicc HDF5_MPI=ON pip install --no-binary=h5py h5py`",
        },
        "`h5pcc -showconfig | grep -i parallel; nc-config --has-parallel; python -c 'import h5py; "
        "print(h5py.get_config().mpi)'`",
        "https://docs.h5py.org/en/stable/mpi.html",
        explains=("python-exception", "program-error", "mpich-abort", "hdf5-error"),
    ),
    Row(
        "hdf5-version",
        "HDF5",
        (
            "HDF5 library version mismatched error",
            "HDF5 header files used to compile this application do not match",
            "Headers are {version}, library is {version}",
        ),
        "The program was built with another version of HDF5 than the one that it loads",
        "HDF5 ends the program itself then. LD_LIBRARY_PATH finds another module's or conda's library first.",
        {
            "any": "load the HDF5 of the build, alone; or build again; `export HDF5_DISABLE_VERSION_CHECK=1` goes on "
            "at "
            "one's own risk",
        },
        "`ldd PROGRAM | grep hdf5; h5cc -showconfig | head -3`",
        "https://support.hdfgroup.org/documentation/hdf5/latest/_library_switching.html",
        explains=("abort-signal", "job-ended", "bad-termination", "program-error"),
    ),
    Row(
        "charm-launcher",
        "Charm++",
        (
            "UcxInitEps: runtime_kvs_{} error",
            "runtime_kvs_put error",
        ),
        "A program of Charm++ (NAMD, ChaNGa) did not find the launcher that its build asks",
        "The build for UCX or OFI learns its other processes from PMI, PMI2 or PMIx, as it was built. Started by its "
        "name alone, or by another launcher, it finds none.",
        {
            "Slurm": "`srun --mpi=pmix ./program` or `srun --mpi=pmi2 ./program`, as it was built",
            "any": "`./charmrun +p16 ./program ++mpiexec`, or the mpirun of the Open MPI of its PMIx",
        },
        "`srun --mpi=list`; which of openpmix, ompipmix and slurmpmi2 the build has in its name",
        "https://github.com/charmplusplus/charm/issues/2477",
        explains=("charm-abort",),
    ),
    Row(
        "gasnet",
        "GASNet",
        (
            "*** FATAL ERROR (proc {}): in gasnetc",
            "unable to open any HCA ports",
            "*** GASNET ERROR",
            "GASNet: Invalid number of nodes:",
            "AMUDP {} returning an error code:",
            "GASNet {} returning an error code",
            "*** Caught a signal (proc {}): {name}",
        ),
        "GASNet, the network beneath Legion, Chapel and UPC++, did not start or ended",
        "Its line says in which step. Its conduit (ibv, ofi, ucx, mpi, smp) is chosen when it is built, and must fit "
        "the "
        "network and the launcher.",
        {
            "any": "the conduit of this network; `export GASNET_SPAWNER=mpi` (or pmi, ssh) for the launcher; "
            "`GASNET_VERBOSEENV=1` says more",
        },
        "`env | grep GASNET; ibv_devinfo | head -5`",
        "https://gasnet.lbl.gov/dist/README",
        role="symptom",
    ),
    Row(
        "sycl-device",
        "SYCL",
        (
            "No device of requested type available",
            "UR_RESULT_ERROR_{name}",
            "PI_ERROR_{name}",
            "ZE_RESULT_ERROR_{name}",
            "Native API failed. Native API returns",
        ),
        "SYCL finds no GPU that it may use, or a call of Level Zero failed",
        "The job has no GPU of Intel, ONEAPI_DEVICE_SELECTOR or ZE_AFFINITY_MASK hides it, or the driver returned an "
        "error, such as memory that ran out.",
        {
            "any": "`unset ONEAPI_DEVICE_SELECTOR ZE_AFFINITY_MASK`; ask the job for a GPU",
        },
        "`sycl-ls; env | grep -E 'ONEAPI|ZE_'`",
        "https://github.com/intel/llvm/blob/sycl/sycl/doc/EnvironmentVariables.md",
        role="symptom",
        needs="log",
        explains=("abort-signal", "python-exception"),
    ),
    Row(
        "plexec",
        "Fujitsu MPI",
        (
            "plexec One of MPI processes was aborted",
            "[ERR.] PLE {count} plexec",
            "plexec The process terminated {}",
        ),
        "A rank ended badly, and Fujitsu's launcher ended the job",
        "The program called MPI_Abort or died: its own words stand before, or in the output file of that rank "
        "(stdout-proxy, stderr-proxy).",
        {
            "any": "see the output files of that rank; CODE=1903 is MPI_Abort",
        },
        "`ls output.*/*; pjstat -v JOBID`",
        "https://github.com/yoshiconlab-technical-assistant/analyse-csh/issues/19",
        role="consequence",
    ),
    Row(
        "ucx-register",
        "UCX",
        (
            "gdr_pin_buffer failed",
            "cuMemHostRegister_v2{}failed",
            "ibv_reg_mr(address={}) failed: Bad address",
            "ibv_reg_mr({}) failed: Bad address",
            "failed to register address {} mem_type",
            "failed to register user buffer",
        ),
        "UCX cannot register memory with the adapter or the GPU",
        "Mostly memory of a GPU without a module for it (nvidia_peermem, gdrdrv), a buffer that was freed, or a limit "
        "of "
        "locked memory or of registrations.",
        {
            "any": "`modprobe nvidia_peermem`; to try: `export UCX_IB_GPU_DIRECT_RDMA=no UCX_TLS=^gdr_copy`; "
            "`ulimit -l unlimited`",
        },
        "`lsmod | grep -E 'peermem|gdrdrv'; ulimit -l; ucx_info -d | grep -i cuda`",
        "https://github.com/openucx/ucx/issues/10085",
        role="symptom",
        explains=("ucx-said",),
    ),
    Row(
        "flux-node-lost",
        "Flux",
        ("broker {~}is offline",),
        "Flux lost a node of the job",
        "Its broker went away: the node went down, was rebooted, or its network failed.",
        {
            "any": "start again without it: `flux run --requires=-host:NODE ...`; tell the administrators",
        },
        "`flux resource list; flux overlay status`",
        "https://flux-framework.readthedocs.io/projects/flux-core/en/latest/man1/flux-overlay.html",
        needs="log",
        alone=(
            "lost contact with job shell on broker",
            "lost connection to job shell",
        ),
        explains=("flux",),
    ),
    Row(
        "stdin-rank",
        "Fortran",
        (
            "end-of-file during read, unit 5, file stdin",
            "unit = 5, file = 'stdin'",
            "unit 5, file /proc/{}/fd/0",
        ),
        "A rank reads its standard input, and there is none for it",
        "Launchers give the standard input to rank 0 alone: others read the end of the file at once. srun and batch "
        "jobs "
        "may give none at all.",
        {
            "Slurm": "`srun --input=FILE ./program` gives it to all tasks",
            "any": "let rank 0 read and broadcast, or name the input file as an argument (Quantum ESPRESSO: "
            "`-in FILE`); Intel MPI: `mpiexec -s all ...`",
        },
        "`LAUNCH LINE < FILE` with one rank",
        "https://github.com/pmodels/mpich/issues/875",
        role="suspect",
        needs="log",
        explains=("fortran-input", "fortran-error", "job-ended", "bad-termination", "slurm-task-exit", "mpich-abort"),
    ),
)
