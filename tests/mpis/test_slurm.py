"""srun: the PMI is found out, not assumed; real jobs in a Slurm of one node."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.drawn_tunings import to_export
from builders.tunings import a_rule, a_tuning, rule_line
from rankwise.apply import file
from rankwise.apply.builds import tuned_build
from rankwise.apply.export import Exported, export
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import put
from rankwise.core.records import Change, LaunchSpec, Mpi, Place
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.mpis import agent, catalog
from rankwise.mpis import slurm as srun_line
from rankwise.placement.sides import make_side
from rankwise.placement.where import Where
from rankwise.tuning.records import TunedBuild, Tuning, TuningLine
from rankwise.verbs.run.tuned import started

sys.path.insert(0, str(Path(__file__).parent))
from jobs import hello, run


@pytest.mark.each_mpi
@pytest.mark.slurm
@pytest.mark.mpi(2)
def test_unequal_places_under_srun(any_mpi: Mpi, slurm: str) -> None:
    program = hello(any_mpi)
    places = (
        Place(host=None, program=program, args=("first",), env={"GREETING": "hello there".replace(" ", "_")}),
        Place(host=None, program=program, args=("second",)),
    )
    ranks = run(any_mpi, LaunchSpec(places=places, launcher="srun"))
    assert [(rank["sum"], rank["args"], rank["greeting"]) for rank in ranks] == [
        ("1", "first,", "hello_there"),
        ("1", "second,", ""),
    ]


@pytest.mark.each_mpi
@pytest.mark.slurm
@pytest.mark.mpi(2)
def test_named_hosts_and_hands_off_binding(any_mpi: Mpi, slurm: str) -> None:
    place = Place(host=slurm, program=hello(any_mpi))
    ranks = run(any_mpi, LaunchSpec(places=(place, place), launcher="srun"))
    assert [rank["cpus"] for rank in ranks] == [str(len(os.sched_getaffinity(0)))] * 2


@pytest.mark.parametrize(
    ("words", "family", "expected"),
    [
        (
            "MPI plugin types are...\n\tpmix\n\tnone\n\tpmi2\nspecific pmix plugin versions available: pmix_v4",
            "openmpi",
            "pmix",
        ),
        ("srun: MPI types are...\nsrun: none\nsrun: pmi2\nsrun: pmix_v3", "openmpi", "pmix_v3"),
        ("srun: MPI types are...\nsrun: none\nsrun: openmpi\nsrun: pmi2", "mpich", "pmi2"),
        ("MPI plugin types are...\n\tcray_shasta\n\tnone", "cray", "cray_shasta"),
        ("", "mpich", None),
    ],
)
def test_pmi_is_read_from_srun(words: str, family: str, expected: str | None, tmp_path: Path, mpich: Mpi) -> None:
    import msgspec

    program = tmp_path / "srun"
    program.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{words}\nEND\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    offered = srun_line.pmi_list(str(program))
    assert srun_line.choose_pmi(msgspec.structs.replace(mpich, family=family), offered) == expected


def test_no_common_pmi_is_an_error(openmpi: Mpi) -> None:
    with pytest.raises(EnvironmentProblem, match="none of which openmpi speaks"):
        srun_line.choose_pmi(openmpi, ("none", "pmi2"))


def test_srun_takes_no_agent(mpich: Mpi) -> None:
    spec = LaunchSpec(places=(Place(host=None, program="x"),), launcher="srun", agent="ssh")
    with pytest.raises(UsageError, match="no launch agent"):
        catalog.launcher_for(mpich).command(mpich, spec)


@pytest.mark.slurm
@pytest.mark.mpi(2)
def test_nodes_without_ssh_are_looked_at_and_measured_by_steps_of_the_job(allocation: str, mpich: Mpi) -> None:
    placement = Where(hosts=(allocation, allocation, "nowhere")).placement(launcher="srun", partial=True)
    assert len(placement.warnings) == 1 and placement.warnings[0].startswith("nowhere could not be looked at")
    with placement.of_those_that_answered() as rest:
        assert [endpoint.node for endpoint in rest.endpoints] == [os.uname().nodename] * 2
        cpus = [endpoint.cpus for endpoint in rest.endpoints]
        if len(os.sched_getaffinity(0)) > 1:
            assert cpus[0] != cpus[1] and all(cpus)
        side = make_side("mpich", mpich, rest)
        assert side.spec.agent is None and side.spec.launcher == "srun"
        with Session(side, 0) as session:
            assert [facts.cpus for facts in session.facts.ranks if all(cpus)] == [one for one in cpus if all(cpus)]
            assert session.visit(cell("mpich", "pingpong", 8, (0, 1)), 0)[0]


@pytest.mark.parametrize(
    ("family", "wanted"),
    [
        ("impi", {"I_MPI_PIN": "0", "I_MPI_THREAD_YIELD": "2"}),
        ("mpich", {"MPIR_CVAR_POLLS_BEFORE_YIELD": "1"}),
        ("openmpi", {"OMPI_MCA_mpi_yield_when_idle": "1"}),
    ],
)
def test_libraries_leave_ranks_where_the_engine_bound_them(
    family: str, wanted: dict[str, str], mpich: Mpi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "srun").write_text("#!/bin/sh\n")
    (tmp_path / "srun").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    mpi = replace(mpich, family=family)  # type: ignore[arg-type]
    spec = LaunchSpec(places=(Place(host=None, program="x", cpus=(0,)),) * 2, launcher="srun")
    env = srun_line.srun(mpi, spec).env
    assert {name: env.get(name) for name in wanted} == wanted
    apart = replace(spec, places=(Place(host="n1", program="x", cpus=(0,)), Place(host="n2", program="x", cpus=(0,))))
    assert set(wanted) & set(srun_line.srun(mpi, apart).env) <= {"I_MPI_PIN"}


def test_steps_of_a_job_reach_the_nodes_of_its_allocation_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "srun").write_text('#!/bin/sh\necho "$@"\n')
    (tmp_path / "srun").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("SLURM_JOB_NODELIST", "n[1-3]")
    assert not agent.of_slurm(["n1", "m9"], "mpiexec")
    assert agent.of_slurm(["m9"], "srun")
    words = agent.of_slurm(["n1", "n3"], "mpiexec")
    done = process.run([*shlex.split(words), "-x", "n3", "uname -m && true"], timeout_s=100)
    assert done.stdout.strip().endswith("--nodelist=n3 sh -c uname -m && true")
    monkeypatch.delenv("SLURM_JOB_NODELIST")
    assert not agent.of_slurm(["n1"], "mpiexec")


@pytest.mark.slurm
@pytest.mark.mpi(2)
def test_a_tuning_travels_by_srun(slurm: str, mpich: Mpi, tmp_path: Path) -> None:
    knobs = {"env:MPIR_CVAR_CH4_CMA_ENABLE": "0"}
    lines = (TuningLine(id="cma", why="", undo="", knobs=knobs), rule_line(a_rule("bcast", "binomial")))
    file.write(a_tuning(lines=lines, mpi=mpich, library_sha256=tuned_build(mpich).library_sha256), tmp_path / "t.toml")
    start = started(tmp_path / "t.toml", ["srun", "-n", "2", "--mpi=pmi2", hello(mpich)])
    assert start.check.mpi == mpich.name
    assert [line.answer for line in start.check.lines] == ["in effect", "in effect"]
    env = {**start.env, "LD_LIBRARY_PATH": str(Path(mpich.library or "").parent)}
    ranks = process.run(start.argv, env=env, timeout_s=60)
    assert ranks.stdout.count("size=2") == 2, ranks.describe()
    told = process.run([*start.argv[:4], "sh", "-c", 'echo "got=$MPIR_CVAR_CH4_CMA_ENABLE"'], env=env, timeout_s=60)
    assert told.stdout.count("got=0\n") == 2, told.describe()
    assert started(tmp_path / "t.toml", ["srun", "--export=NONE", "true"]).warnings == (
        "srun --export=NONE does not carry the tuning to the ranks: write --export=ALL",
    )


@pytest.mark.slurm
def test_lines_for_a_batch_script_reach_the_ranks_whatever_sbatch_left_out(
    slurm: str, mpich: Mpi, tmp_path: Path
) -> None:
    change = Change(knobs={"env:UCX_TLS": "tcp"})
    export(Exported(a_tuning((), mpich), mpich, change, {"UCX_TLS": "tcp"}, tmp_path), ("sbatch",))
    for lines, expected in ((f". {tmp_path}/tuning.sbatch", "got=tcp\n"), ("export UCX_TLS=tcp", "got=\n")):
        script = f"{lines}; srun -n 1 /bin/sh -c 'echo got=$UCX_TLS'"
        done = process.run(["sh", "-c", script], env={**os.environ, "SLURM_EXPORT_ENV": "NONE"}, timeout_s=60)
        assert done.stdout == expected, done.describe()


@pytest.mark.slurm
@pytest.mark.usefixtures("slurm")
def test_sbatch_takes_no_option_from_the_words_of_an_exported_tuning(tmp_path: Path) -> None:
    hostile = "#SBATCH --no-such-option"
    line = TuningLine(id=hostile, why=hostile, undo=hostile, knobs={"env:UCX_TLS": hostile})
    build = TunedBuild(name=hostile, family="mpich", version=hostile, library=f"/{hostile}", library_sha256="0" * 64)
    tuning = Tuning(name=hostile, build=build, machine=hostile, ranks=2, lines=(line,))
    export(to_export(tuning, tmp_path), ("sbatch",))
    text = (tmp_path / "tuning.sbatch").read_text()
    assert hostile in text
    for words, taken in ((text, True), (f"{hostile}\n{text}", False)):
        script = put(tmp_path / "job.sh", f"#!/bin/sh\n{words}srun true\n")
        done = process.run(["sbatch", "--test-only", str(script)], timeout_s=60)
        assert done.ok == taken, done.describe()
