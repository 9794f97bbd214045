"""Texts of other programs that users give in place of a recording: what each is, and what to give instead."""

from __future__ import annotations

import re
from typing import Final

_RECORD: Final = "`rankwise inventory --save FILE` makes a recording of that machine"
_HWLOC: Final = f"`lstopo --of xml FILE` writes what can be read; {_RECORD}"
_HOSTS: Final = f"`rankwise inventory --hosts a,b` looks at hosts; {_RECORD}"
_SWITCHES: Final = f"`rankwise map --switches FILE` takes it where it names the switch of each host; {_RECORD}"
_FORMS: Final[tuple[tuple[str, str, str], ...]] = (
    (r"^[ \t]*GPU\d+[ \t].*(?:CPU Affinity|NIC\d|mlx\d)|^GPU\d+[ \t]+X\s", "`nvidia-smi topo -m`'s table", _HWLOC),
    (r"ROCm System Management Interface", "rocm-smi's text", _HWLOC),
    (r"^[ \t]*GPU \d+/\d+[ \t]", "`xpu-smi topology -m`'s table", _HWLOC),
    (r"^Hardware Thread Topology|^Cores per socket:\t", "likwid-topology's text", _HWLOC),
    (r"^[ \t]*Machine \(.*\d[KMGT]i?B\b|^[ \t]*(?:Package|Socket|NUMANode|PU) L#\d", "lstopo's text", _HWLOC),
    (r"^[ \t]*│|^[ \t]*┌─", "lstopo's drawing", _HWLOC),
    (r"^available: \d+ nodes? \(|^node distances:", "`numactl --hardware`'s text", _HWLOC),
    (r"^CPU op-mode\(s\):|^NUMA node0 CPU\(s\):", "lscpu's text", _HWLOC),
    (r"^processor[ \t]*:[ \t]*\d+[ \t]*$", "/proc/cpuinfo alone", _RECORD),
    (r"^\d\d:\d\d\.\d .+: |^[\da-f]{4}:[\da-f]{2}:[\da-f]{2}\.\d .+: ", "lspci's text", _RECORD),
    (r"^\|[ \t]+NVIDIA-SMI ", "nvidia-smi's table", _RECORD),
    (r"^CA '\w+'|^hca_id:", "ibstat's or ibv_devinfo's text", _RECORD),
    (r"^provider: \w.*\n[ \t]+fabric: ", "fi_info's text", _RECORD),
    (r"^#[ \t]+Memory domain: \w", "`ucx_info -d`'s text", _RECORD),
    (r"^[ \t]*rank[ \t]+\d+[ \t]*=", "a rankfile", f"it says where ranks run, not what the machine is; {_RECORD}"),
    (r"^127\.0\.0\.1[ \t]+\S", "a hosts file", _HOSTS),
    (r"^\S+[ \t]+slots[ \t]*=\s*\d+|^\S+:\d+[ \t]*$", "a host list of a launcher", _HOSTS),
    (r"^(?:SwitchName|NodeName|PartitionName)=", "a configuration of Slurm", _SWITCHES),
    (r"^(?:Switch|Ca)[ \t]+\d+ \"|^(?:Switch|CA): ", "a list of switches", _SWITCHES),
)  # fmt: skip
"""A pattern of a line that only such a text has, its name, and what helps."""


def what_instead(text: str) -> tuple[str, str]:
    """The name of what the text is, empty where nothing is known of it, and what to give instead."""
    for pattern, name, instead in _FORMS:
        if re.search(pattern, text, re.MULTILINE):
            return name, instead
    return "", f"{_RECORD}; hwloc's XML is read too (`lstopo --of xml FILE`)"
