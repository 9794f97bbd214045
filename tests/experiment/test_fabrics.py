"""What carried messages, which transport the default is, where one overtakes another, what is worth a word."""

from __future__ import annotations

import math
import shlex
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from builders.pretended import Pretended
from builders.runs import mpi
from builders.runs import run as a_run
from rankwise.core.deadline import NEVER
from rankwise.core.records import Estimate, LaunchSpec
from rankwise.experiment.fabrics.judge import (
    counted_transports,
    crossover,
    findings,
    fix_lines,
    in_use,
    path_words,
    resembles,
    why,
)
from rankwise.experiment.fabrics.path import FabricOptions, MeasuredPath, startable
from rankwise.experiment.records import FabricPath, FabricPoint, FabricTrial, FabricUse
from rankwise.measure.campaign import Campaign
from rankwise.measure.outcome import Outcome
from rankwise.measure.side import Side
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Ratio
from rankwise.mpis import catalog
from rankwise.mpis.records import CountedTransport, FabricChoice
from rankwise.placement.choice import parse_all
from rankwise.placement.preparation import AGAIN
from rankwise.report.fabrics import brief, table
from recorded.machines import node


def a_ratio(value: float, answer: str = "") -> Ratio:
    told = answer or ("faster" if value > 1.02 else "slower" if value < 0.98 else "same")
    return Ratio(
        ratio=value, low=value * 0.99, high=value * 1.01, p_value=0.0, launch_pairs=5, visit_pairs=20, margin=0.02,
        answer=told,  # type: ignore[arg-type]
    )  # fmt: skip


def a_choice(name: str, expect: tuple[CountedTransport, ...] = ("memory",), semantics: str = "") -> FabricChoice:
    knobs = {} if name == "default" else {"mca:pml": name}
    return FabricChoice(name=name, kind=name, knobs=knobs, description=name, expect=expect, semantics=semantics)


def a_trial(
    name: str, ratios: dict[int, float] | None = None, *, long: str = "memory", semantics: str = ""
) -> FabricTrial:
    time = Estimate(
        median_s=1e-6, low_s=1e-6, high_s=1e-6, min_s=1e-6, mean_s=1e-6, p95_s=1e-6, p99_s=1e-6, slowest_rank=None,
        visits=20, launches=5, samples=100, stop="precision",
    )  # fmt: skip
    return FabricTrial(
        choice=a_choice(name, semantics=semantics),
        outcome="works",
        use=FabricUse(short="memory", long=long, words=(name,)),
        points=tuple(
            FabricPoint(size_bytes=size, time=time, ratio=None if name == "default" else a_ratio(value))
            for size, value in (ratios or {8: 1.0, 1 << 20: 1.0}).items()
        ),
    )


def a_path(*trials: FabricTrial, default_is: str = "") -> FabricPath:
    default = a_trial("default")
    return FabricPath(
        mpi="openmpi", source="a", target="b", between_nodes=False, trials=(default, *trials), resembles=default_is
    )


@pytest.mark.parametrize(
    ("single_copy", "sockets", "devices", "told"),
    [
        ((0, 0), {}, (), ("memory", "memory")),
        ((64 << 20, 70), {}, (), ("memory", "cma")),
        ((0, 0), {"10.0.0.1": (70 << 20, 5000)}, (), ("socket 10.0.0.1", "socket 10.0.0.1")),
        ((0, 0), {"10.0.0.1": (1000, 15)}, (), ("memory", "memory")),  # wiring up is not carrying
        ((0, 0), {"10.0.0.1": (35 << 20, 2), "10.1.0.1": (32 << 20, 1)}, (), ("memory", "socket 10.0.0.1 10.1.0.1")),
        ((0, 0), {}, ("/dev/infiniband/uverbs0",), ("memory or /dev/infiniband/uverbs0",) * 2),
        ((64 << 20, 70), {}, ("/dev/nvidiactl", "/dev/xpmem"), ("memory or /dev/nvidiactl or /dev/xpmem", "cma")),
    ],
)
def test_what_carried_messages(
    single_copy: tuple[int, int], sockets: dict[str, tuple[int, int]], devices: tuple[str, ...], told: tuple[str, str]
) -> None:
    assert counted_transports(single_copy, sockets, devices, short_messages=1000, long_bytes=64 << 20) == told


def test_between_nodes_memory_carries_nothing() -> None:
    seen = counted_transports(
        (0, 0), {}, ("/dev/infiniband/uverbs0",), short_messages=9, long_bytes=9, between_nodes=True
    )
    assert seen == ("/dev/infiniband/uverbs0",) * 2
    assert in_use(a_choice("verbs", ("device",)), FabricUse(long=seen[1]), {}) == ""


def test_a_setting_without_effect_is_told() -> None:
    cma = a_choice("shm+cma", ("cma",))
    assert in_use(cma, FabricUse(short="memory", long="memory"), {}) == "long messages went by memory"
    assert in_use(cma, FabricUse(short="memory", long="cma"), {}) == ""
    assert in_use(cma, FabricUse(), {}) == ""  # nothing was counted, so nothing is claimed
    xpmem = a_choice("shm+xpmem", ("xpmem",))
    assert in_use(xpmem, FabricUse(short="memory", long="/dev/xpmem"), {}) == ""


def test_an_open_device_contradicts_nothing_that_memory_may_have_carried() -> None:
    seen = FabricUse(long="memory or /dev/infiniband/uverbs0 or /dev/xpmem")
    assert in_use(a_choice("shm", ("memory",)), seen, {}) == ""
    assert in_use(a_choice("shm+xpmem", ("xpmem",)), seen, {}) == ""
    assert in_use(a_choice("verbs", ("device",)), seen, {}) == ""
    assert in_use(a_choice("shm+knem", ("knem",)), seen, {}) == f"long messages went by {seen.long}"
    assert in_use(a_choice("shm+cma", ("cma",)), seen, {}) == f"long messages went by {seen.long}"


def test_messages_on_another_network_are_told() -> None:
    tcp = FabricChoice(
        name="tcp:10.34.0.0/15", kind="tcp", knobs={}, description="", expect=("socket",), network="10.34.0.0/15"
    )
    assert in_use(tcp, FabricUse(short="socket 10.35.1.1", long="socket 10.35.1.1"), {}) == ""
    assert in_use(tcp, FabricUse(long="socket 10.33.1.1"), {}) == "long messages went through 10.33.1.1"
    assert in_use(tcp, FabricUse(long="socket ?"), {}) == "long messages went through ?"
    # The same interface by another of its addresses is the same network.
    assert in_use(tcp, FabricUse(long="socket fd00::1"), {"fd00::1": "10.34.0.0/15"}) == ""


def test_rails_are_in_use_when_each_of_them_carried_messages() -> None:
    rails = FabricChoice(
        name="tcp:rails", kind="tcp", knobs={}, description="", expect=("socket",), network="10.33.0.0/24,10.34.0.0/24"
    )
    assert in_use(rails, FabricUse(long="socket 10.33.0.1 10.34.0.2"), {}) == ""
    assert in_use(rails, FabricUse(long="socket 10.33.0.1"), {}) == "no long messages went through 10.34.0.0/24"
    assert in_use(rails, FabricUse(long="socket 10.9.0.1 10.34.0.2"), {}) == "long messages went through 10.9.0.1"


def test_the_default_is_the_transport_that_shows_the_same() -> None:
    default = FabricUse(short="memory", long="cma", words=("sm",))
    transports = [a_trial("copy"), a_trial("ucx", long="cma", semantics="splits"), a_trial("sm", long="cma")]
    assert resembles(default, transports) == "sm"
    assert resembles(FabricUse(short="socket 1.2.3.4", long="socket 1.2.3.4"), transports) == ""


def test_where_nothing_was_counted_words_alone_tell_what_the_default_is() -> None:
    transports = [replace(a_trial(name), use=FabricUse(words=(name,))) for name in ("tcp", "sm")]
    assert resembles(FabricUse(words=("sm",)), transports) == "sm"
    assert resembles(FabricUse(words=("ucx",)), transports) == ""
    silent = [replace(transport, use=FabricUse()) for transport in transports]
    assert resembles(FabricUse(), silent) == ""


def test_crossover_lies_between_the_sizes_that_are_decided() -> None:
    ratios = {8: a_ratio(0.5), 1024: a_ratio(1.0, "cannot tell"), 8192: a_ratio(2.0)}
    found = crossover("short", "long", ratios)
    assert found is not None
    assert (found.low_bytes, found.high_bytes) == (8, 8192)
    assert found.size_bytes == 256  # half way between, on logarithmic axes
    assert crossover("short", "long", {8: a_ratio(2.0), 64: a_ratio(0.5)}) is None
    assert crossover("short", "long", {8: a_ratio(0.5), 64: a_ratio(2.0), 512: a_ratio(0.5)}) is None


def test_a_faster_fabric_is_found_and_one_that_changes_programs_is_not() -> None:
    faster = a_trial("ucx", {8: 1.4, 1 << 20: 1.0})
    (found,) = findings(a_path(faster, default_is="sm"))
    assert found.title == "a faster fabric is installed and unused"
    assert found.affects[0] == "ucx" and "OMPI_MCA_pml=ucx" in found.fixes[1].line
    assert not findings(a_path(a_trial("ucx", {8: 1.4, 1 << 20: 1.0}, semantics="splits")))
    assert not findings(a_path(faster, default_is="ucx"))
    assert "leave it" in path_words(a_path(a_trial("ucx", {8: 0.4, 1 << 20: 0.9}), default_is="sm"))


@pytest.mark.parametrize("place", ["hosts=n1,n2", "cpus=2,5"])
def test_what_verifies_a_finding_compares_the_same_pair_and_stands_a_shell(place: str) -> None:
    name = "ofi/tcp;ofi_rxm:10.0.0.0/8"
    (found,) = findings(
        replace(a_path(a_trial(name, {8: 1.4, 65536: 1.2, 1 << 20: 1.0}), default_is="sm"), place=place)
    )
    command, verb, *sides, kernels, kernel, sizes, size = shlex.split(found.verify)
    assert [command, verb, kernels, kernel, sizes, size] == [
        "rankwise", "compare", "--kernels", "pingpong", "--sizes", "8,65536",
    ]  # fmt: skip
    default, other = parse_all(sides)
    assert (default.mpi, default.fabric) == ("openmpi", "")
    assert (other.mpi, other.fabric) == ("openmpi", name)
    for one in (default, other):
        assert one.hosts == (("n1", "n2") if "hosts" in place else ())
        assert one.cpus == ((2, 5) if "cpus" in place else ())


def test_what_verifies_a_default_tries_it_between_the_same_two() -> None:
    path = of_a_broken_default(a_trial("ofi/tcp;ofi_rxm:10.0.0.0/8"))
    for place, words in (
        ("hosts=n1,n2", ["--hosts", "n1,n2"]),
        ("cpus=2,5", ["--pair", "a,b"]),
        ("", ["--pair", "a,b"]),
    ):
        (found,) = findings(replace(path, place=place))
        command, _, of_file = found.verify.removesuffix(": with the fix set, the default works").partition(" with ")
        line = shlex.split(command)
        assert bool(of_file) == (not place), "a file of endpoints says more of them than a line can"
        assert line == ["rankwise", "fabrics", "--mpi", "openmpi", *words, "--only", "ofi/tcp;ofi_rxm:10.0.0.0/8"]


def of_a_broken_default(*others: FabricTrial) -> FabricPath:
    default = FabricTrial(choice=a_choice("default"), outcome="hangs", reason="no answer")
    return replace(a_path(), trials=(default, *others))


def test_a_default_that_does_not_work_is_a_finding_with_the_quickest_transport_that_does() -> None:
    slow, quick, first = (without_ratios(a_trial(name)) for name in ("slow", "quick", "splits"))
    quick = replace(
        quick, points=tuple(replace(point, time=replace(point.time, median_s=5e-7)) for point in quick.points)
    )
    never = replace(first, choice=a_choice("splits", semantics="splits"))
    path = of_a_broken_default(never, slow, quick)
    (found,) = findings(path)
    assert (found.severity, found.title) == ("warning", "the default does not work here, another transport does")
    assert "hangs: no answer" in found.cause and found.affects[0] == "quick"
    assert "OMPI_MCA_pml=quick" in found.fixes[1].line
    assert path_words(path) == "openmpi, a to b: the default does not work (hangs); quick does."
    alone = of_a_broken_default(slow)
    assert [finding.affects[0] for finding in findings(alone)] == ["slow"]
    assert not findings(of_a_broken_default(never))
    assert "nor does another transport that a program could use" in path_words(of_a_broken_default(never))


def test_ways_that_were_not_measured_beside_the_default_are_not_called_slower() -> None:
    assert "is not known" in path_words(a_path(without_ratios(a_trial("ucx")), default_is="sm"))


def test_ways_that_there_was_no_time_to_race_are_not_called_slower() -> None:
    path = a_path(replace(a_trial("ucx"), points=()), a_trial("sm", {8: 0.5, 1 << 20: 0.5}), default_is="cma")
    assert "no time was left to race 1 transport with it" in path_words(path)


def test_the_default_may_be_like_one_that_there_was_no_time_for() -> None:
    path = a_path(a_trial("ucx", {8: 0.4, 1 << 20: 0.9}))
    assert ": the default is like none of the others" in path_words(path)
    cut = path_words(replace(path, untried=("sm",)))
    assert ": the default is like none of those that were tried; no time was left to try 1 transport" in cut


def test_a_default_is_not_called_unlike_what_was_not_tried() -> None:
    cut = path_words(replace(a_path(), untried=("sm", "ucx")))
    assert "like none" not in cut
    assert ": what the default is cannot be told: it was compared with no other transport; no time was left" in cut


def test_columns_are_named_by_the_sizes_that_were_measured() -> None:
    asked = a_path(a_trial("ucx"))
    assert brief(asked)[0][2::2] == ("8 B", "1MiB", "carried by")
    other = a_path(a_trial("ucx", {0: 1.0, 512: 1.0}))
    other = replace(other, trials=(replace(other.trials[0], points=other.trials[1].points), *other.trials[1:]))
    assert brief(other)[0][2::2] == ("0 B", "512 B", "carried by")
    assert brief(other)[1][4].startswith("512 MB/s")
    empty = replace(other, trials=tuple(replace(trial, points=trial.points[:1]) for trial in other.trials))
    assert brief(empty)[0][2::2] == ("0 B", "0 B", "carried by")
    assert "MB/s" not in str(brief(empty)) and table(empty)[1][4].startswith("1.00 us")


def without_ratios(fabric_trial: FabricTrial) -> FabricTrial:
    return replace(fabric_trial, points=tuple(replace(point, ratio=None) for point in fabric_trial.points))


def test_what_may_be_much_faster_is_not_left_alone_yet() -> None:
    wide = Ratio(
        ratio=1.1, low=0.7, high=1.7, p_value=0.4, launch_pairs=3, visit_pairs=9, margin=0.02, answer="cannot tell"
    )
    unsure = a_trial("ucx", {8: 0.4, 1 << 20: 1.0})
    unsure = replace(unsure, points=(unsure.points[0], replace(unsure.points[1], ratio=wide)))
    assert "whether ucx is faster cannot be told yet" in path_words(a_path(unsure, default_is="sm"))


def test_short_and_long_messages_may_each_have_their_own() -> None:
    path = a_path(a_trial("quick", {8: 1.5, 1 << 20: 0.5}), a_trial("wide", {8: 0.5, 1 << 20: 3.0}), default_is="sm")
    found = findings(path)
    assert [one.severity for one in found] == ["info", "info"]
    assert [one.affects[0] for one in found] == ["quick", "wide"]
    assert "quick and wide" in path_words(path)


def test_values_with_blanks_or_semicolons_are_quoted_for_the_shell() -> None:
    choice = FabricChoice(name="x", kind="x", knobs={"env:FI_PROVIDER": "tcp;ofi_rxm"}, description="")
    (line,) = fix_lines("mpich", choice)
    assert line.line == "export FI_PROVIDER='tcp;ofi_rxm'"


def test_an_interface_of_its_own_is_left_for_each_node_to_fill_in() -> None:
    knobs = {"mca:pml": "ob1", "env:FI_PROVIDER": "tcp"}
    choice = FabricChoice(
        name="x", kind="x", knobs=knobs, description="", network="10.0.0.0/8", interface_variables=("FI_TCP_IFACE",)
    )
    variables = ["FI_PROVIDER=tcp", "FI_TCP_IFACE='<interface on 10.0.0.0/8>'"]
    mpirun, environment = (line.line for line in fix_lines("openmpi", choice))
    assert mpirun == "--mca pml ob1 " + " ".join(f"-x {variable}" for variable in variables)
    assert environment == " ".join(["export OMPI_MCA_pml=ob1", *variables])


@pytest.mark.parametrize(
    ("left_s", "count", "once"),
    [(math.inf, 9, False), (900.0, 5, False), (300.0, 6, True), (50.0, 1, True), (10.0, 0, True)],
)
def test_no_more_race_than_can_be_launched_often_enough_to_tell(left_s: float, count: int, once: bool) -> None:
    choices = [a_choice(str(at)) for at in range(9)]
    assert startable(choices, {choice.name: 24.0 for choice in choices}, left_s) == (choices[:count], once)
    alone = {choices[0].name: 24.0}
    assert startable(choices[:1], alone, 300.0) == (choices[:1], False)


def test_the_telling_line_of_a_failed_launch() -> None:
    printed = (
        "impi: the launch ended\n  mpiexec ...\n  | open_fabric(2861)\n  | OFI fi_getinfo() failed (No data available)"
    )
    assert why(printed) == "fi_getinfo() failed (No data available)"
    assert why("only this") == "only this"


def a_measured_path(watcher: Watcher | None = None) -> MeasuredPath:
    """Nothing is launched: each side is its name."""
    box, library = Pretended(node=node("arm-board"), most=2).placement(), mpi("openmpi")
    pair: Any = SimpleNamespace(source="a", target="b", placement=box, ends=("a", "b"))
    pair.side = lambda name, of, _choice: Side(name, of, catalog.launcher_for(of), LaunchSpec(places=()))
    options = FabricOptions(mpis=(library,), placement=box, sizes=(8, 4096), budget_s=40.0)
    store: Any = SimpleNamespace()
    return MeasuredPath(library, pair, options, deadline=NEVER, watcher=watcher or Watcher(), run=a_run(), store=store)


@pytest.mark.parametrize(("gone", "tried"), [({}, "abcd"), ({1: "n2 no longer answers"}, "ab")])
def test_what_fails_ends_the_trials_where_a_node_is_gone_and_only_there(
    monkeypatch: pytest.MonkeyPatch, gone: dict[int, str], tried: str
) -> None:
    def trial(choice: FabricChoice, _place: str) -> FabricTrial:
        outcomes: Any = {"b": "not used", "c": "aborts"}
        return FabricTrial(choice=choice, outcome=outcomes.get(choice.name, "works"))

    path = a_measured_path()
    monkeypatch.setattr("rankwise.experiment.fabrics.path.gone_ranks", lambda *_asked: gone)
    monkeypatch.setattr(path, "_try", trial)
    assert list(path._trials([a_choice(name) for name in "abcd"])) == list(tried)
    assert path.gone == gone


def test_a_race_says_how_many_transports_run_and_when_its_budget_no_longer_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = list[object]()

    class Idle(Campaign):
        def run(self) -> Outcome:
            told.append([side.name for side in self.sides.values()])
            return self.outcome

    monkeypatch.setattr("rankwise.experiment.fabrics.path.Campaign", Idle)
    watcher = Watcher(phase=told.append, begin=lambda _run, total_s: told.append(total_s), budget=told.append)
    raced, points, _ = a_measured_path(watcher)._race([a_choice("default"), a_choice("tcp")], once=False)
    names = ["openmpi:a-b:default", "openmpi:a-b:tcp", "openmpi:a-b:default" + AGAIN]
    assert told == [40.0, "openmpi: 2 transports at the same time", names, None]
    assert [(each.side, each.size_bytes) for each in raced.cells] == [
        (name, size) for size in (8, 4096) for name in names
    ]
    assert points == {"default": (), "tcp": ()}
    raced, _, _ = a_measured_path()._race([a_choice("default"), a_choice("tcp")], once=True)
    assert {each.side for each in raced.cells} == set(names[:2]) and raced.campaign.plan.launches == 1
