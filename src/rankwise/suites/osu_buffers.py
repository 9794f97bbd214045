"""OMB's buffers on a device: `-d cuda D H`, `-d managed`, as `Cell.buffers` has them and as OMB's heading has them."""

from __future__ import annotations

from rankwise.core.cell_options import checked_buffers
from rankwise.core.errors import UsageError
from rankwise.core.records import KernelFacts
from rankwise.suites.flags import Parsed
from rankwise.suites.osu_tables import Program

_ACCELERATORS = ("", "cuda", "managed")
_TWO_SIDED = ("latency", "rate", "pairs")
_NAMES = {"H": "HOST (H)", "D": "DEVICE (D)", "M": "MANAGED (MH)"}


def kinds(program: Program, kernel: KernelFacts, parsed: Parsed, ranks: int) -> str:
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


def title(program: Program, buffers: str, parsed: Parsed) -> str:
    """The program's title, which names the accelerator."""
    collective_on_managed = program.kind not in _TWO_SIDED and buffers == "M"
    asked = buffers or "accelerator" in parsed.values
    added = "-CUDA MANAGED" if collective_on_managed else "-CUDA" if asked else ""
    return program.title.replace("OSU MPI", f"OSU MPI{added}", 1)


def heading(program: Program, buffers: str) -> tuple[str, ...]:
    """What the heading of two-sided programs says of them."""
    if not buffers or program.kind not in _TWO_SIDED:
        return ()
    first, _, second = buffers.partition(",")
    return (f"# Send Buffer on {_NAMES[first]} and Receive Buffer on {_NAMES[second or first]}",)
