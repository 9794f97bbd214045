"""OMB's buffers on a device: `-d cuda D H`, `-d managed`, as `Cell.buffers` has them and as OMB's heading has them."""

from __future__ import annotations

import re

from rankwise.core.cell_options import checked_buffers
from rankwise.core.errors import UsageError
from rankwise.core.records import KernelFacts
from rankwise.suites.flags import Parsed
from rankwise.suites.osu_tables import OsuProgram
from rankwise.suites.records import SuiteTable

_ACCELERATORS = ("", "cuda", "managed")
_TWO_SIDED = ("latency", "rate", "pairs")
_OF_TWO = (*_TWO_SIDED, "one-sided latency", "one-sided rate")
_NAMES = {"H": "HOST (H)", "D": "DEVICE (D)", "M": "MANAGED (MH)"}


def kinds(program: OsuProgram, kernel: KernelFacts, parsed: Parsed, ranks: int) -> str:
    """Memory of a program's messages, empty for that of the host.

    Two-sided programs take two letters: of the first rank and of the second. Collectives have `-d` alone. Raises
    UsageError for what OMB does not take, and for what is not measured here.
    """
    accelerator = parsed.values.get("accelerator", "").lower()
    if accelerator not in _ACCELERATORS:
        raise UsageError("not-here", f"-d {accelerator}: only CUDA devices are supported", "use cuda or managed")
    if "MD" in parsed.words:
        why = "MD: no kernel of the device writes managed buffers here before they are sent"
        raise UsageError("not-here", why, "write MH")
    sides = checked_buffers(",".join(word[0] for word in parsed.words)) if parsed.words else ""
    if program.kind in _TWO_SIDED:
        if accelerator and not parsed.words:
            parsed.note(f"-d {accelerator}: both buffers are on the host, as in OMB, unless D D or M M follows")
        if "," in sides and ranks > 2:
            why = f"{' '.join(parsed.words)}: {program.name} is of {ranks} ranks; sides differ between two ranks only"
            raise UsageError("not-here", why, "write D D, or -p 1")
        return sides
    if sides and program.kind in ("collective", "overlap"):
        raise UsageError("bad-value", f"{program.name} takes no letters", "write -d cuda or -d managed")
    if (sides or accelerator) and not kernel.mirrored:
        why = f"{program.name}: buffers of one-sided calls are on the host alone"
        raise UsageError("not-here", why, "leave -d and the letters out")
    if accelerator and not program.sized:
        parsed.note(f"-d {accelerator}: {program.name} has no buffers")
        return ""
    return {"": "", "cuda": "D", "managed": "M"}[accelerator]


def title(program: OsuProgram, buffers: str, parsed: Parsed) -> str:
    """The program's title, which names the accelerator."""
    collective_on_managed = program.kind not in _TWO_SIDED and buffers == "M"
    asked = buffers or "accelerator" in parsed.values
    added = "-CUDA MANAGED" if collective_on_managed else "-CUDA" if asked else ""
    return program.title.replace("OSU MPI", f"OSU MPI{added}", 1)


def heading(program: OsuProgram, buffers: str) -> tuple[str, ...]:
    """What the heading of two-sided programs says of them."""
    if not buffers or program.kind not in _TWO_SIDED:
        return ()
    first, _, second = buffers.partition(",")
    return (f"# Send Buffer on {_NAMES[first]} and Receive Buffer on {_NAMES[second or first]}",)


_SIDES = re.compile(
    r"# (?:Send Buffer|Rank 0 Memory) on \w+ \((\w)\w?\) and (?:Receive Buffer|Rank 1 Memory) on \w+ \((\w)"
)
_LETTERS = re.compile(r"(?:^|[\s(])([HDM])[HD]? ([HDM])[HD]?(?=$|[\s),|])")


def printed(accelerator: str, kind: str, table: SuiteTable) -> str:
    """Memory of the messages of a table that OMB printed, as `Cell.buffers` has it.

    Two-sided programs say it in the heading; some releases do not, and their letters may stand in the command line or
    in a title. Otherwise all are on the accelerator: a collective's are.
    """
    if not accelerator:
        return ""
    said = _said(table) if kind in _OF_TWO else None
    if said is None:
        return "M" if accelerator.endswith("MANAGED") else "D"
    return checked_buffers(f"{said[1]},{said[2]}")


def unsaid(program: OsuProgram, table: SuiteTable) -> bool:
    """Whether a program of two sides does not say which of them is on the device."""
    return program.kind in _OF_TWO and _said(table) is None


def _said(table: SuiteTable) -> re.Match[str] | None:
    if heading := _SIDES.search("\n".join(table.head)):
        return heading
    return next((match for text in table.around.values() if (match := _LETTERS.search(text))), None)
