"""What MPIs of machines and vendors print that rankwise does not run: HPE MPI, Microsoft MPI, IBM's jsrun; oneCCL."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "mpt-lost",
        "HPE MPI",
        (
            "MPI_COMM_WORLD rank {rank} has terminated without calling MPI_Finalize()",
            "MPT: Received signal {signal}",
            "MPT ERROR: could not run executable",
        ),
        "A rank ended badly, and HPE MPI ended the job (rank {rank})",
        "It did not call MPI_Finalize: its own error stands before, or a signal says how it ended (7: a bus error, 9: "
        "killed, 11: a segmentation fault).",
        {
            "any": "see the first error of that rank; for signal 9 and 7 look at memory and /dev/shm of its node",
        },
        "`dmesg -T | grep -i -E 'oom|killed process'` on its node",
        "https://github.com/NGEET/fates/issues/313",
        role="consequence",
    ),
    Row(
        "mpt-adapter",
        "HPE MPI",
        (
            "MPT ERROR: ibdev_{}",
            "XRC recv QP to RTR",
        ),
        "HPE MPI cannot use the InfiniBand adapter between two nodes",
        "A queue pair could not be made or connected: the ports, the driver or this version of MPT are at fault.",
        {
            "any": "another version of the mpt module; `export MPI_IB_RAILS=1`; tell the administrators the nodes",
        },
        "`ibstat`",
        "https://github.com/ESCOMP/CTSM/issues/654",
        role="symptom",
        explains=("mpt-lost",),
    ),
    Row(
        "msmpi-service",
        "Microsoft MPI",
        (
            "is unable to connect to the smpd service on {host}",
            "is unable to connect to the smpd service",
            "Unable to connect to the smpd",
            "Failed RpcCliStartMgr error",
        ),
        "mpiexec does not reach the service (smpd) on {host}",
        "Microsoft MPI starts ranks by a service on each machine: it does not run there, or a firewall closes port "
        "8677. "
        "On a cluster with HPC Pack the scheduler starts it.",
        {
            "any": "start MsMpiLaunchSvc (or `smpd -d`) on each machine, allow it in the firewall; under HPC Pack "
            "submit "
            "a job in place of mpiexec",
        },
        "`mpiexec -hosts 1 HOST 1 hostname`",
        "https://github.com/microsoft/CNTK/issues/166",
    ),
    Row(
        "msmpi-aborted",
        "Microsoft MPI",
        (
            "job aborted: [ranks] message",
            "---- error analysis -----",
        ),
        "A rank ended badly, and the launcher ended the job",
        "The list names each rank: `terminated` are those that were ended, the others say why.",
        {
            "any": "see what the ranks print that are not `terminated`",
        },
        "`LAUNCH LINE`",
        "https://github.com/mpidotnet/MPI.NET/issues/2",
        role="consequence",
    ),
    Row(
        "jsrun-server",
        "LSF",
        (
            "Error initializing RM connection",
            "JSM server is not responding",
            "error in ptssup_mkcltsock_afunix",
        ),
        "jsrun does not reach its server (JSM) in the job",
        "jsrun was called outside of a job, its server on the launch node ended or is busy, or too many were started "
        "at "
        "once.",
        {
            "LSF": "call jsrun inside of bsub, fewer at a time; a new job where its server has ended",
        },
        "`bjobs; jslist`",
        "https://github.com/trilinos/Trilinos/issues/6861",
    ),
    Row(
        "jsrun-resources",
        "LSF",
        (
            "Requested job constraints cannot be met",
            "cannot be fulfilled by the allocation jsrun",
        ),
        "jsrun asks for resource sets that the job does not have",
        "The product of sets, cores and GPUs (-n -a -c -g -r) must fit the nodes; sets that others use are taken.",
        {
            "LSF": "`jsrun -n 6 -a 1 -c 7 -g 1 ./program` for each node of six GPUs; fewer of them",
        },
        "`jslist -R; bjobs -l`",
        "https://github.com/radical-cybertools/radical.pilot/issues/2673",
    ),
    Row(
        "lsf-down",
        "LSF",
        (
            "LIM is down; try later",
            "Batch daemon not responding",
            "lsb_launch(): Server is not connected",
        ),
        "A daemon of LSF does not answer",
        "LSF's commands ask LIM and the batch daemon of the cluster: they are down, or this host is not part of it.",
        {
            "LSF": "try again later; `lsid` must name the cluster",
        },
        "`lsid; bhosts`",
        "https://github.com/mpi4py/mpi4py/issues/226",
    ),
    Row(
        "batch-refused",
        "batch system",
        (
            "qsub: submit error",
            "qsub: Job rejected by all possible destinations",
            "qsub: Illegal attribute or resource value",
            "qsub: Unknown queue",
            "qsub: Job violates queue and/or server resource limits",
            "qsub: would exceed {}",
            "Unable to run job: {}",
            "apsched: claim exceeds reservation's",
            "bsub: {} Job not submitted",
            "Request aborted by esub. Job not submitted",
        ),
        "The batch system does not take the job",
        "Its words name what it does not give: a queue, a time, a number of nodes or of jobs.",
        {
            "any": "ask for what the queue gives: `qstat -Qf`, `qconf -sql`, `bqueues -l` show its limits",
        },
        "`qstat -Q`",
        "https://help.altair.com/2024.1.0/PBS%20Professional/PBSUserGuide2024.1.pdf",
    ),
    Row(
        "hydra-pbs",
        "Hydra",
        (
            "tm_init() failed with TM error {count}",
            "tm_poll({}) failed with TM error {count}",
            "tm_spawn() failed with TM error {count}",
        ),
        "Hydra cannot speak with PBS (TM)",
        "It starts its proxies by the task manager of PBS: the daemon of PBS on the first node does not answer, or "
        "this "
        "mpiexec was not started inside of its job.",
        {
            "any": "start by ssh in place of PBS: `mpiexec -bootstrap ssh -f $PBS_NODEFILE ...`",
        },
        "`pbsdsh hostname` (inside the job)",
        "https://github.com/radical-cybertools/radical.pilot/issues/301",
        explains=("hydra-ssh", "mpich-peer"),
    ),
    Row(
        "ccl",
        "oneCCL",
        (
            "|CCL_ERROR|",
            "RuntimeError: oneCCL:",
        ),
        "A call of oneCCL failed",
        "Its first CCL_ERROR line names the place: threads that could not be bound (CCL_WORKER_AFFINITY), libfabric, "
        "or "
        "MPI beneath it.",
        {
            "any": "source oneCCL's setvars.sh, start with Intel's mpirun; `export CCL_LOG_LEVEL=info "
            "CCL_ATL_TRANSPORT=mpi`; `unset CCL_WORKER_AFFINITY` where threads cannot be bound",
        },
        "`env | grep -E 'CCL_|FI_'; fi_info -l`",
        "https://github.com/intel/torch-ccl/issues/54",
        role="symptom",
        explains=("python-exception",),
    ),
    Row(
        "nvshmem",
        "NVSHMEM",
        (
            "nvshmem initialization failed",
            "Unable to initialize any transports",
            "nvshmemi_transport_init:{count}: init failed for transport",
            "nvshmem detect topo failed",
            "nvshmem setup connections failed",
            "NVSHMEM API called before NVSHMEM initialization has completed",
            "building transport map failed",
        ),
        "NVSHMEM does not start",
        "It found no transport that works: IBGDA and IBRC need mlx5 adapters, GPUDirect RDMA (nvidia-peermem or "
        "dmabuf) "
        "and drivers that let GPUs ring doorbells.",
        {
            "any": "`export NVSHMEM_DEBUG=INFO`; `NVSHMEM_REMOTE_TRANSPORT=none` on one node; IBGDA: options "
            "NVreg_EnableStreamMemOPs=1 and PeerMappingOverride=1 of the nvidia module; `modprobe nvidia_peermem`",
        },
        "`ls /dev/infiniband; lsmod | grep peermem; nvidia-smi topo -m`",
        "https://github.com/deepseek-ai/DeepEP/issues/55",
        role="symptom",
    ),
    Row(
        "cuda-busy",
        "CUDA",
        (
            "CUDA-capable devices are busy or unavailable",
            "CUDA-capable device(s) is/are busy or unavailable",
            "cudaErrorDevicesUnavailable",
            "exclusive (thread or process) mode",
        ),
        "A GPU is taken by another process",
        "It is in exclusive mode, which lets one process in, and another rank or job has it; several ranks need MPS.",
        {
            "any": "one rank for each GPU; `nvidia-cuda-mps-control -d` before several ranks share one; "
            "administrators: "
            "`nvidia-smi -c DEFAULT`",
        },
        "`nvidia-smi -q -d COMPUTE | grep Mode; nvidia-smi`",
        "https://github.com/jade-hpc-gpu/jade-hpc-gpu.github.io/issues/39",
        explains=("cuda-call",),
    ),
    Row(
        "cuda-call",
        "CUDA",
        (
            "HSA_STATUS_ERROR",
            "cudaErrorInitializationError",
            "CUDA error: {}",
            "HIP error: {}",
            "CUBLAS_STATUS_",
            "CUDNN_STATUS_",
            "CUDA driver error",
            "NCCL WARN Cuda failure '{}'",
            "NCCL WARN Cuda failure {count} '{}'",
            "device-side assert triggered",
            "Unexpected error from cudaGetDeviceCount",
            "Unexpected error from hipGetDeviceCount",
        ),
        "A call of CUDA or HIP failed",
        "Its words name the reason. Kernels run beside the program, so that the call that reports it is often a later "
        "one.",
        {
            "any": "`CUDA_LAUNCH_BLOCKING=1` (HIP: `AMD_SERIALIZE_KERNEL=3`) reports it where it happens; "
            "`compute-sanitizer PROGRAM`",
        },
        "`nvidia-smi; dmesg -T | grep -i xid`",
        "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html",
        role="symptom",
        needs="log",
        explains=("python-exception", "nccl-error"),
    ),
    Row(
        "slurm-refused",
        "Slurm",
        (
            "Job Submit failed: {}",
            "Batch job submission failed: {}",
            "Unable to allocate resources: {}",
            "Unable to create step for job {job}: {}",
        ),
        "Slurm does not take the job or step",
        "Its words behind the colon say why.",
        {
            "Slurm": "`sinfo`, `scontrol show partition` and `sacctmgr show assoc user=$USER` show what may be asked "
            "for",
        },
        "`sinfo -o '%P %a %l %D %c %m %G'`",
        "https://slurm.schedmd.com/sbatch.html",
        vague=True,
    ),
    Row(
        "ucx-said",
        "UCX",
        (
            "UCX FATAL {}",
            "UCX ERROR {}",
        ),
        "UCX reports an error that is not known here",
        "Its line names the call and the device or variable.",
        {
            "any": "`UCX_TLS=sm,tcp,self` to try without the adapter; `UCX_LOG_LEVEL=info` says more",
        },
        "`ucx_info -d | grep -E 'Transport|Device'; env | grep UCX_`",
        "https://openucx.readthedocs.io/en/master/faq.html",
        role="consequence",
        vague=True,
    ),
    Row(
        "pod-memory",
        "Kubernetes",
        ("OOMKilled",),
        "A container used more memory than its limit, and was killed",
        "The limit of the pod counts all its ranks, and files in memory (/dev/shm) too.",
        {
            "any": "raise resources.limits.memory of the worker; fewer ranks in a pod",
        },
        "`kubectl describe pod POD | grep -A5 'Last State'`",
        "https://kubernetes.io/docs/tasks/configure-pod-container/assign-memory-resource/",
        needs="log",
        explains=("killed",),
    ),
)
