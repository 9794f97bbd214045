"""The wheel, as a user without a compiler gets it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.measure.source import source_hash

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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = process.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT], timeout_s=280)
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
        assert archive.read(f"{inside}/stamp").decode().split()[0] == source_hash()


@pytest.mark.mpi(1)
@pytest.mark.usefixtures("mpich", "openmpi", "impi")
def test_without_a_compiler_it_serves_three_mpis(wheel: Path, tmp_path: Path) -> None:
    site, tools = tmp_path / "site", tmp_path / "tools"
    done = process.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site, wheel], timeout_s=120
    )
    assert done.ok, done.describe()
    tools.mkdir()
    for tool in ("sh", "bash", "env", "uname"):
        (tools / tool).symlink_to(shutil.which(tool) or tool)
    env = {
        "PATH": str(tools),
        "HOME": str(tmp_path),
        "PYTHONPATH": f"{site}:{os.pathsep.join(path for path in sys.path if path.endswith('-packages'))}",
        "XDG_DATA_HOME": str(KEPT),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    done = process.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(site)!r})\n{ASK}"], timeout_s=120, env=env
    )
    assert done.ok, done.describe()
    printed = json.loads(done.stdout)
    assert printed == {
        "mpich": ["wheel:mpich", True, ""],
        "openmpi": ["wheel:openmpi", True, ""],
        "impi": ["wheel:mpich", True, ""],
    }
    assert not list((tmp_path / "cache").rglob("rankwise-engine"))
