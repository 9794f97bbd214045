"""The settings of the UCX under one MPI, as it lists them with their words: asked of itself, in a child process."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from rankwise.core.records import Knob, Mpi
from rankwise.mpis.family import ask
from rankwise.mpis.knob_lists import bare_environment

# The printer of `ucx_info -c -f`, which wheels lack: flags 1 and 4 are values and words (ucs/config/types.h). Before
# UCX 1.13 it takes no filter, before 1.10 no list; more arguments than it reads are no harm.
_ASK = """
import ctypes as c, sys
c.CDLL(sys.argv[1], mode=c.RTLD_GLOBAL)
ucs, ucp, libc = c.CDLL("libucs.so.0"), c.CDLL("libucp.so.0"), c.CDLL(None)
libc.fdopen.restype = c.c_void_p
out = c.c_void_p(libc.fdopen(1, b"w"))
tell = ucs.ucs_config_parser_print_all_opts
tell.argtypes = [c.c_void_p, c.c_char_p, c.c_ulong, c.c_void_p, c.c_char_p]
tell(out, b"UCX_", 5, c.addressof(c.c_char.in_dll(ucs, "ucs_config_global_list")), None)
libc.fflush(out)
"""
_SETTING = re.compile(r"(UCX_\w+)=(.*)")
_FACT = re.compile(r"^(syntax|inherits):\s+(.*)$", re.MULTILINE)
_SIZE = re.compile(r"(\d+)([KMG])")
_NEAR = 0.85  # TRESH and THRESH; LANES and RAILS (0.4), ZCOPY and BCOPY (0.8), MLX4 and MLX5 (0.75) are others
_NEAR_WHOLE = 0.6  # TLZ and TLS: the second of two words is no transport, and names of two words are all listed
_SCALES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def from_ucx(mpi: Mpi) -> list[Knob]:
    """Every setting of the UCX under this MPI; one that several transports inherit is listed once, under the name that
    sets it for all of them. Empty without UCX, and where it does not answer."""
    if mpi.library is None or "ucx" not in mpi.transports:
        return []
    return parse_ucx(ask([sys.executable, "-I", "-c", _ASK, mpi.library], bare_environment(mpi)).stdout)


def parse_ucx(listing: str) -> list[Knob]:
    """The settings in the words of `ucx_info -c -f`."""
    return list({setting.name: setting for setting in _settings(listing)}.values())


def misspelt(name: str, known: Iterable[str]) -> bool:
    """Whether a variable is one of the known but for the spelling of one word. The second word of three or more must be
    the same: it may be a transport (`UCX_DC_TX_QUEUE_LEN`), which lists nothing where it cannot be loaded."""
    words = name.split("_")
    for others in (one.split("_") for one in known):
        if len(others) == len(words):
            differ = [at for at, (word, other) in enumerate(zip(words, others, strict=True)) if word != other]
            near = _NEAR_WHOLE if len(words) == 2 else _NEAR
            alike = len(differ) == 1 and SequenceMatcher(None, words[differ[0]], others[differ[0]]).ratio() >= near
            if alike and (differ != [1] or len(words) == 2):
                return True
    return False


def _settings(listing: str) -> Iterator[Knob]:
    above: list[str] = []
    for line in listing.splitlines():
        match = _SETTING.fullmatch(line)
        if match is None and line.startswith("#"):
            above.append(line.removeprefix("#").strip())
            continue
        text = "\n".join(above).strip()
        above = []
        if match is None:
            continue
        name, value = match[1], match[2]
        facts: dict[str, str] = dict(_FACT.findall(text))
        syntax = facts.get("syntax", "")
        shared = facts.get("inherits", name).split(",")[0]
        size = _SIZE.fullmatch(value)
        yield Knob(
            name=f"env:{shared}",
            type="size" if syntax.startswith("memory units") else "bool" if "y|n" in syntax else "",
            value=str(int(size[1]) * _SCALES[size[2]]) if size else value,
            description=_described(_FACT.sub("", text).strip(), syntax, value),
            listed_by="UCX",
        )


def _described(text: str, syntax: str, value: str) -> str:
    """Its words, with the choices that the syntax lists. Names of parts (`intra:auto,inter:auto`) are no choices."""
    if ":" in value:
        return text.partition("\n")[0]
    return f"{text} {syntax}" if syntax.startswith("[") else text
