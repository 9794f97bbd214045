"""What another suite prints, as numbers: tables of our measurements under its names, or read from its text."""

from __future__ import annotations

from rankwise.core.records import Record, Run
from rankwise.core.words import Text


class SuiteRow(Record, frozen=True, kw_only=True):
    """One row: `values` belong to the columns of the table. `problem` is what stands there instead of values; `label`
    says what the row is of, where size and group do not.

    `size_bytes` and `repetitions` are None where the suite prints none.
    """

    size_bytes: int | None = None
    repetitions: int | None = None
    values: tuple[float, ...] = ()
    group: int | None = None
    label: Text = ""
    problem: Text = ""


class SuiteTable(Record, frozen=True, kw_only=True):
    """One benchmark under its suite's name, on groups of world ranks that ran at the same time.

    `columns` name the values in SI units (`t_max_s`, `rate_bytes_per_s`, `messages_per_s`, `overlap`, a share). `idle`
    ranks waited. `mode` is a variant that the suite names in the heading. `each_group`: rows are of one group each.
    `head` are further lines of the heading as the suite writes them, `tail` what it concludes. `refused`: why there are
    no rows. `around`: what the log that it was read from says around it, by name.
    """

    benchmark: Text
    columns: tuple[Text, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    idle: int = 0
    mode: Text = ""
    each_group: bool = False
    head: tuple[Text, ...] = ()
    rows: tuple[SuiteRow, ...] = ()
    tail: tuple[Text, ...] = ()
    refused: Text = ""
    around: dict[Text, Text] = {}


class SuiteReport(Record, frozen=True, kw_only=True):
    """Everything that one command line of a suite printed, or would have.

    `version` is the release whose form it has. `notices` are what of the command line has no meaning here, and why.
    `facts` are lines of the heading by name (`Machine`, `Calling sequence`). `run` is our own measurement behind it.
    `cut` says where a text ends that was cut off.
    """

    suite: Text
    program: Text
    version: Text = ""
    facts: dict[Text, Text] = {}
    tables: tuple[SuiteTable, ...] = ()
    notices: tuple[Text, ...] = ()
    run: Run | None = None
    cut: Text = ""
