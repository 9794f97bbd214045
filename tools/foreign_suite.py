"""MPICH's tests as their folder describes them (`testlist`, `Makefile.am`), and their programs, built for an MPI."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import process
from rankwise.core.records import Mpi

_OTHER_LANGUAGES = ("f77", "f90", "f08", "cxx")
_LISTS = ("testlist", "testlist.in")
_RUN = re.compile(r"^int run\(", re.MULTILINE)
"""What a test has whose `main` is in `util/run_mpitests.c`: most of the collectives since MPICH 5."""
_HEADERS = ("STDIO", "STDLIB", "STRING", "STRINGS", "STDARG", "STDINT", "UNISTD", "MEMORY", "PTHREAD", "SYS_TIME",
            "SYS_RESOURCE", "SYS_STAT", "SYS_TYPES", "INTTYPES", "SYS_UIO", "MATH", "SIGNAL", "ERRNO")  # fmt: skip
_HAVE = ("MPI_WIN_CREATE", "MPI_SPAWN", "MPI_IO", "MPI_INIT_THREAD", "LONG_DOUBLE", "LONG_LONG", "FLOAT__COMPLEX",
         "DOUBLE__COMPLEX", "LONG_DOUBLE__COMPLEX", "SETENV", "USLEEP", "GETTIMEOFDAY", "INT8_T", "INT16_T", "INT32_T",
         "INT64_T", "UINT8_T", "UINT16_T", "UINT32_T", "UINT64_T", "_BOOL", "TLS", "THREADS", "C99")  # fmt: skip


@dataclass(frozen=True)
class Test:
    """A line of a list: a program, how many ranks it has, and with which words and variables it starts."""

    folder: Path
    program: str
    ranks: int
    args: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    limit_s: float | None = None
    name: str = ""


def tests(root: Path) -> Iterator[Test]:
    """Every test of the lists below `root` that are of programs in C, in their order. Lists that only a configured
    folder has a name for (`@rmadir@`) are read as the folders that are there."""
    yield from _listed(root, root)


def _listed(root: Path, folder: Path) -> Iterator[Test]:
    lists = [folder / name for name in _LISTS if (folder / name).is_file()]
    for line in lists[0].read_text().splitlines() if lists else ():
        words = line.split("#", maxsplit=1)[0].split()
        if not words:
            continue
        if match := re.fullmatch(r"@(\w+)dir@", words[0]):
            words[0] = match[1] if (folder / match[1]).is_dir() else f"{match[1]}s"  # @errordir@ is `errors`
        name = re.sub(r"@\w+@", "", words[0])
        if not name or name in _OTHER_LANGUAGES:
            continue
        if (folder / name).is_dir():
            yield from _listed(root, folder / name)
        elif len(words) > 1 and words[1].isdecimal():
            yield _test(root, folder, name, int(words[1]), words[2:])


def _test(root: Path, folder: Path, name: str, ranks: int, words: list[str]) -> Test:
    given = [(key, value) for key, _, value in (word.partition("=") for word in words)]
    limits = [float(value) for key, value in given if key == "timeLimit" and value.isdecimal()]
    where = folder / Path(name).parent
    args = tuple(value for key, value in given if key == "arg")
    title = " ".join((str((where / Path(name).name).relative_to(root)), str(ranks), *args))
    env = tuple((key, value) for key, _, value in (v.partition("=") for k, v in given if k == "env"))
    return Test(where, Path(name).name, ranks, args, env, *limits[:1], name=title)


class Builds:
    """Programs of one MPI, each built once below `folder`; what many of them need is built first."""

    def __init__(self, root: Path, mpi: Mpi, folder: Path) -> None:
        self._root, self._folder = root, folder
        compiler = Path(mpi.compiler or "").with_name("mpicc")
        self._env = {**os.environ, **mpi.env, "PATH": f"{compiler.parent}:{os.environ['PATH']}"}
        folder.mkdir(parents=True, exist_ok=True)
        defined = [*(f"{name}_H" for name in _HEADERS), *_HAVE]
        text = "".join(f"#define HAVE_{name} 1\n" for name in defined)
        text += "#define STDC_HEADERS 1\n#define THREAD_PACKAGE_NAME THREAD_PACKAGE_POSIX\n"
        text += "#define THREAD_PACKAGE_POSIX 2\n#define MTEST_MPI_VERSION 4\n#define F77_NAME_LOWER_USCORE 1\n"
        for name in ("mpitestconf.h", "dtpoolsconf.h"):
            (folder / name).write_text(text)
        (folder / "mtest_mpix.h").write_text("")  # what an MPI may lack; tests that need it do not compile
        (folder / "beside").mkdir(exist_ok=True)  # dtpools asks for ../dtpoolsconf.h
        places = [folder, folder / "beside", root / "include", root / "dtpools/include"]
        self._compile = [str(compiler), "-g", "-O1", "-w", *(word for at in places for word in ("-I", str(at)))]
        self._shared = [part for source in self._sources() if (part := self._object(source))]
        self._main = [part] if (part := self._object(root / "util/run_mpitests.c")) else []
        self._made: dict[tuple[Path, str], Path | str] = {}

    def program(self, test: Test) -> Path | str:
        """The program, or why there is none: the first line of the compiler that says so."""
        key = test.folder, test.program
        if key not in self._made:
            self._made[key] = self._program(test)
        return self._made[key]

    def _sources(self) -> list[Path]:
        util = [self._root / "util" / f"mtest{part}.c" for part in ("", "_common", "_thread")]
        return [file for file in (*util, self._root / "util/dtypes.c", *sorted(self._root.glob("dtpools/src/*.c")))
                if file.is_file()]  # fmt: skip

    def _object(self, source: Path) -> str:
        part = self._folder / f"{source.stem}.o"
        done = process.run([*self._compile, "-c", source, "-o", part], timeout_s=120, env=self._env)
        return str(part) if done.ok else ""

    def _program(self, test: Test) -> Path | str:
        makefile = test.folder / "Makefile.am"
        rules = makefile.read_text().replace("\\\n", " ") if makefile.is_file() else ""
        sources = [file for word in _rule(rules, test.program, "SOURCES")
                   if (file := test.folder / word).suffix == ".c"]  # fmt: skip
        sources = sources or [test.folder / f"{test.program}.c"]
        if not all(source.is_file() for source in sources):
            return f"{sources[0].name} is not there"
        target = self._folder / test.folder.relative_to(self._root) / test.program
        target.parent.mkdir(parents=True, exist_ok=True)
        flags = [word for word in _rule(rules, test.program, "CPPFLAGS") if word.startswith("-D")]
        main = self._main if any(_RUN.search(source.read_text()) for source in sources) else []
        parts = [*map(str, sources), *main, *self._shared]
        line = [*self._compile, *flags, "-I", str(test.folder), *parts, "-o", str(target)]
        done = process.run([*line, "-lm", "-lpthread", "-ldl"], timeout_s=120, env=self._env)
        if done.ok:
            return target
        errors = [text for text in done.stderr.splitlines() if "error" in text or "undefined" in text]
        return (errors or ["does not compile"])[0]


def _rule(rules: str, program: str, kind: str) -> list[str]:
    match = re.search(rf"^{re.escape(program)}_{kind}\s*=(.*)$", rules, re.MULTILINE)
    return match[1].split() if match else []
