"""What stands before the tables: what is slow, why, what mends it, and which MPI for what."""

from __future__ import annotations

from msgspec.structs import replace
from rich.table import Table

from builders import maps, runs, surveys
from builders.surveys import estimate, survey
from rankwise.core.kinds import KINDS
from rankwise.core.late import load
from rankwise.core.not_looked import of_survey as not_looked
from rankwise.core.records import CellResult
from rankwise.maps.read import read_map
from rankwise.model.records import PathClass
from rankwise.report import answers, page, terminal
from rankwise.report.fastest import sentence, surely
from rankwise.report.map_words import by_endpoint, exceptions
from rankwise.report.tables import aligned
from rankwise.report.verdicts import fastest_of, of_bench, of_map, of_survey
from rankwise.report.words import legend


def test_every_row_that_names_a_verdict_has_one() -> None:
    for kind in KINDS.values():
        assert not kind.verdict or callable(load(kind.verdict))


def test_a_survey_says_what_is_slow_why_and_what_mends_it() -> None:
    first, worst, cure = of_survey(survey(cores=8, collectives=8))
    assert first == (
        "mpich: 5 of 5 figures as they should be; openmpi: 3 of 5 figures, 2 unknown; impi: 3 of 5 figures, 2 slow."
    )
    assert worst.startswith("The worst: pingpong 4MiB of impi, slow by 5.50x. Because single copy (CMA) is off")
    assert cure == "To mend it: `export FI_SHM_USE_XPMEM=0 I_MPI_SHM_CMA=1`"


def test_a_survey_of_several_mpis_ends_in_which_is_the_fastest() -> None:
    told = "Fastest here: impi for short messages; mpich for medium messages, long messages and collectives."
    whole = replace(survey(cores=8, collectives=8), not_looked=("messages between nodes (--hosts)",))
    assert fastest_of(whole) == told
    shown = [line.plain for line in terminal.lines(whole)]
    assert shown[-2:] == ["not looked at: messages between nodes (--hosts)", told]
    assert told in page.render(whole)
    one = replace(whole, lines=tuple(line for line in whole.lines if line.side == "mpich"))
    assert fastest_of(one) == ""
    bare = replace(whole, run=replace(whole.run, results=()))
    assert fastest_of(bare).startswith("Which of mpich, openmpi and impi is the fastest here cannot be told: ")
    assert "`rankwise compare mpich openmpi impi`" in fastest_of(bare)


def test_a_survey_names_an_mpi_that_failed_where_others_are_the_fastest() -> None:
    whole = survey(cores=8, collectives=8)
    sides = {cell.id: cell.side for cell in whole.run.plan.cells}
    results = tuple(
        CellResult(cell=result.cell, error="rank 3 died") if sides[result.cell] == "openmpi" else result
        for result in whole.run.results
    )
    told = fastest_of(replace(whole, run=replace(whole.run, results=results)))
    assert told.startswith("Fastest here: ") and told.endswith(" Left out where it failed: openmpi.")


def test_one_sure_win_of_many_points_names_no_mpi() -> None:
    def point(first_s: float, second_s: float) -> dict[str, CellResult]:
        times = {"mpich": first_s, "impi": second_s}
        return {side: CellResult(cell=side, estimate=estimate(time_s)) for side, time_s in times.items()}

    same, faster = surely(point(1e-6, 1e-6)), surely(point(1e-6, 2e-6))
    assert (same, faster, surely({})) == ("", "mpich", "")
    few, most = ([("pingpong", 8, side) for side in sides] for sides in ([faster, same, same], [faster, faster, same]))
    assert "cannot be told" in sentence(few, ["mpich", "impi"], "")
    assert sentence(most, ["mpich", "impi"], "") == "Fastest here: mpich for short messages."
    long = [("pingpong", 1 << 20, ""), ("barrier", 0, "impi")]
    assert sentence([*most, *long], ["mpich", "impi"], "") == (
        "Fastest here: mpich for short messages; impi for collectives. It cannot be told for long messages."
    )


def test_a_path_that_is_alone_in_its_class_is_not_called_fast() -> None:
    machine = maps.measured_map("mpich", 2, ("same-socket",))
    alone = tuple(replace(path_class, paths=path_class.paths[:1]) for path_class in machine.classes)
    words = of_map(replace(machine, classes=alone))
    assert words[1] == "Each is the only one of its kind: none can be told to be slow."


def test_what_is_unknown_on_a_busy_machine_is_so_because_it_is_busy() -> None:
    one = replace(survey(), lines=tuple(line for line in survey().lines if line.side == "mpich"))
    lines = tuple(
        replace(line, verdict="cannot tell", measured=replace(line.measured, low_s=0.0, high_s=1.0))
        for line in one.lines
    )
    nodes = tuple(replace(node, load_1min=50.0) for node in one.inventory.nodes)
    busy = replace(one, lines=lines, inventory=replace(one.inventory, nodes=nodes))
    assert "unknown because other work uses the CPUs (load 50.0)." in of_survey(busy)[0]
    assert "unknown because launches differ" in of_survey(replace(one, lines=lines))[0]
    assert of_survey(replace(one, lines=())) == ["Nothing could be judged."]
    alone = replace(one.run, plan=replace(one.run.plan, endpoints=one.run.plan.endpoints[:1]))
    (told,) = of_survey(replace(one, run=alone, lines=()))
    assert told == "Nothing could be judged: one rank sends nothing; add --per core to measure the cores of a node."
    bare = tuple(replace(line, expected=()) for line in lines)
    mixed = of_survey(replace(busy, lines=(*bare[:2], *lines[2:])))[0]
    rest = len(lines) - 2
    words = f"2 without an expected value, {rest} too uncertain because other work uses the CPUs (load 50.0)."
    assert mixed.endswith(f"unknown: {words}")
    assert of_survey(replace(busy, lines=bare))[0].endswith("unknown: nothing here says what they should be.")
    several = of_survey(replace(busy, lines=(*lines, *(replace(line, side="impi") for line in lines))))
    assert several[1] == "Unknown because other work uses the CPUs (load 50.0)."
    told = " ".join(not_looked(busy))
    assert "uncertain" not in told and "expected" not in told, "what was measured was looked at"


def test_a_survey_of_a_node_alone_did_not_look_between_nodes() -> None:
    here = survey()
    first, second = here.run.plan.endpoints[:2]
    between = "messages between nodes (--hosts)"
    assert between in not_looked(here)
    apart = replace(here.run.plan, endpoints=(first, replace(second, node="elsewhere")))
    assert between not in not_looked(replace(here, run=replace(here.run, plan=apart)))


SLOW = [f"{a} -> {b}: 9 us where its siblings have 1 us" for a, b in (("m", "a"), ("b", "m"), ("m", "c"), ("a", "b"))]


def test_paths_that_stand_out_are_told_by_the_endpoint_that_they_share() -> None:
    assert [(end, len(texts)) for end, texts in by_endpoint(SLOW)] == [("m", 3), ("", 1)]
    assert [end for end, _ in by_endpoint([text.replace("b -> m", "* -> m") for text in SLOW])] == ["m", ""]
    assert by_endpoint([]) == []
    machine = maps.measured_map("mpich", 4, ("same-socket",))
    (one,) = machine.classes
    first, second = exceptions([replace(one, exceptions=tuple(SLOW))])
    assert first == f"3 paths of m, such as {SLOW[0]}"
    assert second == SLOW[3]


def test_a_map_says_how_many_paths_are_slow_before_its_matrix() -> None:
    machine = maps.measured_map("mpich", 4, ("same-socket", "other-socket"))
    assert of_map(machine) == [
        "12 of 12 paths work.",
        "None is slower than others of its kind.",
        "8 B take 0.21 us (same socket) to 0.48 us (other socket).",
    ]
    wide = replace(machine.classes[0], latency_high_s=9 * machine.classes[0].latency_s)
    apart = f"Whether {len(wide.paths)} paths are slower than others of their kind cannot be told (±?)."
    assert of_map(replace(machine, classes=(wide,)))[1] == apart
    assert of_map(replace(machine, classes=(wide, machine.classes[1])))[1] == f"{apart} No other is slower."
    also = replace(machine.classes[1], latency_high_s=9 * machine.classes[1].latency_s)
    assert "No other" not in of_map(replace(machine, classes=(wide, also)))[1], "of none is it known"
    alike = tuple(replace(each, relations=("same GPU",), latency_s=154e-6) for each in machine.classes)
    assert of_map(replace(machine, classes=alike))[2] == "8 B take 154 us (same GPU)."
    near: PathClass = replace(machine.classes[0], exceptions=tuple(SLOW))
    slow = replace(machine, classes=(near, machine.classes[1]))
    assert of_map(slow)[1] == "4 paths are slow: every one of m, a -> b."
    doubted = replace(machine, classes=(replace(near, exceptions=(), suspected=tuple(SLOW)), machine.classes[1]))
    again = "they look so, and more --budget tests them again"
    unsure = f"Whether 4 paths are slow cannot be told (every one of m, a -> b): {again}."
    assert of_map(doubted)[1] == unsure
    near = replace(near, exceptions=tuple(SLOW[:1]), suspected=tuple(SLOW[1:]))
    assert of_map(replace(doubted, classes=(near, machine.classes[1])))[1:3] == [
        "1 path is slow: m -> a.",
        f"Whether 3 paths are slow cannot be told (b -> m, m -> c and 1 more): {again}.",
    ]
    cut = replace(machine, paths=(replace(machine.paths[0], reachable=False, error="timed out"), *machine.paths[1:]))
    assert of_map(cut)[0] == "11 of 12 paths work. No path: n1:c0 -> n1:c1: timed out."


def test_a_map_of_published_figures_shows_what_is_known_and_clears_no_path() -> None:
    shown = [*answers.lines(read_map("aurora"))]
    assert shown[0] == "144 paths, as published; none was tried here."
    tables = [line for line in shown if isinstance(line, Table)]
    device, host = ([[*column.cells] for column in table.columns] for table in tables)
    assert device[:3] == [["6", "120", "6"], ["unknown"] * 3, ["158 GB/s", "18.9 GB/s", "174 GB/s"]]
    first, *_ = (line for line in answers.lines(read_map("alps-gh200")) if isinstance(line, Table))
    rates = [*zip(first.columns[0].cells, first.columns[2].cells, strict=True)]
    assert rates.count(("32", "24.0 GB/s")) == 2, "of processors and of GPUs"
    assert host[0] == ["12"] and host[3] == ["host -> gpu0-tile0, host -> gpu0-tile1 and 10 more"]


def test_a_map_says_what_it_did_not_look_at_before_its_verdict() -> None:
    machine = replace(maps.measured_map("mpich", 4, ("same-socket",)), not_looked=("what came late",))
    shown = [line if isinstance(line, str) else str(line) for line in answers.lines(machine)]
    assert shown[:2] == ["not looked at: what came late", "12 of 12 paths work."]
    assert sum("what came late" in line for line in shown) == 1


def test_a_bench_says_its_smallest_and_largest_message() -> None:
    cells = tuple(runs.cell("mpich", size_bytes=size) for size in (8, 1024, 1 << 20))
    results = [CellResult(cell=one.id, estimate=estimate(1e-6), rate_bytes_per_s=9e9) for one in cells]
    run = replace(runs.run(), plan=runs.plan(cells), results=tuple(results))
    (line,) = of_bench(run)
    assert line == "pingpong with mpich: 1.00 us ±1.7 % at 8 B, 9.00 GB/s ±1.7 % at 1MiB."
    failed = replace(run, results=(*results[:2], CellResult(cell=cells[2].id, error="it hung")))
    assert of_bench(failed)[1:] == ["1 figure could not be measured."]


def test_symbols_are_explained_where_they_are_shown() -> None:
    assert legend(["impi  ▲21 ?2"]) == ["▲ slow, ? cannot tell, and how many sizes"]
    assert legend(["mpich  ✓ good"]) == ["✓ as it should be"]
    assert legend(["nothing"]) == []


def test_a_long_last_column_goes_on_below_itself() -> None:
    rows = [("a", "b"), ("name", "one two three four five six")]
    assert aligned(rows, 20) == ["a     b", "name  one two three", "      four five six"]
    assert aligned(rows) == ["a     b", "name  one two three four five six"]


def test_other_columns_go_on_below_themselves_between_words_before_the_last_has_no_room() -> None:
    rows = [("", "what was-looked at", "b"), ("simulated", "from one card to the next", "12 us predicted")]
    assert aligned(rows, 44) == [
        "           what was-looked at   b",
        "simulated  from one card to     12 us",
        "           the next             predicted",
    ]
    assert aligned(rows, 38) == [
        "           what was-      b",
        "           looked at",
        "simulated  from one card  12 us",
        "           to the next    predicted",
    ]
    assert aligned(rows, 30) == [
        "           what was-looked at",
        "    b",
        "simulated  from one card to",
        "           the next",
        "    12 us predicted",
    ]
    path = "/a/name/that/is/not/broken"
    assert aligned([("name", "x"), (path, "y")], 12)[2].strip() == path


def test_surveys_of_tests_have_a_worst_line() -> None:
    assert any(line.verdict == "slow" for line in surveys.survey().lines)
