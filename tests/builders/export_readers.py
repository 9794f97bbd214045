"""What `bash`, `tclsh` and `lua` read in exported files: names and values, by programs that read many at one start."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from builders.drawn_tunings import to_export, tunings
from rankwise.apply.export import FORMATS, export
from rankwise.core.files import make, put
from rankwise.mpis.families import FAMILIES
from rankwise.tuning.records import Tuning

# Each prints for every folder of its standard input the variables that its file sets: `NAME HEX`, then `end`.
_BASH = r"""
while IFS= read -r folder; do
    (
        cd "$1" || exit 9
        . "$folder/$2"
        while IFS= read -r name; do
            [ -n "${!name+set}" ] && printf '%s %s\n' "$name" "$(printf %s "${!name}" | od -An -v -tx1 | tr -d ' \n')"
        done < "$folder/names"
        true
    ) || echo failed
    echo end
done
"""
_TCL = r"""
proc hex text { binary scan [encoding convertto utf-8 $text] H* found; return $found }
cd [lindex $argv 0]
while {[gets stdin folder] >= 0} {
    set reader [interp create]
    $reader alias module-whatis list
    $reader alias setenv apply {{name value} { puts "$name [hex $value]" }}
    $reader alias prepend-path apply {{d between name value} { puts "$name [hex $value]" }}
    if {[catch {$reader eval [list source -encoding utf-8 [glob $folder/*.tcl]]} why]} { puts "failed $why" }
    interp delete $reader
    puts end
}
"""
_LUA = r"""
local function hex(text) return (text:gsub(".", function(letter) return string.format("%02x", letter:byte()) end)) end
local function told(name, value) print(name .. " " .. hex(value)) end
setenv, prepend_path, whatis = told, told, function() end
for folder in io.lines() do
    local name = io.open(folder .. "/lua"):read("l")
    local ok, why = pcall(function() assert(loadfile(folder .. "/" .. name))() end)
    if not ok then print("failed " .. why) end
    print("end")
end
"""


READERS = {
    "bash": ("bash", _BASH, "environment.sh"),
    "sbatch": ("bash", _BASH, "tuning.sbatch"),
    "tclsh": ("tclsh", _TCL, ""),
    "lua": ("lua", _LUA, ""),
}
"""By name: the program, what it runs, and the file of each export that it reads (modules: by its kind)."""


def drawn(count: int) -> list[Tuning]:
    """So many tunings, the same in every run."""
    found: list[Tuning] = []

    @settings(
        max_examples=count, database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(tunings())
    def draw(tuning: Tuning) -> None:
        found.append(tuning)

    draw()
    return found[:count]


def differences(sample: Sequence[Tuning], folder: Path) -> list[str]:
    """What readers of the exports of these tunings read otherwise than was meant, and what they ran: nothing."""
    canary = make(folder / "canary")
    folders = [make(folder / str(index)) for index in range(len(sample))]
    meant = [_exported(tuning, place) for tuning, place in zip(sample, folders, strict=True)]
    wrong = []
    for reader in READERS:
        read = _read(reader, folders, canary)
        extra = {"SLURM_EXPORT_ENV": "ALL"} if reader == "sbatch" else {}
        for place, wanted, found in zip(folders, meant, read, strict=True):
            if (wanted | extra) != found:
                wrong.append(f"{reader} of {place}: {found} in place of {wanted}")
    wrong += [f"{file} was made" for file in canary.iterdir()]
    for place in folders:  # Slurm takes a line for its own by its beginning alone
        lines = (place / "tuning.sbatch").read_text().splitlines()
        wrong += [f"{place}: {line}" for line in lines if line.lstrip().startswith(("#SBATCH", "#PBS", "#BSUB"))]
    return wrong


def _exported(tuning: Tuning, folder: Path) -> dict[str, str]:
    """The variables that files in this folder, which are written, set."""
    what = to_export(tuning, folder)
    export(what, FORMATS)
    variables, _ = FAMILIES[what.mpi.family].sent(what.mpi, what.variables)
    put(folder / "lua", f"{next(folder.glob('*.lua')).name}\n")
    put(folder / "names", "".join(f"{name}\n" for name in (*variables, "SLURM_EXPORT_ENV")))
    return variables


def _read(reader: str, folders: Sequence[Path], canary: Path) -> list[dict[str, str]]:
    """The variables that a reader finds in each of these folders, started once with `canary` as its folder."""
    program, text, file = READERS[reader]
    script = put(canary.parent / f"read.{reader}", text)
    done = subprocess.run(
        [program, str(script), str(canary), file],
        input="".join(f"{folder}\n" for folder in folders).encode(),
        capture_output=True,
        cwd=canary,
        env={"PATH": "/usr/bin:/bin", "HOME": str(canary), "LC_ALL": "C.UTF-8"},
        check=True,
    )
    found: list[dict[str, str]] = [{}]
    for line in done.stdout.decode().splitlines():
        name, _, value = line.partition(" ")
        if name == "end":
            found.append({})
        else:
            found[-1][name] = value if name == "failed" else bytes.fromhex(value).decode("utf-8", "replace")
    assert len(found) == len(folders) + 1, done.stderr.decode()[:2000]
    return found[:-1]
