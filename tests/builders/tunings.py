"""A small tuning, as the tests of files and of carrying want it."""

from typing import Literal

from msgspec.structs import replace

from builders.runs import mpi, run
from rankwise.apply.builds import tuned_build
from rankwise.core.records import Mpi, RunStatus
from rankwise.model.records import Ratio
from rankwise.tuning.records import CollectiveRule, Gain, Tuned, TunedBuild, Tuning, TuningLine


def a_ratio(ratio: float = 1.5) -> Ratio:
    return Ratio(
        ratio=ratio,
        low=ratio - 0.1,
        high=ratio + 0.1,
        p_value=0.001,
        launch_pairs=6,
        visit_pairs=60,
        margin=0.02,
        answer="faster",
    )


def a_rule(
    collective: str = "bcast", algorithm: str = "6", start: int = 8, end: int = 4096, **more: str
) -> CollectiveRule:
    return CollectiveRule(
        collective=collective, algorithm=algorithm, from_bytes=start, to_bytes=end, ranks=2, parameters=more
    )


def rule_line(rule: CollectiveRule, name: str = "") -> TuningLine:
    return TuningLine(id=name or rule.collective, why="another algorithm is faster", undo="take it out", rule=rule)


def a_tuning(lines: tuple[TuningLine, ...] | None = None, mpi: Mpi | None = None, **build: str) -> Tuning:
    """Three lines, or those given; for `mpi`, or for one that is nowhere."""
    gain = Gain(kernel="bcast", size_bytes=8, ranks=2, before_s=2e-6, after_s=1e-6, ratio=a_ratio(2.0))
    usual = (
        TuningLine(id="yield", why="every wait yields", undo="unset LD_PRELOAD", preload="noyield", gains=(gain,)),
        TuningLine(id="eager", why="4 KiB is past it", undo="unset it", knobs={"mca:btl_sm_eager_limit": "65536"}),
        rule_line(a_rule(), "bcast"),
    )
    known = {"name": "openmpi", "family": "openmpi", "version": "5.0.11", "library": "/lib/libmpi.so.40"}
    if mpi is not None:
        known = {"name": mpi.name, "family": mpi.family, "version": mpi.version, "library": mpi.library or ""}
    return Tuning(
        name="t",
        build=TunedBuild(**{"library_sha256": "0" * 64, **known, **build}),
        machine="box",
        ranks=2,
        lines=usual if lines is None else lines,
        joint=(gain,),
        tried=12,
        words=("the default is far from the best",),
    )


def a_tuned(name: str, status: RunStatus = "finished", page: str = "") -> Tuned:
    """What `tune` answers of an MPI where nothing wins."""
    tuning = a_tuning((), mpi(name))
    answer: Literal["leave it", "cannot tell"] = "leave it" if status == "finished" else "cannot tell"
    return Tuned(run=replace(run(sides=(name,)), status=status), answer=answer, tuning=tuning, mean=None, page=page)


def no_op(mpi: Mpi) -> Tuning:
    """A tuning of one line that changes nothing."""
    return Tuning(
        name="nothing",
        build=tuned_build(mpi),
        machine="here",
        ranks=2,
        lines=(TuningLine(id="nothing", why="to see", undo="take it away", knobs={"env:PSM3_RANKWISE_TEST": "1"}),),
    )
