"""The short start did not end well: known words of launchers, or the last ones."""

from __future__ import annotations

import re

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, Start
from rankwise.diagnoses.findings import missing_library, no_program, other_launcher

# What launchers and libraries print, what it means, and what to do about it.
WORDS = (
    (
        r"run(ning)? .*as root",
        "Open MPI refuses to start ranks as root",
        "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1, or be another user",
    ),
    (
        r"not enough slots",
        "The line asks for more ranks than there are slots",
        "ask for fewer, name slots (-host n1:4), or add --map-by :OVERSUBSCRIBE",
    ),
    (
        r"Permission denied \(publickey|Host key verification failed",
        "ssh to another node asks for something",
        "`ssh HOST true` must work without a question: ssh-copy-id HOST; ssh-keyscan HOST >> ~/.ssh/known_hosts",
    ),
    (
        r"(hydra_pmi_proxy|hydra_bstrap_proxy|prted|orted)[^\n]*(not found|No such file)",
        "The MPI is not there on another node",
        "install it under the same path on every node, or put its bin into PATH of shells that are not interactive",
    ),
    (
        r"error while loading shared libraries: \S+",
        "A library is not found on the node of a rank",
        "set LD_LIBRARY_PATH on every node (-x LD_LIBRARY_PATH for Open MPI, -genv for Hydra)",
    ),
    (
        r"Could not resolve|Name or service not known|unable to resolve|nodename nor servname",
        "A host name does not resolve",
        "getent hosts NAME must answer the same on every node",
    ),
    (
        r"PMI[X2]?_?\w* *(init|Init)\w* *(failed|error)|pmi(x|2)?.*(mismatch|not supported)",
        "Library and launcher speak different PMIs",
        "srun --mpi=list shows what Slurm offers; --mpi=pmix for Open MPI, --mpi=pmi2 for MPICH and Intel MPI",
    ),
    (
        r"Bus error|signal 7\b",
        "Shared memory ran out in the middle of a start",
        "df /dev/shm; make room, or docker run --shm-size=1g",
    ),
    (
        r"No space left on device",
        "A file system of the start is full",
        "df /tmp /dev/shm; TMPDIR=/a/folder/with/room",
    ),
    (
        r"process_vm_(readv|writev)|Read -1, expected|CMA[^\n]*not permitted",
        "A rank may not read another rank's memory, and the library does not cope",
        "share namespaces between ranks; docker run --cap-add=SYS_PTRACE; sysctl kernel.yama.ptrace_scope=0",
    ),
    (
        r"Connection (refused|timed out)|No route to host",
        "A node cannot be reached, or a firewall closes ports",
        "rankwise map --hosts A,B says which pair, and in which direction",
    ),
)


WITHOUT_CAUSE = (
    "The start hangs",
    "The start fails",
    "Shared memory ran out in the middle of a start",
    "A file system of the start is full",
)
"""Titles that full shared memory explains."""


def _fixes(case: Case, title: str, fix: str) -> dict[str, str]:
    """What serves any MPI, and what this one has of its own."""
    own = case.fix("single-copy", "") if "read another rank's memory" in title else {}
    return {"any": fix, **({"mpiexec": own["mpiexec"]} if "mpiexec" in own else {})}


def _no_messages(case: Case, start: Start) -> Finding:
    """Every rank came back from MPI_Init, and the messages of the probe did not end."""
    mute = [rank for rank in case.ranks if not rank.transports]
    return finding(
        "no-messages",
        "MPI_Init works, and messages do not arrive",
        "critical",
        "The ranks met through the launcher; the network that the library chose between them does not carry messages.",
        seen={
            "short start": f"{len(mute)} of {len(case.ranks)} ranks were still waiting after {start.seconds:.0f} s",
            "hosts": ", ".join(sorted({rank.host for rank in case.ranks})),
            "last words": case.last_words or "nothing was printed",
        },
        fixes={"any": "name the network: btl_tcp_if_include NETWORK/PREFIX; UCX_NET_DEVICES=eth0; FI_TCP_IFACE=eth0"},
        verify="rankwise doctor --hosts A,B tries every connection between the nodes",
        mpi=case.family,
    )


def check(case: Case) -> Finding | None:
    """Nothing where another finding explains it."""
    start = case.start
    if start is None or any(other.check(case) for other in (no_program, missing_library, other_launcher)):
        return None
    waiting = [rank for rank in start.ranks if rank.world < 0]
    if start.status is None and start.ranks and not waiting and case.ranks[0].world > 1:
        return _no_messages(case, start)
    if start.status == 0 and not (waiting and case.library):
        return None
    known = next(((title, fix) for words, title, fix in WORDS if re.search(words, start.output)), None)
    last = case.last_words or "nothing was printed"
    seen = {"short start": f"{len(start.initialised)} of {case.asked or 'the'} ranks came back from MPI_Init"}
    if start.status is None:
        title = "The start hangs"
        where = ", ".join(sorted({rank.host for rank in waiting})) or "no rank began"
        seen["ended after"] = f"{start.seconds:.0f} s; inside MPI_Init: {len(waiting)} ranks ({where})"
        cause = "The job does not come out of its start."
    else:
        title = "The start fails"
        seen["status"] = str(start.status)
        cause = "The launcher, or MPI_Init, ended with an error."
    seen["last words"] = last
    if known:
        title, cause = known[0], f"{cause} Its words are those of a known problem."
    return finding(
        "start-failed",
        title,
        "critical",
        cause,
        seen=seen,
        fixes=_fixes(case, *known) if known else {"any": f"run the start by itself: {case.line()}"},
        verify=f"rankwise doctor -- {case.line()}",
        mpi=case.family,
    )
