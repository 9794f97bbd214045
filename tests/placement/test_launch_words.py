"""The words of a launch line that are the launcher's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.placement.launch_words import (
    check_program,
    expanded,
    hosts_of,
    options,
    ranks_of,
    set_by,
    with_ranks,
    without_hosts,
)


@pytest.mark.parametrize(
    ("line", "ranks"),
    [
        ("mpirun -n 2 ./app -n 1000", 2),
        ("mpirun -n 2 ./a -n 9 : -np 3 ./b -n 9", 5),
        ("mpirun --oversubscribe sh -n 1000", 0),
        ("mpirun --mca plm_rsh_agent ssh -np 4 ./app", 4),
        ("mpiexec -genv A 1 -genv B=2 -n 3 ./app -n 9", 3),
        ("mpirun -np=8 ./app", 8),
        ("srun -n8 ./app -n9", 8),
        ("srun --ntasks=8 --mpi=pmi2 ./app", 8),
        ("srun --ntasks 8 ./app", 8),
        ("srun --unknown /bin/sh -n 9", 0),
        ("env A=1 mpirun -n 3 ./app", 3),
        ("site-launcher -n 3 /bin/sh", 3),
        ("./app -n 1000", 0),
        ("./app -n 1000 in.dat", 0),
        ("mpirun", 0),
        ("mpirun -n", 0),
    ],
)
def test_ranks_are_those_that_the_launcher_is_asked_for(line: str, ranks: int) -> None:
    assert ranks_of(line.split()) == ranks


@pytest.mark.parametrize("option", ["--app {}", "-configfile {}", "--configfile={}"])
def test_a_file_of_programs_is_as_if_its_lines_were_typed(option: str, tmp_path: Path) -> None:
    file = tmp_path / "programs"
    file.write_text("# ours\n-np 2 --host n1:2 ./app 'a b'\n\n-np 2 --host n2:2 ./b # last\n")
    line = f"mpirun --bind-to core {option.format(file)}".split()
    typed = "mpirun --bind-to core -np 2 --host n1:2 ./app a+b : -np 2 --host n2:2 ./b"
    assert expanded(line) == [word.replace("+", " ") for word in typed.split()]
    assert expanded(["mpirun", "-n", "2", "./app", "--app", "x"]) == ["mpirun", "-n", "2", "./app", "--app", "x"]


@pytest.mark.parametrize(("text", "words"), [("# none\n", "has no program"), ("-n 1 ./a 'b\n", "cannot be split")])
def test_a_file_of_no_programs_is_refused(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "programs").write_text(text)
    with pytest.raises(UsageError, match=words):
        expanded(["mpirun", "--app", str(tmp_path / "programs")])
    with pytest.raises(UsageError, match="cannot read"):
        expanded(["mpirun", "--app", str(tmp_path / "missing")])


def test_options_are_kept_with_what_belongs_to_them() -> None:
    line = "mpirun --map-by sh --mca pml ob1 -x A=/b -v -n 2 true -x B=1"
    assert options(line.split()) == [
        ("--map-by", "sh"), ("--mca", "pml", "ob1"), ("-x", "A=/b"), ("-v",), ("-n", "2")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("mpirun --mca pml ob1 -n 2 ./app --mca btl tcp", [("--mca pml ob1", "OMPI_MCA_pml", "ob1")]),
        ("mpirun -x A -x B=1 ./a : -x C=2=3 ./b", [("-x B=1", "B", "1"), ("-x C=2=3", "C", "2=3")]),
        ("mpiexec -genv A 1 -env B=2 ./app", [("-genv A 1", "A", "1"), ("-env B=2", "B", "2")]),
        ("srun --export=ALL,A=1 ./app", [("--export=ALL,A=1", "A", "1")]),
        ("srun --export ALL,A=1 ./app", [("--export ALL,A=1", "A", "1")]),
        ("mpirun --prtemca a b ./app", []),
    ],
)
def test_what_a_line_sets_for_its_ranks(line: str, lines: list[tuple[str, str, str]]) -> None:
    assert list(set_by(line.split())) == lines


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("mpirun -n 2 ./app -n 1000", "mpirun -n 4 ./app -n 1000"),
        ("mpiexec -genv A 1 -np 3 -bind-to core ./app", "mpiexec -genv A 1 -n 4 -bind-to core ./app"),
        ("env A=1 srun --ntasks=8 --mpi=pmi2 ./app", "env A=1 srun -n 4 --mpi=pmi2 ./app"),
        ("mpirun --oversubscribe /bin/sh", "mpirun --oversubscribe -n 4 /bin/sh"),
    ],
)
def test_a_line_gets_another_number_of_ranks(line: str, changed: str) -> None:
    assert with_ranks(line.split(), 4) == changed.split()
    assert ranks_of(changed.split()) == 4


@pytest.mark.parametrize(
    ("line", "printed"), [("./app -n 2", "starts no ranks"), ("mpirun -n 2 a : -n 1 b", "several programs")]
)
def test_a_line_whose_ranks_nobody_knows_stays(line: str, printed: str) -> None:
    with pytest.raises(UsageError, match=printed):
        with_ranks(line.split(), 4)


@pytest.mark.parametrize(
    ("line", "hosts", "rest"),
    [
        ("mpiexec -hosts n1,n2:4 -ppn 1 -n 2 ./a -hosts x", ("n1", "n2"), "mpiexec -n 2 ./a -hosts x"),
        ("mpirun --host n1:1,n1:1,n2:1 --map-by slot --bind-to none -n 3 ./a", ("n1", "n2"),
         "mpirun --bind-to none -n 3 ./a"),
        ("mpiexec -launcher rsh -launcher-exec /bin/true -hosts n[1-2] -n 2 ./a", ("n1", "n2"),
         "mpiexec -launcher rsh -launcher-exec /bin/true -n 2 ./a"),
        ("mpiexec -n 2 ./a", (), "mpiexec -n 2 ./a"),
        ("mpiexec -hosts n1 -n 1 ./a : -n 1 ./b", ("n1",), "mpiexec -hosts n1 -n 1 ./a : -n 1 ./b"),
    ],
)  # fmt: skip
def test_hosts_of_a_line_and_the_line_without(line: str, hosts: tuple[str, ...], rest: str) -> None:
    assert hosts_of(line.split()) == hosts
    assert without_hosts(line.split()) == rest.split()


def test_hosts_of_a_file_are_those_of_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    file.write_text("# ours\nn1:4\n\nn2 slots=2\nn1\n")
    assert hosts_of(["mpiexec", "-f", str(file), "-n", "6", "./a"]) == ("n1", "n2")
    with pytest.raises(UsageError, match=r"hosts\.gone"):
        hosts_of(["mpiexec", "-f", f"{file}.gone", "-n", "6", "./a"])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("mpiexec -launcher rsh -launcher-exec -hosts a,b -n 2 ./ring", "no-agent"),
        ("mpiexec -launcher-exec $RANKWISE_AGENT -hosts a,b -n 2 ./ring", "not-expanded"),
        ("mpirun --prtemca plm_ssh_agent ${AGENT} -n 2 ./ring", "not-expanded"),
        ("mpiexec -launcher-exec /bin/agent -hosts a,b -n 2 ./ring $HOME", ""),
    ],
)
def test_a_value_that_was_lost_on_its_way_through_shells_is_told(line: str, code: str) -> None:
    if not code:
        check_program(line.split())
        return
    with pytest.raises(UsageError) as error:
        check_program(line.split())
    assert error.value.code == code
