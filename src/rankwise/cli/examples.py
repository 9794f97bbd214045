"""Two whole lines for each command, as its `--help` and the reference show them. A test reads each as it stands."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final[dict[str, tuple[str, str]]] = {
    "": ("rankwise survey", "rankwise improve mpirun -n 4 ./app"),
    "survey": ("rankwise survey --quick", "rankwise survey --mpi mpich,openmpi --budget 5m"),
    "doctor": ("rankwise doctor", "rankwise doctor --run mpirun -n 8 ./app"),
    "map": ("rankwise map --hosts n1,n2,n3", "rankwise map --per socket --budget 2m"),
    "map show": ("rankwise map show last", "rankwise map show cluster.toml --svg map.svg"),
    "watch": ("rankwise watch 4711", "rankwise watch mpirun -n 4 ./app"),
    "fabrics": ("rankwise fabrics --mpi mpich", "rankwise fabrics --hosts n1,n2"),
    "compare": (
        "rankwise compare mpich openmpi --kernels pingpong,allreduce",
        "rankwise compare default env:UCX_TLS=tcp mpirun -n 2 ./app",
    ),
    "bench": ("rankwise bench pingpong -n 2", "rankwise bench allreduce alltoall --sizes 8,64KiB --hosts n1,n2"),
    "simulate": (
        "rankwise simulate phi-cluster",
        "rankwise simulate phi-cluster phi-cluster-two-adapters --kernels alltoall --sizes 1MiB",
    ),
    "study": ("rankwise study list", "rankwise study fabric"),
    "machine": ("rankwise machine list", "rankwise machine beside last"),
    "machine list": ("rankwise machine list", "rankwise machine list --json"),
    "machine show": ("rankwise machine show phi-workstation", "rankwise machine show cluster.toml --json"),
    "machine draw": ("rankwise machine draw phi-cluster", "rankwise machine draw phi-cluster --svg cluster.svg"),
    "machine export": (
        "rankwise machine export phi-cluster --to mine.toml",
        "rankwise machine export blue-gene-q --to q.toml",
    ),
    "machine import": (
        "rankwise machine import last --to mine.toml",
        "rankwise machine import imb.txt osu.txt --to mine.toml --name two",
    ),
    "machine beside": ("rankwise machine beside last", "rankwise machine beside map.json phi-cluster oci-a100"),
    "scale": ("rankwise scale", "rankwise scale --project 4096 --hosts n1,n2"),
    "improve": (
        "rankwise improve mpirun -n 4 ./app",
        "rankwise improve --budget 20m --same 'sum .*' mpirun -n 4 ./app",
    ),
    "trace": ("rankwise trace mpirun -n 4 ./app", "rankwise trace --timeline calls.json mpirun -n 4 ./app"),
    "trace show": ("rankwise trace show", "rankwise trace show last --json"),
    "trace export": ("rankwise trace export last", "rankwise trace export last --format matrix --file matrix.csv"),
    "tune": ("rankwise tune --mpi mpich --budget 10m", "rankwise tune --for collectives --file tuning.toml"),
    "tune verify": ("rankwise tune verify tuning.toml", "rankwise tune verify tuning.toml --budget 5m"),
    "tune explain": ("rankwise tune explain tuning.toml", "rankwise tune explain tuning.toml --json"),
    "tune check": ("rankwise tune check tuning.toml", "rankwise tune check tuning.toml --mpi mpich"),
    "tune export": (
        "rankwise tune export tuning.toml --format env",
        "rankwise tune export tuning.toml --format sbatch --out site",
    ),
    "run": ("rankwise run --tuning tuning.toml mpirun -n 4 ./app", "rankwise run --endpoints two.toml ./app"),
    "program": ("rankwise program list", "rankwise program run ring"),
    "program list": ("rankwise program list", "rankwise program list --json"),
    "program show": ("rankwise program show ring", "rankwise program show stencil3d --json"),
    "program path": ("rankwise program path ring", "mpirun -n 4 $(rankwise program path ring)"),
    "program run": ("rankwise program run ring -n 2", "rankwise program run fft3d --mpi all -- --size 96"),
    "place": (
        "rankwise place --machine last --pattern ring",
        "rankwise place --machine cluster.toml --pattern alltoall",
    ),
    "route": ("rankwise route n1 n2 --machine last", "rankwise route n1 n2 --machine last --size 1MiB"),
    "schedule": (
        "rankwise schedule alltoall --machine last",
        "rankwise schedule bcast --machine cluster.toml --sizes 1MiB",
    ),
    "share": (
        "rankwise share --machine cluster.toml --speed host=1 --speed card=2.5",
        "rankwise share --machine last --speed n1=10 --speed n2=30 --work 1e9",
    ),
    "mpi": ("rankwise mpi install mpich", "rankwise mpi list"),
    "mpi list": ("rankwise mpi list", "rankwise mpi list --hosts 'n[1-40]'"),
    "mpi show": ("rankwise mpi show", "rankwise mpi show openmpi"),
    "mpi knobs": ("rankwise mpi knobs list eager", "rankwise mpi knobs explain MPIR_CVAR_CH4_SHM_POSIX_EAGER"),
    "mpi knobs list": ("rankwise mpi knobs list eager", "rankwise mpi knobs list --mpi openmpi allreduce"),
    "mpi knobs explain": (
        "rankwise mpi knobs explain MPIR_CVAR_NOLOCAL --mpi mpich",
        "rankwise mpi knobs explain I_MPI_FABRICS --mpi impi",
    ),
    "mpi add": ("rankwise mpi add /opt/openmpi-5", "rankwise mpi add /usr/bin/mpiexec.mpich"),
    "mpi install": ("rankwise mpi install mpich", "rankwise mpi install openmpi"),
    "mpi remove": ("rankwise mpi remove openmpi", "rankwise mpi remove openmpi --json"),
    "inventory": ("rankwise inventory --hosts n1,n2", "rankwise inventory --save node.record"),
    "cluster": ("rankwise cluster new --hosts n1,n2 cluster.toml", "rankwise cluster verify cluster.toml"),
    "cluster new": (
        "rankwise cluster new --hosts n1,n2 cluster.toml",
        "rankwise cluster new --hosts 'n[1-16]' --name lab cluster.toml",
    ),
    "cluster check": ("rankwise cluster check cluster.toml", "rankwise cluster check cluster.toml --json"),
    "cluster show": ("rankwise cluster show cluster.toml", "rankwise cluster show cluster.toml --json"),
    "cluster render": (
        "rankwise cluster render cluster.toml files",
        "rankwise cluster render cluster.toml files --json",
    ),
    "cluster verify": ("rankwise cluster verify cluster.toml", "rankwise cluster verify cluster.toml --json"),
    "lab": ("rankwise lab up examples/phi-cluster.toml", "rankwise lab list"),
    "lab up": ("rankwise lab up examples/phi-cluster.toml", "rankwise lab up cluster.toml --name test --lifetime 1h"),
    "lab run": ("rankwise lab run -- hostname", "rankwise lab run --lab phi -- mpirun -n 2 ./app"),
    "lab exec": ("rankwise lab exec n1 -- ip address", "rankwise lab exec n1 --lab phi -- hostname"),
    "lab list": ("rankwise lab list", "rankwise lab list --json"),
    "lab down": ("rankwise lab down", "rankwise lab down phi"),
    "lab fault": ("rankwise lab fault kinds", "rankwise lab fault clear"),
    "lab fault kinds": ("rankwise lab fault kinds", "rankwise lab fault kinds --json"),
    "lab fault add": ("rankwise lab fault add loss n1 n2 1%", "rankwise lab fault add cpu-quota n1 0.5"),
    "lab fault list": ("rankwise lab fault list", "rankwise lab fault list --json"),
    "lab fault clear": ("rankwise lab fault clear", "rankwise lab fault clear 1"),
    "runs": ("rankwise runs list", "rankwise runs show last"),
    "runs list": ("rankwise runs list", "rankwise runs list --json"),
    "runs show": ("rankwise runs show last", "rankwise runs show last --json"),
    "runs page": ("rankwise runs page last --open", "rankwise runs page last --file figure.png"),
    "runs diff": ("rankwise runs diff 20261101 last", "rankwise runs diff 20261101 last --fail-on-regression"),
    "runs import": ("rankwise runs import osu_latency.txt", "rankwise runs import --mpi mpich imb-1.txt imb-2.txt"),
    "runs export": ("rankwise runs export last", "rankwise runs export last --samples --file samples.csv"),
    "config": ("rankwise config", "rankwise config --json"),
}


def shown(path: str) -> str:
    """The examples of a command under its help, as they are: Click fills no lines behind its mark."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in EXAMPLES.get(path, ()))])
