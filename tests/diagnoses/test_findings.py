"""Each finding: a job that has it, and one that has not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.jobs import (
    CPUS,
    MPICH,
    NODE,
    OPENMPI,
    WITH_ADAPTER,
    case,
    collectives,
    in_a_lab,
    in_spaces,
    names,
    pair,
    ranks,
    seeing,
)
from builders.printed import all_wrong
from rankwise.core.elf import loaded
from rankwise.core.records import Mpi
from rankwise.diagnoses.case import Case, CopyTrial, TrialStart
from rankwise.diagnoses.submitted import Waiting
from rankwise.diagnoses.table import findings_of
from rankwise.placement.container_checks import ContainerStart, Starts, lost_inside

(LOST,) = lost_inside(
    "apptainer exec x.sif",
    Starts(ContainerStart(), ContainerStart()),
    Starts(ContainerStart(memory="1"), ContainerStart(memory="2")),
)


def test_nothing_is_found_in_a_healthy_job() -> None:
    assert names(case()) == []


@pytest.mark.parametrize(
    ("id_", "sick"),
    [
        ("other-launcher", case(TrialStart(ranks(2, world=1), "", 0, 0.3), launcher_mpi=OPENMPI)),
        ("singletons", case(TrialStart(ranks(2, world=1), "", 0, 0.3))),
        ("no-program", case(program=None, start=None)),
        ("no-program", case(arch="k1om")),
        ("missing-library", case(missing=("libmpi.so.12",), mpis=(MPICH,))),
        ("start-failed", case(TrialStart((), "mpirun has detected an attempt to run as root.", 1, 0.1))),
        ("start-failed", case(TrialStart(ranks(2, world=-1), "", None, 20.0))),
        ("slurm-queue", case(start=None, waiting=Waiting("815", "Priority"))),
        ("few-ranks", case(TrialStart(ranks(2), "", 0, 0.3), asked=3)),
        ("shared-cpus", case(TrialStart(ranks(2, cpus=(CPUS[0],)), "", 0, 0.3))),
        ("unbound", case(TrialStart(ranks(2, cpus=CPUS), "", 0, 0.3))),
        ("threads", case(TrialStart(ranks(2, threads=4), "", 0, 0.3))),
        ("left-environment", case(environ={"PMI_RANK": "0", "PMI_FD": "7"})),
        ("static-program", case(library=None, library_mpi=None, static=True)),
        ("slow-start", case(TrialStart(ranks(2, init_s=9.0), "", 0, 9.2))),
        ("no-messages", case(TrialStart(ranks(2), "", None, 20.0))),
        ("no-program", case(argv=("aprun", "-n", "2", "./app"), launcher="", wrappers=("aprun", "-n", "2"))),
        ("container", case(wrappers=("apptainer", "exec", "image.sif"))),
        ("container", case(wrappers=("apptainer", "exec", "image.sif"), lost=(LOST,))),
        ("setuid", case(setuid=True, environ={"LD_LIBRARY_PATH": "/opt/lib"})),
        ("namespaces", case(in_spaces(["pid:[1]", "pid:[2]"]))),
        ("rank-limits", case(TrialStart(ranks(2, memlock_bytes=65536), "", 0, 0.3), node=WITH_ADAPTER, library=None)),
        ("rank-limits", case(TrialStart(ranks(2, open_files=16), "", 0, 0.3))),
        ("session-folder", case(TrialStart(ranks(2, temporary=("/home/u/tmp", "nfs4")), "", 0, 0.3))),
        ("interface", case(environ={"UCX_NET_DEVICES": "ib7"})),
        ("interface", case(argv=("mpirun", "--mca", "btl_tcp_if_include", "eth9", "-n", "2", "/bin/true"))),
        ("loopback-name", case(argv=("mpiexec", "-hosts", "n1,n2", "-n", "2", "/bin/true"), own_address="127.0.1.1")),
        ("hidden-gpus", case(TrialStart(seeing(["CUDA_VISIBLE_DEVICES=0", "CUDA_VISIBLE_DEVICES=1"]), "", 0, 0.3))),
        ("through-adapter", case(pair(moved={"mlx5_0": 900_000}))),
        ("through-adapter", case(pair(moved={"lo": 1_000_000}))),
        ("protocol-step", case(pair(curve=((8, 1e-6), (1024, 1e-3), (2048, 5e-6))))),
        ("slow-collective", case(collectives({"allreduce 8": 1e-3, "reduce 8": 1e-5, "bcast 8": 1e-5}))),
        ("slow-copy", case(copies=(CopyTrial("shm+cma", {"OMPI_MCA_smsc": "cma"}, (1.9, 2.1), 2e-4),))),
        ("scale", case(TrialStart(ranks(2, peers=1, resident_bytes=(10 << 20, 1 << 40, 2 << 40)), "", 0, 0.3))),
        ("scale", case(TrialStart(ranks(2, peers=1, resident_bytes=(1, 2, 3), first_messages_s=9.0), "", 0, 0.3))),
    ],
)
def test_a_sick_job_has_one_finding_with_a_line_to_type(id_: str, sick: Case) -> None:
    (found,) = findings_of(sick)
    assert found.id == id_
    assert found.evidence and all(fix.text for fix in found.fixes) and found.fixes and found.verify
    assert not all_wrong([found])


def test_a_launcher_of_another_family_that_works_is_no_fault() -> None:
    assert names(case(launcher_mpi=replace(MPICH, name="impi", family="impi"))) == []


def test_the_right_launcher_stands_in_the_line_to_type() -> None:
    (found,) = findings_of(case(TrialStart(ranks(2, world=1), "", 0, 0.3), launcher_mpi=OPENMPI))
    assert found.severity == "critical"
    assert found.fixes[0].line == "/opt/mpich/bin/mpiexec -n 2 /bin/true"
    assert "2 ranks, each with an MPI_COMM_WORLD of size 1" in found.evidence[-1].observation


@pytest.mark.parametrize(
    ("output", "title"),
    [
        ("mpirun has detected an attempt to run as root.", "as root"),
        ("There are not enough slots available in the system", "slots"),
        ("Host key verification failed.", "ssh"),
        (
            "bash: line 1: /opt/x/bin/hydra_pmi_proxy: No such file or directory",
            "does not find the proxy or daemon of the MPI",
        ),
        ("./a: error while loading shared libraries: libmpi.so.40: cannot open", "library is not found"),
        ("ssh: Could not resolve hostname n7", "does not resolve"),
        ("PMI_Init failed", "did not get together by PMI"),
        ("Bus error (core dumped)", "/dev/shm"),
        ("write: No space left on device", "full"),
        ("connect to host n2 port 22: Connection refused", "cannot be reached"),
        ("copy_iovs(224): process_vm_readv failed (errno 1)", "may not read another rank's memory"),
        ("some words that nobody knows", "The start fails"),
    ],
)
def test_what_launchers_print_is_told_in_words(output: str, title: str) -> None:
    (found,) = findings_of(case(TrialStart((), output, 1, 0.1)))
    assert title in found.title


def test_a_gpu_program_on_an_mpi_without_gpu_support(tmp_path: Path) -> None:
    library, program, source = tmp_path / "libmpi.so.12", tmp_path / "app", tmp_path / "app.c"
    source.write_text("int main(void) { return 0; }")
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wl,-soname,libcudart.so.12", "-x", "c", "/dev/null", "-o", "libcudart.so.12"],
        check=True,
        cwd=tmp_path,
    )
    subprocess.run(["cc", source, "-o", program, "-Wl,--no-as-needed", "libcudart.so.12"], check=True, cwd=tmp_path)
    library.write_bytes(b"plain")
    assert names(case(program=program, library=library)) == ["no-gpu-support"]
    library.write_bytes(b"... cuMemcpy ...")  # what such a library calls stands in it
    assert names(case(program=program, library=library)) == []
    assert names(case(program=Path("/bin/true"), library=library)) == []


@pytest.mark.parametrize(
    ("healthy", "why"),
    [
        (case(pair(moved={"eth0": 300_000})), "less than half of the messages: something else sends too"),
        (
            case(
                TrialStart((replace(pair(moved={"lo": 10**6}).ranks[0], transports=("shared memory",)),), "", 0, 0.3),
                asked=1,
            ),
            "another job sends over lo",
        ),
        (case(pair(curve=((8, 3e-5), (64, 1e-5)))), "20 us are within the noise of a start"),
        (case(collectives({"allreduce 8": 1e-3})), "nothing to compare with"),
        (case(TrialStart(seeing(["CUDA_VISIBLE_DEVICES=0,1"] * 2), "", 0, 0.3)), "each sees both"),
        (case(copies=(CopyTrial("shm", {}, (1.5, 1.1), 1e-4),)), "it did not gain each time"),
        (case(in_spaces(["pid:[1]", "pid:[1]"])), "one namespace"),
        (case(own_address="127.0.1.1"), "a line of one host"),
        (case(environ={"UCX_NET_DEVICES": "all"}), "all is not an interface"),
        (case(in_a_lab(), environ={"UCX_NET_DEVICES": "ib7"}), "hosts sent messages to each other over it"),
        (case(TrialStart(ranks(2, memlock_bytes=65536), "", 0, 0.3)), "without RDMA nothing is locked"),
    ],
)
def test_what_only_looks_like_it_is_not_told(healthy: Case, why: str) -> None:
    assert names(healthy) == [], why


def test_on_a_busy_machine_more_is_asked_of_times() -> None:
    busy = replace(NODE, running=("other (1)",))
    start = pair(curve=((8, 1e-6), (1024, 1e-3), (2048, 5e-6)))
    assert names(case(start)) == ["protocol-step"]
    assert names(case(start, node=busy)) == []


@pytest.mark.parametrize("moved", [{"lo": 1_000_000}])
@pytest.mark.parametrize("family", ["mpich", "openmpi", "impi", "mvapich"])
def test_each_family_has_a_fix_of_its_own(family: str, moved: dict[str, int]) -> None:
    (found,) = findings_of(case(pair(moved=moved), library_mpi=replace(MPICH, family=family)))
    assert found.fixes[0].mpi == family and found.fixes[0].text


def test_a_library_without_the_adapters_stack_is_told_with_its_origin(tmp_path: Path) -> None:
    library = tmp_path / "lib/python3.12/site-packages/mpich.libs/libmpi.so.12"
    library.parent.mkdir(parents=True)
    library.write_bytes(b"plain")
    sick = case(node=WITH_ADAPTER, library=library)
    (found,) = findings_of(sick)
    assert found.id == "plain-build" and "from a Python package" in found.cause
    assert (
        names(case(TrialStart(ranks(2, transports=("verbs",)), "", 0, 0.3), node=WITH_ADAPTER, library=library)) == []
    )
    plugin, stub = library.with_name("libuct_ib.so.0"), library.with_name("libgone.so")
    make = ["cc", "-shared", "-fPIC", "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", "-x", "c", "/dev/null", "-x", "none"]
    subprocess.run([*make, "-o", stub.name], check=True, cwd=library.parent)
    subprocess.run([*make, "-o", plugin.name, "-L.", "-lgone"], check=True, cwd=library.parent)
    assert names(sick) == []  # it can be loaded, so it can be used
    stub.unlink()
    (found,) = findings_of(sick)
    assert "libgone.so not found" in found.evidence[1].observation and "rdma-core" in found.fixes[0].text


@pytest.mark.each_mpi
def test_the_library_of_a_python_package_loads_its_verbs_or_is_told(any_mpi: Mpi) -> None:
    library = Path(str(any_mpi.library))
    loads = [not loaded(file).missing for file in library.parent.rglob("lib*verbs*.so*")]
    assert loads, "these packages have a provider for verbs"
    assert names(case(node=WITH_ADAPTER, library=library)) == ([] if any(loads) else ["plain-build"])


def test_the_launch_lines_of_a_job_script_are_told(tmp_path: Path) -> None:
    script = tmp_path / "job.sh"
    script.write_text(
        "#!/bin/bash\n#SBATCH -n 4\n# mpirun is here\nmodule load mpi\nOMP_NUM_THREADS=2 srun -n 4 ./app\n"
    )
    (found,) = findings_of(case(argv=("sbatch", str(script)), launcher="", program=Path("/bin/true")))
    assert found.id in ("job-script", "no-program")
