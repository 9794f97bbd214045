"""Frames come out whole however the bytes that carry them were cut, mixed or damaged."""

import zlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.measure.frames import Done, FrameReader


def framed(visit: int, rank: int = 0) -> bytes:
    body = f'{{"t":"done","visit":{visit},"rank":{rank},"clock_error":0}}'.encode()
    return f"\n@rw1 {len(body)} {zlib.crc32(body):08x} ".encode() + body + b"\n"


def numbers(frames: list[object]) -> list[int]:
    return [frame.visit for frame in frames if isinstance(frame, Done)]


@given(cuts=st.lists(st.integers(0, 400), max_size=12), noise=st.text("ab @rw1\n0", max_size=30))
def test_any_cutting_gives_the_same_frames(cuts: list[int], noise: str) -> None:
    stream = b"".join(noise.encode() + framed(visit) for visit in range(4))
    reader, found = FrameReader(), []
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for begin, end in pairwise(edges):
        found += reader.feed(stream[begin:end])
    found += reader.finish()
    assert numbers(found) == [0, 1, 2, 3]


def test_a_line_printed_into_a_frame_costs_that_frame_only() -> None:
    broken = framed(1)
    broken = broken[:30] + b"WARNING: a library prints here\n" + broken[30:]
    reader = FrameReader()
    found = reader.feed(framed(0) + broken + framed(2)) + reader.finish()
    assert numbers(found) == [0, 2]
    assert reader.damaged == 1


def test_a_frame_that_lost_its_end_does_not_swallow_the_next() -> None:
    reader = FrameReader()
    found = reader.feed(framed(0)[:25] + framed(1)) + reader.finish()
    assert numbers(found) == [1]
    assert reader.damaged == 1


def test_half_a_frame_waits_for_its_other_half() -> None:
    reader = FrameReader()
    assert reader.feed(framed(7)[:20]) == []
    assert numbers(reader.feed(framed(7)[20:])) == [7]
    assert reader.damaged == 0


def test_a_frame_cut_at_the_very_end_is_counted_as_damaged() -> None:
    reader = FrameReader()
    assert reader.feed(framed(7)[:-9]) == []
    assert reader.finish() == []
    assert reader.damaged == 1


def test_what_is_not_a_frame_is_kept_as_foreign_output() -> None:
    reader = FrameReader()
    reader.feed(b"hello from the library" + framed(1))
    reader.finish()
    assert b"hello from the library" in reader.foreign


def test_a_changed_byte_is_never_taken_for_a_result() -> None:
    whole = framed(12345)
    for index in range(len(whole)):
        changed = bytearray(whole)
        changed[index] ^= 0x01
        found = FrameReader().feed(bytes(changed))
        assert numbers(found) in ([], [12345]), f"byte {index}"


@pytest.mark.parametrize("junk", [b"@rw1 ", b"@rw1 99999999 00000000 x", b"\x00\xff" * 50])
def test_junk_alone_gives_nothing(junk: bytes) -> None:
    reader = FrameReader()
    assert reader.feed(junk) == []
    assert reader.finish() == []
