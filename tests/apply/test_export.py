"""A tuning as files of the MPI itself."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from builders.tunings import a_rule, a_tuning, rule_line
from rankwise.apply.builds import differences, tuned_build
from rankwise.apply.carry import carry
from rankwise.apply.environment import merged, variables
from rankwise.apply.export import FORMATS, Exported, export
from rankwise.apply.records import ExportedTuning
from rankwise.core.errors import UsageError
from rankwise.core.records import Change, Mpi
from rankwise.mpis.impi.rules import as_json
from rankwise.mpis.openmpi.family import forwarded
from rankwise.mpis.rules import UNLIMITED
from rankwise.tuning.records import TuningLine

NASTY = "a b'c\"d$e\\f"


def exported(
    family: str, folder: Path, *formats: str, lines: tuple[TuningLine, ...] = (), version: str = "5.0.11"
) -> ExportedTuning:
    mpi = Mpi(name=family, family=family, version=version, prefix="/x", where="test")  # type: ignore[arg-type]
    lines = lines or (rule_line(a_rule()), TuningLine(id="x", why="w", undo="u", knobs={"env:UCX_TLS": NASTY}))
    change = carry(lines, mpi, folder)
    given = variables(change, [folder / "libx.so"])
    return export(Exported(a_tuning(lines=lines, mpi=mpi), mpi, change, given, folder), formats or FORMATS)


def test_a_shell_reads_the_environment_as_it_was_meant(tmp_path: Path) -> None:
    exported("openmpi", tmp_path)
    names = ("UCX_TLS", "OMPI_MCA_coll_tuned_use_dynamic_rules", "LD_PRELOAD")
    script = f'. {tmp_path}/environment.sh; printf "%s|%s|%s" ' + " ".join(f'"${name}"' for name in names)
    for own, expected in ((None, f"{tmp_path}/libx.so"), ("", f"{tmp_path}/libx.so")):
        env = {"PATH": os.defpath, **({} if own is None else {"LD_PRELOAD": own})}
        done = subprocess.run(["sh", "-c", script], env=env, capture_output=True, text=True, check=True)
        assert done.stdout == f"{NASTY}|1|{expected}"


def test_files_of_open_mpi(tmp_path: Path) -> None:
    found = exported("openmpi", tmp_path)
    names = {Path(name).name for name in found.files}
    assert names >= {"openmpi-rules.conf", "environment.sh", "mca-params.conf", "mpirun.tune", "tuning.sbatch"}
    assert found.left_out == (
        "mpirun.tune cannot hold UCX_TLS: a value has blanks, quotes or semicolons, or is for mpirun alone",
        "openmpi 5.0.11 reads no rules in JSON for this tuning",
    )
    lines = (tmp_path / "mca-params.conf").read_text().splitlines()
    assert f"coll_tuned_dynamic_rules_filename = {tmp_path}/openmpi-rules.conf" in lines
    assert "# Not for this file, but for the environment: UCX_TLS LD_PRELOAD" in lines


def test_a_parameter_of_open_mpi_is_the_same_by_its_variable(tmp_path: Path) -> None:
    lines = (TuningLine(id="x", why="", undo="", knobs={"env:OMPI_MCA_pml": "ob1", "mca:btl": "self,sm"}),)
    assert not [words for words in exported("openmpi", tmp_path, lines=lines).left_out if "mpirun.tune" in words]
    assert {"pml = ob1", "btl = self,sm"} <= set((tmp_path / "mca-params.conf").read_text().splitlines())
    assert {"--mca pml ob1", "--mca btl self,sm"} <= set((tmp_path / "mpirun.tune").read_text().splitlines())


def test_what_mpirun_reads_itself_is_in_no_file_that_sends_to_ranks(tmp_path: Path) -> None:
    name = "PRTE_MCA_hwloc_default_binding_policy"
    lines = (TuningLine(id="x", why="", undo="", knobs={f"env:{name}": "none", "env:UCX_TLS": "sm"}),)
    (left,) = (words for words in exported("openmpi", tmp_path, lines=lines).left_out if "mpirun.tune" in words)
    assert left.startswith(f"mpirun.tune cannot hold {name}: ")
    assert "-x UCX_TLS=sm" in (tmp_path / "mpirun.tune").read_text().splitlines()
    assert name not in (tmp_path / "mpirun.tune").read_text()
    assert f"export {name}=none" in (tmp_path / "environment.sh").read_text().splitlines()


def test_a_value_of_a_variable_sets_no_second_one(tmp_path: Path) -> None:
    """Open MPI 4 joins what `-x` names by semicolons, and splits it there again."""
    lines = (TuningLine(id="x", why="", undo="", knobs={"env:FI_PROVIDER": "tcp;BASH_ENV=x", "mca:btl": "a;b"}),)
    (left,) = (words for words in exported("openmpi", tmp_path, lines=lines).left_out if "mpirun.tune" in words)
    assert left.startswith("mpirun.tune cannot hold FI_PROVIDER: ")
    assert "--mca btl a;b" in (tmp_path / "mpirun.tune").read_text().splitlines()
    assert "BASH_ENV" not in (tmp_path / "mpirun.tune").read_text()


SENT = {"env:UCX_TLS": "sm", "env:GLIBC_TUNABLES": "a=1:b=2", "env:UCX_X": "1;2", "mca:pml": "ucx"}


def test_open_mpi_sends_what_it_would_leave_behind(tmp_path: Path) -> None:
    lines = (TuningLine(id="x", why="", undo="", knobs=SENT),)
    names = ("environment.sh", "tuning.sbatch", "t.tcl", "t.lua")
    found = exported("openmpi", tmp_path, lines=lines)
    words = "Open MPI sends other nodes not all of them: add -x UCX_X to its line"
    for name in names:
        assert f" {words}\n" in (tmp_path / name).read_text()
        assert found.files[str(tmp_path / name)].endswith(f"; {words}")
    script = f'. {tmp_path}/environment.sh; printf "%s" "$OMPI_MCA_mca_base_env_list"'
    for own, expected in (("", ""), ("MINE;THEIRS", ";MINE;THEIRS")):
        env = {"PATH": os.defpath, "OMPI_MCA_mca_base_env_list": own}
        done = subprocess.run(["sh", "-c", script], env=env, capture_output=True, text=True, check=True)
        assert done.stdout == f"UCX_TLS;GLIBC_TUNABLES=a=1:b=2;LD_PRELOAD{expected}"
    tcl, lua = ((tmp_path / name).read_text().splitlines() for name in names[2:])
    assert "prepend-path -d {;} OMPI_MCA_mca_base_env_list {UCX_TLS;GLIBC_TUNABLES=a=1:b=2;LD_PRELOAD}" in tcl
    assert "prepend-path -d {:} GLIBC_TUNABLES {a=1:b=2}" in tcl
    assert 'prepend_path("OMPI_MCA_mca_base_env_list", "UCX_TLS;GLIBC_TUNABLES=a=1:b=2;LD_PRELOAD", ";")' in lua


def test_what_is_not_sent_is_reported(tmp_path: Path) -> None:
    """Open MPI 4 refuses a line with `-x` where a list of variables is set; other MPIs send everything."""
    lines = (TuningLine(id="x", why="", undo="", knobs=SENT),)
    exported("openmpi", tmp_path / "4", lines=lines, version="4.1.4")
    text = (tmp_path / "4" / "environment.sh").read_text()
    assert "add -x UCX_TLS -x GLIBC_TUNABLES -x UCX_X -x LD_PRELOAD to its line" in text
    assert "mca_base_env_list" not in text
    exported("mpich", tmp_path / "mpich", lines=(TuningLine(id="x", why="", undo="", knobs={"env:UCX_TLS": "sm"}),))
    text = (tmp_path / "mpich" / "environment.sh").read_text()
    assert "sends other nodes" not in text
    assert "mca_base_env_list" not in text


def test_the_switch_of_a_preload_is_named_wherever_it_is_set(tmp_path: Path) -> None:
    names = ("environment.sh", "t.tcl", "t.lua", "tuning.sbatch")
    quiet = TuningLine(id="yield", why="", undo="", preload="noyield")
    exported("openmpi", tmp_path / "with", lines=(quiet,))
    exported("openmpi", tmp_path / "without")
    for name in names:
        assert "RANKWISE_YIELD=1" in (tmp_path / "with" / name).read_text()
        assert "RANKWISE_YIELD" not in (tmp_path / "without" / name).read_text()


def test_a_format_that_an_mpi_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no MCA parameter files"):
        exported("impi", tmp_path, "mca")
    with pytest.raises(UsageError, match="unknown format 'yaml'"):
        exported("impi", tmp_path, "yaml")


def test_the_tree_of_intel_has_no_preset_for_other_sizes() -> None:
    tree = json.loads(as_json([a_rule("bcast", "3", 64, 1024), a_rule("bcast", "5", 4096, UNLIMITED)]))
    assert tree["coll=Bcast"]["ppn=-1"]["comm_size=2"]["comm_id=-1"] == {
        "msg_size=63": {"BCAST=-1": {}},
        "msg_size=1024": {"BCAST=3": {}},
        "msg_size=4095": {"BCAST=-1": {}},
        "msg_size=-1": {"BCAST=5": {}},
    }


def test_variables_reach_every_program_of_a_line_of_open_mpi() -> None:
    line = ["mpirun", "-n", "1", "./a", ":", "-n", "1", "./b"]
    sent = ["-x", "UCX_TLS"]
    assert forwarded(line, ["OMPI_MCA_pml", "UCX_TLS"]) == [
        "mpirun", *sent, "-n", "1", "./a", ":", *sent, "-n", "1", "./b"
    ]  # fmt: skip
    own = forwarded(line, ["UCX_TLS"], lambda part: {"UCX_TLS"} if "./a" in part else ())
    assert own == ["mpirun", "-n", "1", "./a", ":", *sent, "-n", "1", "./b"]


def test_what_the_user_had_set_is_told() -> None:
    own = {"A": "1", "B": "2", "LD_PRELOAD": "mine.so", "GLIBC_TUNABLES": "x=1"}
    env, told = merged(own, {"A": "9", "B": "2", "LD_PRELOAD": "ours.so", "GLIBC_TUNABLES": "y=2"})
    assert env == {"A": "9", "B": "2", "LD_PRELOAD": "ours.so:mine.so", "GLIBC_TUNABLES": "y=2:x=1"}
    assert told == ["your A=1 is replaced by the tuning's 9"]


def test_values_that_no_variable_can_hold() -> None:
    with pytest.raises(UsageError, match="more than one line"):
        variables(Change(knobs={"env:A": "1\n2"}))
    with pytest.raises(UsageError, match="unknown knob 'pml'"):
        variables(Change(knobs={"pml": "ucx"}))


def test_builds_differ_by_their_library_and_not_by_its_place(tmp_path: Path) -> None:
    files = []
    for name, text in (("a", "one"), ("b", "one"), ("c", "two")):
        (tmp_path / name).write_text(text)
        files.append(Mpi(name=name, family="mpich", version="5", prefix="/", where="t", library=str(tmp_path / name)))
    build = tuned_build(files[0])
    assert differences(build, files[1]) == ()
    assert len(differences(build, files[2])) == 1
    assert "SHA-256" in differences(build, files[2])[0]
