"""`rankwise place` as a user calls it, and its order in a tuning."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from builders.traces import a_trace, sent
from builders.tunings import a_tuning
from rankwise import place_ranks
from rankwise.apply import file as tuning_file
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi, Plan, encode
from rankwise.maps.read import read_map
from rankwise.measure.provenance import new_run
from rankwise.optimise.records import PlacedRank, RankOrder
from rankwise.placement.rank_order import in_order
from rankwise.placement.tuning import ReadyTuning
from rankwise.report.optimised import place_lines
from rankwise.store import Store
from rankwise.tracing.traffic import traffic_of
from rankwise.tuning.records import TuningLine
from rankwise.verbs.cluster.files import read_plan, to_map
from rankwise.verbs.run.tuned import _in_order

RANKWISE = Path(sys.executable).with_name("rankwise")
PHI = Path(__file__).parents[2] / "examples/phi-cluster.toml"
ORDER = RankOrder(
    machine="m",
    pattern="ring",
    ranks=tuple(PlacedRank(rank=rank, default=f"n{rank}", chosen=host, host=host) for rank, host in enumerate("ba")),
)
LINE = TuningLine(id="order", why="a ring", undo="take it out", placement=ORDER)


def rankwise(*words: object) -> tuple[int, dict[str, object], str]:
    line = [str(RANKWISE), *map(str, words), "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, json.loads(done.stdout), done.stdout


def test_the_published_cluster(tmp_path: Path) -> None:
    words = ("--pattern", "ring", "--write", tmp_path, "--for", "slurm")
    status, answer, _ = rankwise("place", "--machine", PHI, *words)
    data = answer["data"]
    assert status == 0 and isinstance(data, dict)
    assert data["bottleneck_bytes_per_s"] == {"default": 0.5e9, "chosen": 1.3e9}
    assert data["exact"] and data["gap"] == 0.0
    chosen = [rank["host"] for rank in data["ranks"]]
    assert (tmp_path / "slurm_hostfile").read_text().split() == chosen


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--pattern", "rings"), "bad-pattern"),
        (("--pattern", "halo:4x4"), "too-many-ranks"),
        (("--pattern", "ring", "--ranks", "999999999"), "too-many-ranks"),
        (("--pattern", "ring", "--pin", "x=1"), "bad-pin"),
        (("--pattern", "ring", "--pin", "1=nobody"), "bad-pin"),
        (("--pattern", "ring", "--fabric", "nets"), "no-fabric"),
        (("--pattern", "ring", "--objective", "fast"), "bad-objective"),
        (("--pattern", "ring", "--for", "pbs"), "bad-launcher"),
        (("--pattern", "none.csv"), "no-matrix"),
    ],
)
def test_bad_input_is_refused(words: tuple[str, ...], code: str) -> None:
    status, answer, _ = rankwise("place", "--machine", PHI, *words)
    error = answer["error"]
    assert status == 2 and isinstance(error, dict)
    assert error["code"] == code


def test_an_order_survives_a_file() -> None:
    tuning = a_tuning((LINE,))
    assert tuning_file.from_text(tuning_file.to_text(tuning)).lines == tuning.lines


def ready(folder: Path) -> ReadyTuning:
    mpi = Mpi(name="mpich", family="mpich", version="5", prefix="/", where="")
    return ReadyTuning(a_tuning((LINE,)), mpi, change=None, preloads=(), folder=folder, schedules=folder)  # type: ignore[arg-type]


def test_run_gives_the_launcher_the_order(tmp_path: Path) -> None:
    argv = ["mpiexec", "-n", "2", "./app"]
    line, env, warnings = _in_order(ready(tmp_path), argv, argv, {}, force=False)
    assert line == ["mpiexec", "-machinefile", str(tmp_path / "machinefile"), "-n", "2", "./app"]
    assert (tmp_path / "machinefile").read_text() == "b:1\na:1\n"
    assert not env and not warnings
    argv = ["srun", "-n", "2", "./app"]
    line, env, _ = _in_order(ready(tmp_path), argv, argv, {}, force=False)
    assert line[1] == "--distribution=arbitrary"
    assert Path(env["SLURM_HOSTFILE"]).read_text() == "b\na\n"


@pytest.mark.parametrize(
    ("version", "words", "policy"),
    [
        ("5.0.11", ["--hostfile", "DIR/hostfile", "--map-by", "rankfile:file=DIR/rankfile"], "none"),
        ("4.1.4", ["--hostfile", "DIR/sequence", "--map-by", "seq"], ""),
    ],
)
def test_open_mpi_binds_ranks_as_the_line_says(version: str, words: list[str], policy: str, tmp_path: Path) -> None:
    mpi = Mpi(name="openmpi", family="openmpi", version=version, prefix="/", where="")
    assert LINE.placement is not None
    argv = ["mpirun", "--bind-to", "none", "--host", "a,b", "-n", "2", "./app"]
    line, env = in_order(argv, {}, LINE.placement, mpi, tmp_path)
    own = [] if policy else ["--bind-to", "none"]
    assert line == ["mpirun", *(word.replace("DIR", str(tmp_path)) for word in words), *own, "-n", "2", "./app"]
    assert env == ({"PRTE_MCA_hwloc_default_binding_policy": policy} if policy else {})
    if version == "4.1.4":
        assert (tmp_path / "sequence").read_text() == "b\na\n"


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        (["mpiexec", "-n", "3", "./app"], "orders 2 ranks, the job has 3"),
        (["mpiexec", "-n", "2", "-hosts", "a,c", "./app"], "and the job names c"),
        (["./app"], "is not a launcher"),
    ],
)
def test_another_job_is_refused_or_left_as_it_is(argv: list[str], printed: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=printed):
        _in_order(ready(tmp_path), argv, argv, {}, force=False)
    line, _, warnings = _in_order(ready(tmp_path), argv, argv, {}, force=True)
    assert line == argv
    assert printed in warnings[0] and "left out" in warnings[0]


def test_a_trace_is_a_pattern_by_its_file_or_its_run(tmp_path: Path) -> None:
    trace = a_trace({0: (sent("Send", 4096, 3, 1),), 1: ()}, world=2)
    file = tmp_path / "trace.json"
    file.write_bytes(encode(trace))
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(trace.run)
        store.put(trace.run.id, "trace", trace)
    expected = {(0, 1): ((4096, 3.0),)}
    assert traffic_of(str(file), 2).sends == expected
    assert traffic_of(trace.run.id, 2, out=str(tmp_path)).sends == expected
    with pytest.raises(UsageError, match="is of 2 ranks, not 3"):
        traffic_of(str(file), 4, ranks=3)
    with pytest.raises(UsageError, match="'rong' is neither a pattern nor a file"):
        traffic_of("rong", 2, out=str(tmp_path))


def test_a_file_of_a_patterns_name_does_not_shadow_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ring").write_text("0,1\n1,0\n")
    assert traffic_of("ring", 4).ranks == 4
    assert traffic_of("./ring", 4).ranks == 2


def test_last_is_the_last_run_that_has_a_map(tmp_path: Path) -> None:
    machine = to_map(read_plan(PHI))
    plan = Plan(name="map", endpoints=(), cells=(), seed=1)
    with Store.open(tmp_path / "rankwise.db") as store:
        for kind in ("map", "doctor"):
            run = new_run(kind, plan, {}, {}).ended(1.0)
            store.begin(run)
            if kind == "map":
                store.put(run.id, "map", machine)
    assert read_map("last", str(tmp_path)) == machine
    with pytest.raises(UsageError, match="is of `doctor`, and has no map"):
        read_map(run.id, str(tmp_path))


def test_last_without_a_map_blames_no_other_run(tmp_path: Path) -> None:
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(new_run("doctor", Plan(name="doctor", endpoints=(), cells=(), seed=1), {}, {}).ended(1.0))
    with pytest.raises(UsageError, match="no run here is of `map`"):
        read_map("last", str(tmp_path))


def test_an_order_that_needs_a_path_that_is_not_there_is_called_impossible(tmp_path: Path) -> None:
    file = tmp_path / "apart.toml"
    file.write_text(
        'name = "apart"\norigin = "declared"\n[nodes]\ncount = 4\n'
        'endpoints = [{ name = "host" }, { name = "gpu", kind = "gpu" }]\n[[paths]]\nfabric = "ib"\n'
        'from = "any"\nto = "any"\nwhere = "other-node"\nlatency = "2us"\nrate = "11GB/s"\n'
    )
    text = "\n".join(place_lines(place_ranks(str(file), "ring")))
    assert "impossible, for want of a path, by default" in text
    assert "slowest path in use: no path by default, 11.0 GB/s chosen" in text
