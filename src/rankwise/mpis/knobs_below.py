"""The settings of what lies under an MPI: UCX and libfabric, as they list them themselves in a child process, and
whether the C library gives huge pages."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

from rankwise.core.records import Mpi
from rankwise.mpis.family import ask, ask_library
from rankwise.mpis.knob_lists import bare_environment
from rankwise.mpis.records import Knob

# The printer of `ucx_info -c -f`, which wheels lack: flags 1 and 4 are values and words (ucs/config/types.h). Before
# UCX 1.13 it takes no filter, before 1.10 no list; more arguments than it reads are no harm.
_ASK_UCX = """
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
# What `fi_info -e` prints, which wheels lack: struct fi_param of fabric.h since libfabric 1.0. Providers tell theirs
# when they are loaded, which FI_PROV_ATTR_ONLY does without a look at devices.
_ASK_OFI = """
import ctypes as c, json, sys
c.CDLL(sys.argv[1], mode=c.RTLD_GLOBAL)
fi = c.CDLL("libfabric.so.1")
class Setting(c.Structure):
    _fields_ = [("name", c.c_char_p), ("type", c.c_int), ("words", c.c_char_p), ("value", c.c_char_p)]
fi.fi_getinfo.argtypes = [c.c_uint32, c.c_char_p, c.c_char_p, c.c_uint64, c.c_void_p, c.c_void_p]
info, listed, count = c.c_void_p(), c.POINTER(Setting)(), c.c_int()
fi.fi_getinfo(fi.fi_version(), None, None, 1 << 54, None, c.byref(info))
if not fi.fi_getparams(c.byref(listed), c.byref(count)):
    for item in listed[:count.value]:
        row = [item.name.decode(), item.type, (item.words or b"").decode(errors="replace")]
        print("rankwise:" + json.dumps(row), flush=True)
"""
_OFI_TYPES = ("string", "int", "bool", "size_t")  # fi_param_type
_LOADER = re.compile(r"(?<!\S)/\S*/ld(?:-linux)?[^/\s]*\.so\.\d+$", re.MULTILINE)
_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def from_ucx(mpi: Mpi) -> list[Knob]:
    """Every setting of the UCX under this MPI; one that several transports inherit is listed once, under the name that
    sets it for all of them. Empty without UCX, and where it does not answer."""
    if mpi.library is None or "ucx" not in mpi.transports:
        return []
    return parse_ucx(ask([sys.executable, "-I", "-c", _ASK_UCX, mpi.library], bare_environment(mpi)).stdout)


def parse_ucx(listing: str) -> list[Knob]:
    """The settings in the words of `ucx_info -c -f`."""
    return list({setting.name: setting for setting in _settings(listing)}.values())


def misspelt(name: str, known: Iterable[str]) -> bool:
    """Whether a variable is one of the known but for the spelling of one word. The second word of three or more must be
    the same: it may be a transport (`UCX_DC_TX_QUEUE_LEN`), which lists nothing where it cannot be loaded."""
    words = name.split("_")
    for others in (listed.split("_") for listed in known):
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


def from_ofi(mpi: Mpi) -> list[Knob]:
    """Every setting of the libfabric under this MPI; it does not tell defaults but in its words. Empty without it, and
    where it does not answer."""
    if mpi.library is None or "ofi" not in mpi.transports:
        return []
    rows = ask_library(_ASK_OFI, mpi.library, bare_environment(mpi))
    return [
        Knob(
            name=f"env:{name}",
            type=_OFI_TYPES[kind] if kind in range(len(_OFI_TYPES)) else "",
            value=None,
            description=words,
            listed_by="libfabric",
        )
        for name, kind, words in rows
    ]


def gives_huge_pages() -> bool:
    """Whether the GNU C library of this process knows `glibc.malloc.hugetlb` (from 2.35; a name that it does not know
    is ignored without a word), and Linux gives huge pages to those that ask."""
    try:
        loader = _LOADER.search(Path("/proc/self/maps").read_text())
        given = "[never]" not in _PAGES.read_text()
    except OSError:
        return False
    return given and loader is not None and "glibc.malloc.hugetlb" in _tunables(loader[0])


def _tunables(loader: str) -> str:
    return ask([loader, "--list-tunables"], os.environ).stdout
