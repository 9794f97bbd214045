"""Files that say which switch a host is at, each read by its own form.

Sources of the forms: topology.conf(5) and topology.yaml(5) of Slurm; ibnetdiscover(8) and iblinkinfo(8) of
infiniband-diags; opareport(8) of Omni-Path's opa-fastfabric (`-o links`), and iba_report of True Scale before it, which
has the MTU too; `lldpctl -f keyvalue` of lldpd(8), each line behind its host as clush and pdsh print it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import TypeVar

from rankwise.cluster.switches import Switches
from rankwise.core import files
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts

_MOST_ROWS = 1 << 17
_ADAPTER_PORTS = 2
_SHOWN = 80  # letters of a line that is not read
_MANAGED = "MF0;"  # before the name of a switch of NVIDIA
_Row = tuple[str, str, bool]  # a host or switch, the switch that it is at, whether it is a host
_Port = tuple[str, str, str]  # a host, its interface, the switch behind it
_T = TypeVar("_T")
_LLDP_WORD = "chassis.name="

_CONF_PAIR = re.compile(r'\b(\w+)\s*=\s*(?:"([^"]*)"|(\S+))')
_YAML = re.compile(r"^(?P<indent>\s*)(?P<item>-\s+)?(?:(?P<key>\w+):(?:\s+|$))?(?P<value>.*)$")
_YAML_COMMENT = re.compile(r"(?:^|\s)#.*")
_YAML_LIST = re.compile(r"\[(?P<inside>.*)\]")
_IB_NODE = re.compile(r'^(Switch|Ca)\s+\d+\s+"([^"]+)"\s*#\s*"([^"]*)"')
_IB_PORT = r"\[\d+\](?:\[ext \d+\])?(?:\([^)]*\))?"  # of a chassis also the port outside
_IB_LINK = re.compile(rf'^{_IB_PORT}\s+"([^"]+)"{_IB_PORT}\s*(?:#\s*"([^"]*)")?')
_IB_PORTS = re.compile(
    r"^(SW|CA)\s+\d+\s+\d+\s+0x([0-9a-f]{1,16})\s+\S+\s+\S+\s+-\s+(SW|CA)\s+\d+\s+\d+\s+0x([0-9a-f]{1,16})\s+"
    r"\( '([^']*)' - '([^']*)' \)\s*$"
)  # of `ibnetdiscover -p`
_TAG = re.compile(r"[\w.-]+: ?")
_LINKINFO_SWITCH = re.compile(r"^Switch:?\s+0x([0-9a-fA-F]+)\s+(\S(?:.*\S)?):\s*$")
_LINKINFO_LINK = re.compile(
    r'^(?:0x(?P<guid>[0-9a-fA-F]+)\s+"(?P<name>[^"]*)")?\s+(?P<lid>\d+)\s+(?P<port>\d+)\s*\[[^\]]*\]\s*=='
    r'.*==>\s+(?:0x[0-9a-fA-F]+\s+)?(?P<far_lid>\d+)\s+\d+\s*\[[^\]]*\]\s+"(?P<far>[^"]*)"'
)
_CARD_GUID = re.compile(r"^\s+0x[0-9a-fA-F]+(?=\s)")
_LINKINFO_ADAPTER = re.compile(r"^CA:\s+(\S(?:.*\S)?):\s*$")
_OPA_END = re.compile(r"^\s*(\d+g|<->)\s+(?:\d+\s+)?0x([0-9a-fA-F]+)\s+\d+\s+(FI|CA|SW)\s+(\S(?:.*\S)?)\s*$")
_LLDP = re.compile(r"^(\S+?):\s*lldp\.(\S+)\.chassis\.name=(\S(?:.*\S)?)\s*$")


def read_switches(path: Path, interfaces: Mapping[str, Collection[str]] | None = None) -> Switches:
    """Raises UsageError for a file that is not there, or in which no form is found. `interfaces`: those of hosts that
    are on the measured network, where it is known; LLDP tells them apart."""
    data = files.load(path, "no-switches", "name another --switches FILE", most_bytes=LIMITS["log"])
    text = data.decode(errors="replace")
    lower = text.lower()
    if _LLDP_WORD in lower and (ports := _few(_lldp(text), path)):
        kept, left_out = _of_one_network(ports, interfaces or {})
        return replace(Switches.of(kept, ()), left_out=left_out)
    text = _without_tag(text)
    for word, form in _FORMS:
        if word not in lower:  # far sooner known than by the form
            continue
        rows = _few(form(text), path)
        if any(is_host for _, _, is_host in rows):
            return Switches.of(
                ((name, switch) for name, switch, is_host in rows if is_host),
                ((name, switch) for name, switch, is_host in rows if not is_host),
            )
    raise UsageError(
        "no-switches",
        f"{path} names no host at a switch",
        "give topology.conf or topology.yaml of Slurm, or the output of ibnetdiscover, iblinkinfo, "
        "`opareport -o links` or `clush -a lldpctl -f keyvalue`",
    )


def _without_tag(text: str) -> str:
    """The lines without the host that clush or pdsh put before each of them."""
    tag = _TAG.match(text)
    lines = text.splitlines()
    if not tag or not all(line.startswith(tag[0].rstrip()) for line in lines if line.strip()):
        return text
    return "\n".join(line[len(tag[0]) :] for line in lines)


def _few(rows: Iterator[_T], path: Path) -> list[_T]:
    listed = list(islice(rows, _MOST_ROWS + 1))
    if len(listed) > _MOST_ROWS:
        raise UsageError("bad-switches", f"{path} names more than {_MOST_ROWS} hosts", "name another --switches FILE")
    return listed


def _slurm_conf(text: str) -> Iterator[_Row]:
    for line in text.replace("\\\n", " ").splitlines():
        told = line.partition("#")[0]
        keys = {name.lower(): quoted or value for name, quoted, value in _CONF_PAIR.findall(told)}
        switch = keys.get("switchname") or keys.get("blockname")
        if switch:
            if rest := _CONF_PAIR.sub("", told).split():
                raise UsageError(
                    "bad-switches",
                    f"switch {switch}: '{rest[0][:_SHOWN]}' belongs to no key",
                    "write n1,n2 without blanks",
                )
            below = _children(switch, keys.get("switches"), is_host=False)
            # Of a switch above others `scontrol show topology` tells all nodes below.
            yield from below or _children(switch, keys.get("nodes"), is_host=True)


def _slurm_yaml(text: str) -> Iterator[_Row]:
    """The rows of the topology that is the cluster's default, or of the first one with hosts. Keys may stand in any
    order. Raises UsageError for braces and other styles of YAML, of which a part would be lost."""
    topologies: list[list[_Row]] = [[]]
    chosen, key = 0, ""
    outer: int | None = None  # how far the list of topologies is indented
    keys: dict[str, list[str]] = {}  # of the list item that the lines are in
    for line in [*text.splitlines(), "- end:"]:
        match = _YAML.match(_YAML_COMMENT.sub("", line).rstrip())
        if not match or line.startswith(("---", "...", "%")) or not (match["key"] or match["value"]):
            continue
        value, told = match["value"].strip(), match["item"] or match["key"]
        if "topology:" in text and (value[:1] in tuple("{&*|>!") or not told):
            raise UsageError(
                "bad-switches",
                f"'{line.strip()[:_SHOWN]}' is written in a YAML style that is not read",
                "give each key a line: '- switch: leaf1', and below it 'nodes: node[01-16]'",
            )
        if match["item"] and match["key"]:
            topologies[-1] += _yaml_item(keys)
            keys = {}
            outer = len(match["indent"]) if outer is None else outer
            topologies += [[]] if len(match["indent"]) <= outer else []
        key = match["key"] or key
        if key == "cluster_default" and value.lower() in ("true", "yes"):
            chosen = chosen or len(topologies) - 1
        listed = _YAML_LIST.fullmatch(value)
        keys.setdefault(key, []).extend(
            [re.sub("[\"']", "", listed["inside"] if listed else value)] if value and told else []
        )
    with_hosts = [rows for rows in (topologies[chosen], *topologies) if any(is_host for _, _, is_host in rows)]
    yield from with_hosts[0] if with_hosts else ()


def _yaml_item(keys: Mapping[str, Sequence[str]]) -> list[_Row]:
    switch = "".join(keys.get("switch") or keys.get("block") or ())
    kinds = ("children", "nodes") if switch else ()
    return [row for kind in kinds for row in _children(switch, ",".join(keys.get(kind, ())), is_host=kind == "nodes")]


def _children(switch: str, names: str | None, *, is_host: bool) -> list[_Row]:
    try:
        return [(name, switch, is_host) for name in parse_hosts(names)] if names else []
    except UsageError as error:
        raise UsageError("bad-switches", f"switch {switch}: {error.message}", error.hint) from None


def _ibnetdiscover(text: str) -> Iterator[_Row]:
    """A host is called by the first word of its adapter's description: `n1 mlx5_0`, `n1 HCA-1`, `n1/mlx5_0`. Switches
    are called by their descriptions, or where two have the same by their GUIDs."""
    hosts: dict[str, str] = {}
    names: dict[str, str] = {}
    for line in text.splitlines():
        if node := _IB_NODE.match(line):
            kind, guid, words = node.groups()
            (hosts if kind == "Ca" else names)[guid] = _host_of(words) if kind == "Ca" else _switch_of(words)
    names = _told_apart(names)
    switch = ""
    for line in text.splitlines():
        if node := _IB_NODE.match(line):
            kind, guid, _ = node.groups()
            switch = "" if kind == "Ca" else names[guid]
        elif switch and (link := _IB_LINK.match(line)):
            guid, words = link.groups()
            if guid.startswith("S-"):
                yield names.get(guid, guid), switch, False
            elif guid.startswith("H-") and (host := _host_of(words or "") or hosts.get(guid, "")):
                yield host, switch, True


def _ibports(text: str) -> Iterator[_Row]:
    """A line for each end of each link."""
    ends = [match.groups() for line in text.splitlines() if (match := _IB_PORTS.match(line))]
    names = _told_apart({guid: _switch_of(words) for kind, guid, _, _, words, _ in ends if kind == "SW"})
    for kind, guid, far_kind, far_guid, _, far_words in ends:
        if kind == "SW" and far_kind == "CA" and (host := _host_of(far_words)):
            yield host, names[guid], True
        elif kind == far_kind == "SW":
            yield names[guid], names.get(far_guid, _switch_of(far_words)), False


def _iblinkinfo(text: str) -> Iterator[_Row]:
    """A block for each switch, with `--cas-only` for each adapter, or with `--line` a GUID before each link. Far ends
    are known by their LIDs, because descriptions may be the same: those of switches are in the switch's own rows."""
    words: dict[str, str] = {}  # of switches, by GUID
    guids: dict[str, str] = {}  # of switches, by LID
    links: list[tuple[str, str, str]] = []  # GUID of a switch; LID and description of the far end
    guid = ""
    lines = text.splitlines()
    adapters = _adapters(lines)
    for line in lines:
        if head := _LINKINFO_SWITCH.match(line):
            guid = head[1]
            words[guid] = _switch_of(head[2])
        elif link := _LINKINFO_LINK.match(line):
            here = link["guid"] or guid
            if here in adapters:
                continue
            if link["guid"]:
                words[here] = _switch_of(link["name"].strip())
            if here:
                guids[link["lid"]] = here
                links.append((here, link["far_lid"], link["far"].strip()))
        elif not line[:1].isspace():
            guid = ""
    alone = [(card, lid, far) for card, lid, far in _cards(lines) if lid not in guids]
    words |= {f"lid {lid}": _switch_of(far) for _, lid, far in alone}
    names = _told_apart(words)
    yield from ((host, names[f"lid {lid}"], True) for card, lid, _ in alone if (host := _host_of(card)))
    for here, lid, far in links:
        is_switch = lid in guids or far in words.values() or far.startswith(_MANAGED)
        name = (names[guids[lid]] if lid in guids else _switch_of(far)) if is_switch else _host_of(far)
        if name:
            yield name, names[here], not is_switch


def _cards(lines: Sequence[str]) -> list[tuple[str, str, str]]:
    """Of each link in a block of an adapter its description, and LID and description of the far end, if that is a
    switch."""
    own: set[str] = set()
    links: list[tuple[str, str, str]] = []
    card = ""
    for line in lines:
        if not line[:1].isspace():
            adapter = _LINKINFO_ADAPTER.match(line)
            card = adapter[1] if adapter else ""
        elif card and (link := _LINKINFO_LINK.match(_CARD_GUID.sub(" ", line))):
            own.add(link["lid"])
            links.append((card, link["far_lid"], link["far"].strip()))
    return [link for link in links if link[1] not in own]


def _adapters(lines: Sequence[str]) -> set[str]:
    """GUIDs of the rows of `--line` that are no switch's. All ports of a switch have one LID, each of an adapter its
    own; what has a single row of a low port is an adapter where its far end is known to be a switch."""
    rows = [row for line in lines if (row := _LINKINFO_LINK.match(line)) and row["guid"]]
    ports = Counter((row["guid"], row["lid"]) for row in rows)
    switches = {row["guid"] for row in rows if ports[row["guid"], row["lid"]] > 1 or int(row["port"]) > _ADAPTER_PORTS}
    lids = {row["lid"] for row in rows if row["guid"] in switches}
    return {row["guid"] for row in rows if row["guid"] not in switches and row["far_lid"] in lids}


def _told_apart(words: Mapping[str, str]) -> dict[str, str]:
    """Names of switches by GUID: their descriptions, or the GUIDs of those that have the same one."""
    times = Counter(words.values())
    return {guid: name if name and times[name] == 1 else guid for guid, name in words.items()}


def _opareport(text: str) -> Iterator[_Row]:
    """Two lines for each link, one for each end; `extlinks` has others, about ports and cables, between and behind."""
    ends = [match.groups() for line in text.splitlines() if (match := _OPA_END.match(line))]
    names = _told_apart({guid: words for _, guid, kind, words in ends if kind == "SW"})
    for (_, guid, kind, words), (sign, far_guid, far_kind, far_words) in pairwise(ends):
        if sign != "<->":
            continue
        if kind == far_kind == "SW":
            yield names[guid], names[far_guid], False
        elif far_kind == "SW" and (host := _host_of(words)):
            yield host, names[far_guid], True
        elif kind == "SW" and (host := _host_of(far_words)):
            yield host, names[guid], True


def _lldp(text: str) -> Iterator[_Port]:
    for line in text.splitlines():
        if match := _LLDP.match(line):
            yield match[1], match[2], match[3]


def _of_one_network(
    ports: Sequence[_Port], interfaces: Mapping[str, Collection[str]]
) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """Hosts with their switches on the measured network, as far as the ports tell, and which switches are left out: a
    switch that has every host behind one interface manages them, where another interface leads to several."""
    known = [port for port in ports if port[1] in interfaces.get(port[0], ())]
    measured = {host for host, _, _ in known}
    known += [port for port in ports if port[0] not in measured]
    hosts, leads = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for host, interface, switch in known:
        hosts[interface].add(host)
        leads[interface].add(switch)
    everyone = set().union(*hosts.values())
    apart = any(len(switches) > 1 for switches in leads.values())
    beside = {name for name, switches in leads.items() if apart and len(switches) == 1 and hosts[name] == everyone}
    kept = [(host, switch) for host, interface, switch in known if interface not in beside]
    return kept, tuple(sorted(set().union(*(leads[name] for name in beside))))


def _switch_of(words: str) -> str:
    """The name in a description as those of NVIDIA's switches: `MF0;leaf1:MQM8700/U1`."""
    named = re.match(f"{_MANAGED}([^:]+):", words)
    return named[1] if named else words


def _host_of(words: str) -> str:
    """Empty for a description that is the maker's: of an adapter without a name, of a switch's aggregation node."""
    return "" if "Mellanox Technologies" in words else re.split(r"[\s/:]", words.strip(), maxsplit=1)[0]


_FORMS: tuple[tuple[str, Callable[[str], Iterator[_Row]]], ...] = (
    ("switch", _ibnetdiscover),
    ("( '", _ibports),
    ("==>", _iblinkinfo),
    ("<->", _opareport),
    ("name=", _slurm_conf),
    ("nodes:", _slurm_yaml),
)
"""A word, in small letters, that every file of a form has, and its reader."""
