"""One of each thing that people add (`addition.py` says what that is)."""

from __future__ import annotations

from builders.addition import Addition
from builders.additions_seen import COMMAND, KIND, OPTION

KERNEL = Addition(
    section="A kernel",
    limit=2,
    files={
        "measure/engine/kernels/sampled.hpp": """// A kernel that a test adds.
#pragma once

#include "pingpong.hpp"

namespace rw::kernels {

constexpr Kernel sampled_row() {
    Kernel row = pingpongs[0];
    row.name = "sampled";
    row.definition = "Half a round trip, added by a test";
    return row;
}
inline constexpr std::array sampled{sampled_row()};

}  // namespace rw::kernels
""",
        "measure/engine/kernels.hpp": (
            ('#include "kernels/random.hpp"\n', '#include "kernels/random.hpp"\n#include "kernels/sampled.hpp"\n'),
            ("void for_each_kernel(Visitor visit) {\n",
             "void for_each_kernel(Visitor visit) {\n"
             "    for (const Kernel& kernel : kernels::sampled) visit(kernel);\n"),
        ),
    },
)  # fmt: skip

PARAMETER = Addition(
    section="A parameter of cells",
    limit=4,
    files={
        "core/records/plan.py": (
            ('    buffers: Prose = ""\n', '    buffers: Prose = ""\n    offset_bytes: int = 0\n'),
        ),
        "core/cell_parameters.py": (
            ("    buffers: str\n", "    buffers: str\n    offset_bytes: int\n"),
            (
                '    CellParameter(\n        name="load",\n',
                """    CellParameter(
        name="offset_bytes",
        wire="offset",
        meaning="bytes by which buffers are displaced, below 8",
        part=lambda cell: f"offset{cell.offset_bytes}",
        words=lambda cell: f"displaced by {cell.offset_bytes}",
        option=count(("--offset",), "Displace buffers by so many bytes.", default=1, form=lambda kernel: kernel.typed),
    ),
    CellParameter(
        name="load",
""",
            ),
        ),
        "measure/engine/parameters.hpp": (
            (
                "        w.one_place = one_place_;\n",
                """        w.one_place = one_place_;
        w.offset = offset_;
        if (w.offset >= 8) throw CellRefused("an offset of " + std::to_string(w.offset) + " is not below 8");
""",
            ),
            (
                '        asked.window_ = command.number<int>("window", 1);\n',
                """        asked.window_ = command.number<int>("window", 1);
        asked.offset_ = command.number<std::size_t>("offset", 0);
""",
            ),
            ("    int window_ = 1;\n", "    int window_ = 1;\n    std::size_t offset_ = 0;\n"),
        ),
        "measure/engine/work.hpp": (
            ("    bool one_place = false;", "    std::size_t offset = 0;\n    bool one_place = false;"),
        ),
    },
    works="""
from rankwise.measure.cells import cell
from rankwise.measure.visits import DEFAULT_OPTIONS, visit_line
from rankwise.report.tables import CELL_COLUMNS
from rankwise.report.words import parameters
moved = cell("m", "pingpong", 8, (0, 1), offset_bytes=3)
assert moved.id == "m/pingpong/8/0-1/offset3"
assert "offset=3" in visit_line(1, moved, DEFAULT_OPTIONS, 20.0).split()
assert parameters(moved) == "displaced by 3"
assert "offset_bytes" in CELL_COLUMNS
assert "--offset" in cli("bench", "--help")
assert "offset_bytes" in schema()["$defs"]["Cell"]["properties"]
""",
)

MPI = Addition(
    section="An MPI",
    limit=3,
    files={
        "mpis/sampled.py": '''"""Sampled MPI, which a test adds: an MPICH under another name."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rankwise.mpis.family import RankVariables
from rankwise.mpis.mpich.family import FAMILY as MPICH

FAMILY = replace(
    MPICH,
    name="sampled",
    title="Sampled MPI",
    library=re.compile(r"Sampled MPI (\\\\S+)"),
    packages=(),
    ranks=RankVariables(rank=("SAMPLED_RANK",), size=("SAMPLED_SIZE",)),
)
'''.replace("\\\\", "\\"),
        "mpis/families.py": (
            ("import cray, mvapich\n", "import cray, mvapich, sampled\n"),
            ("OPENMPI, MPICH)", "OPENMPI, MPICH, sampled.FAMILY)"),
        ),
        "core/records/launch.py": (('"unknown"]\n', '"unknown", "sampled"]\n'),),
    },
    works="""
import msgspec
from rankwise.core.records import Mpi
from rankwise.diagnoses.hung_job import _world
from rankwise.mpis.families import family_of_library
from rankwise.mpis.running_job import joined
from rankwise.mpis.rank_variables import header
family, version = family_of_library("Sampled MPI 3.1")
assert (family.name, version) == ("sampled", "3.1")
found = msgspec.convert({"name": "s", "family": "sampled", "version": version, "prefix": "/s", "where": "here"}, Mpi)
assert joined({"SAMPLED_RANK": "2", "SAMPLED_SIZE": "4"}).rank == 2
assert _world({"SAMPLED_SIZE": "4"}) == 4
assert '"SAMPLED_RANK"' in header()
assert "sampled" in schema()["$defs"]["Mpi"]["properties"]["family"]["enum"]
""",
)

KNOB = Addition(
    section="A knob",
    limit=1,
    files={
        "mpis/mpich/knobs.py": (
            (
                "HINTS = {\n",
                'HINTS = {\n    "env:MPIR_CVAR_SAMPLED": hint("transport", "what a test adds", "manual"),\n',
            ),
        ),
    },
    works="""
from rankwise.mpis.families import FAMILIES
for family in ("mpich", "impi", "mvapich"):
    assert family == "impi" or FAMILIES[family].hints["env:MPIR_CVAR_SAMPLED"].changes == "what a test adds"
""",
)

FINDING = Addition(
    section="A finding of a job",
    limit=2,
    files={
        "diagnoses/findings/sampled.py": '''"""A variable that a test sets."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Where SAMPLED is set."""
    if "SAMPLED" not in case.environ:
        return None
    return finding("sampled", "SAMPLED is set", "warning", "A test set it.", seen={}, fixes={}, verify="env")
''',
        "diagnoses/table.py": (
            ("diagnoses.findings import (\n", "diagnoses.findings import (\n    sampled,\n"),
            (
                '= {\n    "launcher of another MPI"',
                '= {\n    "what a test adds": sampled.check,\n    "launcher of another MPI"',
            ),
        ),
    },
    works="""
from pathlib import Path
from builders.runs import mpi
from rankwise.diagnoses.case import Case, TrialStart
from rankwise.diagnoses.table import findings_of
from recorded.machines import node
def named(environ):
    library = Path("/opt/mpich/lib/libmpi.so.12")
    case = Case(argv=("mpiexec", "-n", "2", "/bin/true"), environ=environ, node=node("two-socket-smt"),
                launcher="/opt/mpiexec", launcher_mpi=mpi("mpich"), program=Path("/bin/true"), library=library,
                library_mpi=mpi("mpich"), asked=2, start=TrialStart((), "", 0, 0.3))
    return [finding.id for finding in findings_of(case)]
assert "sampled" in named({"SAMPLED": "1"}) and "sampled" not in named({})
""",
)

FORMAT = Addition(
    section="A format",
    limit=2,
    files={
        "apply/export.py": (
            ("_WRITERS = {", '''def _sampled(what: Exported) -> _Written:
    return _put(what, "sampled.txt", list(what.variables), "a test reads it")


_WRITERS = {
    "sampled": _sampled,
    **{'''),
            ('"sbatch": _sbatch}\n', '"sbatch": _sbatch},\n}\n'),
        ),
        "verbs/tune/files.py": (("json, module, sbatch or all", "json, module, sampled, sbatch or all"),),
    },
    works="""
import tempfile
from pathlib import Path
from builders.tunings import a_tuning
from rankwise.apply.export import FORMATS, Exported, export
from rankwise.core.records import Change, Mpi
from rankwise.tuning.records import TuningLine
mpi = Mpi(name="mpich", family="mpich", version="5", prefix="/x", where="test")
with tempfile.TemporaryDirectory() as folder:
    lines = (TuningLine(id="x", why="", undo="", knobs={"env:UCX_TLS": "tcp"}),)
    written = export(
        Exported(a_tuning(lines=lines, mpi=mpi), mpi, Change(), {"UCX_TLS": "tcp"}, Path(folder)), ("sampled",)
    )
    assert Path(folder, "sampled.txt").read_text() == "UCX_TLS\\\\n"
    assert list(written.files) == [f"{folder}/sampled.txt"]
words = " ".join(cli("tune", "export", "--help").split())
assert all(name in words.partition("Formats to write")[2].partition("--")[0] for name in FORMATS), words
""".replace("\\\\", "\\"),
)  # fmt: skip

ADDITIONS = (KERNEL, PARAMETER, MPI, KNOB, FINDING, FORMAT, COMMAND, OPTION, KIND)
