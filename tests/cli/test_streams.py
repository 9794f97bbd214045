"""What a terminal cannot show is written in ASCII; what a terminal ends is ended in order."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

MAIN = "from rankwise.cli.main import main; main()"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_that_an_encoding_lacks_are_replaced(encoding: str) -> None:
    code = (
        "from rankwise.cli.streams import write_what_can_be_written as w; w(); print('10 us \u00b12 % \u2192 \u4e16')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=True
    )
    expected = {"ascii": b"10 us +-2 % -> ?\n", "latin-1": b"10 us \xb12 % -> ?\n"}[encoding]
    assert done.stdout == expected


def test_a_reader_that_went_away_is_no_error_also_for_what_is_coloured() -> None:
    """`machine draw | head -1` ended with 1, the answer that a command has for no."""
    code = (
        "from rich.text import Text\n"
        "from rankwise.cli.envelope import written\n"
        "from rankwise.report.console import print_lines\n"
        "with written():\n"
        "    print_lines([Text('x')])\n"
    )
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(("ignored", "status"), [(False, 130), (True, 0)])
def test_a_lost_terminal_ends_a_command_in_order_unless_nohup_says_otherwise(ignored: bool, status: int) -> None:
    code = (
        "import os, signal, sys\n"
        "from rankwise.cli.envelope import Answer, answered\n"
        f"signal.signal(signal.SIGHUP, signal.SIG_{'IGN' if ignored else 'DFL'})\n"  # whatever this test has
        "def x():\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    return Answer({})\n"
        "answered('x', x, as_json=False, quiet=False)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert done.returncode != -signal.SIGHUP


@pytest.mark.parametrize(
    ("ending", "well"), [("return Answer({'notes': ['late']})", True), ("raise KeyboardInterrupt", False)]
)
def test_a_command_that_answers_in_lines_ends_in_a_line(ending: str, well: bool) -> None:
    code = (
        "from rankwise.cli.envelope import Answer, answered, tell_line\n"
        "def x():\n"
        "    tell_line('x', {'notes': []})\n"
        f"    {ending}\n"
        "answered('x', x, as_json=True, quiet=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, well]


def test_dashes_without_a_command_are_refused() -> None:
    for words in (["tune", "--budget", "5s", "--"], ["compare", "default", "bind=none", "--"]):
        done = subprocess.run([sys.executable, "-c", MAIN, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "nothing follows `--`" in done.stderr
