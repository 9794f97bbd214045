"""`rankwise run`: a user's own program with a tuning, as a user starts it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

import rankwise as rankwise_api
from builders.tunings import a_tuning, rule_line
from rankwise.apply import file
from rankwise.apply.builds import tuned_build
from rankwise.core.records import Mpi
from rankwise.measure import build
from rankwise.placement.choice import parse, parse_all
from rankwise.placement.preparation import prepared_sides
from rankwise.placement.program import program as as_started
from rankwise.tuning.records import CollectiveRule, TuningLine
from rankwise.verbs.run.tuned import started

PROGRAM = (sys.executable, "-c", "from rankwise.cli.main import main; main()")
HELLO = Path(__file__).parents[1] / "hello"
KNOBS = {
    "mpich": {"env:MPIR_CVAR_CH4_CMA_ENABLE": "0"},
    "openmpi": {"mca:btl_sm_eager_limit": "65536"},
    "impi": {"env:I_MPI_ASYNC_PROGRESS": "0"},
}
ALGORITHM = {"mpich": "binomial", "openmpi": "6", "impi": "3"}


def written(mpi: Mpi, folder: Path, *more: TuningLine, ranks: int = 2) -> Path:
    rule = CollectiveRule(collective="bcast", algorithm=ALGORITHM[mpi.family], from_bytes=8, to_bytes=4096, ranks=ranks)
    knob = TuningLine(id="knob", why="", undo="", knobs={**KNOBS[mpi.family], "env:PSM3_RANKWISE_TEST": "a b"})
    tuning = replace(a_tuning(lines=(rule_line(rule), knob, *more)), build=tuned_build(mpi))
    file.write(tuning, folder / "tuning.toml")
    return folder / "tuning.toml"


def rankwise(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    argv = [*PROGRAM, *words]
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **env}
    return subprocess.run(argv, capture_output=True, text=True, timeout=120, env=given, check=False)


@pytest.mark.mpi(2)
def test_a_program_runs_with_the_tuning(any_mpi: Mpi, tmp_path: Path) -> None:
    tuning = written(any_mpi, tmp_path)
    words = ("run", "--tuning", str(tuning), "--mpi", any_mpi.prefix)
    program = str(build.engine_for(any_mpi, source=HELLO))
    first = rankwise(*words, "--", "mpirun", "-n", "2", program, XDG_CACHE_HOME=os.environ["XDG_CACHE_HOME"])
    assert first.returncode == 0, first.stderr
    assert first.stdout.count("hello ") == 2
    again = rankwise(*words, "--", "mpirun", "-n", "2", "sh", "-c", 'echo "got=$PSM3_RANKWISE_TEST"')
    assert again.stdout.count("got=a b\n") == 2
    assert "known from before" in again.stderr
    # The first rank that fails ends the others, so what they print is another matter.
    assert rankwise(*words, "--", "mpirun", "-n", "2", "sh", "-c", "exit 7").returncode == 7


@pytest.mark.mpi(2)
def test_a_preload_alone_carries_the_settings(any_mpi: Mpi, tmp_path: Path) -> None:
    tuning = written(any_mpi, tmp_path)
    words = ("run", "--no-check", "--preload", "--tuning", str(tuning), "--mpi", any_mpi.prefix)
    program = (
        "import os; os.write(1, f'got {os.environ.get(\"PSM3_RANKWISE_TEST\")}\\n'.encode())"  # a line in one piece
    )
    line = ("--", "mpirun", "-n", "2", sys.executable, "-c", program)
    assert rankwise(*words, *line).stdout.count("got a b\n") == 2
    assert rankwise(*words, *line, RANKWISE_SETTINGS="0").stdout.count("got None\n") == 2


def test_what_a_preload_replaces_or_cannot_bring_is_told(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = TuningLine(id="pages", why="", undo="", knobs={"env:GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"})
    tuning = written(mpich, tmp_path, pages)
    monkeypatch.setenv("PSM3_RANKWISE_TEST", "mine")
    for preload in (True, False):
        start = started(tuning, ["mpirun", "-n", "2", "true"], mpi=mpich.prefix, look=False, preload=preload)
        told = "\n".join(start.warnings)
        assert "your PSM3_RANKWISE_TEST=mine is replaced by the tuning's a b" in told
        assert ("GLIBC_TUNABLES of the tuning has no effect" in told) == preload


def test_signals_and_status_are_the_programs(mpich: Mpi, tmp_path: Path) -> None:
    tuning = written(mpich, tmp_path)
    argv = [*PROGRAM, "run", "--no-check", "-q", "--tuning", str(tuning)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    line = [*argv, "--", "sh", "-c", "echo up; exec sleep 60"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=env) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "up\n"
        started.send_signal(signal.SIGTERM)
        assert started.wait(100) == -signal.SIGTERM


@pytest.mark.parametrize(
    ("before", "after", "printed"),
    [
        ('version = "5', 'version = "4', "other-build"),
        ("MPIR_CVAR_CH4_CMA_ENABLE", "MPIR_CVAR_CH4_CMA_ENABEL", "did you mean env:MPIR_CVAR_CH4_CMA_ENABLE"),
        ('algorithm = "binomial"', 'algorithm = "binomal"', "MPIR_Bcast_intra_binomial"),
        ("[lines.knobs]", "[lines.knobs", "tuning.toml: "),
    ],
)
def test_what_is_refused_before_anything_starts(
    mpich: Mpi, tmp_path: Path, before: str, after: str, printed: str
) -> None:
    tuning = written(mpich, tmp_path)
    text = tuning.read_text().replace(before, after)
    if printed == "other-build":
        text = re.sub('library_sha256 = "....', 'library_sha256 = "0000', text)
    tuning.write_text(text)
    marker = tmp_path / "started"
    words = ("run", "--json", "--tuning", str(tuning), "--mpi", mpich.prefix)
    done = rankwise(*words, "--", "mpirun", "-n", "1", "touch", str(marker))
    assert done.returncode == 2
    assert printed in done.stdout
    assert not marker.exists()


def test_a_file_of_rules_edited_into_nonsense_is_refused(openmpi: Mpi, tmp_path: Path) -> None:
    rules = tmp_path / "mine.conf"
    rules.write_text("1\n7\n1\n0\n1\n0 six 0 0\n")
    knobs = {"mca:coll_tuned_use_dynamic_rules": "1", "mca:coll_tuned_dynamic_rules_filename": str(rules)}
    tuning = replace(a_tuning(lines=(TuningLine(id="x", why="", undo="", knobs=knobs),)), build=tuned_build(openmpi))
    file.write(tuning, tmp_path / "t.toml")
    words = ("tune", "check", str(tmp_path / "t.toml"), "--mpi", openmpi.prefix)
    refused = rankwise(*words)
    assert refused.returncode == 2
    assert "sets mca:coll_tuned_dynamic_rules_filename" in refused.stderr
    done = rankwise(*words, "--allow", "coll_tuned_dynamic_rules_filename")
    assert done.returncode == 2
    assert "mine.conf: rules, line 6: 'six' is not an algorithm" in done.stderr


@pytest.mark.mpi(2)
def test_a_line_that_is_not_in_effect_is_refused_unless_forced(openmpi: Mpi, tmp_path: Path) -> None:
    wrong = TuningLine(id="typo", why="", undo="", knobs={"env:UCX_RNDV_TRESH": "1"})
    words = ("run", "--tuning", str(written(openmpi, tmp_path, wrong)), "--mpi", openmpi.prefix)
    line = ("--", "mpirun", "-n", "2", "echo", "ran")
    refused = rankwise(*words, *line)
    assert refused.returncode == 3
    assert "typo: UCX does not start in the ranks, and would read UCX_RNDV_TRESH" in refused.stderr
    assert "ran" not in refused.stdout
    assert rankwise(*words, "--force", *line).stdout.count("ran\n") == 2


@pytest.mark.mpi(2)
def test_where_no_job_starts_a_check_says_so_and_ends_with_3(mpich: Mpi, tmp_path: Path) -> None:
    # A cell above 16 KiB needs a larger pack buffer; MPI_Init aborts without it.
    broken = {"MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE": "1048576"}
    done = rankwise("tune", "check", str(written(mpich, tmp_path)), "--mpi", mpich.prefix, **broken)
    assert "no job starts here, with the lines or without" in done.stdout
    assert done.returncode == 3


@pytest.mark.mpi(2)
def test_a_look_that_did_not_end_well_is_not_kept(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # what earlier sessions found is not known here
    tuning = written(mpich, tmp_path)
    line = ["mpirun", "-n", "2", "true"]
    with monkeypatch.context() as patch:
        patch.setattr("rankwise.apply.questions._LIMIT_S", 0.0)
        start = started(tuning, line, mpi=mpich.prefix)
    assert "a small job with this tuning did not end well: it hung" in start.warnings[0]
    again = started(tuning, line, mpi=mpich.prefix).check
    assert not again.cached
    assert not again.died
    assert started(tuning, line, mpi=mpich.prefix).check.cached


def test_without_a_compiler_a_preload_cannot_be_had(mpich: Mpi, tmp_path: Path) -> None:
    quiet = TuningLine(id="yield", why="", undo="", preload="noyield")
    tuning = written(mpich, tmp_path, quiet)
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("sh", "bash"):
        (bare / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    words = ("run", "--no-check", "--tuning", str(tuning), "--mpi", mpich.prefix, "--", "sh", "-c", "true")
    done = rankwise(*words, PATH=str(bare), XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert done.returncode == 3
    assert "no C compiler" in done.stderr


@pytest.mark.mpi(2)
def test_exported_files_work_without_rankwise(openmpi: Mpi, tmp_path: Path) -> None:
    tuning = written(openmpi, tmp_path)
    done = rankwise("tune", "export", str(tuning), "--out", str(tmp_path / "site"), "--mpi", openmpi.prefix)
    assert done.returncode == 0, done.stderr
    program = str(build.engine_for(openmpi, source=HELLO))
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    env = {**os.environ, **openmpi.env, **root, "LD_LIBRARY_PATH": f"{openmpi.prefix}/lib"}
    tune = ["--tune", str(tmp_path / "site/mpirun.tune")]
    line = [openmpi.launcher or "", *tune, "--oversubscribe", "-n", "2"]
    own = subprocess.run([*line, program], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert own.stdout.count("hello ") == 2, own.stderr
    told = ["sh", "-c", 'echo "$PSM3_RANKWISE_TEST $OMPI_MCA_btl_sm_eager_limit"']
    script = ["sh", "-c", f'. {tmp_path}/site/environment.sh; exec "$@"', "sh"]
    line = [*script, openmpi.launcher or "", "--oversubscribe", "-n", "2"]
    printed = subprocess.run([*line, *told], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert printed.stdout.count("a b 65536\n") == 2, printed.stderr


def test_a_tuning_is_a_side_of_a_comparison(mpich: Mpi, tmp_path: Path) -> None:
    tuning = written(mpich, tmp_path)
    with ExitStack() as stack:
        choices = parse_all(["default", f"tuning={tuning}+env:PSM3_RANKWISE_TEST=mine"])
        sides, _, warnings = prepared_sides(choices, stack, ranks=0, mpi="", launcher="", tell=lambda _: None)
    assert not warnings
    assert {side.mpi.prefix for side in sides} == {mpich.prefix}  # that of the tuning, though the default names none
    assert sides[0].spec.knobs == {}
    assert sides[1].spec.knobs["env:PSM3_RANKWISE_TEST"] == "mine"
    assert Path(sides[1].spec.knobs["env:MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE"]).is_file()
    alone = as_started(parse(f"tuning={tuning}"), ["true"])
    assert alone.env["PSM3_RANKWISE_TEST"] == "a b"


def test_a_side_whose_tuning_serves_another_job_is_told(mpich: Mpi, tmp_path: Path) -> None:
    local = TuningLine(id="local", why="", undo="", knobs={"env:MPIR_CVAR_NOLOCAL": "1"})
    side = f"tuning={written(mpich, tmp_path, local, ranks=8)}"
    with ExitStack() as stack:
        choices = parse_all(["default", side])
        _, _, warnings = prepared_sides(choices, stack, ranks=2, mpi="", launcher="", tell=lambda _: None)
    told = as_started(parse(side), [mpich.launcher or "", "-n", "2", "true"]).warnings
    for words in (warnings, told):
        assert any("MPIR_CVAR_NOLOCAL" in word or "'local' changes more than time" in word for word in words), words
        assert any("are for communicators of 8 ranks; the job has 2" in word for word in words), words


@pytest.mark.mpi(2)
def test_nothing_of_ours_is_in_the_program(mpich: Mpi, tmp_path: Path) -> None:
    words = ("run", "--no-check", "--tuning", str(written(mpich, tmp_path)), "--mpi", mpich.prefix)
    done = rankwise(*words, "--", "mpirun", "-n", "2", "cat", "/proc/self/maps")
    assert "libc.so" in done.stdout
    assert "rankwise" not in "".join(line for line in done.stdout.splitlines() if ".so" in line)


def test_a_program_of_another_mpi_is_refused(mpich: Mpi, openmpi: Mpi, tmp_path: Path) -> None:
    program = str(build.engine_for(openmpi, source=HELLO))
    words = ("run", "--no-check", "--tuning", str(written(mpich, tmp_path)), "--mpi", mpich.prefix)
    done = rankwise(*words, "--", "mpirun", "-n", "2", program)
    assert done.returncode == 2
    assert "is linked to libmpi.so.40, the tuning is for" in done.stderr


def test_what_a_tuning_may_disappoint_in_is_told(mpich: Mpi, tmp_path: Path) -> None:
    local = TuningLine(id="local", why="", undo="", knobs={"env:MPIR_CVAR_NOLOCAL": "1"})
    start = started(written(mpich, tmp_path, local), ["mpirun", "-n", "3", "true"], mpi=mpich.prefix, look=False)
    told = "\n".join(start.warnings)
    assert "one node alone" not in told
    assert "line 'local' changes more than time: " in told
    assert "rules of this tuning are for communicators of 2 ranks; the job has 3" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--mca pml ob1", "line 'ucx', which sets OMPI_MCA_pml=ucx"),
        ("-x UCX_TLS=tcp", "line 'ucx', which sets UCX_TLS=self,sm"),
        ("--mca coll_tuned_use_dynamic_rules 0", "the tuning, which sets OMPI_MCA_coll_tuned_use_dynamic_rules=1"),
        ("--mca pml ucx", ""),
        ("-x UCX_TLS", ""),
        ("--mca btl tcp", ""),
    ],
)
def test_what_the_launch_line_sets_itself_is_told(openmpi: Mpi, tmp_path: Path, words: str, told: str) -> None:
    ucx = TuningLine(id="ucx", why="", undo="", knobs={"mca:pml": "ucx", "env:UCX_TLS": "self,sm"})
    line = ["mpirun", *words.split(), "-n", "2", "true", "--mca", "pml", "cm"]
    start = started(written(openmpi, tmp_path, ucx), line, mpi=openmpi.prefix, look=False)
    expected = [f"your `{words}` outranks {told}"] if told else []
    assert [warning for warning in start.warnings if "outranks" in warning] == expected
    if told:
        again = started(written(openmpi, tmp_path, ucx), line, mpi=openmpi.prefix, look=False, preload=True)
        variable = told.partition(" sets ")[2]
        assert f"your `{words}` is replaced by the tuning's {variable}" in again.warnings, "each rank sets it anew"
    # Of two words for one variable Open MPI takes the first.
    first = next(word for word in start.argv if word.startswith("UCX_TLS"))
    assert first == ("UCX_TLS=tcp" if "UCX_TLS=tcp" in words else "UCX_TLS")


@pytest.mark.parametrize(
    ("words", "nodes", "times"),
    [
        ("-hosts a,b true", "", 1),
        ("--hostfile=hosts true", "", 1),
        ("true", "2", 1),
        ("true", "1", 0),
        ("-n 2 true -f file", "", 0),
        ("-H localhost:4 true", "", 0),
        ("--map-by sh -host a,b true", "", 1),  # `sh` is a value here, although there is such a program
    ],
)
def test_what_serves_one_node_is_told_to_a_job_that_spans_several(
    mpich: Mpi, tmp_path: Path, words: str, nodes: str, times: int
) -> None:
    inside = TuningLine(id="inside", why="", undo="", knobs={"env:UCX_TLS": "posix,self"})
    tuning = written(mpich, tmp_path, inside)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLURM_JOB_NUM_NODES", nodes)
        told = started(tuning, ["mpirun", *words.split()], mpi=mpich.prefix, look=False).warnings
    assert told.count("line 'inside' serves ranks of one node alone; take it out for several") == times


@pytest.mark.mpi(2)
def test_from_python(mpich: Mpi, tmp_path: Path) -> None:
    tuning = written(mpich, tmp_path)
    found = rankwise_api.check_tuning(tuning, mpich.prefix)
    assert {line.answer for line in found.lines} == {
        "in effect",
        "cannot tell",
    }  # the library knows no PSM3_RANKWISE_TEST
    written_files = rankwise_api.export_tuning(tuning, tmp_path / "site", ("rules", "env"), mpich.prefix).files
    assert {Path(name).name for name in written_files} == {
        "mpich-algorithm.json", "mpich-composition.json", "environment.sh"
    }  # fmt: skip


def test_a_place_that_cannot_be_written_is_told(mpich: Mpi, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    words = ("tune", "export", str(written(mpich, tmp_path)), "--mpi", mpich.prefix)
    done = rankwise(*words, "--out", str(tmp_path / "file/below"))
    assert done.returncode == 3
    assert "cannot write" in done.stderr
