"""Runs every kernel of an engine through plan files, and fails on any report, wrong byte or missing frame.

    every_kernel.py MPIEXEC ENGINE RANKS...

What the engine must refuse is asked for as well: those paths hold memory too.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from rankwise.core import process
from rankwise.measure.frames import Connected, Done, Failed, FrameReader, VisitFrame

ODD_SIZE = 100_003
SIZES = (0, 1, 8, 1000, 4096, 65536, ODD_SIZE)
REDUCED_TYPES = ("int", "float", "double")
REFUSED = (
    "kernel=nonsense size=8",
    "kernel=birandom size=4294967296",  # does not fit an MPI count, and has no form for it
    "kernel=pingpong size=4097 datatype=vector",
    "kernel=put_flush size=8 window_kind=imagined",
    "kernel=barrier in_place=1",
    f"kernel=uniband size={(1 << 31) - 1} window=1000000",  # more memory than any machine has
    "kernel=bcast size=8 root=99",
    "kernel=allreduce size=8 datatype=quaternion",
)
# Leaks inside the MPI library are not ours.
SUPPRESSIONS = "leak:libmpi\nleak:libhwloc\nleak:libfabric\nleak:libucs\nleak:libucp\nleak:libuct\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mpiexec")
    parser.add_argument("engine")
    parser.add_argument("ranks", type=int, nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rankwise-kernels-") as folder:
        for ranks in options.ranks:
            visits = run_plan(options.mpiexec, options.engine, ranks, Path(folder))
            print(f"{ranks} ranks: {visits} visits, no report")
            run_large(options.mpiexec, options.engine, ranks, Path(folder))
            run_corrupted(options.mpiexec, options.engine, ranks, Path(folder))


def run_plan(mpiexec: str, engine: str, ranks: int, folder: Path) -> int:
    """How many visits were measured. Exits when one is missing or wrong."""
    commands = [f"connect id=1 groups={_all(ranks)}", f"sync id=2 domains={_all(ranks)}"]
    measured: set[int] = set()
    for words in _visits(kernels(mpiexec, engine), ranks):
        measured.add(len(commands) + 1)
        # Lenient: ranks that outnumber cores never begin at a common time, and would try it again and again.
        commands.append(f"visit id={len(commands) + 1} cell=c{len(commands)} samples=3 lenient=1 {words}")
    refused = set(range(len(commands) + 1, len(commands) + 1 + len(REFUSED)))
    for words in REFUSED:
        commands.append(f"visit id={len(commands) + 1} cell=r{len(commands)} groups=0,1 {words}")
    commands.append(f"sync id={len(commands) + 1} domains={_all(ranks)}")
    frames = _run(mpiexec, engine, ranks, folder, commands=commands)
    errors = [frame for frame in frames if isinstance(frame, Failed) and frame.visit in measured]
    assert not errors, errors[0]
    done = {frame.visit for frame in frames if isinstance(frame, VisitFrame)}
    assert measured <= done, f"{ranks} ranks: no result of {[commands[number - 1] for number in measured - done][:3]}"
    failed = {frame.visit for frame in frames if isinstance(frame, Failed)}
    assert refused <= failed, f"{ranks} ranks: not refused: {[commands[number - 1] for number in refused - failed]}"
    assert any(isinstance(frame, Connected) for frame in frames)
    finished = {(frame.visit, frame.rank) for frame in frames if isinstance(frame, Done)}
    assert all((len(commands), rank) in finished for rank in range(ranks)), "not every rank came to the end"
    return len(measured)


def run_large(mpiexec: str, engine: str, ranks: int, folder: Path) -> None:
    """The calls for counts beyond an int, with that limit moved to 100 elements."""
    commands = [
        f"visit id={number} cell=c{number} samples=3 lenient=1 kernel={row['name']} size={ODD_SIZE} groups={groups}"
        for number, row in enumerate(kernels(mpiexec, engine), 1)
        if row["large"] and (groups := _groups(row, ranks))
    ]
    frames = _run(mpiexec, engine, ranks, folder, commands=commands, more=("--fault", "counts:100"))
    errors = [frame for frame in frames if isinstance(frame, Failed)]
    assert not errors, errors[0]
    measured = {frame.visit for frame in frames if isinstance(frame, VisitFrame)}
    assert commands and len(measured) == len(commands), f"{ranks} ranks: only {sorted(measured)} of {commands}"


def run_corrupted(mpiexec: str, engine: str, ranks: int, folder: Path) -> None:
    """The check is live: one flipped byte is an error."""
    command = f"visit id=1 cell=c kernel=allreduce size=64 groups={_all(ranks)}"
    frames = _run(mpiexec, engine, ranks, folder, commands=[command], more=("--fault", "corrupt:allreduce"))
    assert any(isinstance(frame, Failed) and frame.kind == "payload" for frame in frames), "a wrong byte was not seen"


def kernels(mpiexec: str, engine: str) -> list[dict[str, Any]]:
    """The engine's own table."""
    done = process.run([mpiexec, "-n", "1", engine, "--describe"], timeout_s=60, env=_environment(Path("/dev/null")))
    assert done.ok, done.describe()
    found: list[dict[str, Any]] = msgspec.json.decode(done.stdout)["kernels"]
    return found


def _visits(rows: list[dict[str, Any]], ranks: int) -> Iterator[str]:
    for row in rows:
        groups = _groups(row, ranks)
        if not groups or row["lacks"] or row["threaded"]:
            continue
        # Ranks that outnumber cores wait for the scheduler at every message: fewer cells there.
        few = ranks > 2
        for form in [*_forms(row)][: 1 if few else None]:
            yield f"kernel={row['name']} size=4096 groups={groups} window=2 {form}"
        for size in (ODD_SIZE,) if few else SIZES:
            for datatype in (("float",) if few else REDUCED_TYPES) if row["reduces"] else ("",):
                words = f"kernel={row['name']} size={size} groups={groups} window=8"
                yield words + (f" datatype={datatype}" if datatype else "")


def _forms(row: dict[str, Any]) -> Iterator[str]:
    yield "cold=1 comm=duplicate"
    if row["typed"]:
        yield from ("datatype=vector", "datatype=resized", "datatype=double")
    if row["in_place"]:
        yield "in_place=1" + (" datatype=vector" if row["typed"] else "")
    if row["rotates"]:
        yield "root=rotate"
    if row["window_kinds"]:
        yield from (f"window_kind={kind}" for kind in ("create", "dynamic", "shared"))
    if row["overlaps"]:
        yield "compute=0.5"


def _groups(row: dict[str, Any], ranks: int) -> str:
    """As many groups side by side as fit, for kernels of a fixed number; one of all that it can take otherwise."""
    least, most = row["min_ranks"], row["max_ranks"] or ranks
    if ranks < least:
        return ""
    if most < ranks:
        starts = range(0, ranks - most + 1, most)
        return ";".join(",".join(map(str, range(start, start + most))) for start in starts)
    return _all(ranks - ranks % 2 if row["even_ranks"] else ranks)


def _all(ranks: int) -> str:
    return ",".join(map(str, range(ranks)))


def _run(
    mpiexec: str, engine: str, ranks: int, folder: Path, *, commands: list[str], more: tuple[str, ...] = ()
) -> list[object]:
    plan, results, suppressions = folder / "plan", folder / "results", folder / "suppressions"
    plan.write_text("\n".join(commands) + "\n")
    results.unlink(missing_ok=True)
    suppressions.write_text(SUPPRESSIONS)
    argv = [mpiexec, "-n", str(ranks), engine, "--plan", str(plan), "--results", str(results), *more]
    done = process.run(argv, timeout_s=1800, env=_environment(suppressions))
    if not done.ok:
        sys.exit(done.describe() + "\n" + done.stdout[-4000:] + done.stderr[-12000:])
    reader = FrameReader()
    frames = [*reader.feed(results.read_bytes()), *reader.finish()]
    assert reader.damaged == 0, f"{reader.damaged} damaged frames"
    return list(frames)


def _environment(suppressions: Path) -> dict[str, str]:
    return {**os.environ, "LSAN_OPTIONS": f"suppressions={suppressions}:print_suppressions=0"}


if __name__ == "__main__":
    main()
