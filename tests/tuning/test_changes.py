"""Lines on trial as changes of a launch: on top of what is in use, with files of their own."""

from __future__ import annotations

from pathlib import Path

from builders.runs import mpi
from builders.tunings import a_rule, rule_line
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.space import line


def test_lines_on_trial_replace_what_they_change_of_those_in_use(tmp_path: Path) -> None:
    base = [line({"env:A": "1"}), line({"env:B": "1"})]
    carry = ChangeMaker(mpi("mpich"), tmp_path, base)
    assert carry([line({"env:B": "2"})]).knobs == {"env:A": "1", "env:B": "2"}
    assert carry(()).knobs == {"env:A": "1", "env:B": "1"}


def test_each_change_has_its_rules_in_a_folder_of_its_own(tmp_path: Path) -> None:
    """Launches with them live at the same time."""
    carry = ChangeMaker(mpi("openmpi"), tmp_path)
    placed = dict(carry.placed([rule_line(a_rule(algorithm=name))]) for name in "12")
    assert {file.parent for file in tmp_path.glob("*/*")} == placed.keys()
    assert len({change.knobs["mca:coll_tuned_dynamic_rules_filename"] for change in placed.values()}) == 2
