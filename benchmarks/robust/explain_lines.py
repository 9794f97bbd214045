"""Launch lines whose layout is told and seen: `node|line`. `a` to `d` are synthetic nodes, `here` this machine. Hosts
of the lines are names alone; {folder} holds the host files and the rankfile of FILES."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NODES: Final[Mapping[str, str]] = {
    "a": "pack:2 numa:2 core:4 pu:2",
    "b": "pack:2 core:4 pu:1",
    "c": "pack:1 core:4 pu:2",
    "d": "core:2 pu:1",
}
FILES: Final[Mapping[str, str]] = {
    "slots": "a slots=2\nb slots=3\n",
    "counts": "a:2\nb:3\n",
    "plain": "a\nb\n",
    "ranks": "rank 0=b slot=0\nrank 1=a slot=1:0-1\nrank 2=a slot=0:3\n",
}
OPENMPI_5: Final = """\
a|-n 2
a|-n 3
a|
a|-n 18
a|-n 18 --oversubscribe
a|-n 2 --oversubscribe
a|--map-by package -n 5
a|--map-by numa -n 6
a|--map-by slot -n 9
a|--map-by node -n 5
a|--map-by node --bind-to core -n 3
a|--bind-to numa -n 5
a|--bind-to none -n 3
a|--bind-to hwthread -n 3
a|--use-hwthread-cpus -n 3
a|--map-by hwthread
a|--map-by ppr:1:package
a|--map-by ppr:2:numa:PE=2
a|--map-by slot:PE=2 -n 3
a|--map-by package:PE=3 -n 5
a|--map-by package:span -n 5
a|--map-by package --bind-to numa -n 6
a|--map-by core --bind-to package -n 3
a|--rank-by slot --map-by package -n 5
a|--bind-to core:overload-allowed -n 18 --map-by :OVERSUBSCRIBE
a|--cpu-set 0,2 -n 2
a|--map-by pe-list=0,2,4:ordered -n 2
a|--map-by l3cache -n 2
a|--host a,b -n 2
a|--host a:3,b:2
a|--host a -n 2
a|--host a:3,b:3 -n 4 --map-by node
a|--host a:4,b:4 -n 6 --map-by package:span
a|--host a:16,b:16 -N 2
a|--host a:2,b:2 -n 6 --map-by slot:OVERSUBSCRIBE
a|--host a:4,b:4 -n 2 true : -n 3
a|-n 3 --host a:4 true : -n 2 --host b:2
a|--hostfile {folder}/slots -n 4
a|--hostfile {folder}/slots -N 1
a|--map-by rankfile:file={folder}/ranks -n 3 --host a:8,b:8
b|-n 4 --bind-to hwthread
c|-n 6 --use-hwthread-cpus
d|--host vm:4 -n 4
"""
OPENMPI_4: Final = """\
a|-n 2
a|-n 3
a|
a|-n 17
a|-n 18 --oversubscribe
a|-n 2 --oversubscribe
a|--map-by core -n 3
a|--map-by socket -n 5
a|--map-by slot -n 9
a|--map-by node -n 5
a|--map-by hwthread -n 3
a|--map-by l3cache -n 2
a|--bind-to numa -n 5
a|--bind-to socket -n 3
a|--bind-to none -n 2
a|--bind-to hwthread -n 3
a|--bind-to core:overload-allowed -n 18 --oversubscribe
a|--use-hwthread-cpus -n 2
a|--use-hwthread-cpus -n 3
a|--map-by ppr:1:socket
a|--map-by ppr:1:numa
a|--map-by ppr:2:numa:PE=2 -n 8
a|--map-by slot:PE=2 -n 3
a|--map-by socket:PE=3 -n 5
a|--map-by core --bind-to socket -n 3
a|--map-by socket --bind-to numa -n 6
a|--map-by core --rank-by socket -n 10
a|--cpus-per-proc 2 -n 2
a|-npersocket 1
a|-np 3 -npersocket 1
a|-bind-to-core -n 2
a|-bynode -n 3
a|--mca rmaps_base_mapping_policy socket -n 3
a|-n 2 true : -n 3
a|--host a:3,b:2
a|--host a:3,b:3 -n 4 --map-by node
a|--host a:4,b:4 -n 5 --map-by socket
a|--host a:4,b:4 -n 2 true : -n 3
a|--hostfile {folder}/slots -n 4
a|--hostfile {folder}/slots -n 7 --oversubscribe
a|--hostfile {folder}/slots -N 1
b|-n 4 --bind-to hwthread
c|-n 2 --map-by hwthread
"""
MPICH: Final = """\
a|
a|-n 3
a|-n 3 -bind-to user:0,4,9
a|-n 3 -bind-to rr
a|-n 3 -bind-to numa:2
a|-n 5 -bind-to socket
a|-n 17 -bind-to core
a|-n 6 -bind-to core:3
a|-n 40 -bind-to hwthread
a|-n 4 -bind-to core -map-by numa
a|-n 20 -bind-to hwthread -map-by numa
a|-n 4 -bind-to hwthread:2 -map-by hwthread
a|-n 4 -bind-to numa -map-by core
a|-n 6 -bind-to numa -map-by socket
a|-n 6 -bind-to core:2 -map-by socket
a|-n 9 -bind-to core:2 -map-by numa
a|-n 3 -bind-to hwthread -map-by core
a|-n 3 -bind-to core -map-by socket:2
a|-n 3 -bind-to l3
a|-n 2 -bind-to board
a|-n 3 -bind-to none
a|-n 3 -map-by socket
a|HYDRA_BINDING=core HYDRA_MAPPING=socket -n 4
a|-n 2 -bind-to core : -n 3
a|-hosts a,b -n 5
a|-hosts a:2,b:3
a|-hosts a:2,b:3 -n 7
a|-hosts a:2,b:3 -ppn 1 -n 4
a|-hosts a,b -ppn 2 -n 7
a|-hosts a,a,b -n 4
a|-hosts a,b -n 3 : -n 2
a|-hosts a:4,b:4 -n 6 -bind-to core
a|-f {folder}/counts -n 4
a|-f {folder}/plain
a|-f {folder}/counts -n 4 -bind-to numa
a|HYDRA_HOST_FILE={folder}/counts -n 3
a|-ppn 2 -n 3
b|-n 3 -bind-to core -map-by socket
c|-n 5 -bind-to hwthread
here|-n 3 -bind-to core
here|-n 2 -bind-to socket
"""
IMPI: Final = """\
here|
here|-n 1
here|-n 2
here|-n 3
here|-n 5
here|-ppn 1 -n 3
here|-n 1 : -n 2
here|I_MPI_PIN=0 -n 2
here|-genv I_MPI_PIN 0 -n 2
here|-genv I_MPI_PIN=0 -n 2
here|I_MPI_PIN_DOMAIN=core -n 2
here|I_MPI_PIN_DOMAIN=socket -n 3
here|I_MPI_PIN_DOMAIN=numa -n 2
here|I_MPI_PIN_DOMAIN=node -n 2
here|I_MPI_PIN_DOMAIN=auto -n 1
here|I_MPI_PIN_DOMAIN=1 -n 3
here|I_MPI_PIN_DOMAIN=2 -n 2
here|I_MPI_PIN_DOMAIN=omp OMP_NUM_THREADS=2 -n 2
here|I_MPI_PIN_DOMAIN=[0x2,0x1] -n 2
here|I_MPI_PIN_DOMAIN=[2,1] -n 2
here|I_MPI_PIN_DOMAIN=nosuch -n 2
here|I_MPI_PIN_PROCESSOR_LIST=1,0 -n 2
here|I_MPI_PIN_PROCESSOR_LIST=1 -n 2
here|I_MPI_PIN_PROCESSOR_LIST=allcores -n 2
here|I_MPI_PIN_ORDER=scatter -n 2
here|-hosts a,b -n 5
here|-hosts a,b
here|-hosts a,b -ppn 1 -n 3
here|-hosts a,b -ppn 2 -n 5
here|-hosts a,b -perhost 3 -n 4
here|-hosts a:2,b:3 -n 7
here|-hosts a,b -n 3 : -n 2
here|I_MPI_PERHOST=1 -hosts a,b -n 3
here|-rr -hosts a,b -n 4
here|-grr 2 -hosts a,b -n 5
here|-f {folder}/counts -n 4
here|-f {folder}/plain
here|-machinefile {folder}/counts -n 7
here|-host a -n 3
here|-host a -n 2 : -host b -n 2
"""
