"""`simulate`: two machines cell by cell, placements, estimates without SimGrid, and what is refused before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.declared import declared_map
from builders.runs import run
from rankwise.cli.main import app
from rankwise.cluster.reference import machine_named
from rankwise.core.errors import EnvironmentProblem, Exit, UsageError
from rankwise.core.process import Completed
from rankwise.core.records import encode
from rankwise.measure.watcher import Watcher
from rankwise.model.records import PathClass
from rankwise.report import machine as machine_report
from rankwise.report.simulate import lines, verdict
from rankwise.simulate import smpi
from rankwise.simulate.platform import of_machine
from rankwise.simulate.records import Simulated
from rankwise.verbs import runs
from rankwise.verbs.machine import export, listed, show
from rankwise.verbs.simulate import run as simulation
from rankwise.verbs.simulate import simulate_machine as simulate
from rankwise.verbs.simulate.stage import Stage

SIZE = 1 << 20
EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are stored below the folder of a test."""
    monkeypatch.setenv("RANKWISE_OUT", str(tmp_path / "results"))


@pytest.mark.simgrid
def test_a_second_adapter_pays_where_one_is_shared() -> None:
    machines = ("phi-cluster", "phi-cluster-two-adapters")
    answer = simulate(machines, kernels=("alltoall", "pingpong"), sizes=(8, SIZE))
    cells = {(cell.kernel, cell.size_bytes): cell for cell in answer.cells}
    assert (cells["alltoall", SIZE].ratio or 0.0) > 1.3
    assert cells["pingpong", 8].ratio == pytest.approx(1.0, rel=1e-3)
    assert cells["alltoall", SIZE].times[0].busiest.startswith("hca of n1")
    for cell in answer.cells:
        for time in cell.times:
            assert time.simulated_s is not None
    text = lines(answer)
    assert all(line.startswith("simulated") for line in text if "alltoall" in line or "pingpong" in line)
    assert simulate(machines, kernels=("alltoall", "pingpong"), sizes=(8, SIZE)).cells == answer.cells


def test_an_adapter_for_each_gpu_pays_where_four_share_one() -> None:
    answer = simulate(
        ("oci-a100-two-adapters", "oci-a100-adapter-each"), kernels=("alltoall",), sizes=(SIZE,), estimate=True
    )
    (cell,) = answer.cells
    assert cell.ratio == pytest.approx(4.0, rel=0.05)
    assert cell.times[0].busiest.startswith("adapter of n1")


def test_without_simgrid_there_are_estimates_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise EnvironmentProblem("no-simgrid", "smpirun is not installed", "Debian: apt install libsimgrid-dev")

    monkeypatch.setattr(smpi, "find", missing)
    answer = simulate(("phi-cluster",), kernels=("alltoall",), sizes=(SIZE,))
    (time,) = answer.cells[0].times
    assert time.simulated_s is None
    assert time.estimated_s == pytest.approx(25 * SIZE / 4e9, rel=0.02)
    assert "libsimgrid-dev" in answer.missing
    assert not any(line.startswith("simulated") for line in lines(answer))
    assert runs.load_answer() == answer
    assert f"stored as run {answer.run.id}" in lines(answer)


def test_a_placement_and_a_pattern_choose_the_endpoints(tmp_path: Path) -> None:
    order = ("n1-mic0", "n1-mic2", "n1-mic3", "n1-mic1", "n2-mic0", "n2-mic2", "n2-mic3", "n2-mic1")
    file = tmp_path / "order"
    file.write_text("\n".join(order))
    ring = partial(simulate, ["phi-cluster"], kernels=("sendrecv",), sizes=(SIZE,), fabric="dapl", estimate=True)
    placed = ring(place=file)
    cards = ring(endpoints="*-mic*")
    assert placed.places == order
    assert cards.places == tuple(f"n{node}-mic{card}" for node in (1, 2) for card in range(4))
    times = [answer.cells[0].times[0].estimated_s or 0.0 for answer in (cards, placed)]
    assert times[0] / times[1] == pytest.approx(2.6, rel=0.05)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (partial(simulate, ["phi-cluster"], ranks=11), "too-many-ranks"),
        (partial(simulate, ["phi-cluster", "phi-workstation"]), "unequal-machines"),
        (partial(simulate, ["phi-cluster"], endpoints="gpu*"), "no-endpoint"),
        (partial(simulate, ["phi-cluster"], like="cray"), "bad-like"),
        (partial(simulate, ["phi-cluster"], fabric="ib"), "no-fabric"),
        (partial(simulate, [str(EXAMPLE)], fabric="ib"), "no-fabric"),
        (partial(simulate, ["phi-cluster"], program="ring", trace="halo:5x2"), "two-loads"),
        (partial(simulate, ["phi-cluster"], kernels=("halo_all_3d",), estimate=True), "no-estimate"),
        (partial(simulate, ["magellan"]), "incomplete-map"),
        (partial(simulate, ["phi-cluster", "phi-cluster"]), "same-machine"),
    ],
)
def test_what_cannot_be_is_refused_before(asked: Callable[[], Simulated], code: str) -> None:
    with pytest.raises(UsageError) as caught:
        asked()
    assert caught.value.code == code


@pytest.mark.simgrid
def test_memory_is_counted_by_what_a_kernel_holds() -> None:
    """A broadcast was refused as if each rank held a message of every other one."""
    ask = partial(simulate, ["blue-gene-q"], ranks=128, sizes=(SIZE,))
    assert ask(kernels=("bcast",)).cells[0].times[0].simulated_s
    with pytest.raises(UsageError, match="needs up to 16 GiB here, and there is room for"):
        ask(kernels=("alltoall",))


def test_a_changed_copy_is_told_from_its_machine(tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    export("phi-cluster", copy)
    phases: list[str] = []
    watcher = Watcher(phase=phases.append)
    answer = simulate(["phi-cluster", str(copy)], kernels=("sendrecv",), sizes=(SIZE,), estimate=True, watcher=watcher)
    assert answer.machines == ("phi-cluster", str(copy))
    assert phases == ["phi-cluster: sendrecv", f"{copy}: sendrecv"]
    assert f"ratio: above 1, {copy} is faster. Nothing here was measured." in lines(answer)


def test_the_answer_comes_first_and_in_words() -> None:
    ask = partial(simulate, kernels=("alltoall", "pingpong"), sizes=(SIZE,), estimate=True)
    both = ask(["phi-cluster", "phi-cluster-two-adapters"])
    ratio = both.cells[0].ratio
    assert verdict(both) == [
        "Estimated, not measured: phi-cluster-two-adapters, beside phi-cluster, is faster in 1 of 2 calls, most in "
        f"alltoall of 1MiB: {ratio:.2f}x."
    ]
    other = replace(both, missing="", cells=tuple(replace(cell, ratio=0.5, estimated=False) for cell in both.cells))
    (slower,) = verdict(other)
    assert slower.startswith("Simulated, not measured")
    assert "is slower in 2 of 2 calls, most in alltoall of 1MiB: 2.00x" in slower
    (same,) = verdict(replace(both, cells=tuple(replace(cell, ratio=1.001) for cell in both.cells)))
    assert "phi-cluster-two-adapters takes as long as phi-cluster in 2 calls" in same
    (alone,) = verdict(ask(["phi-cluster"]))
    assert alone.startswith("Estimated, not measured: alltoall of 1MiB takes longest, 6.56 ms; busiest is hca of n1")
    assert verdict(replace(both, cells=())) == []
    (single,) = verdict(ask(["phi-cluster"], kernels=("alltoall",)))
    assert single.startswith("Estimated, not measured: alltoall of 1MiB takes 6.56 ms;")
    assert not [line for line in lines(both) if "Interrupted" in line]
    assert [line for line in lines(replace(both, interrupted=True)) if "Interrupted" in line]


def test_two_machines_beside_each_other_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    both = simulate(("phi-cluster", "phi-cluster-two-adapters"), sizes=(SIZE,), estimate=True)
    assert "estimated only: as --estimate asks" in lines(both)
    assert max(map(len, lines(both))) <= 80
    assert max(map(len, machine_report.list_lines(listed()))) <= 80
    shown = machine_report.lines(show("phi-cluster"))
    assert max(map(len, shown[3 : next(at for at, line in enumerate(shown) if line.startswith("published, "))])) <= 80


def simulated_beside(*cells: tuple[str, tuple[float | None, float | None]]) -> Simulated:
    """Calls on two machines on which each is estimated to take 10 ms."""
    stages = [Stage(name, of_machine(machine_named("phi-cluster"), "", (0, 1)), None, []) for name in ("A", "B")]
    for kernel, times in cells:
        for stage, time_s in zip(stages, times, strict=True):
            stage.keep((kernel, 1 << 20), (0.01, "a link"), time_s)
            stage.errors |= {(kernel, 1 << 20): "it hung"} if time_s is None else {}
    known = tuple(simulation._answer((kernel, 1 << 20), stages) for kernel, _ in cells)
    return Simulated(run=run("20260101-000000-abcd"), machines=("A", "B"), fabric="", places=(), cells=known)


def test_a_simulation_is_never_divided_by_an_estimate() -> None:
    both = simulated_beside(("alltoall", (0.03, None)), ("bcast", (0.02, 0.02)))
    assert [(cell.ratio, cell.estimated) for cell in both.cells] == [(1.0, True), (1.0, False)]
    assert verdict(both) == ["Simulated, not measured: B takes as long as A in 1 call; 1 of 2 calls failed."]
    assert any("1.00x (estimates)" in line for line in lines(both))
    assert both.has_times
    none = simulated_beside(("alltoall", (None, None)))
    assert verdict(none) == ["Simulated, not measured: 1 of 1 call failed."]
    assert not none.has_times
    estimated = replace(none, missing="as --estimate asks", cells=(replace(none.cells[0], error=""),))
    assert verdict(estimated) == ["Estimated, not measured: B takes as long as A in 1 call."]
    assert estimated.has_times


def test_a_command_whose_every_call_failed_ends_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds, status in ((None, Exit.MEASUREMENT_FAILED), (0.02, Exit.DONE)):
        answer = simulated_beside(("alltoall", (seconds, None)))
        monkeypatch.setattr(simulation, "simulated", lambda *_asked, answer=answer: answer)
        with pytest.raises(SystemExit) as ended:
            app(["simulate", "A", "B", "--quiet"])
        assert (ended.value.code or Exit.DONE) == status


def test_one_rank_is_no_ranks() -> None:
    answer = simulate(["phi-cluster"], kernels=("bcast",), sizes=(SIZE,), ranks=1, estimate=True)
    assert lines(answer)[0] == "phi-cluster: 1 rank on n1"


@pytest.mark.simgrid
def test_what_a_matrix_says_is_sent_once(tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text(f"source,target,size_bytes,calls\n0,1,{SIZE},3\n2,0,8,1\n")
    answer = simulate(["phi-cluster"], trace=str(file), ranks=3, endpoints="*-mic*", fabric="dapl")
    (time,) = answer.cells[0].times
    assert time.simulated_s == pytest.approx(3 * SIZE / 4e9 + 10e-6, rel=0.01)  # on one path
    assert time.estimated_s == pytest.approx(time.simulated_s, rel=0.05)


@pytest.mark.simgrid
def test_a_program_takes_what_its_messages_take() -> None:
    machines = ("phi-cluster", "phi-cluster-two-adapters")
    (cell,) = simulate(machines, program="ring:--steps 3", endpoints="*-mic*").cells
    assert (cell.kernel, cell.times[0].estimated_s) == ("ring", None)
    assert (cell.ratio or 0.0) > 1.5


def test_pairs_that_were_never_measured_take_what_their_class_does(tmp_path: Path) -> None:
    ends = ("a", "b", "c")
    machine = declared_map("sampled", dict.fromkeys(permutations(ends, 2), (1e-06, 1000000000.0)))
    whole = PathClass(
        id="1", fabric="link", relations=("other node",), paths=(("a", "b"),), latency_s=1e-6, latency_low_s=1e-6,
        latency_high_s=1e-6, bandwidth_bytes_per_s=1e9, bandwidth_low_bytes_per_s=1e9, bandwidth_high_bytes_per_s=1e9,
    )  # fmt: skip
    paths = [replace(path, path_class="1") for path in machine.paths]
    file, part = tmp_path / "map.json", tmp_path / "part.json"
    file.write_bytes(encode(replace(machine, paths=tuple(paths), classes=(whole,))))
    part.write_bytes(encode(replace(machine, paths=tuple(paths[:-2]), classes=(whole,))))
    ask = partial(simulate, kernels=("alltoall",), sizes=(SIZE,), estimate=True)
    told, filled = ask([str(file)], strict=True), ask([str(part)])
    assert filled.cells == told.cells
    assert not told.notes
    assert "2 pairs were never measured: c to a, c to b" in filled.notes[0]
    with pytest.raises(UsageError, match="2 pairs were never measured") as caught:
        ask([str(part)], strict=True)
    assert caught.value.code == "unmeasured-pairs"


def test_messages_that_simgrid_cannot_end_in_time_are_estimated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begun(*_given: object, **_options: object) -> float:
        raise AssertionError("a simulation that cannot end in time began")

    monkeypatch.setattr(smpi, "kernels", dict)
    monkeypatch.setattr(smpi, "send_once", begun)
    file = tmp_path / "sent.csv"
    file.write_text("source,target,size_bytes,calls\n0,1,256,128000\n1,0,256,128000\n")
    answer = simulate(["phi-cluster"], trace=str(file), ranks=2)
    assert answer.cells[0].times[0].estimated_s
    assert "SimGrid takes longer than --budget" in answer.missing
    assert verdict(answer)[0].startswith("Estimated, not measured:")


def test_a_simulation_that_is_stopped_says_so_in_a_line() -> None:
    error = smpi.failed(Completed(("smpirun", "-np", "2"), None, "", ""))
    assert error.message == "the simulation did not end in its time (--budget)"
    assert "--budget" in error.hint
