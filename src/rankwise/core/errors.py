"""The errors a user can meet, each with a stable code, an exit status and a hint of what to do next."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit status of every command."""

    DONE = 0
    ANSWER_IS_NO = 1
    USAGE = 2
    ENVIRONMENT = 3
    MEASUREMENT_FAILED = 4
    INTERRUPTED = 130


class RankwiseError(Exception):
    """A problem of the user's world, told once, where it was decided.

    `code` is stable and machine readable (`no-mpi`, `rank-died` ...); `message` says what happened in the words
    of the thing that failed; `hint` says what to do next.
    """

    exit_status: Exit = Exit.MEASUREMENT_FAILED

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message

    @property
    def first_line(self) -> str:
        """What happened, without the words of what failed."""
        return self.message.splitlines()[0]

    @property
    def in_a_line(self) -> str:
        """The message with the last words of what failed, without its line ends."""
        return " ".join(line.strip(" |") for line in self.message.splitlines() if line.strip(" |"))[:300]


class UsageError(RankwiseError):
    """What was asked for makes no sense: unknown name, bad size, contradictory flags."""

    exit_status = Exit.USAGE


class AnswerIsNo(RankwiseError):
    """What was asked for was looked at, and cannot be."""

    exit_status = Exit.ANSWER_IS_NO


class EnvironmentProblem(RankwiseError):
    """Something the command needs is not here: no MPI, no compiler, no permission, no space."""

    exit_status = Exit.ENVIRONMENT


class MeasurementFailed(RankwiseError):
    """A launch or a cell failed; what was finished before is saved."""

    exit_status = Exit.MEASUREMENT_FAILED


class Interrupted(RankwiseError):
    """Ctrl-C or a termination signal; what was finished before is saved."""

    exit_status = Exit.INTERRUPTED
