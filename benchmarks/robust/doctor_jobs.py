"""`rankwise doctor -- LINE`: problems planted in jobs of real MPIs and on their node, and healthy jobs, a third beside
others that use the CPUs."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.labs import RANKWISE
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.install import install

_SEED, _HEALTHY = 18, 20
_SOURCE = "#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Finalize(); return 0; }\n"
_PRELOAD = Path(__file__).with_name("doctor_planted.c")
# Of this machine, not of what was planted.
_OWN = {"steal", "other-load", "governor", "narrow-affinity", "stale-segments", "unbound", "loopback-name"}
# A program that answers a system call with EPERM for itself and what it starts: seccomp(2) by hand, x86-64 and Arm.
_SECCOMP = """
import ctypes as c, os, platform, struct, sys
call = {"x86_64": 310, "aarch64": 270}[platform.machine()]
code = [(0x20, 0, 0, 0), (0x15, 0, 1, call), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000)]
text = c.create_string_buffer(b"".join(struct.pack("HBBI", *row) for row in code))
class Program(c.Structure):
    _fields_ = [("length", c.c_ushort), ("filter", c.c_void_p)]
libc, program = c.CDLL(None), Program(len(code), c.cast(text, c.c_void_p))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, c.byref(program)) == 0
os.execvp(sys.argv[1], sys.argv[1:])
"""


@dataclass(frozen=True)
class Planting:
    """A problem: words of the launch line before and behind the number of ranks, variables, what runs doctor, and the
    findings of which one must be told. `also`: what may be told beside them, as its consequence."""

    kind: str
    findings: tuple[str, ...]
    options: tuple[str, ...] = ()
    wrapper: tuple[str, ...] = ()
    environ: Mapping[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    app: str = "app"
    ranks: int = 2
    launcher: str = ""
    also: tuple[str, ...] = ()
    doctor: tuple[str, ...] = ()


def doctor_jobs(family: str, quick: bool) -> Report:
    """Every kind of problem once, in random order, with healthy jobs in between."""
    mpi, other = install(family), install("openmpi" if family != "openmpi" else "mpich")
    with tempfile.TemporaryDirectory(prefix="rankwise-doctor-") as name:
        folder = Path(name)
        _prepare(folder, mpi, other)
        drawn = [planting for planting in plantings(folder, mpi, other) if _possible(planting)]
        random.Random(_SEED).shuffle(drawn)
        drawn = drawn[:4] if quick else drawn
        misses, strays, right = [], 0, 0
        for planting in drawn:
            told = _told(folder, mpi, planting)
            hit = bool(told & set(planting.findings))
            stray = told - set(planting.findings) - set(planting.also)
            right += hit and not stray
            strays += bool(stray)
            if not hit or stray:
                misses.append((planting.kind, ", ".join(sorted(told)) or "nothing"))
        healthy = 2 if quick else _HEALTHY
        alarms = Counter[str]()
        for turn in range(healthy):
            alarms.update(_healthy(folder, mpi, busy=turn % 3 == 0))
    return Report(
        method=(
            f"{FAMILIES[family].title} {mpi.version}: a problem in a job of two ranks or on its node, "
            f"{len(drawn)} kinds ({', '.join(sorted(planting.kind for planting in drawn))}), order drawn by seed "
            f"{_SEED}. Right: the finding of that kind, and nothing serious beside it but its consequences. "
            "Healthy: the same job bound to cores, every third beside a process for each CPU that computes"
        ),
        goals=(
            share_goal("kind right", right, len(drawn), ">= 95 %", right >= 0.95 * len(drawn)),
            Goal("something else called serious", str(strays), "0", not strays),
            share_goal("healthy jobs with something serious", alarms.total(), healthy, "0", not alarms),
        ),
        header=("missed", "told"),
        rows=(*misses, *((f"healthy, {count} times", name) for name, count in alarms.items())),
    )


def plantings(folder: Path, mpi: Mpi, other: Mpi) -> list[Planting]:
    """A planting of each kind, with the words that this MPI needs for it."""
    openmpi = bool(FAMILIES[mpi.family].mca)
    to_bind = tuple(FAMILIES[mpi.family].to_bind.format(cpus=1).split())
    tcp = ("--mca", "pml", "ob1", "--mca", "btl", "self,tcp") if openmpi else ()
    tcp_environ = {} if openmpi else {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self", "I_MPI_FABRICS": "ofi"}
    pmi = ("PMI_RANK", "PMI_SIZE", "PMI_FD", "PMI_PORT", "PMI_ID", "PMIX_NAMESPACE", "PMIX_RANK", "PMIX_SERVER_URI2")
    alone = tuple(word for name in pmi for word in ("-u", name))
    in_shm = ("unshare", "-m", "sh", "-c")
    preload = str(folder / "planted.so")
    return [
        Planting("other launcher", ("other-launcher",), launcher=str(other.launcher)),
        Planting("ranks on one CPU", ("shared-cpus",), wrapper=("taskset", "-c", "0")),
        Planting(
            "more ranks than CPUs", ("shared-cpus",), ranks=(os.cpu_count() or 1) + 2, also=("cpu-quota", "small-shm")
        ),
        Planting(
            "no binding", ("unbound",), options=("--bind-to", "none") if openmpi else (), environ={"I_MPI_PIN": "0"}
        ),
        Planting("threads on one core", ("threads",), options=to_bind, environ={"OMP_NUM_THREADS": "4"}),
        Planting(
            "environment of another job",
            ("left-environment",),
            environ={"PMI_RANK": "0", "PMI_SIZE": "4"},
            also=("start-failed",),
        ),
        Planting("TCP inside the node", ("through-adapter",), options=tcp, environ=tcp_environ),
        Planting("ranks in containers", ("namespaces",), wrapper=("unshare", "-r", "-i"), also=("start-failed",)),
        Planting("few open files", ("rank-limits",), wrapper=("prlimit", "--nofile=70:70"), also=("start-failed",)),
        Planting("no program", ("no-program",), app="gone"),
        Planting("not executable", ("no-program",), app="plain"),
        Planting("other architecture", ("no-program",), app="arm"),
        Planting("library gone", ("missing-library",), app="lost"),
        Planting(
            "unknown interface",
            ("interface",),
            environ={"UCX_NET_DEVICES": "eth99"},
            also=("start-failed", "no-messages"),
        ),
        Planting(
            "own name is 127.0.1.1",
            ("loopback-name",),
            options=("-host", "node-a,node-b"),
            doctor=("--limit", "0s"),
            before=(
                "unshare",
                "-m",
                "-u",
                "sh",
                "-c",
                f'mount --bind {folder}/hosts /etc/hosts; hostname node-a; exec "$@"',
                "sh",
            ),
        ),
        Planting("singletons", ("singletons",), wrapper=("env", *alone), also=("start-failed",)),
        Planting(
            "a step in the curve",
            ("protocol-step",),
            options=to_bind,
            wrapper=("env", f"LD_PRELOAD={preload}", "PLANTED=step"),
        ),
        Planting(
            "a slow collective",
            ("slow-collective",),
            options=to_bind,
            wrapper=("env", f"LD_PRELOAD={preload}", "PLANTED=allreduce"),
        ),
        Planting(
            "single copy forbidden by seccomp",
            ("single-copy",),
            before=(sys.executable, "-c", _SECCOMP),
            also=("start-failed",),
        ),
        Planting(
            "/dev/shm tiny",
            ("small-shm",),
            before=(*in_shm, 'mount -t tmpfs -o size=9m tmpfs /dev/shm; exec "$@"', "sh"),
            also=("start-failed", "through-adapter"),
        ),
        Planting(
            "/dev/shm full",
            ("small-shm",),
            before=(
                *in_shm,
                'mount -t tmpfs -o size=64m tmpfs /dev/shm; head -c 56M /dev/zero > /dev/shm/full; exec "$@"',
                "sh",
            ),
            also=("start-failed", "through-adapter"),
        ),
        Planting(
            "stale segments",
            ("stale-segments",),
            before=(
                *in_shm,
                'mount -t tmpfs tmpfs /dev/shm; head -c 9M /dev/zero > /dev/shm/sm_segment.node.0.dead.0; exec "$@"',
                "sh",
            ),
        ),
    ]


def _possible(planting: Planting) -> bool:
    tools = {"unshare", "prlimit", "taskset"} & {*planting.before[:1], *planting.wrapper[:1]}
    root = planting.before[:1] == ("unshare",)
    return all(map(shutil.which, tools)) and (os.geteuid() == 0 or not root)


def _prepare(folder: Path, mpi: Mpi, other: Mpi) -> None:
    assert mpi.compiler and mpi.library and other.launcher
    source, app = folder / "app.cpp", folder / "app"
    source.write_text(_SOURCE)
    library = Path(mpi.library).parent
    env = {**os.environ, **mpi.env}
    line = [mpi.compiler, str(source), "-o", str(app), f"-Wl,-rpath,{library}"]
    subprocess.run(line, check=True, capture_output=True, env=env)
    lost = folder / "lost"  # as the program, but for the folder that it names for its libraries
    lost.write_bytes(app.read_bytes().replace(str(library).encode(), b"/" + b"x" * (len(str(library)) - 1)))
    lost.chmod(0o755)
    (folder / "plain").write_bytes(app.read_bytes())
    data = bytearray(app.read_bytes())
    data[18:20] = (183).to_bytes(2, "little")  # e_machine: AArch64
    arm = folder / "arm"
    arm.write_bytes(data)
    arm.chmod(0o755)
    (folder / "hosts").write_text("127.0.0.1 localhost\n127.0.1.1 node-a\n10.9.9.9 node-b\n")
    done = subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", str(_PRELOAD), "-o", str(folder / "planted.so"), "-ldl"], check=False
    )
    if done.returncode:
        raise EnvironmentProblem("no-compiler", "the preload could not be built", "install a C compiler")


def _told(folder: Path, mpi: Mpi, planting: Planting) -> set[str]:
    """What is told of a job: everything that was planted, and of the rest what is serious."""
    line = [planting.launcher or str(mpi.launcher), *planting.options, "-n", str(planting.ranks), *planting.wrapper]
    environ = {
        **os.environ, **mpi.env, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":OVERSUBSCRIBE" if planting.ranks > 2 else "slot", **planting.environ,
    }  # fmt: skip
    command = [*planting.before, RANKWISE, "doctor", "-q", "--json", "--out", str(folder / "out"), *planting.doctor]
    done = subprocess.run(
        [*command, "--", *line, str(folder / planting.app)], capture_output=True, text=True, check=False, env=environ
    )
    findings = json.loads(done.stdout)["data"]["findings"] if done.stdout.startswith("{") else []
    return {
        item["id"]
        for item in findings
        if item["id"] in planting.findings or (item["severity"] in ("critical", "serious") and item["id"] not in _OWN)
    }


def _healthy(folder: Path, mpi: Mpi, *, busy: bool) -> set[str]:
    options = tuple(FAMILIES[mpi.family].to_bind.format(cpus=1).split())
    hogs = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count() or 1)] if busy else []
    try:
        return _told(folder, mpi, Planting("healthy", (), options=options))
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
