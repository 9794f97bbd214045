"""What libfabric and UCX, as one MPI loads them, list on this machine: asked of themselves, in a child process."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankwise.core.records import Mpi
from rankwise.mpis.blocks import translate
from rankwise.mpis.family import ask, ask_library, told
from rankwise.mpis.knob_lists import bare_environment

# By name, after the MPI: what it has loaded already answers, else what the loader would find for it. fi_tostr(3) puts a
# whole fi_info into words, so no structure but its first pointer (`next`) is relied on; FI_PROV_ATTR_ONLY names every
# provider, whether or not it finds a device. UCT's structures are those of uct.h since UCX 1.7: names of 16, 10 and 32
# bytes, then the kind of device.
_ASK = """
import ctypes as c, json, re, sys
def tell(*row): print("rankwise:" + json.dumps(row), flush=True)
c.CDLL(sys.argv[1], mode=c.RTLD_GLOBAL)
def libfabric():
    fi = c.CDLL("libfabric.so.1")
    fi.fi_tostr.restype, fi.fi_tostr.argtypes = c.c_char_p, [c.c_void_p, c.c_int]
    fi.fi_getinfo.argtypes = [c.c_uint32, c.c_char_p, c.c_char_p, c.c_uint64, c.c_void_p, c.c_void_p]
    for flags in (0, 1 << 54):
        info = c.c_void_p()
        if fi.fi_getinfo(fi.fi_version(), None, None, flags, None, c.byref(info)): continue
        at = info.value
        while at:
            words = fi.fi_tostr(at, 0).decode(errors="replace")
            part = lambda pattern: (re.search(pattern, words) or ["", ""])[1]
            tell("ofi" if not flags else "ofi-known", part(r"prov_name: (\\S+)"), part(r"type: FI_EP_(\\w+)"),
                 part(r"domain: \\S+\\s+name: (\\S+)"), part(r"fabric_attr:\\s+name: (\\S+)"))
            at = c.c_void_p.from_address(at).value
def ucx():
    uct = c.CDLL("libuct.so.0")
    class Component(c.Structure):
        _fields_ = [("mask", c.c_uint64), ("name", c.c_char * 16), ("count", c.c_uint), ("names", c.c_void_p),
                    ("rest", c.c_char * 512)]
    parts, count = c.POINTER(c.c_void_p)(), c.c_uint()
    if uct.uct_query_components(c.byref(parts), c.byref(count)): return
    for part in [c.c_void_p(parts[index]) for index in range(count.value)]:
        one = Component(mask=3)
        if uct.uct_component_query(part, c.byref(one)): continue
        domains, number = c.create_string_buffer(16 * max(1, one.count)), one.count
        one.mask, one.names = 4, c.cast(domains, c.c_void_p)
        uct.uct_component_query(part, c.byref(one))
        for index in range(number):
            config, domain, found, many = c.c_void_p(), c.c_void_p(), c.c_void_p(), c.c_uint()
            name = domains.raw[16 * index:16 * index + 16].split(b"\\0")[0]
            if uct.uct_md_config_read(part, None, None, c.byref(config)): continue
            if uct.uct_md_open(part, name, config, c.byref(domain)): continue
            uct.uct_md_query_tl_resources(domain, c.byref(found), c.byref(many))
            raw = c.string_at(found.value, 52 * many.value) if many.value else b""
            for row in (raw[52 * at:52 * at + 52] for at in range(many.value)):
                tell("ucx", row[:10].split(b"\\0")[0].decode(), row[10:42].split(b"\\0")[0].decode(), row[44])
for ask in (libfabric, ucx):
    try: ask()
    except (OSError, AttributeError): pass
"""
_NETWORK, _MEMORY = 0, 1  # uct_device_type_t


@dataclass(frozen=True)
class Provider:
    """A transport of libfabric. `endpoint`: RDM, MSG or DGRAM; `domain`: device or interface; `fabric`: its network."""

    name: str
    endpoint: str
    domain: str
    fabric: str


@dataclass(frozen=True)
class UcxTransport:
    """One transport of UCX on one device; `memory` when it serves one node alone."""

    name: str
    device: str
    memory: bool


@dataclass(frozen=True)
class Listed:
    """What lies under an MPI. `idle` are providers that libfabric has and that find no device here."""

    providers: tuple[Provider, ...] = ()
    idle: tuple[str, ...] = ()
    ucx: tuple[UcxTransport, ...] = ()


def listed(mpi: Mpi, reach: Sequence[str] = (), prefix: str | None = None) -> Listed:
    """What libfabric and UCX offer to this MPI on this machine, or where `reach`, a command that takes a shell string,
    runs it, with the MPI under `prefix`; nothing of one that is not there or does not answer. An endpoint without
    Python has what this machine has."""
    if mpi.library is None:
        return Listed()
    if reach:
        library = translate(mpi.library, mpi.prefix, prefix or mpi.prefix)
        folder = str(Path(library).parent)
        variables = [f"{name}={translate(value, mpi.prefix, prefix or mpi.prefix)}" for name, value in mpi.env.items()]
        words = ["env", *variables, f"LD_LIBRARY_PATH={folder}", "python3", "-I", "-c", _ASK, library]
        done = ask([*reach, shlex.join(words)], os.environ)
        return _listed(told(done.stdout)) if done.ok else listed(mpi)
    return _listed(ask_library(_ASK, mpi.library, bare_environment(mpi)))


def _listed(rows: list[Any]) -> Listed:
    providers = tuple(dict.fromkeys(Provider(*row[1:]) for row in rows if row[0] == "ofi"))
    known = dict.fromkeys(row[1] for row in rows if row[0] == "ofi-known" and not row[1].startswith("ofi_"))
    working = {word for provider in providers for word in provider.name.split(";")}
    return Listed(
        providers=providers,
        idle=tuple(name for name in known if not working & set(name.split(";"))),
        ucx=tuple(
            UcxTransport(name, device, kind == _MEMORY)
            for _, name, device, kind in (row for row in rows if row[0] == "ucx")
            if kind in (_NETWORK, _MEMORY)
        ),
    )
