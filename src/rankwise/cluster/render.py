"""The files of every endpoint, from a plan and templates; and their folder, in which nothing of others is touched.

A template's place is its file's place: `templates/KIND/etc/hosts.j2` is `etc/hosts` of each endpoint of that kind.
KIND is `any`, `head`, `host`, `card`, `interfaces-FORM` (of the form that the plan asks for), or `cluster`: once, for
the whole. `{link}` in a name stands for each network interface, `{mpi}` for each MPI. What comes out empty is no file.
A folder of a site's own templates has the same shape; its files go before ours.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankwise.cluster.facts import Facts, InterfaceSetup, Mount, facts_of
from rankwise.cluster.records import ClusterCard, ClusterMpi, ClusterPlan
from rankwise.core import files, words
from rankwise.core.errors import UsageError
from rankwise.core.files import is_folder
from rankwise.core.folder import Folder
from rankwise.core.records import decode
from rankwise.core.words import PathBelow, Sha256

if TYPE_CHECKING:
    from jinja2 import Template

    from rankwise.cluster.sandbox import Templates

MANIFEST = "rendered.json"
PLAN = "cluster.toml"
Manifest = dict[PathBelow, Sha256]
"""What a rendering wrote: each file below the folder, and the SHA-256 of its text."""
_ELSEWHERE = "render into an empty folder"
_SECRET = (".nmconnection",)  # NetworkManager reads no key file that others may read


@dataclass(frozen=True)
class Rendered:
    """One file: its text and its mode."""

    text: str
    mode: int = 0o644


Pins = Mapping[str, Sequence[str]]
"""For each MPI family, the variables that name the network interfaces of its messages."""


def render(
    plan: ClusterPlan, plan_text: str = "", *, pins: Pins | None = None, site: Path | None = None
) -> dict[str, Rendered]:
    """Every file, by its path below the folder: `c001-n001/etc/hosts`. `plan_text` is kept beside them.

    Raises UsageError for a template that cannot be read or filled.
    """
    if site is not None and not is_folder(site):
        raise UsageError("no-templates", f"{site} is not a folder", "--templates names one, see docs/cluster.md")
    from rankwise.cluster.sandbox import Templates, filled

    facts = facts_of(plan)
    templates = Templates(site)
    texts: dict[str, str] = {}
    for item in facts.values():
        for path, template, context in _of_endpoint(templates, plan, item, facts, pins or {}):
            texts[f"{item.name}/{path}"] = filled(template, context)
    places = {"plan": plan, "places": _places(plan), "servers": [f.name for f in facts.values() if f.exports]}
    for path, template in templates.of_kind("cluster"):
        texts[path] = filled(template, places)
    for path in texts:
        if why := words.problem(path, PathBelow):
            raise UsageError("bad-template", why, "rename the template")
    rendered = {path: _file(path, text) for path, text in texts.items() if text.strip()}
    if plan_text:
        rendered[PLAN] = Rendered(plan_text)
    return dict(sorted(rendered.items()))


def write(rendered: Mapping[str, Rendered], folder: Path) -> tuple[list[str], list[str]]:
    """Writes the files; returns what was written and what was taken away, for it is no longer rendered.

    Raises UsageError for a folder that holds files of others, or a file that somebody changed since; then nothing has
    been written. Raises EnvironmentProblem when the disk refuses. Neither follows a link inside the folder.
    """
    _refuse_system(folder)
    with files.below(folder, _ELSEWHERE) as root:
        before = _manifest(root)
        _refuse_foreign(root, before, rendered)
        gone = [path for path in before if path not in rendered and root.status(path)]
        for path, item in rendered.items():
            root.put(path, item.text.encode(), item.mode)
        for path in gone:
            root.remove(path)
        digests = {path: _digest(item.text.encode()) for path, item in rendered.items()}
        root.put(MANIFEST, json.dumps(digests, indent=1).encode())
    return list(rendered), gone


def difference(rendered: Mapping[str, Rendered], folder: Path) -> str:
    """What `write` would change, as a unified diff; empty where it would change nothing."""
    parts: list[str] = []
    with _lying(folder) as root:
        for path in sorted({*rendered, *(_manifest(root) if root else ())}):
            old = ((root.read(path) if root else None) or b"").decode(errors="replace")
            new = rendered[path].text if path in rendered else ""
            before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
            parts += difflib.unified_diff(before, after, f"{folder}/{path}", f"{folder}/{path} (new)")
    return "".join(parts)


def edited(folder: Path) -> list[str]:
    """The files of a rendered folder that are not as they were written."""
    with _lying(folder) as root:
        return _edited(root, _manifest(root)) if root else []


def read(paths: Iterable[str], folder: Path) -> dict[str, Rendered]:
    """These files as they lie in a folder now; empty ones where there is none."""
    with _lying(folder) as root:
        return {path: Rendered(((root.read(path) if root else None) or b"").decode(errors="replace")) for path in paths}


def _lying(folder: Path) -> contextlib.AbstractContextManager[Folder | None]:
    return files.below(folder, _ELSEWHERE, make=False) if files.exists(folder) else contextlib.nullcontext()


def _edited(root: Folder, written: Mapping[str, str]) -> list[str]:
    return [path for path, digest in written.items() if _digest(root.read(path) or b"") != digest]


def _of_endpoint(
    templates: Templates, plan: ClusterPlan, item: Facts, facts: Mapping[str, Facts], pins: Pins
) -> Iterator[tuple[str, Template, dict[str, Any]]]:
    """The files of an endpoint: path, template, and what it is filled with."""
    context: dict[str, Any] = {
        "plan": plan,
        "facts": item,
        "ssh": _ssh(plan, item),
        "routes": (),
        "routes_by": lambda link: _routes_of(item, link),
        "card_addresses": lambda network, cards: _addresses(facts, network, cards),
        "card_mounts": lambda cards: _mounts(facts, cards),
    }
    bridged = {network.name for network in plan.networks if network.bridge}
    by_driver = bridged if item.card is not None and item.card.provisioning == "micctrl" else set()
    for kind in ("any", item.kind, f"interfaces-{plan.interface_files}"):
        for path, template in templates.of_kind(kind):
            if "{link}" in path:
                for link in item.links:
                    if link.network in by_driver:
                        continue
                    more = {"link": link, "routes": _routes_of(item, link)}
                    yield path.replace("{link}", link.name), template, {**context, **more}
            elif "{mpi}" in path:
                for mpi, prefix in item.mpis:
                    more = {"mpi": mpi, "prefix": prefix, "environment": _environment(item, mpi, pins)}
                    yield path.replace("{mpi}", mpi.family), template, {**context, **more}
            else:
                yield path, template, context


def _environment(item: Facts, mpi: ClusterMpi, pins: Pins) -> dict[str, str]:
    """What every rank gets on this endpoint: its interfaces of the network, then what the plan says, which wins."""
    names = [link.name for link in item.links if link.network == mpi.network and link.address]
    return {**{variable: ",".join(names) for variable in pins.get(mpi.family, ()) if names}, **mpi.environment}


def _routes_of(item: Facts, link: InterfaceSetup) -> tuple[tuple[str, str], ...]:
    """The routes whose gateway is on the network of this link."""
    if not link.address:
        return ()
    import ipaddress

    net = ipaddress.IPv4Network(link.cidr)
    return tuple(route for route in item.routes if ipaddress.IPv4Address(route[1]) in net)


def _addresses(facts: Mapping[str, Facts], network: str, cards: Iterable[ClusterCard]) -> list[str]:
    return [link.address for card in cards for link in facts[card.name].links if link.network == network]


def _mounts(facts: Mapping[str, Facts], cards: Sequence[ClusterCard]) -> tuple[Mount, ...]:
    return facts[cards[0].name].mounts if cards else ()


def _places(plan: ClusterPlan) -> list[tuple[str, int]]:
    places = []
    for node in plan.nodes:
        places += [(node.name, node.ranks), *((card.name, card.ranks) for card in node.cards)]
    return [(name, ranks) for name, ranks in places if ranks > 0]


def _ssh(plan: ClusterPlan, item: Facts) -> list[tuple[str, str, str]]:
    """Each endpoint with its address and through whom it is reached: cards of a static pair through their host."""
    known = {name: address for address, names in item.hosts for name in names}
    hosts = []
    for node in plan.nodes:
        for name in node.names:
            if name == item.name:
                continue
            if name in known:
                hosts.append((name, known[name], ""))
            elif node.name in known:
                address = next((i.address for n in plan.networks for i in n.interfaces if i.endpoint == name), "")
                hosts += [(name, address, node.name)] if address else []
    return hosts


def _file(path: str, text: str) -> Rendered:
    if text.startswith("#!"):
        return Rendered(text, 0o755)
    return Rendered(text, 0o600 if path.endswith(_SECRET) else 0o644)


def _manifest(root: Folder) -> Mapping[str, str]:
    """What an earlier rendering wrote. Raises UsageError for a file that is none of ours."""
    file = root.path / MANIFEST
    data = root.read(MANIFEST)
    if data is None and root.status(MANIFEST):
        raise UsageError("bad-manifest", f"{file} is no file", _ELSEWHERE)
    return decode(Manifest, data, source=str(file)) if data else {}


def _refuse_system(folder: Path) -> None:
    system = [Path(top) for top in ("/bin", "/boot", "/etc", "/lib", "/lib64", "/sbin", "/usr")]
    resolved = folder.resolve()
    if resolved == Path("/") or any(top == resolved or top in resolved.parents for top in system):
        raise UsageError("no-system-folder", f"{folder} is the system's own", "render into a folder, look, then copy")
    if files.exists(folder) and not folder.is_dir():
        raise UsageError("not-a-folder", f"{folder} is not a folder", "name another one")


def _refuse_foreign(root: Folder, before: Mapping[str, str], rendered: Mapping[str, Rendered]) -> None:
    folder = root.path
    if not root.status(MANIFEST) and any(folder.iterdir()):
        raise UsageError("not-empty", f"{folder} holds files that are not of a rendering", "name an empty folder")
    changed = [path for path in _edited(root, before) if root.status(path)]
    foreign = [path for path in rendered if path not in before and root.status(path)]
    if changed or foreign:
        raise UsageError(
            "edited",
            f"changed by hand since they were rendered: {', '.join([*changed, *foreign])}",
            "`--diff` shows it; move them away, or put the change into the plan or a template",
        )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
