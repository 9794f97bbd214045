"""What is printed by HPE MPI, Microsoft MPI, oneCCL and NVSHMEM, which rankwise does not run, and by Kubernetes."""

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
        "The list names each rank: 'terminated' are those that were ended, the others say why.",
        {
            "any": "see what the ranks print that are not 'terminated'",
        },
        "`LAUNCH LINE`",
        "https://github.com/mpidotnet/MPI.NET/issues/2",
        role="consequence",
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
            "nvshmemi_{name}:{count}: non-zero status",
            "nvshmem setup heap failed",
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
