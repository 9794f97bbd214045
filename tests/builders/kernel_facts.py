"""What an engine might say of its kernels, for command lines that are planned without one."""

from __future__ import annotations

from collections.abc import Iterable

from rankwise.core.records import KernelFacts

_WINDOWED = ("uniband", "biband", "message_rate", "aggregate", "fan_out")
_ROOTED = ("bcast", "reduce", "gather", "gatherv", "scatter", "scatterv")
_SINGLE = ("bcast", "reduce", "gather", "scatter")


def kernel_facts(names: Iterable[str]) -> dict[str, KernelFacts]:
    """Facts of these kernels; whether one reduces, is windowed or timed call by call goes by its name."""
    return {name: _facts(name) for name in names}


def _facts(name: str) -> KernelFacts:
    known = dict.fromkeys(KernelFacts.__struct_fields__, 0)
    words: dict[str, object] = {"lacks": "", "rate": "", "definition": "as named", "peer": "", "name": name}
    words["timing"] = "single" if name.startswith(_SINGLE) else "batch"
    numbers = {
        "min_ranks": 1,
        "reduces": int(any(word in name for word in ("reduce", "accumulate", "fetch_and_op"))),
        "windowed": int(name.startswith(_WINDOWED) or "_stream" in name),
        "sized": int("barrier" not in name),
        "payload": 1,
        "mirrored": int(not name.startswith(("put", "get", "accumulate", "fetch", "compare", "reduce_local"))),
        "typed": int("barrier" not in name and not name.startswith(("put", "get", "compare"))),
        "rotates": int(name.removeprefix("i").removesuffix("_overlap") in _ROOTED),
        "window_kinds": int(name.startswith(("put", "get", "accumulate", "fetch", "compare"))),
    }
    return KernelFacts(**{**known, **numbers, **words})  # type: ignore[arg-type]
