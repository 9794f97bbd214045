"""What PyTorch's launcher and its rendezvous, Horovod, JAX and Ray print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "torch-clients",
        "PyTorch",
        (
            "Timed out initializing process group in store based barrier",
            "seconds waiting for clients. {count}/{count} clients joined",
            "seconds waiting for workers. {count}/{count} workers joined",
        ),
        "Not all processes came to PyTorch's rendezvous in time",
        "The message says how many of how many did: fewer were started than the world size says, they look for another "
        "address or port, or ended before.",
        {
            "any": "start all: `torchrun --nnodes N --nproc-per-node G`; the same MASTER_ADDR and MASTER_PORT on all "
            "nodes; see the first error of those that are missing",
        },
        "`env | grep -E 'MASTER_|WORLD_SIZE|RANK'` on each node; `ss -ltnp | grep 29500` on the first",
        "https://github.com/OpenRLHF/OpenRLHF/issues/1040",
        role="symptom",
        explains=("python-exception",),
    ),
    Row(
        "torch-store",
        "PyTorch",
        (
            "The client socket has timed out after {}ms while trying to connect to ({host}, {count})",
            "The client socket has timed out after",
            "The client socket has failed to connect to any network address of ({host}, {count})",
            "The connection to the C10d store has failed",
            "RendezvousConnectionError",
            "RendezvousTimeoutError",
        ),
        "A process does not reach PyTorch's rendezvous (on {host})",
        "Rank 0 listens at MASTER_ADDR and MASTER_PORT: it did not start or ended, the name leads elsewhere, or a "
        "firewall closes the port.",
        {
            "any": "name the first node by an address that all reach: `torchrun --rdzv-endpoint ADDRESS:29500`, and "
            "open "
            "the port; see the first error of rank 0",
        },
        "`getent hosts {host}; ss -ltnp | grep 29500`",
        "https://github.com/intel/torch-xpu-ops/issues/2119",
        role="symptom",
        explains=("python-exception", "connection-refused"),
    ),
    Row(
        "torch-store-lost",
        "PyTorch",
        (
            "Connection was likely closed. Did the remote server shutdown or crash?",
            "recvValue failed on SocketImpl",
            "sendBytes failed on SocketImpl",
            'Failed to check the "should dump" flag on TCPStore',
        ),
        "The process that holds PyTorch's store (rank 0) went away",
        "The rank that prints this did nothing wrong; see why rank 0, or its node, ended.",
        {
            "any": "see the first error of rank 0",
        },
        "`dmesg -T | grep -i oom` on the first node",
        "https://github.com/pytorch/pytorch/issues/119196",
        role="consequence",
        explains=("python-exception", "mpich-peer"),
    ),
    Row(
        "torch-env",
        "PyTorch",
        (
            "Torch not compiled with CUDA enabled",
            "environment variable {name} expected, but not set",
            "Default process group has not been initialized",
            "Distributed package doesn't have NCCL built in",
            "Distributed package doesn't have MPI built in",
            "ProcessGroupNCCL is only supported with GPUs, no GPUs found",
        ),
        "PyTorch's processes were not started as a job, or not with this backend",
        "init_process_group reads RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, which torchrun sets and mpirun and "
        "srun "
        "do not; nccl needs a GPU in each process and a build that has it.",
        {
            "Slurm": "set RANK, LOCAL_RANK and WORLD_SIZE from SLURM_PROCID, SLURM_LOCALID and SLURM_NTASKS",
            "any": "`torchrun --nproc-per-node 4 train.py`; without GPUs: backend gloo",
        },
        "`env | grep -E 'RANK|WORLD_SIZE|MASTER_'; python -c 'import torch.distributed as d; "
        "print(d.is_nccl_available())'`",
        "https://docs.pytorch.org/docs/stable/distributed.html",
        explains=("python-exception",),
    ),
    Row(
        "torchrun",
        "PyTorch",
        (
            "torch.distributed.elastic.multiprocessing.errors.ChildFailedError",
            "failed (exitcode: {status}) local_rank: {rank}",
            "exits with return code = {status}",
        ),
        "A process failed (exit code {status}), and its launcher ended the others",
        "torchrun and deepspeed notice it only. The process itself said why before, in its own traceback; the line "
        "`Root Cause` names its rank and host. Negative codes are signals.",
        {
            "any": "see the first traceback of that rank: `torchrun --log-dir logs --redirects 3` keeps each one's "
            "output",
        },
        "`LAUNCH LINE`",
        "https://docs.pytorch.org/docs/stable/elastic/errors.html",
        role="consequence",
    ),
    Row(
        "horovod-start",
        "Horovod",
        (
            "Timed out waiting for tasks to start. Please check connectivity between servers",
            "Launching horovod task function was not successful",
            "Unable to find a set of common task-to-task communication interfaces",
        ),
        "horovodrun does not reach its tasks on the other hosts",
        "It asks each host by ssh and TCP for its interfaces: ssh asks something or has another port, Horovod is not "
        "installed there (another Python), a firewall closes ports, or no network is common to all.",
        {
            "any": "`horovodrun --network-interfaces eth0 --start-timeout 120 -H HOSTS ...`; `ssh HOST hostname` must "
            "work without a question",
        },
        "`horovodrun --check-build`; `ssh HOST hostname` for each host",
        "https://github.com/horovod/horovod/blob/master/docs/troubleshooting.rst",
        explains=("python-exception", "mpich-abort"),
    ),
    Row(
        "horovod-stall",
        "Horovod",
        (
            "tensors were submitted to be reduced, gathered or broadcasted by subset of ranks",
            "Stalled ops: {} ready ranks",
            "[missing ranks: {}]",
        ),
        "Some ranks of Horovod wait for others that do not come",
        "The log lists which ranks miss which tensors: they do something else (a checkpoint, an evaluation), have "
        "other "
        "tensors, or ended.",
        {
            "any": "call the same collectives in all ranks; see what the ranks behind 'missing ranks' do; `export "
            "HOROVOD_LOG_LEVEL=debug`",
        },
        "`py-spy dump --pid PID` of a missing rank",
        "https://github.com/horovod/horovod/issues/3950",
        role="symptom",
    ),
    Row(
        "horovod-shutdown",
        "Horovod",
        (
            "Horovod has been shut down",
            "HorovodInternalError",
        ),
        "Horovod ended, because another rank failed or was ready before",
        "The rank that prints this did nothing wrong: the exception of another one stands before the first message of "
        "this kind.",
        {
            "any": "see the first exception: `mpirun --tag-output` (5: `--output tag`) names ranks in each line",
        },
        "`LAUNCH LINE`",
        "https://github.com/horovod/horovod/issues/534",
        role="consequence",
        explains=("python-exception",),
    ),
    Row(
        "horovod-build",
        "Horovod",
        (
            "Horovod has not been initialized; use hvd.init()",
            "Extension horovod.{name} has not been built",
            "horovod {} has not been built with",
            "requires that Horovod be installed with",
        ),
        "Horovod here was not built for what the program uses, or not initialised",
        "pip builds it for the frameworks and the MPI that it finds at that moment; hvd.init() comes first.",
        {
            "any": "`HOROVOD_WITH_PYTORCH=1 HOROVOD_WITH_MPI=1 python -m pip install --no-cache-dir --force-reinstall "
            "horovod`",
        },
        "`horovodrun --check-build`",
        "https://horovod.readthedocs.io/en/stable/install_include.html",
        explains=("python-exception", "python-library"),
    ),
    Row(
        "torch-worker",
        "PyTorch",
        (
            "DataLoader worker (pid(s) {}) exited unexpectedly",
            "DataLoader worker (pid {count}) is killed by signal: {name}",
        ),
        "A process that loads data for a rank was killed, or ended",
        "By signal 9 mostly since memory ran out: each worker holds a copy of the data set's objects.",
        {
            "any": "fewer workers (num_workers), or more memory for the job; num_workers=0 shows the error of the "
            "worker "
            "itself",
        },
        "`dmesg -T | grep -i -E 'oom|killed process'`",
        "https://docs.pytorch.org/docs/stable/data.html",
        role="symptom",
        explains=("python-exception",),
    ),
    Row(
        "jax-coordinator",
        "JAX",
        (
            "Barrier timed out. Barrier_id:",
            "DEADLINE_EXCEEDED: Barrier timed out",
            "coordination_service_agent.cc:{count}]",
            "Failed to connect to coordination service",
        ),
        "Processes of JAX do not reach their coordinator, or not all of them came",
        "Process 0 ended or was not started, its address leads elsewhere, or the number of processes is wrong.",
        {
            "any": "see the first error of process 0; the same coordinator_address and num_processes in all",
        },
        "`env | grep -E 'JAX_|COORDINATOR'; getent hosts $(hostname)`",
        "https://docs.jax.dev/en/latest/multi_process.html",
        role="symptom",
        explains=("python-exception",),
    ),
    Row(
        "ray-actor",
        "Ray",
        (
            "RayActorError: The actor died unexpectedly",
            "The actor died because of an error raised in its creation task",
            "ray.exceptions.ActorDiedError",
            "Task was killed due to the node running low on memory",
        ),
        "A worker of Ray ended",
        "Its own error stands before, or in its log: memory, or an exception at its start.",
        {
            "any": "see the first error of the worker: /tmp/ray/session_latest/logs/worker-*.err on its node",
        },
        "`ray status; ls -t /tmp/ray/session_latest/logs | head`",
        "https://docs.ray.io/en/latest/ray-core/fault-tolerance.html",
        role="consequence",
        needs="log",
        explains=("python-exception",),
    ),
    Row(
        "torch-mismatch",
        "PyTorch",
        (
            "Detected mismatch between collectives on ranks",
            "DDP expects same model across all ranks",
            "Expected to have finished reduction in the prior iteration before starting a new one",
            "Tensors must be contiguous and of the same size {} rank",
        ),
        "Ranks do not do the same: other models, tensors or collective calls",
        "All ranks must make the same calls in the same order with the same sizes: branches by rank, unused "
        "parameters and "
        "batches of different number break that.",
        {
            "any": "`export TORCH_DISTRIBUTED_DEBUG=DETAIL` names rank and parameter; "
            "DistributedDataParallel(find_unused_parameters=True) for unused ones",
        },
        "`TORCH_DISTRIBUTED_DEBUG=DETAIL LAUNCH LINE`",
        "https://docs.pytorch.org/docs/stable/distributed.html",
        explains=("python-exception",),
    ),
    Row(
        "torch-unique-id",
        "PyTorch",
        ("is setting up NCCL communicator and retrieving ncclUniqueId from",),
        "A rank waits for another one at the start of an NCCL communicator",
        "Rank 0 of the group did not come to the same call: it ended, is late, or calls another collective first.",
        {
            "any": "see the first error of rank 0; a longer limit where it is only slow (loading of data or "
            "checkpoints)",
        },
        "`py-spy dump --pid PID` of rank 0 while others wait",
        "https://github.com/pytorch/pytorch/issues/119196",
        role="consequence",
        explains=("python-exception", "mpich-peer"),
    ),
    Row(
        "torch-hangup",
        "PyTorch",
        ("Process {count} got signal: 1 ", "Received 1 death signal, shutting down", "Received Signals.SIGHUP"),
        "The terminal was closed, and its signal (SIGHUP) ended the job",
        "torchrun passes the signal on to its processes, also under nohup.",
        {
            "any": "start in tmux or screen, as a batch job, or: `setsid torchrun ... > out 2>&1 &`",
        },
        "`kill -l`",
        "https://github.com/pytorch/pytorch/issues/67538",
        explains=("python-exception", "torchrun"),
    ),
)
