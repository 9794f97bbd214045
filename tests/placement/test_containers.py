"""Ranks in containers: what they lose, by namespaces that take the same things away, and real ranks in them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from builders.containers import apptainer
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi
from rankwise.measure import build
from rankwise.mpis import catalog
from rankwise.placement.choice import parse
from rankwise.placement.container_checks import ContainerStart, Starts, flag, lost_inside
from rankwise.placement.containers import lost_in
from rankwise.placement.program import program
from rankwise.placement.sides import make_sides
from rankwise.placement.where import Where
from rankwise.verbs.run.start import started_on

HELLO = Path(__file__).parents[1] / "hello"
NODE = ContainerStart(
    namespaces={kind: f"{kind}:[1]" for kind in ("user", "pid", "net", "uts", "ipc")},
    hostname="n1",
    memory="26",
    devices=frozenset({"/dev/infiniband/uverbs0", "/dev/xpmem"}),
)
OUTSIDE = Starts(NODE, NODE)
OTHER = {**NODE.namespaces, "user": "user:[2]"}


@pytest.mark.parametrize(
    ("command", "inside", "expected"),
    [
        ("apptainer exec x.sif", OUTSIDE, []),
        ("podman run x", Starts(replace(NODE, memory="27"), replace(NODE, memory="28")), [("shm", "--ipc=host")]),
        ("apptainer exec x.sif", Starts(NODE, replace(NODE, namespaces=OTHER), reads=False), [("single-copy", "shar")]),
        ("docker run x", replace(OUTSIDE, reads=False), [("single-copy", "--cap-add=SYS_PTRACE")]),
        (
            "docker run x",
            replace(OUTSIDE, first=replace(NODE, devices=frozenset())),
            [("devices", "--device=/dev/infiniband --device=/dev/xpmem ")],
        ),
        ("podman run x", replace(OUTSIDE, first=replace(NODE, variables=False)), [("pmi", "--env-host")]),
        ("ch-run x --", replace(OUTSIDE, first=replace(NODE, files=False)), [("pmi", "--unset-env")]),
        ("docker run x", replace(OUTSIDE, second=replace(NODE, hostname="b")), [("hostname", "--uts=host")]),
        ("docker run x", replace(OUTSIDE, first=replace(NODE, memlock_bytes=65536)), [("memlock", "memlock=-1")]),
        ("mybox x", replace(OUTSIDE, reads=False), [("single-copy", "CAP_SYS_PTRACE")]),
    ],
)
def test_what_a_container_takes_has_its_flag(command: str, inside: Starts, expected: list[tuple[str, str]]) -> None:
    found = lost_inside(command, OUTSIDE, inside)
    assert [one.id for one in found] == [f"container-{name}" for name, _ in expected]
    for one, (_, words) in zip(found, expected, strict=True):
        assert words in one.fixes[0].text
        assert one.verify.startswith(command)


def test_what_is_not_there_outside_is_not_lost() -> None:
    poor = replace(NODE, devices=frozenset(), memlock_bytes=65536)
    assert lost_inside("docker run x", Starts(poor, poor, reads=False), Starts(poor, poor, reads=False)) == []
    assert "--volume /opt/x:/opt/x" in flag("docker run x", "mount", ["/opt/x"])


@pytest.mark.netns
def test_real_starts_show_what_is_lost(tmp_path: Path) -> None:
    command = apptainer(tmp_path, own_memory=True)
    assert [one.id for one in lost_in(command, "/bin/sh")] == ["container-shm", "container-single-copy"]
    command = apptainer(tmp_path, own_memory=False, own_users=False)
    assert lost_in(command, "/bin/sh") == []
    closed = """env -i PATH=/bin:/usr/bin sh -c 'exec 9<&-; exec "$0" "$@"'"""
    assert [one.id for one in lost_in(closed)] == ["container-pmi"]
    with pytest.raises(EnvironmentProblem, match="/no/program is not there inside") as caught:
        lost_in(command, "/no/program")
    assert caught.value.hint == "`apptainer exec --bind /no ...`"
    with pytest.raises(EnvironmentProblem, match="`false` does not start"):
        lost_in("false")


@pytest.mark.netns
@pytest.mark.mpi(2)
def test_ranks_of_an_endpoints_file_run_in_their_container(
    any_mpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One rank inside, one outside; LD_LIBRARY_PATH is set again where the container has replaced it."""
    monkeypatch.setenv("RANKWISE_ALLOW", "container")
    command = apptainer(tmp_path, own_memory=False)
    script = tmp_path / "apptainer"
    script.write_text(
        script.read_text().replace("exec unshare", "export LD_LIBRARY_PATH=/none AGENT_HOST=box\nexec unshare")
    )
    file = tmp_path / "endpoints.toml"
    file.write_text(f'[[endpoint]]\nid = "out"\n[[endpoint]]\nid = "in"\ncontainer = "{command}"\n')
    with Where(endpoints=file).placement() as placement:
        sides, warnings = make_sides([any_mpi], placement, lambda _: None)
        assert "may not read each other's memory" in warnings[0] and "--sharens" in sides[0].hint
        spec, hello = sides[0].spec, str(build.engine_for(any_mpi, source=HELLO))
        places = tuple(msgspec.structs.replace(place, program=hello) for place in spec.places)
        assert places[1].wrapper[:3] == tuple(command.split())
        launch = catalog.launcher_for(any_mpi).command(any_mpi, msgspec.structs.replace(spec, places=places))
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert sorted(re.findall(r"rank=(\d) size=2 sum=1 .*host=(\w*)", done.stdout)) == [("0", ""), ("1", "box")]


@pytest.mark.netns
@pytest.mark.mpi(0)
def test_a_container_is_a_side_of_programs_and_stands_before_each(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANKWISE_ALLOW", "container")
    command = apptainer(tmp_path, own_memory=True)
    choice = parse(f"container={command}+env:X=1")
    assert (choice.container, choice.knobs) == (command, {"env:X": "1"})
    side = program(replace(choice, mpi=mpich.name), ["mpiexec", "-n", "1", "./a", "x", ":", "-n", "1", "./b"])
    words = command.split()
    assert side.argv[1:] == ("-n", "1", *words, "./a", "x", ":", "-n", "1", *words, "./b")
    assert [line.split("`: ")[1][:30] for line in side.warnings] == [
        "Each rank in the container has",
        "Ranks in the container may not",
    ]
    (tmp_path / "endpoints.toml").write_text(f'[[endpoint]]\nid = "a"\ncpus = [0]\ncontainer = "{command}"\n')
    with started_on(tmp_path / "endpoints.toml", ["./only-inside"], mpi=mpich.name) as line:
        assert line.argv[-6:] == ("taskset", "-c", "0", *words, "./only-inside")[-6:]
