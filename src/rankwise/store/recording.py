"""The life of a run: in the store before anything is measured, and ended as what happened."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from msgspec.structs import replace

from rankwise.core.errors import Interrupted, RankwiseError
from rankwise.core.kinds import KINDS
from rankwise.core.records import Record, Run, Visit
from rankwise.store.runs import Store

R = TypeVar("R", bound=Record)


class Recording:
    """A run that is in the store, as it is known by now."""

    def __init__(self, store: Store, run: Run) -> None:
        self.store = store
        self.run = run
        self.kept = False
        self._began_s = time.monotonic()

    def note(self, **known: Any) -> Run:
        """Stores fields of the run that are known by now: `plan`, `mpis`, `warnings` ..."""
        self.run = replace(self.run, **known)
        self.store.update(self.run)
        return self.run

    def add(self, visits: Iterable[Visit]) -> None:
        """Stores visits of the run, soon."""
        self.store.add_visits(self.run.id, visits)

    def ended(
        self,
        measuring_s: float | None = None,
        *,
        setup_s: float | None = None,
        interrupted: bool = False,
        failed: bool = False,
    ) -> Run:
        """`Run.ended` now; without `measuring_s` all its time was measuring."""
        took_s = time.monotonic() - self._began_s if measuring_s is None else measuring_s
        return self.run.ended(took_s, setup_s=setup_s, interrupted=interrupted, failed=failed)

    def keep(self, answer: R) -> R:
        """Stores an answer with its run as that has ended; the answer of some kinds is the run."""
        self.run = answer if isinstance(answer, Run) else getattr(answer, "run", self.run)
        self.store.update(self.run)
        self.kept = True
        if stored := KINDS[self.run.kind].stored:
            self.store.put(self.run.id, stored, answer)
        return answer


@contextmanager
def recorded(store: Store, run: Run, *, resumed: bool = False) -> Iterator[Recording]:
    """A run that is in the store from now on. It ends with its answer, or as what happened: interrupted or failed. One
    that is killed without a word is lost (`Store.load`)."""
    if resumed:
        store.update(run)
    else:
        store.begin(run)
    recording = Recording(store, run)
    try:
        yield recording
    except BaseException as error:
        if not recording.kept:
            interrupted = isinstance(error, (KeyboardInterrupt, Interrupted))
            why = (f"failed: {error.in_a_line}",) if isinstance(error, RankwiseError) and not interrupted else ()
            with suppress(RankwiseError):  # the store itself may be what failed
                ended = recording.ended(interrupted=interrupted, failed=True)
                store.update(replace(ended, warnings=(*ended.warnings, *why)))
        raise
    if not recording.kept:
        raise AssertionError(f"the run {run.id} ended without an answer")
