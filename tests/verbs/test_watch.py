"""Who is late in a job while it runs."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import rankwise
from builders.programs import compiled
from rankwise.cli.main import app
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.diagnoses.records import Watched, WatchedRank
from rankwise.model.lateness import fewest_seconds
from rankwise.preloads.trace.layout import COLLECTED, WINDOW_MAGIC, WINDOW_VERSION
from rankwise.report.watch import lines
from rankwise.tracing.file import type_of
from rankwise.tracing.window import LENGTH, Event, RankWindow, Second, parse_window
from rankwise.verbs.watch.judge import Judge
from rankwise.verbs.watch.look import Node, Seen
from rankwise.verbs.watch.run import Watch

SOURCE = Path(__file__).with_name("watch_steps.c")


def window(rank: int, world: int, own_s: Mapping[int, float], *, together: bool) -> RankWindow:
    """A rank that took so long in each second, by its number, from one collective to the next."""
    events = {
        second: Event("Barrier", COLLECTED, 0, second + own, second + 0.9, float(second), 64)
        for second, own in own_s.items()
    }
    seconds = {second: Second(10, 80, 1.0 - own) for second, own in own_s.items()}
    return RankWindow(
        rank=rank, world=world, pid=100 + rank, host="n1", inside="",
        seconds=seconds, events=events if together else {}, halvings=0,
    )  # fmt: skip


def judged(late: int, share: float, *, together: bool, every: int = 1, seconds: int = 60) -> Judge:
    judge = Judge()
    for now in range(3, seconds):
        ranks = []
        for rank in range(4):
            own = {}
            for second in range(max(0, now - 30), now):
                more = share * every if rank == late and second % every == 0 else 0.0
                own[second] = 0.5 + more + 0.001 * ((second * 7 + rank * 3) % 5)
            ranks.append(Seen(rank, 100 + rank, window=window(rank, 4, own, together=together)))
        judge.see(ranks)
    return judge


@pytest.mark.parametrize("together", [True, False])
def test_the_late_rank_is_named(together: bool) -> None:
    judge = judged(2, 0.05, together=together)
    assert judge.late() == [2]
    assert judge.late_share()[2] == pytest.approx(0.05, abs=0.005)
    assert judge.mean("calls", 1) == 10


def test_a_rank_that_is_late_now_and_then_is_named() -> None:
    assert judged(1, 0.05, together=True, every=2).late() == [1]


@pytest.mark.parametrize("together", [True, False])
def test_nobody_is_named_among_ranks_that_are_alike(together: bool) -> None:
    assert judged(0, 0.0, together=together, seconds=300).late() == []


def test_the_last_of_common_calls_causes_the_waiting() -> None:
    judge = judged(3, 0.2, together=True)
    assert judge.last_share(3) > 0.9
    assert judge.mean("caused_s", 3) == pytest.approx(0.6, abs=0.05)  # three others wait 0.2 s in each second


def test_a_second_that_was_kept_before_a_halving_is_not_counted_twice() -> None:
    judge = Judge()
    ranks = []
    for rank in range(2):
        kept = window(rank, 2, dict.fromkeys(range(10), 0.5 + 0.2 * rank), together=True)
        events = {key + half: event for key, event in kept.events.items() for half in (0, 1 << 63)}
        ranks.append(Seen(rank, 100 + rank, window=replace(kept, events=events, halvings=1)))
    judge.see(ranks)
    assert judge.late_share()[1] == pytest.approx(2 * 0.2)  # each event that is kept stands for two


def test_it_is_too_early_to_clear_ranks_before_one_could_be_named() -> None:
    fewest = fewest_seconds(4)
    early, later = (judged(2, 0.5, together=True, seconds=fewest + more) for more in (0, 5))
    assert (fewest, early.late(), later.late()) == (13, [], [2])
    assert early.seen < fewest <= later.seen


def test_one_rank_alone_outside_of_mpi_is_late_by_samples_of_stacks() -> None:
    judge = Judge()
    for _ in range(40):
        judge.see([Seen(rank, rank, in_mpi=rank != 1, call="MPI_Barrier" if rank != 1 else "") for rank in range(4)])
    assert judge.late() == [1]


@pytest.mark.parametrize(
    "outside", [{0, 1}, set(), {0, 1, 2, 3}], ids=["two compute, two receive", "all in MPI", "none in MPI"]
)
def test_samples_in_which_none_is_alone_clear_nobody(outside: set[int]) -> None:
    watch = Watch("process 1")
    for _ in range(200):
        call = {rank: "" if rank in outside else "MPI_Recv" for rank in range(4)}
        told = watch.look([Seen(rank, rank, sampled=True, in_mpi=bool(call[rank]), call=call[rank]) for rank in call])
    assert (watch.judge.looked, watch.judge.seen) == (200, 0)
    assert told.notes[0].startswith("nothing here tells who is late: in none of 200 samples")
    row = lines(told)[1].split()
    assert [row[at] for at in (0, -6, -5, -3, -2, -1)] == ["0", "-", "-", "-", "-", "-"]


def test_windows_without_calls_clear_nobody() -> None:
    watch = Watch("process 1")
    quiet = {second: Second(0, 0, 0.0) for second in range(199)}
    idle = [replace(window(rank, 4, {}, together=False), seconds=quiet) for rank in range(4)]
    told = watch.look([Seen(rank, 100 + rank, window=of) for rank, of in enumerate(idle)])
    assert told.notes == (
        "nothing here tells who is late: in none of 197 seconds did the others wait for one rank alone",
    )


def test_who_is_cleared_by_few_samples_is_told_with_their_number_and_who_was_not_read() -> None:
    watch, looks = Watch("process 1"), 80
    for number in range(looks):
        outside = {number % 8 // 2} if number % 2 else {0, 1}
        ranks = [Seen(rank, rank, world=6, sampled=True, in_mpi=rank not in outside) for rank in range(4)]
        told = watch.look([*ranks, Seen(4, 4, world=6, unread="its stack cannot be read")])
    assert told.notes[0] == (
        "no rank is late beyond the noise of the others, in 40 samples that tell it, of 80; "
        "nothing was read of ranks 4-5"
    )


def test_words_name_rank_place_and_reason() -> None:
    rank = WatchedRank(
        number=2, host="n1", pid=9, cpu=3, late=True, late_share=0.061, site="solve (heat.c:57)", reason="swapped"
    )
    gone = WatchedRank(number=3, host="n1", pid=10, unread="it has ended")
    text = "\n".join(lines(Watched(job="x", how="windows", world=2, seconds=30.0, ranks=(rank, gone), ended=True)))
    for words in ("rank 2 on n1, CPU 3 is late by 6.1%", "solve (heat.c:57)", "swapped", "rank 3: it has ended"):
        assert words in text


def test_a_job_whose_ranks_were_never_seen_is_not_of_0_ranks() -> None:
    text = "\n".join(lines(Watched(job="x", how="windows", world=0, seconds=0.1, ended=True, status=0)))
    assert "the job, of which no rank was seen, has ended with status 0" in text


@pytest.mark.parametrize(("words", "count"), [(("--once",), 1), ((), 2)])
def test_each_look_is_told_once_in_json(words: tuple[str, ...], count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    look = Watched(job="x", how="stacks", world=2, seconds=1.0)
    looks = [look] if words else [look, msgspec.structs.replace(look, ended=True)]
    monkeypatch.setattr("rankwise.verbs.watch.run.running", lambda *_, **__: iter(looks))
    told = CliRunner().invoke(app, ["watch", "1", "--json", *words]).stdout
    assert told.count('"schema"') == count
    for line in [told] if words else told.splitlines():
        assert json.loads(line)["ok"]


def test_ctrl_c_ends_a_watch_with_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rank = WatchedRank(number=0, host="n1", pid=7)

    def looks(*_: object, **__: object) -> Iterator[Watched]:
        yield Watched(job="process 1", how="stacks", world=1, seconds=1.0, ranks=(rank,))
        raise KeyboardInterrupt

    monkeypatch.setattr("rankwise.verbs.watch.run.running", looks)
    done = CliRunner().invoke(app, ["watch", "1"])
    assert done.exit_code == 130 and "n1" in done.stdout
    assert CliRunner().invoke(app, ["watch", "1", "--json"]).exit_code == 130


@pytest.mark.parametrize("raw", [b"", b"RWWATCH\n", b"\0" * LENGTH, b"RWWATCH\n" + b"\xff" * LENGTH])
def test_what_is_no_window_is_none(raw: bytes) -> None:
    assert parse_window(raw) is None


def test_a_window_is_read_as_it_is_laid_out() -> None:
    kept = np.zeros(1, type_of("Window"))
    for name, value in {
        **{"magic": WINDOW_MAGIC, "version": WINDOW_VERSION, "rank": 3, "world": 4, "pid": 77, "host": b"n1"},
        **{"inside": 1, "halvings": 2, "began_ns": 101 * 10**9, "began_ticks": 5000},
        **{"last_ns": 103 * 10**9, "last_ticks": 7000, "call_count": 2},
    }.items():
        kept[0][name] = value
    kept[0]["names"][:2] = (b"Send", b"Barrier")
    kept[0]["seconds"][:2] = [(102, 10, 80, 500), (103, 1, 1, 1)]  # the last second is not over
    kept[0]["recent"][0] = (1 << 63, 6000, 6500, 8, 4096, 5500, 1, COLLECTED)
    assert parse_window(kept.tobytes()) == RankWindow(
        rank=3, world=4, pid=77, host="n1", inside="Barrier", seconds={102: Second(10, 80, 0.5)},
        events={1 << 63: Event("Barrier", COLLECTED, 8, 102.0, 102.5, 101.5, 4096)}, halvings=2,
    )  # fmt: skip


def test_what_is_no_job_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no process"):
        next(rankwise.watch(job=99999999))
    with pytest.raises(UsageError, match="is not a program"):
        next(rankwise.watch(["/none/of/it"]))


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_a_job_is_watched_to_its_end(any_mpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(any_mpi, SOURCE, tmp_path / "steps")
    for name, value in (
        *any_mpi.env.items(),
        ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
        ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ):
        monkeypatch.setenv(name, value)
    memory = tmp_path / "memory"
    memory.mkdir()
    monkeypatch.setattr("rankwise.verbs.watch.start._MEMORY", memory)
    enough = tmp_path / "enough"
    argv = (str(any_mpi.launcher), "-n", "2", str(program), str(enough), "100")
    looks: list[Watched] = []
    for told in rankwise.watch(argv, every_s=0.5):
        looks.append(told)
        read = [rank for rank in told.ranks if not rank.unread]
        if [rank.number for rank in read] == [0, 1] and any((rank.calls_per_s or 0) > 1 for rank in read):
            enough.touch()
    assert enough.exists(), looks
    assert (looks[-1].ended, looks[-1].status) == (True, 0)
    assert not list(memory.iterdir())


@pytest.mark.mpi(ranks=2)
def test_a_rank_that_is_killed_while_watched_is_told(mpich: Mpi, tmp_path: Path) -> None:
    program = compiled(mpich, SOURCE, tmp_path / "steps")
    argv = (str(mpich.launcher), "-launcher", "fork", "-n", "2", str(program), "600", "100")
    last: Watched | None = None
    killed = False
    for told in rankwise.watch(argv, every_s=0.2):
        last = told
        if len(told.ranks) == 2 and not told.ended and not killed:
            killed = True
            assert Node().look([99999999])[0].unread == "it has ended"
            os.kill(told.ranks[1].pid, signal.SIGKILL)
    assert killed and last is not None and last.ended and last.status != 0
