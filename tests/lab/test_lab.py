import signal
from pathlib import Path

import pytest

from builders.lab_probes import comes, one_way, says, stream
from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.process import Job, run
from rankwise.lab import control, endpoint, state
from rankwise.lab.records import Lab
from rankwise.lab.up import up

pytestmark = pytest.mark.netns


def test_each_endpoint_is_a_machine_of_its_own(lab: Lab) -> None:
    names = endpoint.endpoint_names(lab)
    assert names == ["head", "n1", "n1-mic0", "n1-mic1", "n2", "n2-mic0", "n2-mic1"]
    assert [says(lab, name, "hostname") for name in names] == names
    for kind in ("net", "uts", "ipc", "pid", "mnt"):
        assert len({says(lab, name, f"readlink /proc/self/ns/{kind}") for name in names}) == len(names)


def test_files_of_one_are_not_seen_by_another(lab: Lab) -> None:
    says(lab, "n1", "echo here > /dev/shm/mark; echo here > /tmp/mark")
    assert says(lab, "n1", "cat /dev/shm/mark /tmp/mark") == "here\nhere"
    assert "mark" not in says(lab, "n2", "ls /dev/shm")  # other tests kill ranks there
    assert "mark" not in says(lab, "n2", "ls /tmp")
    assert not Path("/dev/shm/mark").exists()
    assert says(lab, "n1", "stat -f -c '%b %s' /dev/shm | { read a b; echo $((a * b)); }") == str(64 << 20)


def test_processes_of_one_are_not_seen_by_another(lab: Lab) -> None:
    here = Job.start(endpoint.command_line(lab, "n1", ["sh", "-c", "echo on; exec sleep 1357.9"]))
    try:
        assert here.popen.stdout is not None and here.popen.stdout.readline() == b"on\n"
        sleeping = "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c '[s]leep 1357.9' || true"
        assert [says(lab, name, sleeping) for name in ("n1", "n2", "head")] == ["1", "0", "0"]
    finally:
        here.stop()


def test_devices_are_those_of_the_endpoint(lab: Lab) -> None:
    assert says(lab, "n1", "ls /sys/class/net").split() == ["eth0", "ib0", "lo", "mic0", "mic1"]
    assert says(lab, "n2-mic1", "ls /sys/class/net").split() == ["lo", "mic0"]


def test_names_lead_to_addresses(lab: Lab) -> None:
    assert says(lab, "n1", "getent hosts n2").split() == ["10.33.1.2", "n2"]
    assert says(lab, "n1", "getent hosts n2-fast").split() == ["10.34.1.2", "n2-fast"]
    assert says(lab, "n1-mic1", "getent hosts host").split() == ["172.31.2.254", "host", "n1", "n1-pcie"]


def test_status_and_signals_come_through(lab: Lab) -> None:
    assert endpoint.run(lab, "n1", ["sh", "-c", "exit 7"]).returncode == 7
    assert endpoint.run(lab, "n1", ["no-such-program"]).returncode == 127
    job = Job.start(
        endpoint.command_line(lab, "n1", ["sh", "-c", "trap 'exit 9' TERM; echo on; while :; do wait; done"])
    )
    assert job.popen.stdout is not None and job.popen.stdout.readline() == b"on\n"
    job.popen.send_signal(signal.SIGTERM)
    assert job.popen.wait(100) == 9


def test_a_command_ends_with_the_one_who_asked_for_it(lab: Lab) -> None:
    job = Job.start(endpoint.command_line(lab, "n1", ["sh", "-c", "echo $$; exec sleep 1000"]))
    assert job.popen.stdout is not None
    pid = job.popen.stdout.readline().decode().strip()
    job.popen.kill()
    job.popen.wait()
    # `tail --pid` returns when the process is gone.
    assert endpoint.run(lab, "n1", ["tail", "--pid", pid, "-f", "/dev/null"], timeout_s=100).ok


def test_agent_speaks_like_ssh_from_anywhere(lab: Lab) -> None:
    agent = endpoint.agent_of(lab)
    for host in ("n2", "10.33.1.2", "10.34.1.2", "n2-fast"):
        done = endpoint.run(lab, "head", [agent, "-x", host, "X=one;", "echo", "$X", "two;", "hostname; exit 4"])
        assert (done.stdout, done.returncode) == ("one two\nn2\n", 4)
    # A host launches on its own cards, which nobody else can reach.
    assert endpoint.run(lab, "n1", [agent, "n1-mic1", "hostname"]).stdout == "n1-mic1\n"
    assert "no endpoint 'mars'" in endpoint.run(lab, "head", [agent, "mars", "true"]).stderr


def test_delay_is_never_shorter_than_declared(lab: Lab) -> None:
    for address, delay_s in (("10.33.1.2", 300e-6), ("10.34.1.2", 200e-6)):
        rows = one_way(lab, "n1", "n2", address)
        assert rows
        assert min(min(row) for row in rows) * 1e-9 >= delay_s - lab.overhead_s


def test_rate_is_never_above_declared(lab: Lab) -> None:
    size = 1 << 18
    for address, rate, delay_s in (("10.33.1.2", 20e6, 300e-6), ("10.34.1.2", 200e6, 200e-6)):
        took_ns = stream(lab, "n1", "n2", address, size)
        assert took_ns is not None
        assert took_ns * 1e-9 >= size / rate + delay_s - lab.overhead_s


def test_static_pair_reaches_the_node_and_nothing_else(lab: Lab) -> None:
    assert comes(lab, "n1-mic0", "n1", "172.31.1.254")
    assert comes(lab, "n1-mic0", "n1-mic1", "172.31.2.1")
    refused = endpoint.run(lab, "n1-mic0", ["sh", "-c", "ip route get 10.33.1.2"])
    assert "unreachable" in refused.stderr


def test_counters_say_where_bytes_went(lab: Lab) -> None:
    number = {(port.network, port.endpoint): i for i, port in enumerate(lab.ports)}
    a, b = number["fast", "n1"], number["fast", "n2"]

    def sent() -> int:
        return sum(c.sent_bytes for c in control.counters(lab) if (c.source, c.target) == (a, b))

    before = sent()
    assert stream(lab, "n1", "n2", "10.34.1.2", 1 << 20)
    assert sent() - before >= 3 << 20  # three messages and those before


def test_only_one_of_a_name(lab: Lab) -> None:
    with pytest.raises(UsageError, match="is up already"):
        up(lab.plan)


def test_unknown_endpoint_is_named(lab: Lab) -> None:
    with pytest.raises(UsageError, match="no endpoint 'n9'") as caught:
        endpoint.run(lab, "n9", ["true"])
    assert "n1-mic0" in caught.value.hint
    with pytest.raises(RankwiseError, match="'other' is not up"):
        state.choose("other")


def test_nothing_is_made_outside(lab: Lab) -> None:
    assert not list(Path("/run/netns").glob("*"))
    names = run(["ip", "-o", "link"], timeout_s=100).stdout
    assert "ib0" not in names and "mic0" not in names
