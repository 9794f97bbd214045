"""How a user asks for a parameter of a cell: flags, help, the words that are read, and the kernels that have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rankwise.core.errors import UsageError

if TYPE_CHECKING:
    from typing import TypeAlias

    from rankwise.core.records import DeviceMemory
    from rankwise.core.records.kernel import KernelFacts

_NUMBERS = {
    **dict.fromkeys(("int8", "uint8"), 1),
    **dict.fromkeys(("int16", "uint16"), 2),
    **dict.fromkeys(("int", "uint32", "float"), 4),
    **dict.fromkeys(("int64", "uint64", "double", "complex"), 8),
    "double_complex": 16,
}
"""Numbers, and the bytes of each."""
_LAYOUTS = ("vector", "resized")
_KINDS_OF_MEMORY = "DHPM"

Form: TypeAlias = "Callable[[KernelFacts], bool]"


def _as_it_is(value: Any) -> tuple[Any, ...]:
    return (value,)


class CellOption(Struct, frozen=True, kw_only=True):
    """One option.

    flags, help, kind, default: as the command line has them. `kind` is bool, int, str or list (repeatable).
    form: whether a kernel has the parameter; of others it is not asked.
    read: the values that a text or number asks for: each is measured. Raises UsageError.
    value: what is asked of a kernel with `form`, from a value that was read.
    lacks: whether a kernel cannot do what was asked.
    text: a value as it is written.
    lowest: the least number.
    """

    flags: tuple[str, ...]
    help: str
    kind: type
    default: Any
    form: Form
    lacks: Callable[[Any, KernelFacts], bool]
    read: Callable[[Any], tuple[Any, ...]] = _as_it_is
    value: Callable[[Any, KernelFacts], Any] = lambda value, _kernel: value
    text: Callable[[Any], str] = str
    lowest: int | None = None

    def asked(self, value: object) -> str:
        """A value that was asked for, as it is written on the command line."""
        return self.flags[0] if self.kind is bool else f"{self.flags[0]} {self.text(value)}"

    def values(self, asked: Any) -> tuple[Any, ...]:
        """All values of what was asked: a text, a number, or several in a list. Raises UsageError."""
        several = asked if isinstance(asked, list | tuple) else (asked,)
        return tuple(dict.fromkeys(value for each in several for value in self.read(each)))


def cell_bytes(kernel: KernelFacts, size_bytes: int, datatype: str = "float") -> int:
    """The bytes of a cell of this kernel at this size: none where it has no size, and of a reduction whole numbers, one
    more where they do not fill it."""
    if not kernel.sized:
        return 0
    unit = _NUMBERS.get(datatype, 1) if kernel.reduces else 1
    return -(-size_bytes // unit) * unit


def every_kernel(_kernel: KernelFacts) -> bool:
    """The form of a parameter that all kernels have."""
    return True


def flag(flags: tuple[str, ...], text: str, *, form: Form) -> CellOption:
    """On or off."""
    return CellOption(
        flags=flags,
        help=text,
        kind=bool,
        default=False,
        form=form,
        lacks=lambda value, kernel: value and not form(kernel),
    )


def count(flags: tuple[str, ...], text: str, *, default: int, form: Form) -> CellOption:
    """A whole number from 1, asked of the kernels that have it."""

    def read(value: int) -> tuple[int]:
        if value < 1:
            raise UsageError(f"bad-{flags[0].strip('-')}", f"{flags[0]} {value}: not a number from 1", "e.g. 2")
        return (value,)

    return CellOption(
        flags=flags,
        help=text,
        kind=int,
        default=default,
        form=form,
        lacks=lambda value, kernel: value != default and not form(kernel),
        read=read,
        lowest=1,
    )


def known_words(
    flags: tuple[str, ...], text: str, *, known: tuple[str, ...], default: str, form: Form, what: str
) -> CellOption:
    """One of some words; "" where nothing was asked."""

    def read(value: str) -> tuple[str]:
        if value:
            _check(what, value, known)
        return (value,)

    return CellOption(
        flags=flags,
        help=text,
        kind=str,
        default=default,
        form=form,
        lacks=lambda value, kernel: value != default and not form(kernel),
        read=read,
    )


def numbers(
    flags: tuple[str, ...],
    text: str,
    *,
    kind: type[int] | type[float],
    default: str,
    form: Form,
    what: str,
) -> CellOption:
    """Numbers with commas, each of which is measured."""

    def read(value: Any) -> tuple[float, ...]:
        try:
            numbers = [kind(float(part)) for part in str(value).split(",")]
        except (ValueError, OverflowError):
            numbers = [-1]
        if not min(numbers) >= 0:
            raise UsageError(f"bad-{what}", f"'{value}' is not a list of numbers", "e.g. 1,2,4")
        return tuple(numbers)

    usual = read(default)[0]
    return CellOption(
        flags=flags,
        help=text,
        kind=str,
        default=default,
        form=form,
        lacks=lambda value, kernel: value != usual and not form(kernel),
        read=read,
    )


def datatype() -> CellOption:
    """Numbers for reductions, numbers or layouts for what is sent."""

    def read(value: str) -> tuple[str]:
        _check("datatype", value or "byte", ("byte", *_NUMBERS, *_LAYOUTS))
        return (value,)

    def value_for(value: str, kernel: KernelFacts) -> str:
        if kernel.reduces:
            return value if value in _NUMBERS else "float"
        return value or "byte"

    def lacks(value: str, kernel: KernelFacts) -> bool:
        return bool(value) and not kernel.typed and (value in _LAYOUTS or not kernel.reduces)

    return CellOption(
        flags=("--type",),
        help="Datatype: int8 to uint64, float, double, complex; or a non-contiguous layout: vector, resized.",
        kind=str,
        default="",
        form=lambda kernel: bool(kernel.typed or kernel.reduces),
        lacks=lacks,
        read=read,
        value=value_for,
    )


def rank() -> CellOption:
    """The root: a rank, or one that rotates (-1)."""

    def read(value: Any) -> tuple[int]:
        if value in ("rotate", -1):
            return (-1,)
        if not str(value).isdecimal():
            raise UsageError("bad-root", f"'{value}' is not a rank", "give a number or `rotate`")
        return (int(value),)

    return CellOption(
        flags=("--root",),
        help="Root of rooted collectives: a rank number, or `rotate`.",
        kind=str,
        default="0",
        form=lambda kernel: bool(kernel.rotates),
        lacks=lambda value, kernel: value != 0 and not kernel.rotates,
        read=read,
        text=lambda value: "rotate" if value < 0 else str(value),
    )


def kinds_of_memory() -> CellOption:
    """What messages lie in; each kind is measured."""

    def form(kernel: KernelFacts) -> bool:
        return bool(kernel.mirrored and not kernel.on_device)

    return CellOption(
        flags=("--buffers",),
        help="Memory of messages: D (device), P (pinned), M (managed), H (host), or D,H by side. Repeatable.",
        kind=list,
        default="H",
        form=form,
        lacks=lambda value, kernel: bool(value) and not form(kernel),
        read=lambda value: (checked_buffers(value),),
    )


def checked_buffers(text: str) -> str:
    """`D,H` as a cell has it: `D` for `D,D`, nothing for host memory on all ranks. Raises UsageError."""
    kinds = text.upper().split(",")
    if not all(len(kind) == 1 and kind in _KINDS_OF_MEMORY for kind in kinds):
        raise UsageError(
            "bad-buffers",
            f"unknown buffers '{text}'",
            "write D (device), P (pinned), M (managed), H (host), or D,H by side",
        )
    if set(kinds) == {"H"}:
        return ""
    return kinds[0] if len(set(kinds)) == 1 else ",".join(kinds)


def device_memory(buffers: str, device: str, devices: str, library: bool) -> DeviceMemory | None:
    """What --buffers and its companions say. Raises UsageError for buffers that are none, and companions without."""
    from rankwise.core.records import DeviceMemory

    if kinds := checked_buffers(buffers or "H"):
        return DeviceMemory(buffers=kinds, device=device, devices=devices, library=library)
    if device != "gpu" or devices != "auto" or library:
        raise UsageError("no-buffers", "--device, --devices and --device-buffers need --buffers", "add --buffers D")
    return None


def _check(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise UsageError(f"bad-{what.replace(' ', '-')}", f"unknown {what} '{value}'", f"use {', '.join(known)}")
