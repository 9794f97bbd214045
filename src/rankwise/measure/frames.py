"""What the engine says: frames found in a stream of bytes, and each frame as a typed message."""

from __future__ import annotations

import re
import zlib

import msgspec

from rankwise.core.records import GroupTimes, RankFacts
from rankwise.core.words import Text

_MARK = re.compile(rb"@rw1 (\d{1,9}) ([0-9a-f]{8}) ")
_MOST_BYTES = 1 << 26  # of one frame; 100,000 samples take 2 MB
_LONGEST_HEAD = len(b"@rw1 123456789 01234567 ")


PROTOCOL = 2
"""Of commands and frames. Raise it, and `protocol` of `main.cpp` with it, when an engine of the last release would not
understand a command or would mean something else by a frame."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """Base of everything the engine says."""


class Hello(Message, tag="hello", frozen=True, kw_only=True):
    """A rank's process has reached the tool, before MPI_Init. `guess` is its rank by the launcher's environment.

    `protocol` is that of its frames and commands (0: of a release that did not say), `source` the hash of the source
    that it was built from, empty where it was built by hand.
    """

    guess: int
    host: Text
    pid: int
    protocol: int = 0
    source: Text = ""


class ReadyFrame(Message, tag="ready", frozen=True, kw_only=True):
    """A rank of `size` is through MPI_Init and waits for commands. Rank 0 names the library."""

    size: int
    facts: RankFacts
    library: Text


class VisitFrame(Message, tag="visit", frozen=True, kw_only=True):
    """One group's result of a visit, with the bytes and messages that one transfer counts.

    `took_s`: seconds of the whole visit, `sampling_s` of its samples with the waits between them.
    """

    visit: int
    times: GroupTimes
    bytes_per_transfer: float
    messages_per_transfer: float
    took_s: float = 0.0
    sampling_s: float = 0.0


class Connected(Message, tag="connect", frozen=True, kw_only=True):
    """First and second message to each peer of the first rank, one way, and what its memory grew by."""

    visit: int
    first: tuple[float, ...]
    second: tuple[float, ...]
    rss_growth: int


class Held(Message, tag="held", frozen=True, kw_only=True):
    """What a rank's process holds: bytes, shared pages in parts (`pss`) or private ones alone (`uss`), those that the
    kernel holds for its open sockets (`kernel`), and those that an adapter has registered (`pinned`, in the first two
    too). Bytes are 0 where the kernel does not tell them."""

    visit: int
    rank: int
    pss: int
    uss: int
    sockets: int
    kernel: int = 0
    pinned: int = 0


class Done(Message, tag="done", frozen=True, kw_only=True):
    """A rank has finished a command and sleeps again.

    `clock_offset_ns` is how far its clock is ahead of rank 0's by its model, wrong by at most `clock_error` seconds.
    `clock_miss` is the model's true error in seconds, known only where a distorted clock was planted.
    """

    visit: int
    rank: int
    clock_error: float
    clock_offset_ns: int = 0
    clock_miss: float | None = None


class Stuck(Message, tag="stuck", frozen=True, kw_only=True):
    """A rank's own watchdog: it did not finish a visit in time, and ends its process."""

    rank: int
    cell: Text
    phase: Text


class Failed(Message, tag="error", frozen=True, kw_only=True):
    """A visit failed on a rank: `refused` (cannot run), `payload` (wrong data), `mpi` (MPI's own words)."""

    kind: Text
    rank: int
    message: Text
    cell: Text
    visit: int = -1
    group: int = 0
    phase: Text = ""


class Probed(Message, tag="probe", frozen=True, kw_only=True):
    """A probe has begun: where it listens, which boot of which machine it is on, how many CPUs it may use there."""

    name: Text
    host: Text
    port: int
    boot: Text
    cpus: int


class Reached(Message, tag="reach", frozen=True, kw_only=True):
    """What became of one call from probe to probe: `state` as in `probes.STATES`; `took` in seconds."""

    id: int
    label: Text
    state: Text
    peer: Text
    error: Text
    took: float


class Counter(Message, tag="counter", frozen=True, kw_only=True):
    """Bytes that one network interface has received and sent since it exists."""

    id: int
    interface: Text
    received: int
    sent: int


class Counted(Message, tag="counted", frozen=True, kw_only=True):
    """All counters of one answer have been said."""

    id: int


Frame = (
    Hello | ReadyFrame | VisitFrame | Connected | Held | Done | Stuck | Failed | Probed | Reached | Counter | Counted
)
_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


class FrameReader:
    """Finds frames in bytes that arrive in pieces, with foreign output before, between and inside them.

    `damaged` counts frames that began and never came whole; reading goes on behind them.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self.damaged = 0
        self.foreign = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes."""
        self._bytes += data
        return list(self._frames(final=False))

    def finish(self) -> list[Frame]:
        """The frames still inside once no more bytes can come."""
        return list(self._frames(final=True))

    def _frames(self, *, final: bool) -> list[Frame]:
        frames: list[Frame] = []
        position = 0
        while match := _MARK.search(self._bytes, position):
            begin, length, checksum = match.end(), int(match[1]), int(match[2], 16)
            body = bytes(self._bytes[begin : begin + length]) if length <= _MOST_BYTES else b""
            whole = len(body) == length
            if whole and zlib.crc32(body) == checksum:
                self.foreign += self._bytes[position : match.start()]
                position = begin + length
                try:
                    frames.append(_decoder.decode(body))
                except msgspec.DecodeError:  # whole, and not of this protocol
                    self.damaged += 1
            elif whole or length > _MOST_BYTES or final or _MARK.search(self._bytes, begin):
                # Cut or overwritten: what follows may hold the next mark, so only this mark is given up.
                self.damaged += 1
                self.foreign += self._bytes[position:begin]
                position = begin
            else:
                break
        rest = self._bytes[position:]
        if not final and not _MARK.search(rest):
            keep = rest[-_LONGEST_HEAD:]
            self.foreign += rest[: len(rest) - len(keep)]
            rest = keep
        self._bytes = rest if not final else bytearray()
        return frames
