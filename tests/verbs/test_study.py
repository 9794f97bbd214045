"""Studies: inputs are never judged, predictions are judged by their tolerance, and what SimGrid lacks is told."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from builders import maps
from builders import runs as builders_runs
from rankwise.cluster.machine_map import to_map as machine_map
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map as plan_map
from rankwise.cluster.records import Machine
from rankwise.cluster.reference import machine_named
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.lab import layout, state
from rankwise.maps.records import Mapped
from rankwise.optimise.records import RelayedPair
from rankwise.report.study import lines
from rankwise.simulate import smpi
from rankwise.store import Store
from rankwise.verbs import runs
from rankwise.verbs.records import Studied, StudyRow
from rankwise.verbs.study import blue_gene_lab, lab, list_studies, phi_lab, programs, study, study_named
from rankwise.verbs.study.table import STUDIES
from rankwise.verbs.study.verdicts import Study


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are stored below the folder of a test."""
    monkeypatch.setenv("RANKWISE_OUT", str(tmp_path / "results"))


def test_how_many_predictions_hold_stands_before_the_table() -> None:
    row = StudyRow(what="a link", published=500.0, found=400.0, unit="MB/s", ratio=0.8, verdict="missed")
    told = lines(Studied(run=builders_runs.run(), name="a", title="A", on="simulated", tolerance=0.1, figures=(row,)))
    assert told[1] == "1 prediction: 0 within 10%, 1 missed. Of 1 figure 0 put in, and 0 not judged."
    assert "a link" in "\n".join(told[2:])


def test_only_predictions_are_judged_by_the_tolerance() -> None:
    made = Study(0.10)
    made.put_in("a", 100.0, 50.0, "MB/s", "t")
    made.predicted("b", 100.0, 109.0, "MB/s", "t", why="never said")
    made.predicted("c", 100.0, 90.0, "MB/s", "t", why="a reason")
    made.predicted("d", (20.0, 25.0), 26.0, "MB/s", "t", why="never said")
    made.predicted("e", 100.0, None, "MB/s", "t", why="never said")
    made.unjudged("f", None, "us", "", ours=3.0, why="not published")
    assert [(row.verdict, row.reason) for row in made.rows] == [
        ("input", ""),
        ("within", ""),
        ("missed", "a reason"),
        ("within", ""),
        ("not judged", "SimGrid is not installed"),
        ("not judged", "not published"),
    ]
    assert made.rows[3].ratio == pytest.approx(26 / 25)


@pytest.mark.simgrid
def test_fabric_gives_the_published_table_and_predicts_what_was_left_out() -> None:
    done = study("fabric")
    text = "\n".join(lines(done))
    assert "465.3" in text
    assert "10614" in text
    judged = [row for row in done.figures if row.verdict in ("within", "missed")]
    assert len(judged) == 18
    assert not any(row.verdict == "missed" for row in judged)


@pytest.mark.simgrid
def test_the_advised_ring_is_limited_by_the_other_socket() -> None:
    rows = {row.what: row for row in study("ring").figures}
    assert rows["the advised order over the order of numbers"].found == pytest.approx(2.6, rel=0.01)
    assert {row.verdict for row in rows.values()} == {"within"}


@pytest.mark.simgrid
@pytest.mark.parametrize("name", ["cluster", "relay", "aggregate"])
def test_a_simulated_study_judges_its_predictions(name: str) -> None:
    done = study(name)
    assert any(row.verdict == "within" for row in done.figures)
    assert all(row.reason for row in done.figures if row.verdict in ("missed", "not judged"))
    assert all(row.source for row in done.figures if row.published is not None)


@pytest.mark.simgrid
def test_option_pricing_has_the_published_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "ITEMS", 8)
    monkeypatch.setattr(programs, "CARDS", (1, 2))
    rows = {row.what: row for row in study("asian").figures}
    judged = {what: row.verdict for what, row in rows.items() if row.verdict in ("within", "missed")}
    assert [verdict for what, verdict in judged.items() if what.startswith("large items")] == ["within"] * 2
    assert [verdict for what, verdict in judged.items() if "tcp loses" in what] == ["within"] * 2
    assert rows["numbers of cards at which dapl loses more than 10% of small items"].reason.startswith("the boss")
    assert {row.verdict for what, row in rows.items() if ", items of 2^" in what} == {"not judged"}
    assert rows["2^24 values on a card; published: several ms"].verdict == "input"


@pytest.mark.simgrid
def test_a_stencil_is_faster_where_adapters_read_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_HALOS", ("all",))
    monkeypatch.setattr(programs, "_STENCIL", {"size": "16x8x8", "grid": "4x2x2", "steps": "2"})
    slow, fast = (row.found for row in study("stencil").figures if "six faces" in row.what)
    assert slow is not None
    assert fast is not None
    assert slow / fast == pytest.approx(3500 / 1000, rel=0.01)


@pytest.mark.parametrize("name", ["scale", "rates", "gpu-send", "multigrid"])
def test_a_study_without_simulation_is_whole_and_stored(name: str) -> None:
    done = study(name)
    assert runs.load_answer() == done
    assert all(row.source for row in done.figures if row.published is not None)
    assert all(row.reason for row in done.figures if row.verdict in ("missed", "not judged"))


@pytest.mark.parametrize("name", ["ring", "asian", "stencil"])
def test_without_simgrid_nothing_is_judged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise EnvironmentProblem("no-simgrid", "smpirun is not installed", "Debian: apt install libsimgrid-dev")

    monkeypatch.setattr(smpi, "find", missing)
    done = study(name)
    assert not [row for row in done.figures if row.verdict in ("within", "missed")]
    assert "SimGrid is not installed" in {row.reason for row in done.figures} or name == "stencil"


def test_unknown_studies_and_places_are_told() -> None:
    with pytest.raises(UsageError, match="no study 'rings'"):
        study("rings")
    with pytest.raises(UsageError, match="cannot be made on 'lab': it needs a torus"):
        study("aggregate", on="lab")
    assert {item.name for item in list_studies()} >= {"fabric", "cluster", "ring", "gpu-send"}


@pytest.mark.parametrize(
    ("program", "name"), [("asian", "asian"), ("ring", "ring"), ("smg", "multigrid"), ("stencil3d", "stencil")]
)
def test_a_program_names_the_study_of_its_published_figures(program: str, name: str) -> None:
    assert study_named("", program) == name
    assert study_named(name) == name


def test_a_study_of_a_program_is_the_one_of_that_name() -> None:
    assert study(program="smg").name == "multigrid"


@pytest.mark.parametrize(
    ("name", "program", "words", "hint"),
    [
        ("", "lbm", "no study of the program lbm", "ring, asian, smg, stencil3d"),
        ("", "asian:--items 3", "a study fixes the arguments", "use --program asian; `rankwise program run`"),
        ("ring", "asian", "ring and --program asian both name a study", "leave one"),
        ("list", "asian", "list and --program asian both name a study", "leave one"),
        ("", "azian", "unknown program 'azian'", "do you mean asian"),
        ("", "", "no study is named", "study list"),
    ],
)
def test_programs_without_a_study_and_those_with_arguments_are_refused(
    name: str, program: str, words: str, hint: str
) -> None:
    with pytest.raises(UsageError, match=words) as refused:
        study(name, program=program)
    assert hint in refused.value.hint


def test_each_study_that_cannot_be_made_everywhere_says_why() -> None:
    assert all(row.why_not or len(row.places) == 3 for row in STUDIES.values())


def test_the_map_of_this_machine_is_set_beside_what_was_published(tmp_path: Path) -> None:
    measured = maps.cluster_map()
    with Store.of(tmp_path / "results") as store:
        run = msgspec.structs.replace(builders_runs.run(), kind="map", status="finished")
        store.begin(run)
        store.put(run.id, "map", measured)
    ring = study("ring", on="here")
    assert ring.on == "here"
    assert {row.verdict for row in ring.figures} == {"not judged"}
    assert len(ring.figures) == 3
    assert study("cluster", on="here").figures


@pytest.mark.netns
@pytest.mark.timeout(1200)
@pytest.mark.thorough("test_the_plan_of_a_lab_is_the_published_cluster and tests by the plan of a lab")
@pytest.mark.parametrize("name", [name for name, row in STUDIES.items() if row.lab])
def test_a_study_is_made_in_a_lab(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    done = study(name, on="lab")
    # eight ranks may get no two processors at once as long as something else runs
    assert all(row.found is not None or row.reason == blue_gene_lab.NOT_AT_ONCE for row in done.figures)
    assert not [lab_name for lab_name in state.names() if lab_name.startswith("study-")]


class PlannedLab:
    """What a lab answers that is exactly as its plan."""

    def __init__(self, file: Path) -> None:
        self.lab = self  # what a study takes of a lab is its name
        self.name = "planned"
        self.plan = read_plan(file)
        self.slowdown = self.plan.networks[0].slowdown

    def answer(self, words: Sequence[str], kind: type[Mapped]) -> Mapped:
        assert words[0] == "map"
        return kind(run=builders_runs.run(), map=plan_map(self.plan, in_lab=True))

    def seconds(
        self, kernels: Sequence[str], sizes: Sequence[int], ranks: str, budget_s: int = 30
    ) -> dict[tuple[str, int], float]:
        """Each doubling of the ranks takes a latency."""
        rounds = math.log2(8 if ranks == "world" else ranks.count(",") + 1)
        latency_s = self.plan.networks[0].rules[0].latency_s * self.slowdown
        return {(kernel, size): rounds * latency_s for kernel in kernels for size in (0, *sizes)}

    def rate(self, kernel: str, ranks: str) -> float:
        """What remains for the slowest of the messages between these pairs, in both directions at once."""
        assert kernel == "pingping"
        ports = layout.ports_of(self.plan)
        links = layout.links_of(self.plan, ports)
        gates = layout.gate_lines(self.plan, ports, links)
        pairs = [tuple(map(int, pair.split(","))) for pair in ranks.split(";")]
        ways = {f"through {a} {b} " for pair in pairs for a, b in (pair, pair[::-1])}
        busy = Counter(line.split()[3] for line in gates for way in ways if line.startswith(way))
        return min(link.rate_bytes_per_s or 0.0 for link in links) * self.slowdown / max(busy.values())


@pytest.fixture
def planned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Studies get labs that are as their plans."""

    @contextmanager
    def lab_of(plan: str) -> Iterator[Any]:
        file = tmp_path / "cluster.toml"
        file.write_text(plan)
        yield PlannedLab(file)

    for module in (phi_lab, blue_gene_lab):
        monkeypatch.setattr(module, "lab_of", lab_of)


@pytest.mark.usefixtures("planned")
def test_a_ring_stands_for_the_torus_that_is_cut() -> None:
    rows = study("bisection", on="lab").figures
    peaks = {row.what.partition(",")[0]: row.ratio for row in rows if row.verdict == "input"}
    assert peaks == {"BG/P": pytest.approx(1.0, rel=1e-3), "BG/Q": pytest.approx(1.0, rel=1e-3)}
    assert {row.verdict for row in rows} == {"input", "within"}


@pytest.mark.usefixtures("planned")
def test_each_doubling_of_ranks_takes_as_long_as_the_one_in_the_lab() -> None:
    rows = [row for row in study("collectives", on="lab").figures if row.what.endswith("half world")]
    worlds = {row.what: row for row in study("collectives", on="lab").figures}
    assert len(rows) == 6
    for row in rows:
        assert row.found == pytest.approx(0.9 * (worlds[row.what.replace("half world", "world")].found or 0.0))


@pytest.mark.usefixtures("planned")
def test_halos_of_eight_nodes_are_not_judged() -> None:
    rows = study("halo", on="lab").figures
    assert [row.verdict for row in rows] == ["not judged"] * 4
    assert all("by links alone" in row.reason and row.found for row in rows)


@pytest.mark.usefixtures("planned")
def test_a_map_of_a_lab_has_the_published_path_classes() -> None:
    rows = study("cluster", on="lab").figures
    classes = {row.what: (row.published, row.found, row.verdict) for row in rows if row.unit == "classes"}
    assert list(classes.values()) == [(3.0, 3.0, "within"), (8.0, 8.0, "within")]
    inputs = [row for row in rows if row.verdict == "input"]
    assert len(inputs) == len(rows) - len(classes)
    assert all(row.ratio == pytest.approx(1.0, rel=1e-6) for row in inputs)


@pytest.mark.usefixtures("planned")
def test_a_relay_is_as_fast_as_its_slowest_leg(monkeypatch: pytest.MonkeyPatch) -> None:
    def rates(planned_lab: PlannedLab, pair: RelayedPair) -> tuple[float, float]:
        by_pair = {
            (path.source, path.target): path.bandwidth_bytes_per_s or 0.0 for path in plan_map(planned_lab.plan).paths
        }
        stops = (pair.source, *pair.through, pair.target)
        return by_pair[pair.source, pair.target], min(by_pair[leg] for leg in pairwise(stops))

    monkeypatch.setattr(phi_lab, "_direct_and_relayed", rates)
    direct, relayed, proxy = study("relay", on="lab").figures
    assert (direct.verdict, direct.ratio) == ("input", pytest.approx(1.0))
    assert (relayed.verdict, relayed.found) == ("not judged", pytest.approx(3800.0))
    assert (proxy.verdict, proxy.found) == ("within", pytest.approx(5280 / 962))


@pytest.mark.usefixtures("planned")
def test_option_pricing_of_a_lab_has_the_published_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    def priced(planned_lab: PlannedLab, _machine: Machine, point: programs.Pricing) -> float:
        latency_s = {(path.source, path.target): path.latency_s or 0.0 for path in plan_map(planned_lab.plan).paths}
        item_s = point.item / programs.PACE
        cards = [f"n{node}-mic{card}" for node in (1, 2) for card in range(4)]
        return sum(point.item * point.ahead / (item_s + 2 * latency_s["n1", card]) for card in cards)

    monkeypatch.setattr(phi_lab, "_priced", priced)
    rows = {row.what: row for row in study("asian", on="lab").figures}
    assert [row.verdict for what, row in rows.items() if what.startswith("large items")] == ["within"]
    assert [row.verdict for what, row in rows.items() if "tcp loses" in what] == ["within"] * 2
    assert len([what for what in rows if ", items of 2^" in what]) == 6
    assert rows["tcp, 8 cards, small items: two items ahead over one"].found == pytest.approx(2.0)


@pytest.mark.parametrize(("length", "messages"), [(8, 2), (4, 1)])
def test_messages_to_opposite_nodes_use_all_links_of_a_ring_alike(length: int, messages: int) -> None:
    ways = {pair: blue_gene_lab.links_between(*pair, length) for pair in permutations(range(length), 2)}
    assert all(len(ways[a, b]) == min((a - b) % length, (b - a) % length) for a, b in ways)
    busy = Counter(name for node in range(length) for name in ways[node, (node + length // 2) % length])
    assert list(busy.values()) == [messages] * (2 * length)


@pytest.mark.parametrize("fabric", ["tcp", "dapl"])
def test_the_plan_of_a_lab_is_the_published_cluster(fabric: str, tmp_path: Path) -> None:
    machine = machine_named("phi-cluster")
    file = tmp_path / "cluster.toml"
    file.write_text(lab.machine_plan(machine, fabric, 200.0))
    planned, published = plan_map(read_plan(file)), machine_map(machine)
    wanted = {
        (path.source, path.target): (path.latency_s, path.bandwidth_bytes_per_s)
        for path in published.paths
        if path.fabric == fabric
    }
    got = {(path.source, path.target): (path.latency_s, path.bandwidth_bytes_per_s) for path in planned.paths}
    assert {pair: pytest.approx(figures, rel=1e-6) for pair, figures in wanted.items()} == got


@pytest.mark.simgrid
def test_one_is_not_counted_as_several_and_none_is_said() -> None:
    told = lines(study("halo"))
    assert "No prediction. Of 4 figures 0 put in, and 4 not judged." in told
    assert any("not published; 1 message after each other" in line for line in told)
    assert any(
        line.startswith("1 prediction: 1 within 25%, 0 missed. Of 4 figures 1 put in") for line in lines(study("relay"))
    )
