"""What launchers make of a line, as `benchmarks explain` saw them do it on synthetic nodes."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.core.units import number_ranges
from rankwise.inventory.synthetic import from_synthetic
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.layout import srun
from rankwise.mpis.layout.request import Layout, Part, RefusedLine, Request, host_file
from rankwise.mpis.layout.topology import topology
from rankwise.placement.launch_words import parts_of

NODES = {"big": "pack:2 numa:2 core:4 pu:2", "plain": "pack:2 core:4", "small": "core:2"}


def laid_out(family: str, version: str, node: str, line: str, environ: dict[str, str] | None = None) -> Layout:
    known = topology(from_synthetic(NODES[node]))
    launcher = "srun" if family == "slurm" else "mpirun"
    parts = tuple(map(Part, parts_of([launcher, *shlex.split(line), "app"])))
    request = Request(parts, environ or {}, version, "here", lambda _host: known)
    rules = srun.RULES if family == "slurm" else FAMILIES[family].line_rules()
    assert rules is not None
    return rules.lays_out(request)


def seats(layout: Layout) -> str:
    return " ".join(
        f"{seat.host}:{'-' if seat.cpus is None else number_ranges(sorted(seat.cpus))}" for seat in layout.seats
    )


@pytest.mark.parametrize(
    ("family", "version", "node", "line", "told"),
    [
        ("openmpi", "5.0.11", "big", "-n 3", "here:0-1 here:2-3 here:4-5"),
        ("openmpi", "5.0.11", "big", "-n 2 --oversubscribe", "here:- here:-"),
        ("openmpi", "5.0.11", "big", "--map-by package -n 3", "here:0-15 here:0-15 here:16-31"),
        ("openmpi", "5.0.11", "big", "--rank-by slot --map-by package -n 3", "here:0-15 here:16-31 here:0-15"),
        ("openmpi", "5.0.11", "big", "--map-by slot -n 5", "here:0-7 here:0-7 here:0-7 here:0-7 here:8-15"),
        ("openmpi", "5.0.11", "big", "--map-by ppr:1:numa:PE=2", "here:0-3 here:8-11 here:16-19 here:24-27"),
        ("openmpi", "5.0.11", "big", "--host a:2,b:2 --map-by node -n 3", "a:0-7 b:0-7 a:0-7"),
        ("openmpi", "5.0.11", "big", "--host a:2,b:1", "a:0-1 a:2-3 b:0-1"),
        ("openmpi", "5.0.11", "big", "--host a:2,b:2 -n 5 --map-by slot:OVERSUBSCRIBE", "a:- a:- a:- b:- b:-"),
        ("openmpi", "5.0.11", "plain", "--host a:4,b:4 --map-by slot:PE=3 -n 3", "a:0-2 a:4-6 b:0-2"),
        ("openmpi", "5.0.11", "big", "--host a:1,b:1 -n 1 app : -n 1", "a:0-1 b:0-1"),
        ("openmpi", "5.0.11", "big", "--use-hwthread-cpus -n 3", "here:0 here:1 here:2"),
        ("openmpi", "4.1.4", "big", "-n 2", "here:0-1 here:2-3"),
        ("openmpi", "4.1.4", "big", "-n 3", "here:0-7 here:8-15 here:16-23"),
        ("openmpi", "4.1.4", "big", "--map-by core --bind-to socket -n 2", "here:0-15 here:0-15"),
        ("openmpi", "4.1.4", "big", "-npersocket 1", "here:0-1 here:16-17"),
        ("openmpi", "4.1.4", "big", "--host a:1,b:2 -n 4 --oversubscribe", "a:- a:- b:- b:-"),
        ("openmpi", "4.1.4", "big", "--host a:2,b:2 -n 6 --oversubscribe", "a:- a:- a:- b:- b:- b:-"),
        ("mpich", "5.0.2", "big", "-n 2", "here:- here:-"),
        ("mpich", "5.0.2", "big", "-n 3 -bind-to core -map-by socket", "here:0-1 here:16-17 here:2-3"),
        ("mpich", "5.0.2", "big", "-n 2 -bind-to numa -map-by core", "here:0-7 here:0-7"),
        ("mpich", "5.0.2", "plain", "-n 3 -bind-to core:3", "here:0-2 here:3-5 here:0,6-7"),
        ("mpich", "5.0.2", "big", "-hosts a:2,b:1 -n 4", "a:- a:- b:- a:-"),
        ("mpich", "5.0.2", "big", "-hosts a:2,b:1 -ppn 1 -n 2", "a:- b:-"),
        ("impi", "2021.18", "small", "-n 3", "here:0 here:1 here:0"),
        ("impi", "2021.18", "small", "-hosts a:9,b:9 -n 3", "a:0 a:1 b:0-1"),
        ("impi", "2021.18", "small", "-genv I_MPI_PIN_DOMAIN [0x2,0x1] -n 2", "here:1 here:0"),
        ("impi", "2021.18", "small", "-host a -n 1 app : -host b -n 1", "a:0-1 b:0-1"),
        ("impi", "2021.18", "plain", "-genv I_MPI_PIN_PROCESSOR_LIST allcores:map=scatter -n 2", "here:0 here:4"),
        ("impi", "2021.18", "plain", "-genv I_MPI_PIN_PROCESSOR_LIST :map=bunch -n 2", "here:0 here:1"),
        ("impi", "2021.18", "big", "-genv I_MPI_PIN_PROCESSOR_LIST all:map=scatter -n 5",
         "here:0 here:16 here:8 here:24 here:2"),
        ("slurm", "", "plain", "-w n[1-2] -n 3 --ntasks-per-node 2 --cpu-bind=cores", "n1:0 n1:1 n2:0"),
        ("slurm", "", "plain", "-w n[1-2] -n 3 -m cyclic --cpu-bind=none", "n1:- n2:- n1:-"),
        ("slurm", "", "plain", "-w n[1-2] -n 4 -m plane=1 --cpu-bind=cores", "n1:0 n2:0 n1:1 n2:1"),
        ("slurm", "", "plain", "-w n[1-2] -n 5 -m plane=2 --cpu-bind=none", "n1:- n1:- n2:- n2:- n1:-"),
        ("slurm", "", "plain", "-n 2 --cpu-bind=v,cores", "here:0 here:1"),
        ("slurm", "", "plain", "-n 2 --cpu-bind=quiet,cores", "here:0 here:1"),
        ("slurm", "", "plain", "-n 2 --cpu_bind=cores", "here:0 here:1"),
        ("slurm", "", "plain", "-w a,b -n 4 --ntasks-per-socket=1 --cpu-bind=sockets", "a:0-3 a:4-7 b:0-3 b:4-7"),
    ],
)  # fmt: skip
def test_ranks_are_told_where_the_launcher_puts_them(
    family: str, version: str, node: str, line: str, told: str
) -> None:
    assert seats(laid_out(family, version, node, line)) == told


@pytest.mark.parametrize(
    ("family", "version", "line", "words"),
    [
        ("openmpi", "5.0.11", "-n 18", "18 ranks for 16 slots"),
        ("openmpi", "5.0.11", "--host a -n 2", "2 ranks for 1 slot"),
        ("openmpi", "5.0.11", "--map-by core --bind-to package -n 2", "cannot be bound to a whole package"),
        ("openmpi", "5.0.11", "--bind-to hwthread -n 2", "add --use-hwthread-cpus"),
        ("openmpi", "5.0.11", "--map-by package:PE=3 -n 5", "ask for more cores than there are"),
        ("openmpi", "5.0.11", "--map-by l3cache -n 2", "has no l3cache"),
        ("openmpi", "5.0.11", "--bind-to board -n 2", "--bind-to board is no object"),
        ("openmpi", "4.1.4", "-np 3 -npersocket 1", "2 ranks at most, and 3 are asked for"),
        ("mpich", "5.0.2", "-n 2 -bind-to l3", "this node has no l3cache"),
        ("impi", "2021.18", "-genv I_MPI_PIN_PROCESSOR_LIST allcores:grain=2 -n 2", "allcores:grain=2 is not laid out"),
        ("impi", "2021.18", "-genv I_MPI_PIN_PROCESSOR_LIST all:map=spread -n 2", "all:map=spread is not laid out"),
        ("slurm", "", "-N 2 -n 2", "2 nodes are asked for, and 1 are in the allocation"),
        ("slurm", "", "-n 3 --ntasks-per-socket=1", "3 tasks of 1 CPU do not fit into 2 places"),
        ("slurm", "", "-n 2 --multi-prog file", "--multi-prog is not laid out"),
        ("slurm", "", "-n 2 -m arbitrary", "--distribution=arbitrary is not laid out"),
        ("slurm", "", "-n 2 -m plane", "--distribution=plane is not laid out"),
        ("slurm", "", "-n 2 --cpu-bind=map_ldom:0,1", "--cpu-bind=map_ldom:0,1 is not laid out"),
    ],
)  # fmt: skip
def test_what_a_launcher_refuses_is_told(family: str, version: str, line: str, words: str) -> None:
    with pytest.raises(RefusedLine, match=words):
        laid_out(family, version, "big", line)


def test_nodes_that_are_full_are_passed_over() -> None:
    cpus = {"SLURM_JOB_CPUS_PER_NODE": "1,3"}
    line = "-w n[1-2] -n 4 -m cyclic --cpu-bind=none"
    assert seats(laid_out("slurm", "", "plain", line, cpus)) == "n1:- n2:- n2:- n2:-"
    assert seats(laid_out("slurm", "", "plain", f"{line} -n 5 -O", cpus)) == "n1:- n2:- n2:- n2:- n1:-"


def test_what_a_site_decides_is_named() -> None:
    line = "-n 2 --cpu-bind=cores -m block:cyclic --ntasks-per-socket=1"
    (note,) = laid_out("slurm", "", "plain", line).notes
    assert "not laid out on the CPUs of a node: --distribution=block:cyclic, --ntasks-per-socket" in note
    assert laid_out("slurm", "", "plain", "-n 2 --cpu-bind=cores").notes == ()


def test_files_of_hosts_and_ranks_are_read(tmp_path: Path) -> None:
    hosts, ranks = tmp_path / "hosts", tmp_path / "ranks"
    hosts.write_text("# ours\na slots=1\nb:2\n")
    ranks.write_text("rank 0=b slot=0\nrank 1=a slot=1:0-1\n")
    assert seats(laid_out("openmpi", "5.0.11", "big", f"--hostfile {hosts}")) == "a:0-1 b:0-1 b:2-3"
    line = f"--host a:8,b:8 -n 2 --map-by rankfile:file={ranks}"
    assert seats(laid_out("openmpi", "5.0.11", "big", line)) == "b:0-1 a:16-19"


@pytest.mark.parametrize(
    ("text", "openmpi", "hydra"),
    [
        ("a\na\nb\nb\n", "a a b b", "a a b b"),
        ("a\nb\na\n", "a a b b", "a b a a"),
        ("a slots = 2 max_slots=4\nb cpus=2\n", "a a b b", None),
        ("a count =2\nb cpu= 2 # ours\n", "a a b b", None),
    ],
)
def test_hosts_that_a_file_repeats_have_a_slot_each_time(
    tmp_path: Path, text: str, openmpi: str, hydra: str | None
) -> None:
    """Read off Open MPI 4.1.4 and MPICH 4.0.2; batch systems list a node once for each CPU."""
    (tmp_path / "nodes").write_text(text)
    for family, version, option, wanted in (
        ("openmpi", "4.1.4", "-n 4 --map-by slot --hostfile", openmpi),
        ("openmpi", "5.0.6", "-n 4 --map-by slot --hostfile", openmpi),
        ("mpich", "4.0.2", "-n 4 -f", hydra),
        ("impi", "2021.18", "-n 4 -machinefile", openmpi if hydra == openmpi else None),
    ):
        if wanted is not None:
            layout = laid_out(family, version, "plain", f"{option} {tmp_path / 'nodes'}")
            assert " ".join(seat.host for seat in layout.seats) == wanted, family


def test_variables_count_where_the_line_says_nothing() -> None:
    by = {"PRTE_MCA_rmaps_default_mapping_policy": "numa", "PRTE_MCA_hwloc_default_binding_policy": "none"}
    layout = laid_out("openmpi", "5.0.11", "big", "-n 2", by)
    assert (layout.mapping, layout.binding, seats(layout)) == ("by numa", "none", "here:- here:-")
    assert seats(laid_out("openmpi", "5.0.11", "big", "-n 1 --bind-to core", by)) == "here:0-1"
    assert seats(laid_out("mpich", "5.0.2", "big", "-n 1", {"HYDRA_BINDING": "numa"})) == "here:0-7"
    assert seats(laid_out("impi", "2021.18", "small", "-n 2", {"I_MPI_PIN": "off"})) == "here:- here:-"


def test_a_cpu_outside_of_every_object_is_named() -> None:
    """Some cores of a processor have no L3; CPUs of a memory node that is offline are in none."""
    node = from_synthetic("pack:2 numa:1 core:2")
    known = topology(replace(node, numa=node.numa[:1]))
    rules = FAMILIES["mpich"].line_rules()
    assert rules is not None
    parts = tuple(map(Part, parts_of(["mpiexec", "-n", "3", "-bind-to", "numa", "-map-by", "core", "app"])))
    with pytest.raises(RefusedLine, match="CPU 2 of this node is in no numa"):
        rules.lays_out(Request(parts, {}, "5.0.2", "here", lambda _host: known))


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("ann@n1 slots=2", ("n1", 2)),
        ("ann@n1:4", ("n1", 4)),
        ("n1 slots = 3 # of four", ("n1", 3)),
        ("fe80::1 slots=1", ("fe80::1", 1)),
        ("n1", ("n1", None)),
    ],
)
def test_a_line_of_a_host_file_names_a_host(tmp_path: Path, line: str, row: tuple[str, int | None]) -> None:
    (tmp_path / "hosts").write_text(f"{line}\n")
    assert list(host_file(str(tmp_path / "hosts"))) == [row]
