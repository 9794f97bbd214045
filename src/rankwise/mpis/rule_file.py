"""How an MPI takes rules for collectives: as knobs and files of its own, and how one sees that it follows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from rankwise.core.errors import UsageError
from rankwise.core.files import read
from rankwise.core.records import Mpi
from rankwise.tuning.records import CollectiveRule

Carried = dict[str, str]


class RuleFile(Struct, frozen=True):
    """`carried` writes rules and returns knobs; `failing` the same, with something in their place that no call can
    follow without being seen; `returns` says whether such a call comes back (else the job ends), `skips` that a library
    reads over it, which proves nothing. Both raise UsageError for what this library cannot express.

    `ignored` finds in the output that a rule was read and refused, for a library whose calls then go on as if nothing
    were; `message_of` whether a variable was taken, in its own words, from output, name and value. `files` are knobs
    whose values are files, each with what reads one strictly. `loaded` says in words whether it read the rules of these
    knobs, from its output, where it says so (else None).

    `replaces`: whether a rule takes the library's own choice away where no rule is. For these `combined` is the
    algorithm of one rule that has one for each size, and `elsewhere` says in words what communicators then do that no
    rule is for.

    `forcing` knobs set the algorithm of one collective, which the group names, at every size. Their values are what
    rules call the algorithms, unless `algorithms` tells them. `segmented` are those that cut messages into segments.
    """

    carried: Callable[[Mpi, Sequence[CollectiveRule], Path], Carried]
    failing: Callable[[Mpi, Sequence[CollectiveRule], Path], Carried]
    returns: bool
    skips: Callable[[Mpi], bool] = lambda _mpi: False
    ignored: Callable[[str, str], bool] | None = None
    message_of: Callable[[str, str, str], tuple[bool, str] | None] | None = None
    files: Mapping[str, Callable[[Mpi, str], None]] = field(default_factory=dict)
    loaded: Callable[[str, Mapping[str, str]], tuple[bool, str] | None] = lambda _output, _knobs: None
    replaces: Callable[[Mpi], bool] = lambda _mpi: True
    combined: Callable[[Sequence[CollectiveRule]], str] | None = None
    elsewhere: str = ""
    forcing: re.Pattern[str] | None = None
    algorithms: Callable[[Mpi, str], tuple[str, ...]] | None = None
    segmented: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def combining(self, mpi: Mpi) -> Callable[[Sequence[CollectiveRule]], str] | None:
        """What makes one rule for all sizes of several, where there must be one."""
        return self.combined if self.replaces(mpi) else None

    def check_files(self, mpi: Mpi, knobs: Mapping[str, str]) -> None:
        """Reads every file that a knob names as strictly as its author would wish the library did.

        Raises UsageError for one that is not there, or that the library would ignore or stop at.
        """
        for name, check in self.files.items():
            if name not in knobs:
                continue
            text = read(Path(knobs[name]), "bad-rules", f"write it, or unset {name}")
            try:
                check(mpi, text)
            except UsageError as error:
                raise UsageError(error.code, f"{knobs[name]}: {error.message}", error.hint) from error


def _none(mpi: Mpi, _rules: Sequence[CollectiveRule], _folder: Path) -> Carried:
    raise UsageError("no-rules", f"{mpi.name} takes no rules for collectives", "leave those lines away")


NO_RULES = RuleFile(carried=_none, failing=_none, returns=True)
