"""What goes wrong around rankwise is told in words, and costs what was not yet measured at most."""

from __future__ import annotations

import gzip
import os
import resource
import sys
import time
from pathlib import Path

import msgspec
import pytest

from builders import runs
from rankwise.core import bounded, files, toml
from rankwise.core.errors import MeasurementFailed, RankwiseError, UsageError
from rankwise.core.limit import TooLong, within
from rankwise.core.output import HEAD_BYTES, TAIL_BYTES
from rankwise.core.process import Job, run
from rankwise.core.records import Mpi
from rankwise.core.units import parse_budget
from rankwise.inventory import archive
from rankwise.mpis import candidates, catalog
from rankwise.store import Store
from store.test_store import visit

RANKWISE = str(Path(sys.executable).with_name("rankwise"))


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 50_000 + "]" * 50_000, "a" + ".a" * 50_000 + " = 1", "x = '" + "y" * 5_000_000 + "'",
     "a = " + "[" * 100 + "]" * 100],
    ids=["deep", "a long key", "large", "deeper than of use"],
)  # fmt: skip
def test_toml_without_end_is_an_error_like_any_other(text: str) -> None:
    begin_s = time.process_time()
    with pytest.raises(toml.TomlError):
        toml.loads(text)
    assert time.process_time() - begin_s < 5.0


def test_settings_of_such_a_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "rankwise.toml").write_text("a = " + "[" * 50_000 + "]" * 50_000)
    done = run([RANKWISE, "config"], timeout_s=60, cwd=tmp_path)
    assert done.returncode == 2
    assert "nested more than 64 deep" in done.stderr


def test_a_recording_that_unpacks_without_end_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    file = tmp_path / "node.record.gz"
    file.write_bytes(gzip.compress(bytes(bounded.LIMITS["recording"] + 1), 1))
    with pytest.raises(UsageError, match="unpacks to more than 64 MiB"):
        archive.read_text(file)
    file.write_bytes(gzip.compress(b"x" * 1000)[:-9])
    with pytest.raises(UsageError, match="cannot read"):
        archive.read_text(file)


def test_what_other_editors_write_is_read(tmp_path: Path) -> None:
    file = tmp_path / "rankwise.toml"
    file.write_bytes(b'\xef\xbb\xbfmpi = "x"\r\nout = "y"\r\n')
    assert files.read(file, "code", "") == 'mpi = "x"\nout = "y"\n'


def test_a_program_that_prints_without_end_is_kept_in_bounded_memory() -> None:
    code = "import sys\nsys.stdout.write('begin')\nfor _ in range(200): sys.stdout.write('x' * 1000000)\nprint('end')"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done = run([sys.executable, "-c", code], timeout_s=120)
    assert done.ok
    assert done.stdout.startswith("beginx")
    assert done.stdout.endswith("xend\n")
    assert "bytes left out]" in done.stdout
    assert len(done.stdout) < HEAD_BYTES + TAIL_BYTES + (1 << 17)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 250_000  # KiB


def test_a_program_that_is_ended_leaves_its_last_words() -> None:
    done = run(["sh", "-c", "echo here; exec sleep 600"], timeout_s=4.0)
    assert done.returncode is None
    assert done.stdout == "here\n"
    done = run([sys.executable, "-c", "import sys; print(len(sys.stdin.read()))"], timeout_s=60, input_text="x" * 10**6)
    assert done.stdout == "1000000\n"


def test_a_pattern_without_end_is_given_up() -> None:
    import re

    with pytest.raises(TooLong), within(0.2):
        re.search(r"(a+)+$", "a" * 60 + "b")
    with within(60.0):
        assert re.search("b", "ab")


def test_a_figure_that_takes_too_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rankwise.experiment import programs

    monkeypatch.setattr(programs, "_FIGURE_S", 0.2)
    options = programs.RunOptions(argv=(), figure="(a+)+$")
    argv = (sys.executable, "-c", "print('a' * 60 + 'b')")
    one = programs.Program("default", argv, dict(os.environ))
    with pytest.raises(UsageError, match=r"takes more than 0\.2 s to search what default printed"):
        programs.try_once(one, options)


@pytest.mark.parametrize("text", ["0s", "0", "0ms"])
def test_a_budget_of_nothing_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="nothing can be measured"):
        parse_budget(text)


def test_a_library_that_is_none_is_not_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "mpi/lib").mkdir(parents=True)
    (tmp_path / "mpi/lib/libmpi.so.12").write_text("no library")
    with pytest.raises(RankwiseError, match=r"holds libmpi\.so\.12, which cannot be loaded as an MPI") as caught:
        catalog.add(tmp_path / "mpi")
    assert caught.value.exit_status == 1
    assert candidates.registered() == []


def test_a_library_that_is_known_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "mpi/lib").mkdir(parents=True)
    known = catalog.find("mpich")
    assert known.library
    (tmp_path / "mpi/lib/libmpi.so.12").symlink_to(known.library)
    with pytest.raises(RankwiseError, match="is known: it is mpich in ") as caught:
        catalog.add(tmp_path / "mpi")
    assert caught.value.exit_status == 1


@pytest.mark.parametrize("words", [["mpi", "list"], ["mpi", "list", "--json"]])
def test_an_answer_that_nobody_can_read_is_no_success(words: list[str]) -> None:
    done = run(["sh", "-c", '"$@" >&-', "sh", RANKWISE, *words], timeout_s=120)
    assert done.returncode == 4
    assert "standard output is closed" in done.stderr


def test_with_standard_error_closed_json_stays_json(tmp_path: Path) -> None:
    line = ["sh", "-c", '"$@" 2>&-', "sh", RANKWISE, "runs", "show", "x", "--out", str(tmp_path), "--json"]
    done = run(line, timeout_s=120)
    assert done.returncode == 2
    assert msgspec.json.decode(done.stdout)["error"]["code"] == "no-store"


def test_a_store_that_is_removed_while_measuring_is_written_beside(tmp_path: Path) -> None:
    file = tmp_path / "rankwise.db"
    with pytest.raises(MeasurementFailed, match="was removed while measuring") as caught, Store.open(file) as store:
        one = runs.run()
        store.begin(one)
        store.add_visits(one.id, [visit("a", 0)])
        store.flush()
        store.add_visits(one.id, [visit("a", 1)])
        file.unlink()
        store.flush()
    (beside,) = tmp_path.glob("*.db")
    assert str(beside) in caught.value.message
    with Store.open(beside, create=False) as store:
        assert len(store.visits(one.id)) == 2


def test_a_run_is_not_named_by_a_path(tmp_path: Path) -> None:
    with Store.open(tmp_path / "rankwise.db") as store, pytest.raises(UsageError, match="'/x/y' is a path"):
        store.load("/x/y")


@pytest.mark.thorough("core/test_guard.py kills a launcher")
def test_what_a_launcher_leaves_that_was_killed_is_removed(mpich: Mpi) -> None:
    job = Job.start([mpich.launcher or "", "-n", "1", "sleep", "60"], env={**os.environ, **mpich.env})
    try:
        end_s = time.monotonic() + 20
        while not job._leftovers and time.monotonic() < end_s:
            job.note_leftovers()
        mine = {path for path in job._leftovers if "hydra_hwloc" in path}
    finally:
        job.popen.kill()
        job.popen.wait()
        job.kill_rest()
        for stream in (job.popen.stdout, job.popen.stderr):
            assert stream is not None
            stream.close()
    assert all(path.startswith("/tmp/hydra_hwloc_xmlfile_") for path in mine)
    assert not [path for path in job._leftovers if Path(path).exists()]


def test_a_bus_error_names_shared_memory_and_its_size() -> None:
    from rankwise.measure.room import without_room

    for words in ("KILLED BY SIGNAL: 7 (Bus error)", "Signal: Bus error (7)", "exited on signal 7"):
        assert "/dev/shm has " in without_room(words)
    assert without_room("killed by signal 71") == ""


@pytest.mark.mpi(2)
def test_a_limit_on_memory_is_named(mpich: Mpi, tmp_path: Path) -> None:
    words = f"{RANKWISE} bench pingpong --sizes 8 --budget 1s --mpi {mpich.name} --ranks 2 --out {tmp_path} --json -q"
    done = run(["sh", "-c", f"ulimit -v 130000; exec {words}"], timeout_s=120)
    assert done.returncode == 3, done.describe()
    assert msgspec.json.decode(done.stdout)["error"]["code"] == "no-memory", done.stdout
    assert "memory is limited to 126 MiB here; measuring takes 600 MiB" in done.stdout
