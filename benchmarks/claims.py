"""What rankwise claims: a row each, a sentence that a user cares about. A benchmark names the claim that it proves.

The figures of a claim are the goals of its benchmarks that are judged; it holds when all of them are met.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.kept import Result
from benchmarks.table import BENCHMARKS, Benchmark


@dataclass(frozen=True)
class Claim:
    """`anchor`: what its figure is held against. `headline`: proven by `make bench`."""

    id: str
    sentence: str
    anchor: str
    headline: bool = False

    @property
    def benchmarks(self) -> tuple[Benchmark, ...]:
        return tuple(row for row in BENCHMARKS if row.claim == self.id)

    def status(self, results: dict[str, Result], stale: set[str]) -> str:
        """*holds*, *missed*, *stale*, *not measured* or *cannot tell*. A figure of older code proves nothing, nor does
        one of a busy machine."""
        mine = [results.get(row.name) for row in self.benchmarks]
        if any(result is not None and result.outcome == "cannot tell" for result in mine):
            return "cannot tell"
        judged = [result.holds for result in mine if result is not None]
        if len(judged) < len(mine) or None in judged:
            return "not measured"
        if any(row.name in stale for row in self.benchmarks):
            return "stale"
        return "holds" if all(judged) else "missed"


CLAIMS: tuple[Claim, ...] = (
    # The headline: ten questions that `make bench` answers.
    Claim("fidelity", "A PingPong and a Sendrecv take as long as IMB says.", "IMB-MPI1, held and alternated", True),
    Claim("duration", "A size curve is known to 2 % in a third of the time that IMB takes, or less.",
          "tables of IMB by the same estimator", True),
    Claim("verdicts", "Identical sides are not called different, and a difference of 5 % is found.",
          "two launches of one build; a build that is 5 % slower", True),
    Claim("tune-grid", "`tune` reaches nine tenths of what any setting gains.",
          "an exhaustive grid of algorithms", True),
    Claim("relay", "By relays, a message between far cards reaches four fifths of the slowest link, and other pairs "
          "lose nothing.", "the declared links of a lab", True),
    Claim("map-declared", "What `map` and `survey` say that a path allows is what was declared.",
          "the declared links of a lab", True),
    Claim("trace", "A trace costs a call some tens of nanoseconds, and what it counts is true.",
          "a wrapper that takes the time; Open MPI's own monitoring; a planted late rank", True),
    Claim("doctor", "`doctor` names the fault and the place, and accuses nothing else.",
          "faults planted in a lab", True),
    Claim("improve-ring", "`improve` makes a ring on a cluster of hosts and cards twice as fast, and proves it.",
          "the default order of ranks", True),
    Claim("start", "Commands answer at once, and `rankwise run` costs a program nothing.",
          "the same program without it", True),
    # Accuracy.
    Claim("peers", "Every kernel measures what its peer of IMB measures, overlap too.", "IMB-MPI1, IMB-NBC, IMB-RMA"),
    Claim("sweep", "All of IMB-MPI1 is known to 2 % in the time of a few runs of it.", "IMB's default run, repeated"),
    Claim("intervals", "Intervals and verdicts keep their promises.", "later visits; other launches; made-up truth"),
    Claim("classes", "Paths are sorted into their classes, and of thousands of endpoints the one slow cable is found.",
          "made-up truth; simulated machines; SimGrid"),
    Claim("projection", "Memory projected to 16,384 processes contains the truth.", "drawn cases of six kinds"),
    Claim("start-up", "Start-up at scale comes out as projected.", "the largest process count, held out"),
    Claim("machines", "Published machines are as published, and simulated ones take what their curves say.",
          "published tables; sizes held out; studies"),
    # Tuning on one machine.
    Claim("tune-each", "`tune` finds settings of MPICH, Open MPI and Intel MPI that stand verification.",
          "another process, unseen sizes"),
    Claim("tune-grid-others", "So it does with Open MPI and Intel MPI.", "an exhaustive grid; `mpitune_fast`"),
    Claim("tune-hints", "The search needs little of what was seen elsewhere.", "the same search with hints"),
    Claim("tune-again", "A tuned library is left alone.", "a search on top of its tuning"),
    Claim("planted-tunings", "Verification passes a gain of a tenth and refuses nothing as a gain.",
          "planted slowdowns"),
    Claim("improve-node", "`improve` finds on one node what `tune -- COMMAND` finds.", "`tune` with the same budget"),
    Claim("place", "An order of ranks, and a route through relays, is near the best of all.",
          "all orders and routes of random machines"),
    Claim("resources", "Messages that share an adapter, a link or a memory take as long as SimGrid says, and a map "
          "finds what is shared.", "hand-written sums; the engine on SimGrid; resources declared in labs; none there"),
    Claim("schedules", "The checker accepts every schedule that is made and refuses every broken one, and calls that "
          "schedules leave to the library cost little more.", "execution in random orders; the same calls without"),
    # Labs.
    Claim("links", "The links of a lab are as declared, and a map of slow links says what IMB says.",
          "iperf3, ping-pongs, one-way delays; IMB-MPI1 in a lab"),
    Claim("plantings", "A map names the broken node or pair, a survey what is wrong between nodes, and neither accuses "
          "anything else.", "faults and causes planted in labs; healthy labs"),
    Claim("rails", "Two rails bring almost twice of one.", "each rail alone"),
    Claim("relay-mpi4py", "Relayed programs get what they get without.", "mpi4py's own tests"),
    Claim("kills", "A relayed job ends well when a part of it dies.", "processes killed at drawn moments"),
    Claim("tune-lab", "`tune` makes collectives over slow links faster.", "the default, other launches"),
    Claim("collectives-lab", "Schedules make collectives on a cluster of hosts and cards faster.",
          "the default; the bound of the declared links"),
    Claim("place-lab", "Orders of ranks are as fast as the model says.", "a ring in fourteen orders in a lab"),
    Claim("improve-ring-others", "So it does with Open MPI and Intel MPI.", "the default order of ranks"),
    Claim("improve-exchanges", "`improve` makes a halo exchange and a transpose on that cluster faster.",
          "the default order of ranks"),
    Claim("improve-equal", "`improve` names no gain where there is none.", "equal hosts on equal links"),
    # Device buffers.
    Claim("device-truth", "Copies to and from a device take the declared time.", "a device in software"),
    Claim("device-overhead", "Device buffers cost calls on host memory little.", "the same calls without the library"),
    Claim("device-stages", "A device pointer costs little more than copies by hand, and a message in pieces no more "
          "than its slowest stage.", "copies by hand; each stage alone"),
    Claim("device-programs", "Programs get on device memory what they get on host memory.", "random programs"),
    Claim("device-datatypes", "Strided data on a device is sent ten times as fast as row by row.", "copies by hand"),
    Claim("gpu", "So it is on a real GPU.", "copies by hand; MPICH with UCX for CUDA"),
    # Programs that ship with rankwise.
    Claim("programs-right", "Programs are right on any number of ranks, and notice a message that is not.",
          "other numbers of ranks, MPIs and SimGrid; planted faults"),
    Claim("programs-speed", "Programs compute as fast as memory and good libraries allow.",
          "a copy of memory; scipy.fft; NumPy"),
    Claim("programs-decide", "Programs tell a setting that matters from one that does not, and in which phase; "
          "`improve` ends in an answer for each.",
          "settings of known effect; identical sides; planted slowness; each MPI"),
    Claim("programs-asian", "Option pricing on a cluster of cards, simulated and in a lab, is as fast as its paths "
          "allow, and has the published shape.",
          "latency and rate of the declared paths"),
    Claim("programs-cost", "Programs start and are built in little time, and need the memory that they plan.",
          "their own launch line; `--plan`"),
    # What breaks, is large or hostile.
    Claim("doctor-jobs", "`doctor -- LINE` names what is wrong with a job, and nothing in a healthy one.",
          "problems planted in jobs"),
    Claim("watch", "`watch` names the rank that is late while the job runs, and nobody in a healthy job.",
          "jobs with a late rank; one job alone and watched"),
    Claim("explain", "`doctor --explain` tells which rank runs where, without a start.", "launch lines"),
    Claim("doctor-logs", "`doctor --log` names the cause of a failure that it knows, and none in a healthy log.",
          "public reports; jobs that fail"),
    Claim("doctor-hang", "`doctor` names the call in which a job hangs and the rank to blame.", "programs that hang"),
    Claim("faults", "A fault in the middle of a command leaves nothing behind and is named.", "injected faults"),
    Claim("hostile", "No file, folder or name that somebody sends crashes a reader, writes or runs anything.",
          "hostile cases; inputs that a fuzzer makes"),
    Claim("outside", "Of trouble that others reported in public the right answer comes first.", "published cases"),
    Claim("budgets", "A command ends within its budget.", "the budget and the start-up"),
    Claim("endurance", "Hundreds of runs in one process leak nothing.", "the first rounds"),
    Claim("programs-unchanged", "Programs with schedules, a trace or device buffers get what they get without.",
          "mpi4py's own tests"),
    Claim("large", "A large page, thousands of ranks and the checks of a node take seconds.", "declared limits"),
)  # fmt: skip

BY_ID = {claim.id: claim for claim in CLAIMS}
