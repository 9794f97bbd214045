"""One rank of mpi4py's own tests: `mpi4py_rank.py FOLDER OPTIONS...` writes a line `OUTCOME TEST` for each to FOLDER.

It runs beside `main.py` of those tests, whose folder is in PYTHONPATH, and takes its options.
"""

from __future__ import annotations

import os
import sys
import unittest
from pathlib import Path
from typing import Any, TextIO

_FOLDER = Path(sys.argv[1])


def _file() -> TextIO:
    """This rank's, unbuffered by line: a test that never ends has a line `begins` and nothing after it."""
    from mpi4py import MPI

    return (_FOLDER / str(MPI.COMM_WORLD.Get_rank())).open("w", buffering=1)


class _Noted(unittest.TextTestResult):
    _into: TextIO | None = None

    def _note(self, outcome: str, test: Any) -> None:
        if self._into is None:
            self._into = _file()
        self._into.write(f"{outcome} {test.id()}\n")

    def startTest(self, test: Any) -> None:  # noqa: N802
        super().startTest(test)
        self._note("begins", test)

    def addSuccess(self, test: Any) -> None:  # noqa: N802
        super().addSuccess(test)
        self._note("passes", test)

    def addFailure(self, test: Any, err: Any) -> None:  # noqa: N802
        super().addFailure(test, err)
        self._note("fails", test)

    def addError(self, test: Any, err: Any) -> None:  # noqa: N802
        super().addError(test, err)
        self._note("raises", test)

    def addSkip(self, test: Any, reason: str) -> None:  # noqa: N802
        super().addSkip(test, reason)
        self._note("skipped", test)

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:  # noqa: N802
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._note("fails", subtest)


if __name__ == "__main__":
    import main  # type: ignore[import-not-found]

    sys.dont_write_bytecode = True
    with open(os.devnull, "w") as quiet:
        runner = unittest.TextTestRunner(quiet, resultclass=_Noted)  # type: ignore[arg-type]
        main.main(module=None, argv=["main.py", *sys.argv[2:]], testRunner=runner)
