"""Trouble that people reported in public, as small programs and launch lines: is the right answer the first one?"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.goals import Goal, Report, share
from benchmarks.robust.outside_texts import TEXTS, OutsideText, answer
from rankwise.core import leftovers
from rankwise.core.errors import RankwiseError
from rankwise.core.process import Job
from rankwise.core.records import Mpi
from rankwise.diagnoses.hung_job import ranks_of_job, stand
from rankwise.diagnoses.records import Diagnosis
from rankwise.mpis import catalog
from rankwise.verbs.doctor import doctor

_SOURCE = Path(__file__).parents[2] / "tests/diagnoses/unmatched.c"
_READY_S = 60.0
_PROGRAM = "unmatched-{}"  # by the family that it is built for
_QUICK = 6
_ALL_CLEAR = "all clear"
_RANKS = 3


@dataclass(frozen=True)
class Outside:
    """A case: where it was reported, the MPI that it needs, the line, and words that the first finding must have.
    `{other}` in a line is a program of another MPI. `hangs`: the line is of `unmatched.c`, and is looked at while it
    hangs. `not_clear`: no finding, and no all-clear. `wrong`: words that would be a wrong claim."""

    source: str
    family: str
    line: str
    told: tuple[str, ...] = ()
    hangs: bool = False
    not_clear: bool = False
    wrong: tuple[str, ...] = ("one order",)
    shm: str = ""


def _hang(source: str, how: str, *told: str) -> tuple[Outside, ...]:
    return tuple(Outside(source, family, how, told, hangs=True) for family in ("mpich", "openmpi", "impi"))


CASES: tuple[Outside, ...] = (
    *_hang("mpich#7102, mpich#7084", "never-sent", "Rank 0", "MPI_Recv", "rank 1", "tag 3"),
    *_hang("mpich#7102", "tag", "Rank 1", "MPI_Recv", "tag 8"),
    *_hang("mpich#7084", "communicator", "Rank 1", "another communicator"),
    *_hang("mpich#7084", "source", "Rank 1", "rank 2", "tag 7"),
    *_hang("wildcard receive that nobody sends to", "any", "any rank", "tag 5"),
    *_hang("a receive posted early and waited for", "wait", "Rank 2", "MPI_Wait", "rank 0", "tag 9"),
    *_hang("requests waited for together", "waitall", "Rank 1", "MPI_Waitall", "tag 5", "tag 6"),
    *_hang("barriers of two communicators", "communicators", "different communicators", "rank 0"),
    *_hang("a probe for a message that was left out", "probe", "MPI_Probe", "tag 6"),
    *_hang("a synchronous send without receiver", "ssend", "MPI_Ssend", "rank 0"),
    *_hang("a ring that one rank leaves", "sendrecv", "MPI_Sendrecv", "rank 1"),
    *_hang("a chain of receives", "chain", "Rank 1", "rank 2"),
    *_hang("two tags that cross", "both-wait", "do not match"),
    *_hang("a receive while others finalize", "finalize", "Rank 1", "tag 8"),
    Outside("no MPI in the line", "mpich", "cat /etc/hostname", not_clear=True),
    Outside("no MPI in the line", "openmpi", "{launcher} -n 2 /bin/hostname", not_clear=True),
    Outside("a script's MPI is not known", "openmpi", "{launcher} -n 2 python3 -c pass", not_clear=True),
    Outside("a script's MPI is not known", "mpich", "{launcher} -n 2 python3 -c pass", not_clear=True),
    Outside("batch-shipyard#8, ga#254", "openmpi", "{launcher} -n 2 {app}", ("/dev/shm is too small",), shm="1m"),
    Outside("mpich#5372", "mpich", "{launcher} -n 6 {app}", ("/dev/shm is too small",), shm="16m"),
    Outside("ignored parameters", "openmpi", "{launcher} --mca coll_tuned_bcast_algorithm 1 -n 2 {app}",
            ("coll_tuned_bcast_algorithm", "without effect")),
    Outside("ignored parameters", "openmpi", "{launcher} --mca btl_openib_allow_ib 1 -n 2 {app}",
            ("btl_openib_allow_ib", "without effect")),
    Outside("ompi#10955", "openmpi", "{launcher} --mca btl self -n 2 {app}", ("No BTL connects", "--mca btl self")),
    Outside("ucx#8952", "openmpi", "{launcher} --mca pml ucx -n 2 {app}", ("No component", "--mca pml ucx")),
    Outside("ompi#5280", "openmpi", "{launcher} --mca btl self,openib -n 2 {app}", ("component", "self,openib")),
    Outside("ompi#12508, ROCm/cvs#185", "openmpi", "{launcher} --mca oob_tcp_if_include eth0 -n 2 {app}",
            ("oob_tcp_if_include", "without effect")),
    Outside("ompi#11789", "openmpi", "{launcher} --mca btl_tcp_if_include 10.33.4.0/24 -n 2 {app}", ("interface",)),
    Outside("ompi#7719, prrte#1152", "openmpi",
            "env -u PRTE_MCA_rmaps_default_mapping_policy {launcher} -n 64 --host localhost:2 {app}",
            ("more ranks than there are slots",)),
    Outside("ompi#10799, StarCluster#533", "openmpi", "{launcher} -n 2 {other}", ("another MPI than the program",)),
    Outside("kokkos-comm#134", "mpich", "{launcher} -n 2 {other}", ("another MPI than the program",)),
    Outside("mpich#712", "mpich", "{launcher} -n 2 env -i {app}", ("rank 0 of 1",)),
    Outside("mpich#6547", "mpich", "env MPIR_CVAR_OFI_USE_PROVIDER=sockets {launcher} -n 2 {app}",
            ("MPIR_CVAR_OFI_USE_PROVIDER", "without effect")),
    Outside("ompi#12785", "mpich", "env UCX_NET_DEVICES=mlx5_9:1 {launcher} -n 2 {app}", ("UCX", "UCX_NET_DEVICES")),
    Outside("ramble#322", "impi", "env I_MPI_FABRICS=shm:tcp {launcher} -n 2 {app}", ("I_MPI_FABRICS",)),
    Outside("azure-docs#2534", "impi", "env I_MPI_FABRICS=shm:dapl {launcher} -n 2 {app}", ("I_MPI_FABRICS",)),
    Outside("azure-docs#2534", "impi", "env I_MPI_DAPL_PROVIDER=ofa-v2-ib0 {launcher} -n 2 {app}",
            ("no effect", "I_MPI_DAPL_PROVIDER")),
    Outside("software-stack-config#15", "impi", "env I_MPI_FABRICS_LIST=tmi {launcher} -n 2 {app}",
            ("no effect", "I_MPI_FABRICS_LIST")),
    Outside("MLSL#25", "impi", "env I_MPI_FABRICS=tcp {launcher} -n 2 {app}", ("I_MPI_FABRICS",)),
)  # fmt: skip


def outside(quick: bool) -> Report:
    """Every case whose MPI is here and has a compiler wrapper; gdb looks at those that hang."""
    mpis: dict[str, Mpi] = {mpi.family: mpi for mpi in reversed(catalog.find_all()) if mpi.compiler and mpi.launcher}
    chosen = [case for case in CASES if case.family in mpis and (not case.hangs or shutil.which("gdb"))]
    chosen = chosen[:: max(1, len(chosen) // _QUICK)] if quick else chosen
    if not chosen:
        return Report("", (Goal("cases", "needs an MPI with a compiler", ">= 90 % right", None),))
    score = _Score()
    os.environ |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # of the doctor's jobs too
    with tempfile.TemporaryDirectory(prefix="rankwise-", dir="/var/tmp") as name:
        apps: dict[str, Path] = {family: _built(mpi, Path(name)) for family, mpi in mpis.items()}
        for case in chosen:
            folder = Path(tempfile.mkdtemp(dir=name))
            ask: Callable[[Outside, Mpi, Path, Path], str] = _hung if case.hangs else _started
            line = f"{case.family}: {case.line}"
            score.add(case, line, partial(ask, case, mpis[case.family], apps[case.family], folder))
        for text in TEXTS:
            score.add(text, text.source, partial(answer, text, Path(tempfile.mkdtemp(dir=name))))
    count = len(chosen) + len(TEXTS)
    return Report(
        method=f"{len(chosen)} jobs as reported in public, with {', '.join(sorted({case.family for case in chosen}))}; "
        f"{len(TEXTS)} texts of the kinds that people post",
        goals=(
            Goal("the right answer first", share(score.right, count), ">= 90 %", score.right >= 0.9 * count),
            Goal("a wrong claim", share(score.wrong, count), "<= 2 %", score.wrong <= 0.02 * count),
            Goal("a crash", str(score.crashes), "0", score.crashes == 0),
        ),
        header=("missed", "reported as", "told"),
        rows=tuple(score.missed),
    )  # fmt: skip


@dataclass
class _Score:
    right: int = 0
    wrong: int = 0
    crashes: int = 0
    missed: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, case: Outside | OutsideText, line: str, ask: Callable[[], str]) -> None:
        """Counts what is told of a case."""
        try:
            told = ask()
        except RankwiseError as error:
            told = f"error: {error.in_a_line}"
        except Exception as error:  # a traceback is what this benchmark counts
            told = f"traceback: {error!r}"
            self.crashes += 1
        not_clear = isinstance(case, Outside) and case.not_clear
        right = all(word in told for word in case.told) and not (not_clear and told.startswith(_ALL_CLEAR))
        self.right += right
        self.wrong += not right and any(word in told for word in (*case.wrong, _ALL_CLEAR))
        if not right:
            self.missed.append((line, case.source, told))


def _built(mpi: Mpi, folder: Path) -> Path:
    app = folder / _PROGRAM.format(mpi.family)
    line = [str(mpi.compiler), "-O2", str(_SOURCE), "-o", str(app), f"-Wl,-rpath,{Path(mpi.library or '').parent}"]
    subprocess.run(line, check=True, env={**os.environ, **mpi.env}, capture_output=True)
    return app


def _environ(mpi: Mpi) -> dict[str, str]:
    return {**os.environ, **mpi.env, "PRTE_MCA_rmaps_default_mapping_policy": ":OVERSUBSCRIBE"}


def _hung(case: Outside, mpi: Mpi, app: Path, folder: Path) -> str:
    before = leftovers.present()
    line = [str(mpi.launcher), "-n", str(_RANKS), str(app), case.line, str(folder)]
    job = Job.start(line, env=_environ(mpi))
    try:
        end_s = time.monotonic() + _READY_S
        while len(list(folder.glob("ready.*"))) < _RANKS or _moves(job.popen.pid):
            if time.monotonic() > end_s or job.popen.poll() is not None:
                return "it did not hang"
        return _first(doctor(hung=job.popen.pid, out=folder))
    finally:
        job.stop(grace_s=0.5)
        job.popen.communicate()
        leftovers.sweep(before)


def _moves(pid: int) -> bool:
    """Whether a rank is still on its way to the call in which it stays."""
    return any(rank.call in ("", "MPI_Comm_dup", "MPI_Send", "MPI_Irecv") for rank in stand(ranks_of_job(pid)))


def _started(case: Outside, mpi: Mpi, app: Path, folder: Path) -> str:
    other = app.with_name(_PROGRAM.format("openmpi" if mpi.family == "mpich" else "mpich"))
    words = shlex.split(case.line.format(launcher=mpi.launcher, app=app, other=other))
    if case.shm:
        return _in_small_shm(case, mpi, words, folder)
    told = doctor(words, out=folder)
    return _clear(told) if case.not_clear else _first(told)


def _in_small_shm(case: Outside, mpi: Mpi, words: list[str], folder: Path) -> str:
    inner = shlex.join(["rankwise", "doctor", "--out", str(folder), "--", *words])
    mount = f"mount -t tmpfs -o size={case.shm} tmpfs /dev/shm && {inner}"
    done = subprocess.run(["unshare", "-m", "sh", "-c", mount], env=_environ(mpi), capture_output=True, text=True,
                          check=False)  # fmt: skip
    shown = [line for line in done.stdout.splitlines() if line.startswith(("CRITICAL", "SERIOUS"))]
    detail = done.stdout.partition(shown[0])[2] if shown else done.stderr
    return f"{shown[0]} {detail[:400]}" if shown else detail[:200]


def _first(told: Diagnosis) -> str:
    about_job = [finding for finding in told.findings if finding.id not in _MACHINE]
    return f"{about_job[0].title}; {about_job[0].fixes[0].line}" if about_job else _clear(told)


_MACHINE = (
    "other-load",
    "shared-cpus",
    "other-job",
    "stale-segments",
    "governor",
    "steal",
    "cpu-quota",
    "single-copy",
    "unbound",
)
"""Findings of the machine at hand, which no case is about."""


def _clear(told: Diagnosis) -> str:
    return f"{_ALL_CLEAR}: {told.answer}" if told.answer == "nothing serious" else told.answer
