"""Nothing stays behind, whoever dies and when; nothing that is not ours is touched."""

import os
import select
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from rankwise.cluster.plan import read_plan
from rankwise.core.errors import RankwiseError
from rankwise.core.process import Job, run
from rankwise.lab import calibrate, control, endpoint, state
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import STAGES, up

pytestmark = pytest.mark.netns


@pytest.fixture
def another(lab: Lab, plan_file: Path) -> Lab:
    """A second lab beside the shared one, for tests that destroy it."""
    return up(read_plan(plan_file), name="another", lifetime_s=3600)


def processes_of(name: str) -> list[str]:
    """Processes of a lab, by the folder on their command line; the dead that nobody has collected yet do not count."""
    listed = run(["ps", "-ww", "-eo", "stat=,pid=,args="], timeout_s=100).stdout.splitlines()
    return [line for line in listed if f"/labs/{name}/" in line and not line.startswith("Z")]


def all_end(name: str) -> bool:
    """Whether every process of a lab ends by itself; which one is the last is chance."""
    for line in processes_of(name):
        wait_for_end(int(line.split()[1]))
    return processes_of(name) == []


def wait_for_end(pid: int) -> None:
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    ended, _, _ = select.select([handle], [], [], 100.0)
    os.close(handle)
    assert ended


def test_down_ends_everything(another: Lab) -> None:
    job = Job.start(endpoint.command_line(another, "n1", ["sh", "-c", "setsid sleep 1000 & echo on; wait"]))
    assert job.popen.stdout is not None and job.popen.stdout.readline() == b"on\n"
    assert processes_of("another")
    assert down("another")
    assert all_end("another"), "also the one that asked for the command"
    assert not Path(another.folder).exists()
    assert down("another") is False
    job.kill_rest()


@pytest.mark.parametrize("how", ["", "rootless=True, rates_only=True"])
@pytest.mark.parametrize("stage", STAGES)
def test_killed_while_coming_up(lab: Lab, plan_file: Path, stage: str, how: str) -> None:
    """Stopped by the test before each stage, and killed there."""
    script = (
        "import sys; from pathlib import Path\n"
        "from rankwise.lab.up import up; from rankwise.cluster.plan import read_plan\n"
        f"begins = lambda stage: stage == {stage!r} and (print('half-way', flush=True), sys.stdin.read())\n"
        f"up(read_plan(Path(sys.argv[1])), name='half', lifetime_s=3600, begins=begins, {how})"
    )
    reader, writer = os.pipe()
    with open(reader, "rb") as stdin:
        job = Job.start([sys.executable, "-c", script, str(plan_file)], stdin=stdin)
    assert job.popen.stdout is not None and job.popen.stdout.readline() == b"half-way\n"
    half = state.load("half")
    assert (half is not None and state.alive(half)) == (stage != "keeper")
    os.kill(job.popen.pid, signal.SIGKILL)
    job.popen.wait()
    os.close(writer)
    if half is not None:
        wait_for_end(half.keeper_pid)
    assert all_end("half")
    assert down("half")
    assert not state.folder_of("half").exists()
    job.kill_rest()


def test_after_the_switch_was_killed(another: Lab) -> None:
    listed = run(["ps", "-ww", "-eo", "pid=,args="], timeout_s=100).stdout.splitlines()
    (switch,) = [line for line in listed if "rankwise-lab-switch" in line and another.folder in line]
    pid = int(switch.split()[0])
    os.kill(pid, signal.SIGKILL)
    wait_for_end(pid)
    with pytest.raises(RankwiseError, match="does not answer"):
        control.counters(another)
    assert down("another")
    assert processes_of("another") == []


def test_a_dead_lab_makes_room(another: Lab, plan_file: Path) -> None:
    os.kill(another.keeper_pid, signal.SIGKILL)
    wait_for_end(another.keeper_pid)
    with pytest.raises(RankwiseError, match="its processes are gone"):
        state.choose("another")
    up(read_plan(plan_file), name="another", lifetime_s=3600)
    assert down("another")


def test_a_reused_process_number_is_spared(lab: Lab) -> None:
    innocent = Job.start(["sleep", "1000"])
    folder = state.folder_of("stale")
    folder.mkdir()
    stale = msgspec.structs.replace(
        lab, name="stale", folder=str(folder), keeper_pid=innocent.popen.pid, keeper_start=lab.keeper_start
    )
    state.save(stale)
    assert down("stale")
    assert innocent.popen.poll() is None
    innocent.stop()


def test_what_is_asked_below_the_floor_is_refused(lab: Lab, tmp_path: Path, plan_file: Path) -> None:
    file = tmp_path / "cluster.toml"
    file.write_text(plan_file.read_text().replace('"200us"', '"1us"'))
    with pytest.raises(RankwiseError, match="the floor of this machine is") as caught:
        up(read_plan(file), name="fast")
    assert "slowdown" in caught.value.hint
    assert "fast" not in state.names()
    assert processes_of("fast") == []


def test_a_network_that_is_a_little_too_fast_for_this_machine_is_slowed(
    own_state: None, plan_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate, "excess_s", lambda lab, link: (250e-6, 250e-6))
    plan = read_plan(plan_file)
    slowed = up(plan, name="slowed", lifetime_s=3600)
    try:
        assert {net.name: net.slowdown for net in slowed.plan.networks} == {"slow": 1.0, "fast": 2.0, "pcie": 2.0}
        assert {link.delay_s for link in slowed.links} == {300e-6, 400e-6}
        assert "slower here than declared" in slowed.warnings[0]
    finally:
        down("slowed")


def test_a_lab_that_is_interrupted_while_it_ends_leaves_nothing(
    own_state: None, plan_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def interrupted(name: str) -> bool:
        calls.append(name)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return down(name)

    monkeypatch.setattr(calibrate, "excess_s", lambda lab, link: (250e-6, 250e-6))  # it ends, to come up slower
    monkeypatch.setattr("rankwise.lab.up.down", interrupted)
    with pytest.raises(KeyboardInterrupt):
        up(read_plan(plan_file), name="interrupted", lifetime_s=3600)
    assert calls == ["interrupted"] * 2
    assert "interrupted" not in state.names() and processes_of("interrupted") == []


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to become another user")
def test_without_root(tmp_path_factory: pytest.TempPathFactory, lab: Lab, plan_file: Path) -> None:
    home = Path("/var/tmp/rankwise-test-home")
    home.mkdir()
    try:
        program = home / "rankwise-lab-endpoint"
        program.write_bytes(endpoint.build().endpoint.read_bytes())
        program.chmod(0o755)
        (home / "sockets").mkdir()
        for path in (home, home / "sockets"):
            os.chown(path, 65534, 65534)
        drop = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        hold = [program, "hold", "--keeper", "--user-namespace", "--sockets", home / "sockets", "--name", "keeper"]
        keeper = Job.start([*drop, *hold], stdin=-1, cwd="/")
        assert keeper.popen.stdout is not None
        assert keeper.popen.stdout.readline().strip().isdigit()
        done = run([*drop, program, "exec", home / "sockets", "keeper", "hostname"], timeout_s=100, cwd="/")
        assert done.stdout == "keeper\n"
        assert keeper.popen.stdin is not None
        keeper.popen.stdin.close()  # the owner is gone, so is the keeper
        keeper.kill_rest()
    finally:
        for path in sorted(home.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        home.rmdir()
