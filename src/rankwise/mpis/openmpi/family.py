"""Open MPI: prterun (5) and orterun (4), MCA parameters, components listed by ompi_info."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError
from rankwise.core.knob_names import MCA_PREFIX
from rankwise.core.process import SECRETS
from rankwise.core.records import Launch, LaunchSpec, Mpi
from rankwise.core.version import numbers
from rankwise.mpis import agent, transport_output
from rankwise.mpis.blocks import (
    Block,
    blocks,
    check_knobs,
    environment,
    host_of,
    is_local,
    knobs,
    oversubscribed,
    place_environment,
)
from rankwise.mpis.family import LibraryFacts, MpiFamily, RankVariables, SetBy, ask
from rankwise.mpis.network import network_of
from rankwise.mpis.openmpi import rules
from rankwise.mpis.openmpi.knobs import FABRICS, HINTS, SEMANTICS, from_ompi_info
from rankwise.mpis.rule_file import RuleFile

if TYPE_CHECKING:
    from rankwise.mpis.layout.request import LineRules

ROOT_ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
SERVED = {"btl": "ob1", "mtl": "cm"}
"""Frameworks that one component of `pml` alone uses for messages; `osc` may use the first too."""
_SENT = f"{MCA_PREFIX}mca_base_env_list"
_BETWEEN = ";"
# Before release 5 a line with `-x` and this variable together ends in an error (help-orterun.txt: conflict-env-set).
_SENT_SINCE = (5,)
_PML = re.compile(r"select: component (\w+) selected")
_BML = re.compile(r"bml: Using (\w+) btl for send to (?!\S+ on node self)")


def _is_modern(mpi: Mpi) -> bool:
    """Version 5 or later, or unknown."""
    return int(mpi.version.split(".")[0]) >= 5 if mpi.version[:1].isdecimal() else True


class OpenMpiLauncher:
    """`mpirun` of Open MPI 4 and 5; they differ in the name of the agent's and of the interface's parameter."""

    def command(self, mpi: Mpi, spec: LaunchSpec) -> Launch:
        """`mpirun [global] --host H:N -n N -x A=B program args : ...`."""
        check_knobs(mpi, spec, "env", "mca")
        if mpi.launcher is None:
            raise UsageError("no-launcher", f"{mpi.name} has no launcher", "name another MPI with --mpi")
        parts = blocks(spec)
        env = environment(mpi, spec, ROOT_ENVIRONMENT if os.geteuid() == 0 else {})
        local = is_local(spec) and spec.agent is None
        modern = _is_modern(mpi)
        shares_cores = oversubscribed(spec)
        argv = [mpi.launcher]
        # Not when the MPI's own default binding is wanted: --oversubscribe alone switches that off in version 5.
        argv += ["--oversubscribe"] if spec.bind or shares_cores else []
        argv += ["--bind-to", "none"] if spec.bind else []
        runtime = "--prtemca" if modern else "--mca"
        shell = "plm_ssh" if modern else "plm_rsh"
        if local:
            # Without it Open MPI 4 does not even start local ranks where there is no ssh, as in many containers.
            argv += [] if modern else ["--mca", "plm", "isolated"]
        elif real := agent.prepare(mpi, spec, env):
            # As a tree, daemons would look for the agent on the endpoints, and die where it is not.
            argv += [runtime, f"{shell}_agent", real, runtime, f"{shell}_no_tree_spawn", "1"]
        mca = {"mpi_yield_when_idle": "1"} if shares_cores else {}
        if spec.interface:
            # By network and not by name: the interface is called otherwise on every endpoint.
            network = network_of(spec.interface)
            argv += [runtime, "prte_if_include" if modern else "oob_tcp_if_include", network]
            mca["btl_tcp_if_include"] = network
        mca |= knobs(spec, "mca")
        for name, value in mca.items():
            argv += ["--mca", name, value]
        argv += spec.extra_args
        # Only OMPI_* travels by itself to other nodes, so everything that the job was given is named.
        shared = {
            name: env[name] for name in (*mpi.env, *spec.env, *knobs(spec, "env"), "LD_LIBRARY_PATH") if name in env
        }
        slots = {host: sum(place.host == host for place in spec.places) for host in {p.host for p in spec.places}}
        for index, block in enumerate(parts):
            argv += [":"] if index else []
            argv += self._block(mpi, block, shared, slots[block.place.host], local=local)
        return Launch(argv=tuple(argv), env=env)

    def _block(self, mpi: Mpi, block: Block, shared: dict[str, str], slots: int, *, local: bool) -> list[str]:
        host = "localhost" if local else host_of(block.place)
        env = {**shared, **place_environment(mpi, block.place)}
        # Everybody can read a command line: a secret is sent by its name alone, from the environment of mpirun. So is a
        # value with a semicolon, at which Open MPI 4 splits what follows -x.
        bare = {name for name, value in env.items() if name in SECRETS or (";" in value and shared.get(name) == value)}
        words = [word for name, value in env.items() for word in ("-x", name if name in bare else f"{name}={value}")]
        # The one we are in need not exist on the others.
        folder = [] if local else ["--wdir", block.place.folder or "/"]
        return [
            "--host",
            f"{host}:{slots}",
            *folder,
            "-n",
            str(block.ranks),
            *words,
            *block.place.words,
        ]


def forwarded(argv: Sequence[str], names: Sequence[str], own: SetBy = lambda _line: ()) -> list[str]:
    """A launch line that sends these variables to every rank, of each program of it: only OMPI_* travels to other nodes
    by itself. Of two words for one variable the first counts."""
    line = [argv[0]]
    rest = list(argv[1:])
    while True:
        end = rest.index(":") if ":" in rest else len(rest)
        out = own([argv[0], *rest[:end]])
        for name in names:
            line += ["-x", name] if not name.startswith("OMPI_") and name not in out else []
        line += rest[: end + 1]
        rest = rest[end + 1 :]
        if not rest:
            return line


def sent(mpi: Mpi, variables: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """The variables, with one that names those that do not travel by themselves; `-x` for those that it cannot name."""
    env = dict(variables)
    rest = {name: value for name, value in variables.items() if not name.startswith("OMPI_")}
    may = numbers(mpi.version) >= _SENT_SINCE
    names = [name for name, value in rest.items() if may and _BETWEEN not in value]
    if names:
        # A name alone sends what the user has put there too, but mpirun cuts a value that it looks up at `=`.
        words = [f"{name}={rest[name]}" if "=" in rest[name] else name for name in names]
        env[_SENT] = _BETWEEN.join([*filter(None, [variables.get(_SENT)]), *words])
    return env, " ".join(f"-x {name}" for name in rest if name not in names)


def components(prefix: Path) -> tuple[tuple[str, str], ...]:
    """What `ompi_info` lists: framework and component, as `("btl", "tcp")`; empty when it does not answer."""
    info = prefix / "bin/ompi_info"
    if not info.is_file():
        return ()
    listing = ask([info, "--parsable"], {**os.environ, "HOME": str(Path.home())}).stdout
    return tuple(dict.fromkeys(re.findall(r"^mca:(\w+):(\w+):version:", listing, re.MULTILINE)))


def transports(_facts: LibraryFacts, prefix: Path) -> tuple[str, ...]:
    """From `ompi_info`: byte transfer, messaging and single-copy components, in the words of users."""
    parts = set(components(prefix))
    names = {
        "shm": {("btl", "sm"), ("btl", "vader")},
        "tcp": {("btl", "tcp")},
        "ucx": {("pml", "ucx")},
        "ofi": {("mtl", "ofi"), ("btl", "ofi")},
        "verbs": {("btl", "openib")},
        "cma": {("smsc", "cma"), ("btl", "vader")},
        "xpmem": {("smsc", "xpmem")},
        "knem": {("smsc", "knem")},
    }
    return tuple(name for name, kinds in names.items() if kinds & parts)


def fabric_parts(mpi: Mpi, each: str) -> list[str]:
    """The components of a framework."""
    names = [name for kind, name in components(Path(mpi.prefix)) if kind == each]
    if each == "smsc" and not names:  # up to version 4 the module of shared memory does it itself
        return [name for name in ("cma", "xpmem", "knem") if name in mpi.transports]
    return names


def fabric_words(mpi: Mpi) -> dict[str, str]:
    """Up to version 4 shared memory is called vader, and copies once by a parameter of its own."""
    old = mpi.version.split(".")[0] in ("2", "3", "4")
    return {
        "sm": "vader" if old else "sm",
        "single_copy": "btl_vader_single_copy_mechanism" if old else "smsc",
        "no_single_copy": "none" if old else "^cma,xpmem,knem,accelerator",
    }


def parse(output: str) -> list[str]:
    """What the chosen point-to-point layer sends over."""
    chosen = set(_PML.findall(output))
    if "ucx" in chosen:
        return transport_output.ucx(output) or ["ucx"]
    if "cm" in chosen:
        return transport_output.libfabric(output) or ["ofi"]
    return [name for name in _BML.findall(output) if name != "self"]


def passed_over(knob: str, output: str) -> str:
    """The point-to-point layer in use, where it has no use for the components of this framework."""
    chosen = _PML.findall(output) if knob in SERVED else []
    return f"pml {chosen[0]}" if chosen and SERVED[knob] not in chosen else ""


def placements(mpi: Mpi) -> tuple[dict[str, str], ...]:
    """Bound to nothing, core after core, and package after package. Since release 5 the launcher reads settings of its
    own."""
    if numbers(mpi.version) < (5,):
        by = "mca:rmaps_base_mapping_policy"
        return {"mca:hwloc_base_binding_policy": "none"}, {by: "core"}, {by: "socket"}
    by = "env:PRTE_MCA_rmaps_default_mapping_policy"
    return {"env:PRTE_MCA_hwloc_default_binding_policy": "none"}, {by: "core"}, {by: "package"}


def _line_rules() -> LineRules:
    from rankwise.mpis.openmpi.layout import RULES

    return RULES


FAMILY = MpiFamily(
    name="openmpi",
    title="Open MPI",
    library=re.compile(r"Open MPI v?(\d[\w.]*)"),
    launcher=re.compile(r"\((?:Open MPI|OpenRTE|PRRTE)\)\s*v?(\d[\w.]*)"),
    launchers=("mpirun.openmpi", "mpirun", "mpiexec.openmpi", "mpiexec"),
    compilers=("mpicxx.openmpi", "mpicxx", "mpic++"),
    shared_memory_bytes=lambda mpi: (16 if _is_modern(mpi) else 4) << 20,  # btl_sm_, btl_vader_segment_size
    fix_lines={
        "through-adapter": "add sm (`--mca btl self,sm,tcp`), or leave `--mca btl` and `--mca pml` away",
        "single-copy": "`--mca smsc ^cma` (before 5.0: `--mca btl_vader_single_copy_mechanism none`): two copies",
        "protocol-step": "`--mca btl_sm_eager_limit BYTES` inside a node, `--mca btl_tcp_eager_limit BYTES` over TCP; "
        "with UCX `-x UCX_RNDV_THRESH=BYTES`",
        "interface": "`--mca btl_tcp_if_include {net}`; with UCX `-x UCX_NET_DEVICES={name}`",
    },
    line=OpenMpiLauncher(),
    to_bind="--map-by slot:PE={cpus} --bind-to core",
    transports=transports,
    packages=("openmpi",),
    cuda_packages=("libucx-cu12",),
    cuda_settings={"OMPI_MCA_pml": "ucx", "OMPI_MCA_pml_ucx_tls": "any", "OMPI_MCA_pml_ucx_devices": "any"},
    handles="openmpi",
    daemons=re.compile(r"prted?|prterun|orted|orterun|mpirun\.openmpi"),
    ranks=RankVariables(
        rank=("PMIX_RANK", "OMPI_COMM_WORLD_RANK"),
        size=("OMPI_COMM_WORLD_SIZE",),
        local_rank=("OMPI_COMM_WORLD_LOCAL_RANK",),
        local_size=("OMPI_COMM_WORLD_LOCAL_SIZE",),
        contact=("PMIX_NAMESPACE",),
    ),
    own_variables="OMPI_",
    pmi=("pmix", r"pmix_v\d+"),
    forwarded=forwarded,
    line_rules=_line_rules,
    served="PMIx, from mpirun",
    tried=(("Open MPI 5", "5.0.11"), ("Open MPI 4", "4.1.4")),
    sent=sent,
    joined={_SENT: _BETWEEN},
    prefixes=(MCA_PREFIX,),
    listed=(MCA_PREFIX,),
    for_launcher=("PRTE_MCA_",),
    mca=True,
    knobs=from_ompi_info,
    hints=HINTS,
    semantics=SEMANTICS,
    placements=placements,
    gives_way={"mca:mpi_yield_when_idle": "1"},
    transport_output=transport_output.TransportOutput(
        knobs={
            **transport_output.UCX_SPEAKS,
            "mca:pml_base_verbose": "10",
            "mca:mtl_base_verbose": "10",
            "mca:bml_base_verbose": "10",
            "mca:btl_base_verbose": "30",
        },
        parse=parse,
        pin=(*transport_output.PINS, "OMPI_MCA_btl_tcp_if_include"),
        passed_over=passed_over,
    ),
    fabrics=FABRICS,
    fabric_parts=fabric_parts,
    fabric_words=fabric_words,
    rules=RuleFile(
        carried=rules.carried,
        failing=rules.failing,
        returns=True,
        skips=rules.reads_json,
        files={"mca:coll_tuned_dynamic_rules_filename": rules.check_file},
        forcing=re.compile(r"mca:coll_tuned_([a-z_]+)_algorithm"),
        segmented=rules.SEGMENTED,
    ),
)
