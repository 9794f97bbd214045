"""What others use of the CPUs, read from a made-up /proc."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from benchmarks.load import MARK, MOST_CPUS, MOST_STEAL, Load, Meter

OWN = 100
"""The process that measures."""


@dataclass
class Machine:
    """A /proc whose processes are written by the test."""

    proc: Path
    steal: int = 0
    meter: Meter = field(init=False)

    def __post_init__(self) -> None:
        self.process(1, parent=0)
        self.process(2, parent=0)
        self.process(OWN, parent=1)
        self.clock()

    def process(self, pid: int, parent: int, own: int = 0, waited: int = 0, mark: str = "") -> None:
        folder = self.proc / str(pid)
        folder.mkdir(exist_ok=True)
        times = f"{own} 0 {waited} 0"
        (folder / "stat").write_text(f"{pid} (a (b) c) S {parent} 1 1 0 -1 0 0 0 0 0 {times} 20 0 1 0 0\n")
        (folder / "environ").write_bytes(f"HOME=/\0{MARK}={mark}\0".encode() if mark else b"HOME=/\0")

    def end(self, pid: int) -> None:
        for file in (self.proc / str(pid)).iterdir():
            file.unlink()
        (self.proc / str(pid)).rmdir()

    def clock(self) -> None:
        (self.proc / "stat").write_text(f"cpu 100 0 100 800 0 0 0 {self.steal} 0 0\ncpu0 0\n")

    def start(self) -> None:
        self.meter = Meter("token", proc=self.proc, ours={OWN})

    def ticks(self) -> int:
        """What others used since the start."""
        self.meter.sample()
        return self.meter.ticks


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_foreign_processes_count_and_our_own_do_not(machine: Machine) -> None:
    machine.process(200, parent=1, own=50)
    machine.process(300, parent=1, own=50, mark="token")
    machine.process(400, parent=2, own=50)  # a kernel thread: the links of a lab are its work
    machine.start()
    machine.process(200, parent=1, own=57)
    machine.process(300, parent=1, own=550, mark="token")
    machine.process(301, parent=300, own=500)  # its launcher hid the environment
    machine.process(400, parent=2, own=550)
    machine.process(500, parent=1, own=5, mark="another")
    assert machine.ticks() == 7 + 5


def test_another_benchmark_that_the_same_process_has_started_is_foreign(machine: Machine) -> None:
    machine.process(300, parent=OWN, mark="token")
    machine.process(400, parent=OWN, mark="another")
    machine.start()
    machine.process(300, parent=OWN, own=500, mark="token")
    machine.process(400, parent=OWN, own=7, mark="another")
    machine.process(401, parent=400, own=5)  # its launcher hid the environment
    assert machine.ticks() == 7 + 5


def test_a_process_stays_our_own_when_its_parent_ended(machine: Machine) -> None:
    machine.process(300, parent=OWN, own=10)
    machine.process(301, parent=300, own=10)
    machine.start()
    machine.end(300)
    machine.process(301, parent=1, own=900)
    assert machine.ticks() == 0


def test_a_number_of_our_own_may_be_that_of_a_foreign_process_later(machine: Machine) -> None:
    machine.process(300, parent=1, own=10, mark="token")
    machine.start()
    machine.end(300)
    machine.meter.sample()
    machine.process(1, parent=0, waited=10)
    machine.process(300, parent=1, own=6)
    assert machine.ticks() == 6


def test_a_process_that_lives_between_two_samples_counts_when_its_parent_waits(machine: Machine) -> None:
    machine.process(200, parent=1)
    machine.start()
    machine.process(200, parent=1, own=1, waited=40)
    assert machine.ticks() == 41


def test_no_time_counts_twice_when_a_process_and_its_children_end(machine: Machine) -> None:
    machine.process(200, parent=1)
    machine.start()
    machine.process(201, parent=200, own=30)
    machine.process(202, parent=201, own=20)
    assert machine.ticks() == 50
    machine.end(201)
    machine.end(202)
    machine.process(200, parent=1, waited=55)  # 50 are counted, and 5 more came before they ended
    assert machine.ticks() == 55


def test_what_our_own_children_used_is_not_charged_to_who_waits(machine: Machine) -> None:
    machine.process(300, parent=1, own=900, mark="token")
    machine.start()
    machine.end(300)
    machine.process(1, parent=0, waited=900)
    assert machine.ticks() == 0


@pytest.mark.parametrize("first", ["child", "parent"])
def test_a_child_that_ends_while_processes_are_read_counts_once(machine: Machine, first: str) -> None:
    """5,000 ticks were used long before, and are seen at the parent one sample before the child is gone, or after."""
    machine.process(200, parent=1)
    machine.process(201, parent=200, own=5000)
    machine.start()
    if first == "child":
        machine.end(201)
    else:
        machine.process(200, parent=1, waited=5002)
    machine.meter.sample()
    if first == "child":
        machine.process(200, parent=1, waited=5002)
    else:
        machine.end(201)
    assert machine.ticks() == 2


def test_steal_is_a_share_of_all_time(machine: Machine) -> None:
    machine.start()
    machine.steal = 250
    machine.clock()
    assert machine.meter.load().steal == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("load", "busy"),
    [
        (Load(0.0, 0.0, 5.0), False),
        (Load(MOST_CPUS, MOST_STEAL, 5.0), False),
        (Load(MOST_CPUS * 1.1, 0.0, 5.0), True),
        (Load(0.0, MOST_STEAL * 1.1, 5.0), True),
    ],
)
def test_a_machine_is_busy_by_others_or_by_its_host(load: Load, busy: bool) -> None:
    assert load.busy is busy
