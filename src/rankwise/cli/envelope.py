"""What every command shares: the `--json` envelope, and errors as words and exit status."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from rankwise.core.errors import EnvironmentProblem, Exit, Interrupted, MeasurementFailed, RankwiseError, UsageError
from rankwise.core.notice import ON_INTERRUPTION, told_by
from rankwise.report.console import print_lines

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable

    from rankwise.core.records import Record, Run, RunStatus


@dataclass
class Answer:
    """What a command returns: its data for `--json`, its words for people, and whether the answer is no.

    `lines` gives the words, which are printed to standard output; nobody asks for them under `--json`. `data` is a
    record, or plain lists, dicts, strings and finite numbers.
    """

    data: Any
    lines: Callable[[], Iterable[str | ConsoleRenderable]] = tuple
    status: Exit = Exit.DONE
    warnings: list[str] = field(default_factory=list)


def status_of(run: Run, otherwise: Exit = Exit.DONE) -> Exit:
    """How a command ends that measured a run: `otherwise` where that is finished."""
    return ended(run.status, otherwise)


def ended(status: RunStatus, otherwise: Exit = Exit.DONE) -> Exit:
    """The same of the status of a run."""
    return {"interrupted": Exit.INTERRUPTED, "failed": Exit.MEASUREMENT_FAILED}.get(status, otherwise)


def paged(
    answer: Record, run: Run, out: str | Path | None, otherwise: Exit = Exit.DONE, warnings: Iterable[str] = ()
) -> Answer:
    """The answer of a command that measured, whose page is written to the folder of results. Its status is as
    `status_of` of its run."""
    from rankwise.report.answers import lines, write
    from rankwise.verbs.runs import page_file

    page = write(answer, page_file(run, out))
    return Answer(answer, lambda: lines(answer, page), status_of(run, otherwise), list(warnings))


def status_of_cells(run: Run) -> Exit:
    """The same of a run that has failed too where none of its cells could be measured."""
    nothing = all(result.estimate is None for result in run.results)
    return status_of(run, Exit.MEASUREMENT_FAILED if nothing else Exit.DONE)


def answered(name: str, call: Callable[[], Answer], *, as_json: bool, quiet: bool, out: object = None) -> None:
    """Prints the answer of the command `name`, or why there is none, and ends the program with its status. `out`: the
    folder of results."""
    _end_in_order()
    try:
        _check_words()
        with told_by(_noticed) if not quiet else contextlib.nullcontext():
            answer = call()
        _tell(name, answer, as_json)
    except (EnvironmentProblem, MeasurementFailed) as error:
        fail(name, _with_scarce(error, out), as_json)
    except RankwiseError as error:
        fail(name, error, as_json)
    except KeyboardInterrupt:
        fail(name, Interrupted("interrupted", "interrupted"), as_json)
    except (MemoryError, ImportError) as error:
        fail(name, _without_memory(error), as_json)
    except RuntimeError as error:
        fail(name, _without_threads(error), as_json)
    if answer.status:
        sys.exit(answer.status)


def _check_words() -> None:
    """Raises UsageError where an argument, or the current folder, is not UTF-8, for no JSON holds it, and where that
    folder is gone."""
    try:
        here = str(Path.cwd())
    except FileNotFoundError:
        raise UsageError("no-folder", "the current folder is no longer there", "change to another one") from None
    for what, word in [("the current folder", here), *(("the argument", word) for word in sys.argv)]:
        try:
            word.encode()
        except UnicodeEncodeError:
            told = word.encode(errors="backslashreplace").decode()
            raise UsageError("not-utf8", f"{what} {told} is not UTF-8", "rename it") from None


@contextlib.contextmanager
def _noticed(text: str) -> Iterator[None]:
    """A notice of a command that shows nothing else while it works."""
    from rankwise.report.live import Live

    with Live() as live:
        live.phase(text)
        yield


def _without_memory(error: Exception) -> RankwiseError:
    """What a limit on memory does to this process: no memory, or no room for a library. Raises other errors again."""
    words = str(error)
    if isinstance(error, ImportError) and not any(part in words for part in ("map segment", "annot allocate")):
        raise error
    import resource

    from rankwise.core.scarce import too_little_memory

    if problem := too_little_memory():
        return problem
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    how = "there is no memory left" if most == resource.RLIM_INFINITY else f"memory is limited to {most >> 20} MiB here"
    return EnvironmentProblem("no-memory", f"{how}: {words or 'out of memory'}", "raise it: ulimit -v unlimited")


def _without_threads(error: RuntimeError) -> RankwiseError:
    """What a limit on processes, or on the memory that a thread's stack takes, does to this process. Raises other
    errors again."""
    if "can't start new thread" not in str(error):
        raise error
    from rankwise.core.scarce import most_processes, too_little_memory

    if problem := too_little_memory():
        return problem
    most = most_processes()
    allowed = "too few processes and threads are allowed here" if most is None else f"{most} processes are allowed here"
    hint = "raise ulimit -u, or pids.max of the control group (containers, batch systems)"
    return EnvironmentProblem("no-processes", f"cannot start a thread: {allowed}", hint)


def _with_scarce(error: RankwiseError, results: object) -> RankwiseError:
    """The error; its hint also names what this machine has little of."""
    from rankwise.core.scarce import scarce

    if lacking := scarce(results if isinstance(results, Path) else None):
        error.hint = f"{error.hint or 'a possible cause'}; scarce here: {lacking}"
    return error


def _end_in_order() -> None:
    """Ctrl-C, SIGTERM and a lost terminal end a command alike; `nohup`, which ignores the last, is respected."""
    if signal.getsignal(signal.SIGINT) in (signal.SIG_DFL, signal.default_int_handler):
        signal.signal(signal.SIGINT, _interrupted)
    signal.signal(signal.SIGTERM, _interrupted)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _interrupted)


def _interrupted(_signal: int, _frame: FrameType | None) -> NoReturn:
    # SIGTERM takes the same road as Ctrl-C: what is finished is kept, what was started is ended.
    for tell in ON_INTERRUPTION:
        tell()
    raise KeyboardInterrupt


def _tell(name: str, answer: Answer, as_json: bool) -> None:
    with written():
        if as_json:
            _print_envelope({"command": name, "ok": True, "data": answer.data, "warnings": answer.warnings})
            return
        print_lines(answer.lines())
    if answer.warnings:
        from rankwise.report.tables import told
    for warning in answer.warnings:
        print("\n".join(told(f"warning: {warning}", "    ")), file=sys.stderr)


_lines_told: set[str] = set()
"""Commands whose answers are lines: their last one is too, or the error in its place."""


def tell_line(name: str, data: Any) -> None:
    """One of several answers of a command that goes on: an envelope on a line of its own."""
    _lines_told.add(name)
    with written():
        _print_envelope({"command": name, "ok": True, "data": data})


def fail(name: str, error: RankwiseError, as_json: bool) -> NoReturn:
    """Tells an error, as an envelope or in words, and ends with its status."""
    if as_json:
        body = {"code": error.code, "message": error.message, "hint": error.hint}
        with written():
            _print_envelope({"command": name, "ok": False, "error": body})
    else:
        print(f"rankwise: {error.message}", file=sys.stderr)
        if error.hint:
            print(f"  -> {error.hint}", file=sys.stderr)
    sys.exit(error.exit_status)


@contextlib.contextmanager
def written() -> Iterator[None]:
    """Around what prints to standard output: a reader that went away is no error, a full disk is one."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        if error.filename is not None:  # of some other file: a defect of ours, to be seen as it is
            raise
        _drop_output()
        print(f"rankwise: cannot write to standard output: {error.strerror}", file=sys.stderr)
        sys.exit(Exit.ENVIRONMENT)


def _drop_output() -> None:
    # What is still buffered would fail once more, without words of ours, when the interpreter ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_envelope(body: dict[str, Any]) -> None:
    import msgspec

    from rankwise.core.records import SCHEMA_VERSION, to_builtins

    raw = msgspec.json.encode(to_builtins({"schema": SCHEMA_VERSION, **body}))
    print((raw if body["command"] in _lines_told else msgspec.json.format(raw, indent=2)).decode())
