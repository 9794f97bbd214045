"""Finding and judging MPIs, on real installations moved, linked and broken for the purpose."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from rankwise.core import elf, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.mpis import candidates, catalog, install, modules, probe
from rankwise.mpis.family import told


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing is found but what the test puts there."""
    for name in ("DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "LD_LIBRARY_PATH", *candidates._VARIABLES):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(candidates, "_COMMON", ())
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "nothing"))
    monkeypatch.setattr(modules, "_INITS", ())
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "bash", "env", "uname", "sed", "dirname", "cat", "basename"):
        (tools / tool).symlink_to(shutil.which(tool) or tool)
    monkeypatch.setenv("PATH", str(tools))
    return tmp_path


def mirror(mpi: Mpi, folder: Path) -> Path:
    """A prefix of the same MPI, its files no links, from which parts can be taken away."""
    for part in [part for part in ("bin", "lib", "include", "share", "etc") if Path(mpi.prefix, part).is_dir()]:
        shutil.copytree(Path(mpi.prefix, part), folder / part, ignore=shutil.ignore_patterns("python*", "*_ilp64*"))
    return folder


def test_what_was_installed_is_stated(mpich: Mpi, openmpi: Mpi, impi: Mpi) -> None:
    assert (mpich.family, mpich.abi, mpich.soname) == ("mpich", "mpich", "libmpi.so.12")
    assert (openmpi.family, openmpi.abi, openmpi.soname) == ("openmpi", "openmpi", "libmpi.so.40")
    assert (impi.family, impi.abi, impi.soname) == ("impi", "mpich", "libmpi.so.12")
    assert {"shm", "ucx", "ofi"} <= set(mpich.transports)
    assert {"shm", "tcp", "ucx", "ofi", "cma"} <= set(openmpi.transports)
    assert {"shm", "ofi", "tcp"} <= set(impi.transports)
    assert impi.env["I_MPI_ROOT"] == impi.prefix
    for mpi in (mpich, openmpi, impi):
        assert mpi.launcher and mpi.compiler and mpi.version[0].isdigit()
        assert not [problem for problem in mpi.problems if problem.fatal]


def test_nothing_there_is_an_answer_with_a_hint(bare: Path) -> None:
    assert catalog.find_all() == []
    with pytest.raises(EnvironmentProblem) as caught:
        catalog.find()
    assert caught.value.code == "no-mpi"
    assert "rankwise mpi install mpich" in caught.value.hint


def test_on_path_it_is_found_through_links(bare: Path, openmpi: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    links = bare / "links"
    links.mkdir()
    (links / "mpiexec").symlink_to(Path(openmpi.prefix, "bin/mpiexec"))
    monkeypatch.setenv("PATH", f"{links}:{os.environ['PATH']}")
    assert [(mpi.name, mpi.prefix, mpi.where) for mpi in catalog.find_all()] == [("openmpi", openmpi.prefix, "PATH")]


def test_add_takes_any_path_inside_and_remove_forgets_it(bare: Path, openmpi: Mpi) -> None:
    prefix = mirror(openmpi, bare / "elsewhere")
    (added,) = catalog.add(prefix / "bin" / "mpiexec")
    assert added.prefix == str(prefix)
    assert catalog.find("openmpi").prefix == catalog.find(str(prefix)).prefix == str(prefix)
    assert "forgot" in catalog.remove("openmpi")
    assert prefix.is_dir()
    assert catalog.find_all() == []


def test_add_of_no_mpi_is_refused(bare: Path) -> None:
    (bare / "empty").mkdir()
    with pytest.raises(UsageError, match="no MPI library"):
        catalog.add(bare / "empty")
    with pytest.raises(UsageError, match="does not exist"):
        catalog.add(bare / "missing")


def test_unknown_names_get_the_nearest(bare: Path, openmpi: Mpi) -> None:
    catalog.add(mirror(openmpi, bare / "elsewhere"))
    with pytest.raises(UsageError, match="openmp'") as caught:
        catalog.find("openmp")
    assert "openmpi" in caught.value.hint
    with pytest.raises(EnvironmentProblem) as missing:
        catalog.find("impi")
    assert missing.value.hint == "`rankwise mpi install impi`"


def test_launcher_of_another_mpi(bare: Path, openmpi: Mpi, mpich: Mpi) -> None:
    prefix = mirror(openmpi, bare / "mixed")
    for name in ("mpiexec", "mpirun"):
        (prefix / "bin" / name).unlink()
        (prefix / "bin" / name).symlink_to(str(mpich.launcher))
    (found,) = catalog.add(prefix)
    (problem,) = [problem for problem in found.problems if problem.fatal]
    assert problem.code == "launcher-mismatch"
    assert "MPICH, the library is Open MPI" in problem.message
    with pytest.raises(EnvironmentProblem, match="the launcher of"):
        catalog.find("openmpi")


@pytest.mark.parametrize(
    ("script", "words"),
    [("#!/bin/sh\necho licence expired >&2; exit 3\n", "licence expired"), ("#!/no/such/shell\n", "cannot start")],
)
def test_a_launcher_that_does_not_run(bare: Path, mpich: Mpi, script: str, words: str) -> None:
    prefix = mirror(mpich, bare / "failing")
    for file in (prefix / "bin").glob("mpi*"):
        file.unlink()
    (prefix / "bin/mpiexec").write_text(script)
    (prefix / "bin/mpiexec").chmod(0o755)
    (found,) = catalog.add(prefix)
    (problem,) = [problem for problem in found.problems if problem.fatal]
    assert problem.code == "broken-launcher"
    assert words in problem.message


def test_no_launcher(bare: Path, mpich: Mpi) -> None:
    prefix = mirror(mpich, bare / "headless")
    for file in (prefix / "bin").glob("mpi*"):
        file.unlink()
    (found,) = catalog.add(prefix)
    assert [problem.code for problem in found.problems if problem.fatal] == ["no-launcher"]
    assert found.launcher is None


def test_broken_library_says_the_linkers_words(bare: Path, mpich: Mpi) -> None:
    lib = bare / "broken/lib"
    lib.mkdir(parents=True)
    shutil.copy(str(mpich.library), lib / "libmpi.so.12")  # without the libraries beside it that it needs
    (found,) = catalog.add(bare / "broken")
    assert found.family == "unknown"
    (problem,) = found.problems
    assert problem.code == "broken-library"
    assert "does not load: OSError" in problem.message and "libmpi.so.12" in problem.message


@pytest.mark.parametrize("share", [0.001, 0.34, 0.999])
def test_a_library_that_is_cut_short_is_not_loaded(bare: Path, mpich: Mpi, share: float) -> None:
    library = bare / "cut/lib/libmpi.so.12"
    library.parent.mkdir(parents=True)
    whole = Path(str(mpich.library)).read_bytes()
    library.write_bytes(whole[: int(share * len(whole))])
    (found,) = catalog.add(bare / "cut")
    (problem,) = found.problems
    assert f"{library} does not load: it is cut short: {int(share * len(whole))} of " in problem.message
    with pytest.raises(EnvironmentProblem, match=r"cannot be used: .* is cut short"):
        catalog.find(str(bare / "cut"))


def test_a_library_that_is_no_mpi_is_told(bare: Path) -> None:
    lib = bare / "fake/lib"
    lib.mkdir(parents=True)
    libc = next(
        Path(line.split()[-1])
        for line in Path("/proc/self/maps").read_text().splitlines()
        if "libm.so" in line or "libm-" in line or "libc.so" in line
    )
    shutil.copy(libc, lib / "libmpi.so.12")
    (found,) = catalog.add(bare / "fake")
    assert [problem.code for problem in found.problems] == ["broken-library"]


def test_a_library_for_another_architecture(bare: Path, mpich: Mpi) -> None:
    lib = bare / "arm/lib"
    lib.mkdir(parents=True)
    data = bytearray(Path(str(mpich.library)).read_bytes())
    data[18:20] = (183).to_bytes(2, "little")
    (lib / "libmpi.so.12").write_bytes(data)
    (found,) = catalog.add(bare / "arm")
    assert "built for aarch64" in found.problems[0].message


def test_mixed_path_is_noted(bare: Path, mpich: Mpi, openmpi: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    front = bare / "front"
    front.mkdir()
    (front / "mpiexec").symlink_to(Path(openmpi.prefix, "bin/mpiexec"))
    monkeypatch.setenv("PATH", f"{front}:{mpich.prefix}/bin:{os.environ['PATH']}")
    found = next(mpi for mpi in catalog.find_all() if mpi.family == "openmpi")
    (problem,) = [problem for problem in found.problems if problem.code == "mixed-path"]
    assert "is of Open MPI" in problem.message and "builds for MPICH" in problem.message
    assert not problem.fatal


def test_answers_are_kept_until_the_file_changes(bare: Path, mpich: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    catalog.add(mirror(mpich, bare / "kept"))
    asked: list[str] = []

    def counted(argv: object, **more: object) -> process.Completed:
        asked.append(str(argv))
        return real(argv, **more)  # type: ignore[arg-type]

    real = process.run
    monkeypatch.setattr(process, "run", counted)
    assert [mpi.name for mpi in catalog.find_all()] == ["mpich"]
    assert asked == []
    os.utime(bare / "kept/bin/mpiexec.hydra")
    catalog.find_all()
    assert len(asked) == 1 and "--version" in asked[0]


@pytest.mark.parametrize("name", ["", "mvapich", "no/such"])
def test_only_wheels_can_be_installed(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be installed"):
        install.install(name)


def test_install_without_network_leaves_nothing(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    with pytest.raises(EnvironmentProblem) as caught:
        install.install("mpich")
    assert caught.value.code == "no-network", caught.value
    assert [file.name for file in (bare / "data/rankwise/mpi").iterdir()] == [".mpich.lock"]


def test_elf_reader_against_the_running_interpreter(mpich: Mpi) -> None:
    facts = elf.read(str(mpich.library))
    assert facts is not None
    assert (facts.machine, facts.soname) == (os.uname().machine, "libmpi.so.12")
    assert "libc.so.6" in facts.needed
    assert "$ORIGIN" in facts.runpath
    assert elf.read(__file__) is None
    assert elf.read("/no/such/file") is None


def test_truncated_libraries_do_not_break_the_reader(bare: Path, mpich: Mpi) -> None:
    whole = Path(str(mpich.library)).read_bytes()
    for length in (3, 20, 64, 500, 5000):
        (bare / "cut").write_bytes(whole[:length])
        facts = elf.read(bare / "cut")
        assert facts is None or facts.soname is None


def test_module_environment_is_what_the_module_changes(
    bare: Path, openmpi: Mpi, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A module system of one function: enough for what is asked of Lmod and Tcl modules alike.
    init = bare / "init"
    init.write_text('module() { [ "$1" = load ] && . "$MODULEPATH/$2"; }\nexport NOISE=initialised\n')
    (bare / "modulefiles/openmpi").mkdir(parents=True)
    (bare / "modulefiles/openmpi/5").write_text(
        f"export PATH={openmpi.prefix}/bin:$PATH SITE_FLAVOUR=tuned LD_LIBRARY_PATH={openmpi.prefix}/lib\n"
    )
    (bare / "modulefiles/gcc").write_text("false\n")
    monkeypatch.setattr(modules, "_INITS", (str(init),))
    monkeypatch.setenv("MODULEPATH", str(bare / "modulefiles"))
    (found,) = catalog.find_all()
    assert (found.name, found.where) == ("openmpi", "module openmpi/5")
    assert found.env == {"SITE_FLAVOUR": "tuned", "LD_LIBRARY_PATH": f"{openmpi.prefix}/lib"}
    assert next(modules.candidates(probe.KeptAnswers())).prefix == Path(openmpi.prefix)


@pytest.mark.each_mpi
def test_the_mpi_of_a_launcher_that_nobody_added_is_read_from_its_folders(
    any_mpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert any_mpi.launcher and any_mpi.library
    for file in (any_mpi.launcher, any_mpi.library):
        (found,) = catalog.around(Path(file))
        assert (found.family, found.version, found.prefix) == (any_mpi.family, any_mpi.version, any_mpi.prefix)
    assert catalog.of_launcher(Path(any_mpi.launcher), ()) == found
    assert catalog.find(found.name) == catalog.find(any_mpi.prefix) == found
    assert catalog.around(tmp_path / "mpirun") == []


def test_an_elf_header_that_points_beyond_every_file_is_read_as_none(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\x7fELF\x02\x01" + bytes(26) + b"\xff" * 8 + bytes(14) + b"\x38\0\x01\0" + bytes(6))
    assert elf.read(tmp_path / "x") is None


def test_a_library_that_ends_the_child_in_the_middle_of_its_answer_is_told(
    mpich: Mpi, bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = process.Completed(("python",), -9, 'words\nrankwise:["MPICH Ver', "")
    monkeypatch.setattr(probe, "ask", lambda *_: cut)
    library = probe._ask_library(Path(str(mpich.library)), Path(mpich.prefix))
    assert library is not None
    assert library.error == cut.describe()
    assert told(f"{cut.stdout}\nrankwise:[1]\nrankwise: hello") == [[1]]
