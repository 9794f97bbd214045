"""Which ways to bind ranks are asked of the program."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from builders.improving import case
from rankwise.core.records import Mpi
from rankwise.tuning.changes import ChangeMaker
from rankwise.verbs.improve.candidates.binding import offers
from rankwise.verbs.improve.case import Offer
from rankwise.verbs.improve.look import look


def offered(mpi: Mpi, folder: Path, *words: str) -> list[Offer]:
    """What is offered for two ranks of a program that only the short start replaces."""
    program = shutil.which("true")
    assert mpi.launcher and program
    argv = (mpi.launcher, *words, "-n", "2", program)
    job = case(folder, ("n1", "n2"))
    job.own_mpi, job.until = mpi, job.until + 600.0
    job.options = dataclasses.replace(job.options, argv=argv)
    job.judge.options = dataclasses.replace(job.judge.options, argv=argv)
    job.judge.carry = ChangeMaker(mpi, folder)
    job.ranks, _ = look(argv)
    assert len(job.ranks) == 2
    return list(offers(job))


@pytest.mark.mpi(2)
def test_what_binds_ranks_alike_is_asked_once(mpich: Mpi, tmp_path: Path) -> None:
    core, spread = offered(mpich, tmp_path)
    assert not core.same_as, "the launcher binds nothing by itself"
    packages = {file.read_text() for file in Path("/sys/devices/system/cpu").glob("cpu*/topology/physical_package_id")}
    assert bool(spread.same_as) == (len(packages) == 1)
    if spread.same_as:
        assert spread.same_as == "ranks get the same cores as with env:HYDRA_BINDING=core"


@pytest.mark.mpi(2)
def test_what_the_launch_line_overrules_is_not_asked(mpich: Mpi, tmp_path: Path) -> None:
    for words in (("-bind-to", "none"), ("-bind-to", "core", "-map-by", "core")):
        told = {offer.same_as for offer in offered(mpich, tmp_path, *words)}
        assert told == {"ranks get the same cores as with what is in use"}
