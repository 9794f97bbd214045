"""The device in software behaves as a device does: what is wrong on a real one is wrong on it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.measure import software_device

START = """
import ctypes, mmap, os, subprocess, sys, time
cuda = ctypes.CDLL("libcuda.so.1")
u64, i32 = ctypes.c_uint64, ctypes.c_int
def must(status): assert status == 0, status
def start(device=0):
    must(cuda.cuInit(0))
    context = ctypes.c_void_p()
    must(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    must(cuda.cuCtxSetCurrent(context))
def allocate(size, call="cuMemAlloc_v2", *more):
    pointer = u64()
    must(getattr(cuda, call)(ctypes.byref(pointer), ctypes.c_size_t(size), *more))
    return pointer
def pinned(size, fill=0):
    pointer = allocate(size, "cuMemHostAlloc", 0)
    ctypes.memset(pointer.value, fill, size)
    return pointer, (ctypes.c_ubyte * size).from_address(pointer.value)
def attribute(name, pointer, kind=u64):
    value = kind()
    return cuda.cuPointerGetAttribute(ctypes.byref(value), name, pointer), value.value
size_t = ctypes.c_size_t
"""


def run(script: str, options: str = "") -> subprocess.CompletedProcess[str]:
    """A Python program that finds the software device."""
    env = {**os.environ, **software_device.environment(options)}
    argv = [sys.executable, "-c", START + textwrap.dedent(script)]
    return subprocess.run(argv, env=env, capture_output=True, text=True, timeout=200, check=False)


def holds(script: str, options: str = "") -> None:
    """The program's own assertions hold."""
    done = run(script, options)
    assert done.returncode == 0, done.stderr


def test_who_touches_device_memory_dies() -> None:
    done = run("start(); memory = allocate(4096)\nctypes.memset(memory.value, 1, 1)")
    assert done.returncode == -signal.SIGSEGV


def test_the_kernel_does_not_read_it_for_others() -> None:
    holds("""
        start()
        memory, (_, own) = allocate(4096), pinned(16)
        class Part(ctypes.Structure): _fields_ = [("base", u64), ("size", u64)]
        libc = ctypes.CDLL(None, use_errno=True)
        local, remote = Part(ctypes.addressof(own), 16), Part(memory.value, 16)
        assert libc.process_vm_readv(os.getpid(), ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) == -1
        assert ctypes.get_errno() == 14
    """)


def test_bytes_come_back_from_both_devices() -> None:
    holds("""
        start()
        for device in (0, 1):
            start(device)
            memory, data = allocate(100_000), bytes(range(250)) * 400
            must(cuda.cuMemcpyHtoD_v2(memory, data, size_t(100_000)))
            other = allocate(100_000)
            must(cuda.cuMemcpyDtoD_v2(other, memory, size_t(100_000)))
            back = ctypes.create_string_buffer(100_000)
            must(cuda.cuMemcpyDtoH_v2(back, other, size_t(100_000)))
            assert back.raw == data
            must(cuda.cuMemsetD8_v2(other, 7, size_t(99_999)))
            must(cuda.cuMemcpyDtoH_v2(back, other, size_t(100_000)))
            assert back.raw == bytes([7]) * 99_999 + data[-1:]
    """)


def test_a_forgotten_wait_delivers_old_bytes() -> None:
    holds(
        """
        start()
        size = 1_000_000
        memory, (pointer, host) = allocate(size), pinned(size, 1)
        must(cuda.cuMemsetD8_v2(memory, 2, size_t(size)))
        stream = u64()
        must(cuda.cuStreamCreate(ctypes.byref(stream), 0))
        looked_in_time = False
        while not looked_in_time:  # before the copy is due, though this process may stand still
            ctypes.memset(pointer.value, 1, size)
            begin_s = time.monotonic()
            must(cuda.cuMemcpyDtoHAsync_v2(pointer, memory, size_t(size), stream))
            seen = host[size - 1], cuda.cuStreamQuery(stream)
            looked_in_time = time.monotonic() - begin_s < size / 4e6
            must(cuda.cuStreamSynchronize(stream))
            assert bytes(host) == bytes([2]) * size
            must(cuda.cuStreamQuery(stream))
        assert seen == (1, 600)
        """,
        "d2h=4MB/s",
    )


def test_a_copy_of_pageable_memory_returns_before_it_has_arrived() -> None:
    """As 195 of 200 of 64 KiB did on an H200; not once the default stream is waited for, or the memory is told so."""
    holds("""
        start()
        size = 64 << 10
        memory, (pointer, host) = allocate(size), pinned(size)
        stream, on = u64(), ctypes.c_uint(1)
        must(cuda.cuStreamCreate(ctypes.byref(stream), 1))
        source = ctypes.create_string_buffer(size)
        def old(fill, wait=False):
            ctypes.memset(source, fill, size)
            must(cuda.cuMemcpyHtoD_v2(memory, source, size_t(size)))
            ctypes.memset(source, 0, size)  # it has been read
            if wait: must(cuda.cuStreamSynchronize(None))
            must(cuda.cuMemcpyDtoHAsync_v2(pointer, memory, size_t(size), stream))
            must(cuda.cuStreamSynchronize(stream))
            return host[size - 1] != fill
        assert any(old(fill) for fill in range(1, 100))
        assert not any(old(fill, wait=True) for fill in range(1, 100))
        must(cuda.cuPointerSetAttribute(ctypes.byref(on), 6, memory))
        assert attribute(6, memory, i32) == (0, 1)
        assert not any(old(fill) for fill in range(1, 100))
    """)


@pytest.mark.parametrize("way", ["to the device", "to the host"])
def test_a_copy_with_pageable_memory_is_waited_for_though_it_is_asynchronous(way: str) -> None:
    holds(
        f"""
        start()
        size = 200_000
        memory, stream, there = allocate(size), u64(), {way == "to the device"}
        host = ctypes.create_string_buffer(bytes([7]) * size, size)
        must(cuda.cuMemsetD8_v2(memory, 2, size_t(size)))
        must(cuda.cuStreamCreate(ctypes.byref(stream), 1))
        if there:
            must(cuda.cuMemcpyHtoDAsync_v2(memory, host, size_t(size), stream))
            must(cuda.cuStreamQuery(stream))
        else:
            must(cuda.cuMemcpyDtoHAsync_v2(host, memory, size_t(size), stream))
            assert host.raw == bytes([2]) * size
        """,
        "d2h=4MB/s,h2d=4MB/s",
    )


def test_copies_take_what_is_declared() -> None:
    """By the device's own events, which is exact: the schedule is computed, not measured."""
    holds(
        """
        start()
        size = 1 << 20
        memory, (pointer, _) = allocate(size), pinned(size)
        stream, events = u64(), [u64(), u64()]
        must(cuda.cuStreamCreate(ctypes.byref(stream), 1))
        for event in events: must(cuda.cuEventCreate(ctypes.byref(event), 0))
        given_in_time = False
        while not given_in_time:  # before the first copy is over
            must(cuda.cuMemcpyHtoDAsync_v2(memory, pointer, size_t(size), stream))
            must(cuda.cuEventRecord(events[0], stream))
            for _ in range(3): must(cuda.cuMemcpyHtoDAsync_v2(memory, pointer, size_t(size), stream))
            must(cuda.cuEventRecord(events[1], stream))
            given_in_time = cuda.cuEventQuery(events[0]) == 600
            must(cuda.cuEventSynchronize(events[1]))
        took_ms = ctypes.c_float()
        must(cuda.cuEventElapsedTime(ctypes.byref(took_ms), *events))
        assert abs(took_ms.value - 3 * size / 20e6 * 1e3) < 0.001, took_ms
        """,
        "h2d=20MB/s",
    )


def test_rows_of_a_matrix() -> None:
    holds("""
        start()
        class Rows(ctypes.Structure):
            _fields_ = [(f"{side}{name}", kind) for side in "sd" for name, kind in (("x", size_t), ("y", size_t),
                ("type", i32), ("host", u64), ("device", u64), ("array", u64), ("pitch", size_t))]
            _fields_ += [("width", size_t), ("height", size_t)]
        memory, (pointer, host) = allocate(64), pinned(64, 9)
        must(cuda.cuMemcpyHtoD_v2(memory, bytes(range(64)), size_t(64)))
        rows = Rows(stype=2, sdevice=memory.value, spitch=8, sx=2, sy=1, dtype=1, dhost=pointer.value, dpitch=4,
                    width=3, height=4)
        must(cuda.cuMemcpy2DAsync_v2(ctypes.byref(rows), None))
        must(cuda.cuStreamSynchronize(None))
        assert bytes(host)[:16] == bytes([10, 11, 12, 9, 18, 19, 20, 9, 26, 27, 28, 9, 34, 35, 36, 9])
    """)


def test_pointers_say_what_they_are() -> None:
    holds("""
        start(1)
        memory, (host, _) = allocate(5000), pinned(64)
        inside = u64(memory.value + 4999)
        assert attribute(2, inside, i32) == (0, 2) and attribute(9, inside, i32) == (0, 1)
        assert attribute(11, inside) == (0, memory.value) and attribute(12, inside) == (0, 5000)
        assert attribute(2, u64(memory.value + 5000), i32)[0] == 1  # past its end: nobody's
        assert attribute(2, host, i32) == (0, 1)
        managed = allocate(64, "cuMemAllocManaged", 1)
        ctypes.memset(managed.value, 1, 64)
        assert attribute(8, managed, i32) == (0, 1)
        stack = ctypes.create_string_buffer(8)
        assert attribute(2, u64(ctypes.addressof(stack)), i32)[0] == 1
        base, size = u64(), size_t()
        must(cuda.cuMemGetAddressRange_v2(ctypes.byref(base), ctypes.byref(size), inside))
        assert (base.value, size.value) == (memory.value, 5000)
        first = attribute(7, memory)[1]
        must(cuda.cuMemFree_v2(memory))
        again = allocate(5000)
        assert attribute(7, again)[1] != first  # though the address may be the same
    """)


def test_other_processes_open_handles_and_no_stale_ones() -> None:
    other = START + textwrap.dedent("""
        start()
        handle = (ctypes.c_ubyte * 64).from_buffer_copy(bytes.fromhex(sys.argv[1]))
        class Handle(ctypes.Structure): _fields_ = [("bytes", ctypes.c_ubyte * 64)]
        pointer, again = u64(), u64()
        cuda.cuIpcOpenMemHandle_v2.argtypes = [ctypes.c_void_p, Handle, ctypes.c_uint]
        status = cuda.cuIpcOpenMemHandle_v2(ctypes.byref(pointer), Handle(handle), 1)
        if status: sys.exit(status)
        must(cuda.cuIpcOpenMemHandle_v2(ctypes.byref(again), Handle(handle), 1))
        assert again.value == pointer.value
        back = ctypes.create_string_buffer(8)
        must(cuda.cuMemcpyDtoH_v2(back, pointer, size_t(8)))
        assert back.raw == b"from one"
        must(cuda.cuMemcpyHtoD_v2(pointer, b"from two", size_t(8)))
        for _ in range(2): must(cuda.cuIpcCloseMemHandle(pointer))
        assert cuda.cuIpcCloseMemHandle(pointer) == 1
    """)
    holds(f"""
        start()
        def exported(memory):
            handle = ctypes.create_string_buffer(64)
            must(cuda.cuIpcGetMemHandle(handle, memory))
            return handle.raw.hex()
        def other(handle):
            return subprocess.run([sys.executable, "-c", {other!r}, handle]).returncode
        memory, back = allocate(8), ctypes.create_string_buffer(8)
        must(cuda.cuMemcpyHtoD_v2(memory, b"from one", size_t(8)))
        handle = exported(memory)
        assert other(handle) == 0
        must(cuda.cuMemcpyDtoH_v2(back, memory, size_t(8)))
        assert back.raw == b"from two"
        must(cuda.cuMemFree_v2(memory))
        allocate(8)  # where the first one was
        assert other(handle) == 205
        pool = allocate(8, "cuMemAllocAsync", None)
        assert attribute(10, pool, i32) == (0, 0)
        assert cuda.cuIpcGetMemHandle(ctypes.create_string_buffer(64), pool) == 1
    """)


def test_kernels_are_host_functions_on_hidden_memory() -> None:
    header = Path(software_device.SOURCE, "kernels.h").read_text()
    assert "RANKWISE_PARAMETERS = 16" in header
    holds("""
        start()
        class Launch(ctypes.Structure):
            _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3),
                        ("parameters", ctypes.c_void_p * 16), ("at", ctypes.CFUNCTYPE(ctypes.c_void_p, u64))]
        Run, Bytes = (ctypes.CFUNCTYPE(kind, ctypes.POINTER(Launch)) for kind in (None, size_t))
        class Kernel(ctypes.Structure):
            _fields_ = [("name", ctypes.c_char_p), ("bytes", ctypes.c_uint * 16), ("run", Run), ("moved", Bytes),
                        ("link", ctypes.c_void_p)]
        def fill(launch):
            pointer = ctypes.cast(launch[0].parameters[0], ctypes.POINTER(u64))[0]
            value = ctypes.cast(launch[0].parameters[1], ctypes.POINTER(i32))[0]
            ctypes.memset(launch[0].at(pointer), value, launch[0].grid[0])
        kernel = Kernel(b"fill", (ctypes.c_uint * 16)(8, 4), Run(fill), Bytes(lambda launch: launch[0].grid[0]))
        cuda.rankwise_device_register(ctypes.byref(kernel))
        module, function, memory, value = u64(), u64(), allocate(64), i32(5)
        must(cuda.cuModuleLoadData(ctypes.byref(module), b"text"))
        assert cuda.cuModuleGetFunction(ctypes.byref(function), module, b"other") == 500
        must(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"fill"))
        given = (ctypes.c_void_p * 2)(ctypes.addressof(memory), ctypes.addressof(value))
        must(cuda.cuLaunchKernel(function, 60, 1, 1, 1, 1, 1, 0, None, given, None))
        value.value = 6  # its parameters were copied
        back = ctypes.create_string_buffer(64)
        must(cuda.cuMemcpyDtoH_v2(back, memory, size_t(64)))
        assert back.raw == bytes([5]) * 60 + bytes(4)
    """)


def test_devices_that_may_not_be_used() -> None:
    holds("assert cuda.cuInit(0) == 100", "count=0")
    taken = (
        "context = u64(); must(cuda.cuInit(0))\nassert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 46"
    )
    holds(taken, "mode=prohibited")
    holds(
        f"start()\nassert subprocess.run([sys.executable, '-c', {START + taken!r}]).returncode == 0", "mode=exclusive"
    )
    holds(
        """
        start()
        allocate(1 << 20)
        assert cuda.cuMemAlloc_v2(ctypes.byref(u64()), size_t(1)) == 2
        """,
        "memory=1048576B",
    )


def test_calls_are_found_by_plain_name() -> None:
    holds("""
        function, status = u64(), i32()
        must(cuda.cuGetProcAddress_v2(b"cuMemAlloc", ctypes.byref(function), 12000, u64(0), ctypes.byref(status)))
        assert function.value == ctypes.cast(cuda.cuMemAlloc_v2, ctypes.c_void_p).value
        assert cuda.cuGetProcAddress_v2(b"cuNone", ctypes.byref(function), 12000, u64(0), None) == 500
        assert cuda.cuMemAlloc_v2(ctypes.byref(function), size_t(8)) == 3  # before cuInit
    """)


@pytest.mark.parametrize("options", ["h2d=0GB/s", "h2d=fast", "speed=2", "latency=8", "count=-1"])
def test_options_are_checked_before_anything_starts(options: str) -> None:
    with pytest.raises(UsageError):
        software_device.environment(options)
