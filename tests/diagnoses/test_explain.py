"""A launch line told without a start, and tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import install
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.diagnoses.records import Diagnosis, Explained
from rankwise.mpis.openmpi.job import saved
from rankwise.report import doctor as page
from rankwise.report.explanation import lines
from rankwise.verbs.doctor import doctor
from rankwise.verbs.doctor.explain import explained

BIG, PLAIN = "pack:2 numa:2 core:4 pu:2", "pack:2 core:4"


def told(*line: str, machine: str = PLAIN, mpi: str = "openmpi@5.0.11") -> Explained:
    return explained(line, [machine], mpi)


def other(answer: Explained, launcher: str) -> str:
    return next(line.line for line in answer.others if line.launcher == launcher)


def test_the_same_job_is_a_line_of_each_other_launcher() -> None:
    answer = told("mpirun", "--host", "a:3,b:2", "./app")
    assert [(rank.host, rank.cpus) for rank in answer.ranks[2:4]] == [("a", (2,)), ("b", (0,))]
    assert other(answer, "MPICH") == "mpiexec -hosts a:3,b:2 -bind-to core -n 5 ./app"
    assert other(answer, "Open MPI 4") == "mpirun --host a:3,b:2 --bind-to core -n 5 ./app"
    assert other(answer, "Intel MPI").endswith("-host a -n 3 ./app : -host b -n 2 ./app")
    assert "--cpu-bind=cores" in other(answer, "Slurm")


def test_a_line_that_places_ranks_alike_is_not_invented() -> None:
    answer = told("mpirun", "-n", "2", "./app", ":", "-n", "1", "./other")
    assert other(answer, "Slurm") == ""
    assert "no line is known that places ranks alike with Slurm" in "\n".join(lines(answer))


def test_hosts_have_machines_of_their_own(tmp_path: Path) -> None:
    answer = explained(
        ("mpirun", "--host", "a:9,b:9", "--map-by", "ppr:1:package", "./app"),
        [BIG, "b=core:2 pu:1"],
        "openmpi@5.0.11",
    )
    assert [(rank.host, rank.cpus) for rank in answer.ranks] == [
        ("a", tuple(range(16))),
        ("a", tuple(range(16, 32))),
        ("b", (0, 1)),
    ]
    assert [host.source for host in answer.hosts] == [BIG, "recorded"]


def test_a_machine_without_cpus_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.record").write_text("rankwise-record 1\nend\n")
    for launcher, mpi in (("mpiexec", "mpich@5.0.2"), ("srun", "")):
        with pytest.raises(UsageError, match="no CPU that is online and allowed"):
            told(launcher, "-n", "1", "./app", machine=str(tmp_path / "empty.record"), mpi=mpi)


def test_nodes_are_drawn_with_their_ranks() -> None:
    text = lines(told("mpirun", "--map-by", "package", "-n", "3", "./app"))
    assert "  ranks 0-1        [# # # #][. . . .]  CPU 0-3" in text
    assert "  rank 2           [. . . .][# # # #]  CPU 4-7" in text


def test_files_of_programs_are_laid_out(tmp_path: Path) -> None:
    file = tmp_path / "programs"
    file.write_text("-n 2 --host n1:2 ./app\n-n 2 --host n2:2 ./b\n")
    answer = told("mpirun", "--app", str(file))
    assert answer.command == ("mpirun", "--app", str(file))
    assert [(rank.host, rank.program) for rank in answer.ranks] == [("n1", 0), ("n1", 0), ("n2", 1), ("n2", 1)]
    assert other(answer, "MPICH").endswith("-n 2 ./app : -n 2 ./b")


def because(answer: Explained, what: str) -> str:
    return next(fact.because for fact in answer.facts if fact.what == what)


@pytest.mark.parametrize(
    ("version", "folder", "names"),
    [
        ("4.1.6", ".openmpi", ("rmaps_base_mapping_policy", "hwloc_base_binding_policy")),
        ("5.0.11", ".prte", ("rmaps_default_mapping_policy", "hwloc_default_binding_policy")),
        ("5.0.11", ".pmix", ("rmaps_default_mapping_policy", "hwloc_default_binding_policy")),
    ],
)
def test_files_of_parameters_count_where_line_and_variables_say_nothing(
    version: str, folder: str, names: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read off Open MPI 4.1.4 and 5.0.11."""
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / folder / "mca-params.conf"
    file.parent.mkdir()
    file.write_text(f"# ours\n{names[0]} = numa\n{names[0]} = node\n{names[1]}=none\nbtl = self,tcp\n")
    mpi = f"openmpi@{version}"
    answer = told("mpirun", "-n", "2", "./app", mpi=mpi)
    assert answer.facts[0].value == "by node" and all(rank.cpus is None for rank in answer.ranks)
    assert because(answer, "mapping") == f"{names[0]} = node in {file}"
    assert because(answer, "binding") == f"{names[1]} = none in {file}"
    assert ("btl = self,tcp in" in because(answer, "transports")) == (folder == ".openmpi")
    family = "OMPI" if version < "5" else "PRTE"
    monkeypatch.setenv(f"{family}_MCA_{names[0]}", "slot")
    answer = told("mpirun", "--bind-to", "core", "-n", "2", "./app", mpi=mpi)
    assert because(answer, "mapping") == f"{family}_MCA_{names[0]}=slot"
    assert because(answer, "binding") == "--bind-to core"


def test_files_of_a_user_go_before_those_of_the_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, text in {
        ".openmpi/mca-params.conf": "a = 1\n",
        "opt/etc/openmpi-mca-params.conf": "a = 2\nb = 3\n",
        "opt/etc/prte-mca-params.conf": "c = 4\n",
        "listed": "a = 5\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)

    def values(version: str, **environ: str) -> dict[str, str]:
        return {name: value for name, (value, _) in saved(version, tmp_path / "opt", environ).items()}

    assert values("4.1.6") == {"OMPI_MCA_a": "1", "OMPI_MCA_b": "3"}
    assert values("5.0.6") == {"OMPI_MCA_a": "1", "OMPI_MCA_b": "3", "PRTE_MCA_c": "4"}
    assert values("4.1.6", OMPI_MCA_mca_base_param_files=str(tmp_path / "listed")) == {"OMPI_MCA_a": "5"}


def test_what_the_launcher_refuses_is_the_answer(tmp_path: Path) -> None:
    answer = doctor(
        ("mpirun", "-n", "9", "./app"),
        explain=True,
        machines=(PLAIN,),
        mpi="openmpi@5.0.11",
        out=tmp_path,
    )
    assert isinstance(answer, Diagnosis) and answer.explained
    assert answer.answer == "problems"
    assert "9 ranks for 8 slots" in "\n".join(page.lines(answer))


def test_settings_of_transports_and_the_environment_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UCX_TLS", "tcp,self")
    line = ("mpirun", "-x", "MINE=1", "--mca", "pml", "ucx", "-n", "1", "./app")
    facts = {fact.what: fact for fact in told(*line).facts}
    assert "MINE" in facts["environment"].value
    assert facts["transports"].because == "UCX_TLS=tcp,self; OMPI_MCA_pml=ucx (from the line)"


@pytest.mark.parametrize(
    ("line", "mpi", "machine", "words"),
    [
        ((), "", PLAIN, "nothing follows --"),
        (("./app",), "", PLAIN, "'./app' is no launcher of MPI"),
        (("/none/mpirun", "-n", "2", "a"), "", PLAIN, "no launcher of an MPI on this machine"),
        (("mpirun", "-n", "2", "a"), "openmpi@5.0.11", "pack:x", "is no level of a node"),
        (("mpirun", "-n", "2", "a"), "openmpi@5.0.11", "/none/node.xml", "cannot read"),
        (("mpirun", "--hostfile", "/none/hosts", "a"), "openmpi@5.0.11", PLAIN, "cannot read"),
        (("mpirun", "-n", "2", "a"), "mvapich@3.0", PLAIN, "does not know the rules"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_says_what_to_do(line: tuple[str, ...], mpi: str, machine: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as raised:
        explained(line, [machine], mpi)
    assert raised.value.hint


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_ranks_run_where_told(any_mpi: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any_mpi.launcher and install(any_mpi.family)
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        monkeypatch.setenv(name, "1")
    for name, value in any_mpi.env.items():
        monkeypatch.setenv(name, value)
    answer = explained((any_mpi.launcher, "-n", "2", "true"), try_s=60.0)
    assert answer.tried and not answer.trial
    assert [(rank.number, rank.differs) for rank in answer.ranks] == [(0, False), (1, False)]
    assert "tried: 2 of 2 ranks ran where told" in lines(answer)
