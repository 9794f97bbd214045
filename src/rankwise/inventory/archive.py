"""What was read of one machine, as text: the one thing that probes look at, whether live, remote or replayed.

The format is made for eyes and for `diff`. After the line `rankwise-record 1` comes one entry per thing looked at,
its content on lines that begin with `|`, and `end` on the last line, so that a cut transfer is noticed:

    file /proc/loadavg
    |0.08 0.10 0.05 1/113 4711
    list /dev/shm
    |sm_segment.host.1000
    link /proc/self/ns/net net:[4026531840]
    denied /proc/1/environ
    run arch
    |x86_64

What has no entry did not exist. A line that fits none of these forms is passed over: login banners end up there.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rankwise.core import bounded, files
from rankwise.core.errors import UsageError

HEADER = "rankwise-record 1"
_FOOTER = "end"
_LONG_NUMBER = 1000  # digits; Python makes no number of more than 4300
MAKES_ONE = "`rankwise inventory --save FILE` makes one"
_MOST_LINES = 1 << 20  # of a recording; those of large nodes have some 10,000
_RECORD: Final = "`rankwise inventory --save FILE` makes a recording of that machine"
_HWLOC: Final = f"`lstopo --of xml FILE` writes what can be read; {_RECORD}"
_HOSTS: Final = f"`rankwise inventory --hosts a,b` looks at hosts; {_RECORD}"
_SWITCHES: Final = f"`rankwise map --switches FILE` takes it where it names the switch of each host; {_RECORD}"
_EXPLAIN: Final = f"`rankwise doctor --explain --machine 'WORDS'` takes it; {_HWLOC}"
_WORDS, _LIST = "lstopo's synthetic description", "a host list of a launcher"
_FORMS: Final[tuple[tuple[str, str, str], ...]] = (
    (r"^[ \t]*GPU\d+[ \t].*(?:CPU Affinity|NIC\d|mlx\d)", "`nvidia-smi topo -m`'s table", _HWLOC),
    (r"^[ \t]*GPU\d+[ \t]+(?:X[ \t]+)?(?:OK|[CGT]?NS|DR)\b", "`nvidia-smi topo -p2p`'s table", _HWLOC),
    (r"^(?:[\w.-]+: )?GPU\d+[ \t]+X\s", "`nvidia-smi topo -m`'s table", _HWLOC),
    (r"ROCm System Management Interface|^GPU\[\d+\][ \t]*: ", "rocm-smi's text", _HWLOC),
    (r"^ACCESS TABLE:", "amd-smi's text", _HWLOC),
    (r"^NPU\d+[ \t]+X\s", "npu-smi's table", _HWLOC),
    (r"^[ \t]*GPU \d+/\d+[ \t]", "`xpu-smi topology -m`'s table", _HWLOC),
    (r"^Hardware Thread Topology|^Cores per socket:\t", "likwid-topology's text", _HWLOC),
    (r"^[ \t]*Machine \(.*\d[KMGT]i?B\b|^[ \t]*(?:Package|Socket|NUMANode|PU) L#\d|^depth 0:", "lstopo's text", _HWLOC),
    (r"^[ \t]*│|^[ \t]*┌─|^/-{8,}", "lstopo's drawing", _HWLOC),
    (r"^(?:\[NUMANode.*\] )?(?:Machine|Group\d*|Package|Socket|Die|NUMANode|L\dCache|Core):\d+[ (]", _WORDS, _EXPLAIN),
    (r"^available: \d+ nodes? \(|^node distances:", "`numactl --hardware`'s text", _HWLOC),
    (r"^physcpubind: ", "`numactl --show`'s text", _HWLOC),
    (r"^CPU op-mode\(s\):|^CPU\(s\):[ \t]|^[ \t]*CPU (?:NODE )?SOCKET CORE|^# CPU,Core,Socket", "lscpu's text", _HWLOC),
    (r"^processor[ \t]*:[ \t]*\d+[ \t]*$", "/proc/cpuinfo alone", _RECORD),
    (r"^\d\d:\d\d\.\d .+: |^[\da-f]{4}:[\da-f]{2}:[\da-f]{2}\.\d .+: |^-\+?-?\[[\da-f]{4}:", "lspci's text", _RECORD),
    (r"^\|[ \t]+NVIDIA-SMI |^GPU \d+: .*\(UUID", "nvidia-smi's table", _RECORD),
    (r"^CA '\w+'|^hca_id:|^Infiniband device '", "ibstat's or ibv_devinfo's text", _RECORD),
    (r"^link \w+/\d+ ", "`rdma link`'s text", _RECORD),
    (r"[ \t]port \d+ (?:\(\w+\) )?==> ", "ibdev2netdev's text", _RECORD),
    (r"^hfi\d+_\d+:\d+ ", "opainfo's text", _RECORD),
    (r"^provider: \w.*\n[ \t]+fabric: ", "fi_info's text", _RECORD),
    (r"^#[ \t]+Memory domain: \w", "`ucx_info -d`'s text", _RECORD),
    (r"^[ \t]*rank[ \t]+\d+[ \t]*=", "a rankfile", f"it says where ranks run, not what the machine is; {_RECORD}"),
    (r"^127\.0\.0\.1[ \t]+\S", "a hosts file", _HOSTS),
    (r"^\S+[ \t]+slots[ \t]*=\s*\d+|^[\w.-]+:\d{1,5}(?:[ \t]+\w+=\S+)?[ \t]*$|^\S+ \d+ \S+@\S+ ", _LIST, _HOSTS),
    (r"\A(?:[A-Za-z][\w.-]*[ \t]*\r?\n){2,65536}\Z", _LIST, _HOSTS),
    (r"^PARTITION +AVAIL|^[ \t]*JOBID +PARTITION|^JobId=\d", "Slurm's list of nodes or jobs", _HOSTS),

    (r"^(?:SwitchName|BlockName|NodeName|PartitionName)=", "a configuration of Slurm", _SWITCHES),
    (r"^(?:Switch|Ca)[ \t]+\d+ \"|^(?:Switch|CA): |^0x[\da-f]+ \".*==>", "a list of switches", _SWITCHES),
)  # fmt: skip
"""A pattern of a line that only such a text has, its name, and what helps."""


@dataclass(frozen=True)
class Archive:
    """Files, listings, links and command outputs of one machine, by path or by name; no white space at their ends."""

    files: dict[str, str] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    runs: dict[str, str] = field(default_factory=dict)
    denied: frozenset[str] = frozenset()

    def read(self, path: str) -> str | None:
        """The file's text without the white space at its ends; None when it is not there or may not be read."""
        return self.files.get(path)

    def exists(self, path: str) -> bool:
        return path in self.files or path in self.lists or path in self.links or path in self.denied

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names in a directory that was listed, sorted with numbers in numeric order; empty when there is none."""
        return tuple(sorted(self.lists.get(path, ()), key=natural_key))

    def children(self, path: str) -> tuple[str, ...]:
        """The names below `path` of which anything was recorded, in natural order."""
        prefix = path.rstrip("/") + "/"
        names = {name[len(prefix) :].split("/", 1)[0] for name in (*self.files, *self.lists) if name.startswith(prefix)}
        return tuple(sorted(names, key=natural_key))

    def readlink(self, path: str) -> str | None:
        return self.links.get(path)

    def run(self, name: str) -> str | None:
        """What a command of the collector printed; None when it printed nothing, is missing or was not asked for."""
        return self.runs.get(name) or None

    def why_not(self, path: str) -> str:
        """The reason why nothing was learned from the file, in words."""
        if path in self.files:
            return f"nothing in {path} can be understood" if self.files[path] else f"{path} is empty"
        return f"no permission to read {path}" if path in self.denied else f"no {path} on this system"

    def text(self) -> str:
        """The archive in its written form; `parse` reads it back."""
        lines = [HEADER]
        for word, entries in (("file", self.files), ("run", self.runs)):
            for name, content in entries.items():
                lines += [f"{word} {name}", *(f"|{line}" for line in content.split("\n"))]
        for name, names in self.lists.items():
            lines += [f"list {name}", *(f"|{entry}" for entry in names)]
        lines += [f"link {name} {target}" for name, target in self.links.items()]
        lines += [f"denied {name}" for name in sorted(self.denied)]
        return "\n".join([*lines, _FOOTER, ""])


def parse(text: str, source: str = "the recording") -> Archive:
    """The archive in `text`. Raises UsageError when it is no recording or was cut short."""
    lines = text.replace("\0", "").split("\n")  # the device tree ends its strings with a NUL
    if len(lines) > _MOST_LINES:
        raise UsageError("bad-recording", f"{source} has more than {_MOST_LINES} lines", MAKES_ONE)
    if HEADER not in lines:
        name, instead = what_instead(text)
        raise UsageError("bad-recording", f"{source} is {name or 'not a recording'}", instead)
    begin = lines.index(HEADER)
    if _FOOTER not in lines[begin:]:
        raise UsageError("bad-recording", f"{source} is cut short", "record it again")
    contents: dict[str, dict[str, list[str]]] = {"file": {}, "run": {}, "list": {}}
    links: dict[str, str] = {}
    denied: set[str] = set()
    current: list[str] = []
    for line in lines[begin + 1 : lines.index(_FOOTER, begin)]:
        word, _, rest = line.partition(" ")
        if line.startswith("|"):
            current.append(line[1:])
        elif word in contents:
            current = contents[word][rest] = []
        elif word == "link":
            name, _, target = rest.partition(" ")
            links[name] = target
        elif word == "denied":
            denied.add(rest)
    return Archive(
        files={name: "\n".join(content).strip() for name, content in contents["file"].items()},
        lists={name: tuple(content) for name, content in contents["list"].items()},
        links=links,
        runs={name: "\n".join(content).strip() for name, content in contents["run"].items()},
        denied=frozenset(denied),
    )


def load(path: Path) -> Archive:
    """The archive in a file, gzipped or not. Raises UsageError when there is none."""
    return parse(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a file that may be gzipped. Raises UsageError when it cannot be read."""
    most = bounded.LIMITS["recording"]
    data = files.load(path, "bad-recording", MAKES_ONE, most_bytes=most)
    try:
        if data.startswith(b"\x1f\x8b"):
            data = bounded.unpacked(data, gzip=True, most_bytes=most)
    except ValueError as error:
        raise UsageError("bad-recording", f"cannot read {path}: {error}", MAKES_ONE) from error
    return data.decode(errors="replace")


def save(text: str, path: Path) -> None:
    """Writes a recording, gzipped when the name ends in `.gz`. Raises EnvironmentProblem when it cannot be written."""
    data = text.encode()
    files.put(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data, "name another file")


def natural_key(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key that puts cpu2 before cpu10."""
    return tuple(
        (int(part), "") if part.isdecimal() and part.isascii() and len(part) < _LONG_NUMBER else (-1, part)
        for part in re.split(r"([0-9]+)", name)
    )


def what_instead(text: str) -> tuple[str, str]:
    """The name of what the text is, empty where nothing is known of it, and what to give instead."""
    for pattern, name, instead in _FORMS:
        if re.search(pattern, text, re.MULTILINE):
            return name, instead
    return "", f"{_RECORD}; hwloc's XML is read too (`lstopo --of xml FILE`)"
