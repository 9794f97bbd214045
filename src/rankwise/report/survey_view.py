"""A survey looked up the ways that the page and the terminal need: by side, by path class, by kernel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rankwise.core.records import Cell, CellResult, Finding
from rankwise.core.units import format_amount, plural
from rankwise.model.records import PathClass
from rankwise.report.map_view import View, view_of
from rankwise.report.words import parameters, size
from rankwise.verbs.records import Survey, VerdictLine


@dataclass(frozen=True)
class KernelGroup:
    """Cells that differ only in side and size: what one plot shows. `ranks` 2 or more; `groups` run at once."""

    kernel: str
    ranks: int
    groups: int
    place: str
    parameters: str

    @property
    def title(self) -> str:
        where = self.place or plural(self.ranks, "rank")
        many = f", {self.groups} groups at once" if self.groups > 1 else ""
        return f"{self.kernel}, {where}{many}" + (f" ({self.parameters})" if self.parameters else "")


class SurveyView:
    """Look-ups over one survey, each made once."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.run = survey.run

    @property
    def machine_words(self) -> str:
        """`AMD EPYC 7B13, 8 CPUs, 32 GiB, kvm, docker` of the first node, and how many more nodes there are."""
        nodes = self.survey.inventory.nodes
        if not nodes:
            return "machine unknown"
        first, more = nodes[0], len(nodes) - 1
        parts = [first.cpu_model or first.arch, f"{len(first.cpus)} CPUs"]
        parts += [format_amount(first.memory_bytes)] if first.memory_bytes else []
        parts += [kind for kind in (first.sandbox.virtualization, first.sandbox.container) if kind]
        return ", ".join(parts) + (f"; and {plural(more, 'more node')}" if more else "")

    @property
    def place_words(self) -> str:
        """The node that was measured, or how many there were and the first and last of them."""
        names = [node.hostname for node in self.survey.inventory.nodes] or [self.run.provenance.hostname]
        return names[0] if len(names) == 1 else f"{len(names)} nodes, {names[0]} to {names[-1]}"

    @cached_property
    def sides(self) -> list[str]:
        """MPIs first as the run names them, then other sides that only cells name (a knob set)."""
        return list(dict.fromkeys([*self.run.mpis, *(cell.side for cell in self.run.plan.cells)]))

    def colour(self, side: str) -> int:
        """The side's place in the palette, the same everywhere."""
        return self.sides.index(side) if side in self.sides else 0

    @cached_property
    def cells(self) -> dict[str, Cell]:
        return {cell.id: cell for cell in self.run.plan.cells}

    @cached_property
    def results(self) -> dict[str, CellResult]:
        return {result.cell: result for result in self.run.results}

    @cached_property
    def map_views(self) -> dict[str, View]:
        return {side: view_of(machine) for side, machine in self.survey.maps.items()}

    @cached_property
    def findings(self) -> dict[str, Finding]:
        return {finding.id: finding for finding in self.survey.findings}

    def class_words(self, class_id: str) -> str:
        """A class as people say it: `same socket`."""
        for machine in self.survey.maps.values():
            for path_class in machine.classes:
                if path_class.id == class_id and path_class.relations:
                    return ", ".join(path_class.relations)
        return class_id.replace("-", " ")

    @cached_property
    def classes(self) -> dict[str, dict[str, PathClass]]:
        """Class id -> side -> class, in the order in which maps name them."""
        by_id: dict[str, dict[str, PathClass]] = {}
        for side, machine in self.survey.maps.items():
            for path_class in sorted(machine.classes, key=lambda item: item.latency_s):
                by_id.setdefault(path_class.id, {})[side] = path_class
        return by_id

    def class_of(self, cell: Cell) -> str | None:
        """The path class of a cell's first pair of ranks, when the cell has just two."""
        ranks = cell.groups[0] if cell.groups else ()
        endpoints = self.run.plan.endpoints
        view = self.map_views.get(cell.side)
        if len(ranks) != 2 or view is None or max(ranks) >= len(endpoints):
            return None
        path = view.pairs.get((endpoints[ranks[0]].id, endpoints[ranks[1]].id))
        return path.path_class if path else None

    @cached_property
    def kernels(self) -> dict[KernelGroup, dict[str, list[tuple[Cell, CellResult]]]]:
        """Measured cells but the pingpongs of the curves: group -> side -> cells by size."""
        groups: dict[KernelGroup, dict[str, list[tuple[Cell, CellResult]]]] = {}
        for cell in self.run.plan.cells:
            result = self.results.get(cell.id)
            if result is None or result.estimate is None:
                continue
            key = self.group_of(cell)
            if key.kernel == "pingpong" and key.groups == 1 and self.class_of(cell) and not key.parameters:
                continue
            groups.setdefault(key, {}).setdefault(cell.side, []).append((cell, result))
        for sides in groups.values():
            for cells in sides.values():
                cells.sort(key=lambda item: item[0].size_bytes)
        return groups

    def group_of(self, cell: Cell) -> KernelGroup:
        """What the cell has in common with those that differ from it in side and size only."""
        path_class = self.class_of(cell)
        # With one class there is nothing to tell apart: "2 ranks" says more.
        place = self.class_words(path_class) if path_class and len(self.classes) > 1 else ""
        ranks = len(cell.groups[0]) if cell.groups else 0
        return KernelGroup(cell.kernel, ranks, len(cell.groups), place, parameters(cell))

    def cell_words(self, cell_id: str) -> str:
        """`mpich pingpong 8 B` of a cell of the plan; else its id."""
        cell = self.cells.get(cell_id)
        return f"{cell.side} {cell.kernel} {size(cell)}" if cell else cell_id

    def line_class(self, line: VerdictLine) -> str | None:
        """The path class that a verdict line speaks of, None for collectives."""
        cell = self.cells.get(line.cell)
        return self.class_of(cell) if cell else None
