"""What goes into the store comes out of it exactly, and every way to lose the file is told in plain words."""

from __future__ import annotations

import multiprocessing
import resource
import secrets
import sqlite3
import zlib
from pathlib import Path

import hypothesis
import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from builders.runs import run, visit
from rankwise.core.errors import EnvironmentProblem, Exit, MeasurementFailed, UsageError
from rankwise.core.records import Run, Visit
from rankwise.inventory.records import Inventory
from rankwise.store import Store, blocks, database
from rankwise.verbs.runs import diff_runs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results" / "rankwise.db"


def several_visits() -> list[Visit]:
    return [visit(cell, launch, number) for number in range(8) for launch in (0, 1) for cell in ("a", "b", "c")]


def test_visits_come_back_bit_for_bit_and_in_order(path: Path) -> None:
    visits = several_visits()
    with Store.open(path) as store:
        store.begin(run())
        store.add_visits(run().id, visits[:20])
        store.flush()
        store.add_visits(run().id, visits[20:])
        assert store.visits(run().id) == visits  # flushed and waiting ones together
    with Store.open(path, create=False) as store:
        assert store.visits(run().id) == visits
        assert store.visits(run().id, "b") == [one for one in visits if one.cell == "b"]
        assert store.visits(run().id, "nothing") == []


def test_one_file_remains(path: Path) -> None:
    with Store.open(path) as store:
        store.begin(run())
        store.add_visits(run().id, several_visits())
    assert [file.name for file in path.parent.iterdir()] == ["rankwise.db"]


def test_runs_are_found_by_id_prefix_and_last(path: Path) -> None:
    first = run("20261121-200000-aaaa", started_at="2026-11-21T20:00:00Z")
    second = run("20261121-210000-bbbb", started_at="2026-11-21T21:00:00Z")
    with Store.open(path) as store:
        with pytest.raises(UsageError, match="no run 'last'"):
            store.load("last")
        store.begin(second)
        store.begin(first)
        assert [summary.id for summary in store.runs()] == [first.id, second.id]
        assert store.runs()[0].mpis == ("mpich",)
        assert store.load(first.id) == first
        assert store.load("20261121-21") == second
        assert store.load("last") == second
        with pytest.raises(UsageError) as refused:
            store.load("3026")
        assert refused.value.hint == f"`rankwise runs list --out {path.parent}` shows them"
        with pytest.raises(UsageError, match="begins 2 runs"):
            store.load("2026")
        with pytest.raises(UsageError, match="already has"):
            store.begin(first)


def test_last_is_the_run_that_was_asked_for_not_one_that_it_made(path: Path) -> None:
    def at(name: str, kind: str, began: str, ended: str | None, process: str = "1-2-3") -> Run:
        made = run(name, started_at=began)
        facts = replace(made.provenance, process=process, started_at=began, finished_at=ended)
        return replace(made, kind=kind, status="finished", provenance=facts)

    outer = at("20261121-200000-aaaa", "improve", "2026-11-21T20:00:00Z", "2026-11-21T20:10:00Z")
    inner = at("20261121-200500-bbbb", "compare", "2026-11-21T20:05:00Z", "2026-11-21T20:06:00Z")
    with Store.open(path) as store:
        store.begin(outer)
        store.begin(inner)
        assert store.load("last").id == outer.id
        store.begin(at("20261121-200700-cccc", "bench", "2026-11-21T20:07:00Z", "2026-11-21T20:08:00Z", "7-8-9"))
        assert store.load("last").id == "20261121-200700-cccc", "another process measured beside it"
        store.begin(at("20261121-200900-eeee", "tune", "2026-11-21T20:09:00Z", "2026-11-21T20:09:20Z"))
        store.begin(at("20261121-200910-ffff", "compare", "2026-11-21T20:09:10Z", "2026-11-21T20:09:19Z"))
        assert store.load("last").id == outer.id, "a run of a run of it"
        later = at("20261121-201100-dddd", "bench", "2026-11-21T20:11:00Z", "2026-11-21T20:12:00Z")
        store.begin(later)
        assert store.load("last").id == later.id, "the same program, after it"


@pytest.mark.parametrize("kind", ["scale", "study", "tune", "tune verify"])
def test_last_is_no_run_that_another_kind_made(kind: str, path: Path) -> None:
    with Store.open(path) as store:
        for number, (name, of) in enumerate((("20261121-200000-aaaa", kind), ("20261121-200100-bbbb", "fabrics"))):
            made = run(name, started_at=f"2026-11-21T20:0{number}:00Z")
            facts = replace(made.provenance, process="1-2-3", finished_at=f"2026-11-21T20:0{9 - number}:00Z")
            store.begin(replace(made, kind=of, status="finished", provenance=facts))
        assert store.load("last").kind == kind


def test_update_and_documents(path: Path) -> None:
    changed = run(sides=("mpich", "impi"))
    empty = Inventory(nodes=())
    with Store.open(path) as store:
        store.begin(run())
        store.update(changed)
        assert store.load("last") == changed
        with pytest.raises(UsageError, match="no run"):
            store.update(run("other"))
        assert store.get(run().id, "inventory", Inventory) is None
        store.put(run().id, "inventory", empty)
        store.put(run().id, "inventory", empty)
        assert store.get(run().id, "inventory", Inventory) == empty


def test_reading_needs_a_file(path: Path) -> None:
    with pytest.raises(UsageError, match="no runs") as raised:
        Store.open(path, create=False)
    assert raised.value.code == "no-store"
    assert not path.parent.exists()


def test_unwritable_is_told_before_measuring(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(EnvironmentProblem, match=r"cannot write .*Not a directory"):
        Store.open(tmp_path / "file" / "rankwise.db")
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(EnvironmentProblem) as raised:
        Store.open(tmp_path / "folder.db")
    assert (raised.value.code, raised.value.exit_status) == ("cannot-write", Exit.ENVIRONMENT)


def test_not_a_database_and_a_foreign_one(tmp_path: Path) -> None:
    words = tmp_path / "words.db"
    words.write_text("these are words and not pages of a database " * 100)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    for file in (words, foreign):
        before = file.read_bytes()
        for create in (True, False):
            with pytest.raises(EnvironmentProblem) as raised:
                Store.open(file, create=create)
            assert raised.value.code == "not-a-store"
        assert file.read_bytes() == before


def test_truncated_and_corrupted_files_are_told(path: Path) -> None:
    with Store.open(path) as store:
        store.begin(run())
        store.add_visits(run().id, [visit("a", 0, number, samples=2000) for number in range(8)])
    whole = path.read_bytes()
    damages = {
        "truncated": whole[: len(whole) // 2],
        "header": whole[:3000],
        "garbage": whole[:12288] + bytes(len(whole) - 12288),
    }
    for damage, content in damages.items():
        path.write_bytes(content)
        with pytest.raises(EnvironmentProblem) as raised, Store.open(path, create=False) as store:
            store.load("last")
            store.visits(run().id)
        assert raised.value.code in ("damaged-store", "not-a-store"), damage
        assert str(path) in raised.value.message


def test_damaged_block_is_told(path: Path) -> None:
    with Store.open(path) as store:
        store.begin(run())
        store.add_visits(run().id, [visit("a")])
        store.flush()
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE blocks SET times = substr(times, 1, 20)")
        connection.close()
        with pytest.raises(EnvironmentProblem, match="samples of run"):
            store.visits(run().id)


def test_newer_schema_is_refused(path: Path) -> None:
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99, '2099-01-01')")
    connection.close()
    with pytest.raises(EnvironmentProblem, match=r"schema 99.*knows up to") as raised:
        Store.open(path)
    assert raised.value.code == "newer-store"


def test_older_schema_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(path) as store:
        store.begin(run())
    monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, ("ALTER TABLE runs ADD COLUMN note TEXT",)))
    with Store.open(path, create=False) as store:
        assert store.load("last") == run()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT note FROM runs").fetchall() == [(None,)]
    assert connection.execute("SELECT version FROM schema_version ORDER BY version").fetchall() == [(1,), (2,)]
    connection.close()


def test_runs_that_were_stored_before_cells_had_a_pace_are_read(path: Path) -> None:
    with Store.open(path) as store:
        store.begin(run())
    with sqlite3.connect(path) as connection:
        body = zlib.decompress(connection.execute("SELECT body FROM runs").fetchone()[0])
        assert b'"pace":"",' in body
        connection.execute("UPDATE runs SET body = ?", (zlib.compress(body.replace(b'"pace":"",', b"")),))
    with Store.open(path) as store:
        assert store.load("last") == run()


def test_full_disk_keeps_what_was_stored(path: Path) -> None:
    kept = [visit("a", 0, number) for number in range(8)]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Store.open(path) as store:
        store.begin(run())
        store.add_visits(run().id, kept)
        store.flush()
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 8192, hard))
        try:
            with pytest.raises(MeasurementFailed) as raised:
                store.add_visits(run().id, [visit("b", 0, number, samples=5000) for number in range(30)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert raised.value.code in ("disk-full", "disk-error")
        assert "kept" in raised.value.message
        assert raised.value.exit_status == Exit.MEASUREMENT_FAILED
    with Store.open(path) as store:
        assert store.visits(run().id) == kept
        store.add_visits(run().id, [visit("c")])  # and it can go on


def add_many(path: Path, number: int) -> None:
    with Store.open(path) as store:
        one = run(f"run-{number}")
        store.begin(one)
        for part in range(10):
            store.add_visits(one.id, [visit("a", 0, part)])
            store.flush()


def test_two_processes_at_once(path: Path) -> None:
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=add_many, args=(path, number)) for number in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    with Store.open(path, create=False) as store:
        assert {summary.id for summary in store.runs()} == {"run-0", "run-1"}
        for number in range(2):
            assert store.visits(f"run-{number}") == [visit("a", 0, part) for part in range(10)]


_TIMES = st.floats(1e-9, 1e3)
_VISITS = st.builds(
    Visit,
    cell=st.sampled_from(["a", "b"]),
    launch=st.integers(0, 3),
    round=st.integers(0, 10**6),
    group=st.integers(0, 64),
    at_s=_TIMES,
    calls_per_sample=st.integers(1, 10**9),
    samples_s=st.lists(_TIMES, max_size=5).map(tuple),
    rank_samples_s=st.lists(_TIMES, max_size=5).map(tuple),
    warmup_s=st.lists(_TIMES, max_size=5).map(tuple),
    first_call_s=st.none() | _TIMES,
    invalid_samples=st.integers(0, 10**6),
    rss_growth_bytes=st.none() | st.integers(-(10**12), 10**12),
    clock_error_s=_TIMES,
    pure_s=st.none() | _TIMES,
    compute_s=st.none() | _TIMES,
    begin_s=st.none() | _TIMES,
    wait_s=st.none() | _TIMES,
)


@given(st.lists(_VISITS, min_size=1, max_size=6))
@hypothesis.settings(max_examples=50, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
def test_every_field_of_a_visit_comes_back(tmp_path: Path, visits: list[Visit]) -> None:
    with Store.open(tmp_path / f"{secrets.token_hex(4)}.db") as store:
        store.begin(run())
        store.add_visits(run().id, visits)
        store.flush()
        assert store.visits(run().id) == visits


def test_blocks_of_stores_before_the_two_parts_of_a_call_can_be_read() -> None:
    old = msgspec.msgpack.encode([(0, 1, 0, 0.5, 10, (1, 0, 0), None, 0, None, 0.0, 1e-6, 2e-6)])
    entries, times = blocks.pack([(0, replace(visit("a", samples=1), rank_samples_s=(), warmup_s=()))])
    ((_, found),) = blocks.unpack("a", 0, old, zlib.decompress(times))
    assert (found.compute_s, found.begin_s, found.wait_s) == (2e-6, None, None)
    assert entries


def test_runs_without_cells_are_not_called_unchanged(tmp_path: Path) -> None:
    first = run("20261121-200000-aaaa", started_at="2026-11-21T20:00:00Z")
    with Store.of(tmp_path) as store:
        store.begin(first)
        second = run("20261121-210000-bbbb", started_at="2026-11-21T21:00:00Z")
        store.begin(replace(second, kind="trace", plan=replace(second.plan, cells=())))
    with pytest.raises(UsageError, match="has no cells to compare"):
        diff_runs(first.id, "last", tmp_path)
