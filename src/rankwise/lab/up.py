"""Brings a lab up: the keeper, an endpoint per host and card inside it, the switch, calibration."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from rankwise.cluster.hosts import hosts_file
from rankwise.cluster.plan import endpoint_names
from rankwise.cluster.records import ClusterPlan, EndpointSettings
from rankwise.cluster.routes import routes_of
from rankwise.core import paths, permission, process
from rankwise.core.errors import EnvironmentProblem, RankwiseError, UsageError
from rankwise.core.files import make, put
from rankwise.core.units import plural
from rankwise.lab import bridges, calibrate, control, endpoint, layout, network_files, state
from rankwise.lab.build import Programs, build
from rankwise.lab.down import down
from rankwise.lab.records import Lab

STAGES = ("keeper", "endpoints", "links", "calibration", "release")
"""What is begun one after the other: a program that is killed before any of them leaves nothing."""

_START_S = 30.0
_CARRIED_BYTES_PER_S = 800e6  # what the switch was seen to carry with room to spare on one 2-core machine


def up(
    plan: ClusterPlan,
    *,
    name: str | None = None,
    shares: tuple[Path, ...] = (),
    lifetime_s: int = 0,
    rootless: bool = False,
    rates_only: bool = False,
    files: Path | None = None,
    begins: Callable[[str], object] = lambda _stage: None,
) -> Lab:
    """The lab, up and calibrated. `shares` are folders that endpoints see although they lie under /tmp or are hidden;
    after `lifetime_s` (0: never) the lab ends by itself. `rootless`: in a user namespace, also for root; `rates_only`:
    without the switch, as it is done by itself where no TAP can be had. `files` is a folder of rendered files, by which
    endpoints get names, addresses, masks, MTUs, routes and forwarding in place of the plan. A network whose delays are
    a little too short for this machine becomes slower as a whole, and a warning of the lab tells it. `begins` is called
    with each of STAGES before it begins.

    Raises EnvironmentProblem when this machine does not allow it, UsageError for a plan that it cannot realise, or
    that takes files of this machine which the setting `allow` does not name. In all cases, and when this process is
    killed, nothing stays behind.
    """
    taken = [path for settings in plan.settings.values() for path in settings.files.values()]
    permission.check(f"the plan '{plan.name}'", {"files": ", ".join(taken)} if taken else {})
    bring_up = partial(
        _up,
        name=name,
        shares=shares,
        lifetime_s=lifetime_s,
        rootless=rootless,
        rates_only=rates_only,
        files=files,
        begins=begins,
    )
    try:
        return bring_up(plan)
    except layout.BelowFloor as refused:
        if refused.slower is None:
            raise
        return bring_up(refused.slower)


def _up(
    plan: ClusterPlan,
    *,
    name: str | None,
    shares: tuple[Path, ...],
    lifetime_s: int,
    rootless: bool,
    rates_only: bool,
    files: Path | None,
    begins: Callable[[str], object],
) -> Lab:
    rendering = network_files.read(plan, files) if files else {}
    programs = build()
    lab_name = name or plan.name
    folder = state.folder_of(lab_name)
    _claim(lab_name)
    try:
        user_namespace = rootless or os.geteuid() != 0
        begins("keeper")
        keeper, lab = _start_keeper(plan, lab_name, programs, lifetime_s, rootless=user_namespace, rendering=rendering)
        begins("endpoints")
        pids = _start_endpoints(lab, programs, shares, rendering)
        begins("links")
        lab = _joined(lab, programs, pids, rates_only, _routes(plan, rendering))
        begins("calibration")
        lab = _calibrated(lab)
        state.save(lab)
        begins("release")
        _let_go(keeper)
        (folder / "owner").unlink()
    except BaseException:
        try:
            down(lab_name)
        except KeyboardInterrupt:  # in the middle of it
            down(lab_name)
            raise
        raise
    return lab


def _claim(name: str) -> None:
    folder = state.folder_of(name)
    if folder.exists():
        owner = folder / "owner"
        setting_up = owner.exists() and _same_process(owner.read_text())
        if setting_up or state.look(name).lab:
            raise UsageError("lab-exists", f"the lab '{name}' is up already", f"`rankwise lab down {name}`, or --name")
        down(name)
    make(folder.parent)
    folder.mkdir(mode=0o700)
    put(folder / "owner", f"{os.getpid()} {state.start_ticks(os.getpid())}")


def _same_process(text: str) -> bool:
    pid, _, started = text.partition(" ")
    return pid.isdecimal() and str(state.start_ticks(int(pid))) == started


def _start_keeper(
    plan: ClusterPlan,
    name: str,
    programs: Programs,
    lifetime_s: int,
    *,
    rootless: bool,
    rendering: dict[str, network_files.Files],
) -> tuple[process.Job, Lab]:
    folder = state.folder_of(name)
    for part in ("sockets", "hosts", "roots"):
        (folder / part).mkdir()
    options = ["--keeper", "--sockets", str(folder / "sockets"), "--name", "keeper", "--lifetime", str(lifetime_s)]
    if rootless:
        options.append("--user-namespace")
    # The keeper ends with everything in it when this pipe closes before a byte came: when we die half-way.
    job = process.Job.start([programs.endpoint, "hold", *options], stdin=-1)
    assert job.popen.stdout is not None and job.popen.stderr is not None
    line = job.popen.stdout.readline().decode().strip()
    if not line.isdecimal():
        words = job.popen.stderr.read().decode().strip()
        job.stop()
        raise EnvironmentProblem(
            "no-namespaces",
            f"this machine does not let a lab be made: {words}",
            "run as root, or allow user namespaces (sysctl user.max_user_namespaces)",
        )
    pid = int(line)
    ports = layout.ports_of(plan)
    if rendering:
        ports = network_files.ports_by(rendering, plan, ports)
    lab = Lab(
        name=name,
        folder=str(folder),
        plan=plan,
        keeper_pid=pid,
        keeper_start=state.start_ticks(pid) or 0,
        rootless=rootless,
        ports=ports,
        links=layout.links_of(plan, ports),
        cpus=_cpus(plan),
        warnings=tuple(_warnings(plan)),
    )
    state.save(lab)
    return job, lab


def _let_go(keeper: process.Job) -> None:
    assert keeper.popen.stdin is not None
    keeper.popen.stdin.write(b"1")
    keeper.popen.stdin.close()
    for stream in (keeper.popen.stdout, keeper.popen.stderr):
        if stream:
            stream.close()
    keeper.popen.wait()


def _start_endpoints(
    lab: Lab, programs: Programs, shares: tuple[Path, ...], rendering: dict[str, network_files.Files]
) -> dict[str, int]:
    """The number of each endpoint's first process, as the keeper sees it."""
    folder, plan = Path(lab.folder), lab.plan
    names = endpoint_names(plan)
    for name in names:
        put(folder / "hosts" / name, rendering[name].hosts if rendering else hosts_file(plan, name))
        (folder / "roots" / name).mkdir()
    visible = [str(path) for path in _visible(folder, programs, shares)]
    pids = {}
    for name in names:
        options = _options(lab, name)
        if rendering[name].forward if rendering else name in {node.name for node in plan.nodes}:
            options.append("--forward")
        for path in visible:
            options += ["--share", path]
        done = process.run(
            [programs.endpoint, "exec", folder / "sockets", "keeper", programs.endpoint, "hold", *options],
            timeout_s=_START_S,
            cwd="/",
        )
        if not done.ok:
            raise EnvironmentProblem("no-endpoint", done.describe(), "`--name` a fresh lab, or mend what it names")
        pids[name] = int(done.stdout)
    ports = [
        f"port {pids[p.endpoint]} {p.interface} {p.segment} {p.address} {p.prefix_length} {p.mtu} {speed}"
        for p, speed in zip(lab.ports, layout.speeds_of(lab.ports, lab.links), strict=True)
    ]
    gates = layout.gate_lines(plan, lab.ports, lab.links)
    put(folder / "switch.conf", "\n".join([*ports, *map(control.link_line, lab.links), *gates]) + "\n")
    _name_agents(lab, programs)
    return pids


def _options(lab: Lab, name: str) -> list[str]:
    folder, plan = Path(lab.folder), lab.plan
    settings = plan.settings.get(name, EndpointSettings())
    options = ["--sockets", str(folder / "sockets"), "--name", name, "--hosts", str(folder / "hosts" / name)]
    options += ["--shared-memory", str(plan.shared_memory_bytes)]
    options += ["--receive-buffer", str(layout.receive_buffer_bytes(lab.links))]
    for cpu in lab.cpus.get(name, ()):
        options += ["--cpu", str(cpu)]
    if settings.clock_offset_s:
        options += ["--clock-offset", str(round(settings.clock_offset_s))]
    for inside, outside in settings.files.items():
        options += ["--file", f"{inside}={Path(outside).expanduser().resolve()}"]
    if plan.private_root:
        options += ["--new-root", str(folder / "roots" / name)]
    for path in dict.fromkeys((*plan.hidden, *settings.hidden)):
        options += ["--hide", str(Path(path).expanduser())]
    return options


def _routes(plan: ClusterPlan, rendering: dict[str, network_files.Files]) -> list[tuple[str, str, str]]:
    if not rendering:
        return routes_of(plan)
    return [(name, network, gateway) for name, item in rendering.items() for network, gateway in item.routes]


def _name_agents(lab: Lab, programs: Programs) -> None:
    """Every address and name of an endpoint leads to it, as it would with ssh."""
    folder = Path(lab.folder)
    suffix = {network.name: network.suffix for network in lab.plan.networks}
    for port in lab.ports:
        for alias in (port.address, port.endpoint + suffix[port.network]):
            with contextlib.suppress(FileExistsError):  # static pairs have the same addresses on every node
                (folder / "sockets" / alias).symlink_to(port.endpoint)
    agent = folder / "agent"
    put(agent, f'#!/bin/sh\nexec {shlex.join([str(programs.endpoint), "agent", f"{folder}/sockets"])} "$@"\n')
    agent.chmod(0o700)


def _visible(folder: Path, programs: Programs, shares: tuple[Path, ...]) -> list[Path]:
    """What endpoints must see to work: the lab's own files, and what lies under /tmp of this program and of the user,
    since /tmp is private inside."""
    temporary = Path("/tmp")
    kept = [paths.cache_dir(), paths.data_dir()]  # engines and MPIs, also those that come later
    wanted = [Path(sys.prefix), Path(__file__).parents[1], Path.cwd(), *kept]
    under_tmp = [path for path in wanted if temporary in path.resolve().parents]
    for path in kept:
        if path in under_tmp:
            make(path)
    folders = [folder, programs.endpoint.parent, *under_tmp, *shares]
    for path in shares:
        if not path.exists():
            raise UsageError("no-share", f"{path} does not exist", "--share names an existing folder or file")
    return list(dict.fromkeys(path.resolve() for path in folders))


def _joined(
    lab: Lab, programs: Programs, pids: dict[str, int], rates_only: bool, routes: list[tuple[str, str, str]]
) -> Lab:
    """The lab with its links, by the switch; where the machine allows no TAP, with rates alone."""
    refused = None if rates_only else _start_switch(lab, programs)
    if rates_only or refused:
        try:
            bridges.start(lab, programs, pids)
        except RankwiseError:
            if refused:
                raise refused from None
            raise
        lab = msgspec.structs.replace(lab, rates_only=True, warnings=(*lab.warnings, bridges.WARNING))
    for name, network, gateway in routes:
        endpoint.must(lab, name, "ip", "route", "add", network, "via", gateway)
    return lab


def _start_switch(lab: Lab, programs: Programs) -> EnvironmentProblem | None:
    """None once it runs, else why the machine does not let it have interfaces. Raises EnvironmentProblem for others."""
    folder = Path(lab.folder)
    enter: list[str | Path] = [programs.endpoint, "exec", folder / "sockets", "keeper"]
    switch: list[str | Path] = [programs.switch, folder / "sockets", folder / "switch.conf"]
    done = process.run([*enter, *switch], timeout_s=_START_S, cwd="/")
    if done.ok:
        return None
    hint = "TAP interfaces are needed: is /dev/net/tun there, and may you open it?"
    problem = EnvironmentProblem("no-switch", done.describe(), hint)
    if any(words in done.stderr for words in ("open /dev/net/tun", "make the interface")):
        return problem
    raise problem


def _calibrated(lab: Lab) -> Lab:
    if not lab.links or lab.rates_only:
        return lab
    link = calibrate.representative(lab)
    overhead_s = max(0.0, sum(calibrate.excess_s(lab, link)) / 2)
    layout.refuse_below(overhead_s, lab)
    control.set_overhead(lab, overhead_s, 0.0)
    per_byte_s = calibrate.excess_s_per_byte(lab, link)
    control.set_overhead(lab, overhead_s, per_byte_s)
    return msgspec.structs.replace(
        lab,
        overhead_s=overhead_s,
        overhead_s_per_byte=per_byte_s,
        floor_s=overhead_s,
        residual_s=max(calibrate.excess_s(lab, link), key=abs),
    )


def _cpus(plan: ClusterPlan) -> dict[str, tuple[int, ...]]:
    """CPUs per endpoint: what the plan says, else one each when there are enough, else none."""
    chosen = {name: item.cpus for name, item in plan.settings.items() if item.cpus}
    usable = sorted(os.sched_getaffinity(0))
    names = [name for name in endpoint_names(plan) if name != plan.head]
    if len(usable) > len(names):  # one is left for the switch
        return {**{name: (usable[i + 1],) for i, name in enumerate(names)}, **chosen}
    return chosen


def _warnings(plan: ClusterPlan) -> list[str]:
    warnings = list(plan.warnings)
    endpoints, cores = len(endpoint_names(plan)), len(os.sched_getaffinity(0))
    if endpoints >= cores:
        pairs = max(1, cores // 2)
        warnings.append(f"{endpoints} endpoints share {cores} CPUs: measure at most {plural(pairs, 'pair')} at a time")
    for network in plan.networks:
        rates = [rule.rate_bytes_per_s for rule in network.rules if rule.rate_bytes_per_s]
        if rates and max(rates) / network.slowdown > _CARRIED_BYTES_PER_S:
            warnings.append(
                f"network {network.name} asks for more than the {_CARRIED_BYTES_PER_S / 1e6:.0f} MB/s tried"
            )
    return warnings
