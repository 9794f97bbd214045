"""Engines: chosen from the wheel by ABI, else built once; failures in the compiler's words."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import msgspec
import pytest

from rankwise.core import elf, process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure import build, source
from rankwise.mpis import catalog

HELLO = Path(__file__).parent.parent / "hello"


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.each_mpi
@pytest.mark.mpi(1)
def test_the_engine_is_built_for_every_mpi_and_describes_itself(any_mpi: Mpi) -> None:
    engine = build.engine_for(any_mpi)
    spec = LaunchSpec(places=(Place(host=None, program=str(engine), args=("--describe",)),))
    launch = catalog.launcher_for(any_mpi).command(any_mpi, spec)
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, done.describe()
    assert "pingpong" in done.stdout


def test_two_builders_at_once_give_one_engine(mpich: Mpi, fresh_cache: Path) -> None:
    found: list[Path] = []
    builders = [threading.Thread(target=lambda: found.append(build.engine_for(mpich, source=HELLO))) for _ in range(2)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert len(found) == 2 and found[0] == found[1]
    assert sorted(file.name for file in found[0].parent.iterdir()) == ["lock", "rankwise-engine"]


def test_changed_source_is_another_engine(mpich: Mpi, fresh_cache: Path, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    main = folder / "main.cpp"
    main.write_text((HELLO / "main.cpp").read_text())
    first = build.engine_for(mpich, source=folder)
    assert build.engine_label(mpich, source=folder) == f"cache:{first}"
    main.write_text(main.read_text() + "// changed\n")
    assert build.engine_label(mpich, source=folder) == "build"
    assert build.engine_for(mpich, source=folder) != first


def test_a_failing_build_gives_the_compilers_words(mpich: Mpi, fresh_cache: Path, tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text("int main() { return undeclared_name; }\n")
    with pytest.raises(EnvironmentProblem, match="undeclared_name") as caught:
        build.engine_for(mpich, source=tmp_path)
    assert caught.value.code == "build-failed"
    assert "mpicxx" in caught.value.hint
    assert not list(fresh_cache.rglob("rankwise-engine"))


def test_a_cache_without_room_is_named(
    mpich: Mpi, fresh_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What g++ says on a full disk; tried by hand on one of 8 MiB."""
    full = tmp_path / "g++"
    full.write_text("#!/bin/sh\necho 'fatal error: error writing to /tmp/x.s: No space left on device' >&2; exit 1\n")
    full.chmod(0o755)
    (tmp_path / "main.cpp").write_text("int main() {}\n")
    with pytest.raises(EnvironmentProblem, match="No space left") as caught:
        build.engine_for(mpich, source=tmp_path, compiler=str(full))
    assert str(fresh_cache) in caught.value.hint and "C++20" not in caught.value.hint


def test_no_compiler_is_reported(mpich: Mpi, fresh_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(fresh_cache))
    with pytest.raises(EnvironmentProblem) as caught:
        build.engine_for(mpich, source=HELLO)
    assert caught.value.code == "no-compiler"
    monkeypatch.setattr(build, "PREBUILT", fresh_cache)
    problems = build.with_engine(mpich).problems
    assert [problem.code for problem in problems if problem.fatal] == ["no-compiler"]
    without_wrapper = build.with_engine(msgspec.structs.replace(mpich, compiler=None))
    assert without_wrapper.engine is None
    assert "mpicxx is not installed" in without_wrapper.problems[-1].message


def test_ready_engines_are_used_only_while_they_fit(
    mpich: Mpi, fresh_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "engines" / os.uname().machine
    folder.mkdir(parents=True)
    engine = folder / "rankwise-engine.mpich"
    engine.write_bytes(b"")
    engine.chmod(0o755)
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "engines")
    stamp = folder / "stamp"

    stamp.write_text(f"{source.source_hash()} glibc 2.17\n")
    assert build.engine_label(mpich) == "wheel:mpich"
    assert build.engine_for(mpich) == engine
    stamp.write_text("0000000000000000 glibc 2.17\n")
    assert build.engine_label(mpich) == "build", "the source changed since"
    stamp.write_text(f"{source.source_hash()} glibc 99.1\n")
    assert build.engine_label(mpich) == "build", "this system's C library is too old for it"


@pytest.mark.parametrize("name", ["librankwise-gate.so", "software-device/libcuda.so.1"])
def test_ready_preloads_are_used_only_with_their_c_library(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "PREBUILT", tmp_path)
    folder = tmp_path / os.uname().machine
    (folder / name).parent.mkdir(parents=True)
    assert build.prebuilt(name) is None
    (folder / name).write_bytes(b"")
    for stamp, ready in (("glibc 2.17", folder / name), ("glibc 99.1", None)):
        (folder / "stamp").write_text(f"0000000000000000 {stamp}\n")
        assert build.prebuilt(name) == ready


def test_the_engine_needs_its_library_by_soname_only(mpich: Mpi) -> None:
    facts = elf.read(build.engine_for(mpich, source=HELLO))
    assert facts is not None
    assert "libmpi.so.12" in facts.needed
    assert facts.machine == os.uname().machine
