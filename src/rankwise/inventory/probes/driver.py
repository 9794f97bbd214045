"""What a GPU's driver says of its devices, asked of the driver itself."""

from __future__ import annotations

import contextlib

import msgspec

from rankwise.inventory.archive import Archive
from rankwise.inventory.records import GpuDriver

# For any Python 3 of a node. It prints nothing where there is no driver. Numbers are those of the driver's interface.
PROGRAM = r"""
import ctypes, json
try:
    cuda = ctypes.CDLL("libcuda.so.1")
except OSError:
    raise SystemExit
def name(status):
    text = ctypes.c_char_p()
    cuda.cuGetErrorName(status, ctypes.byref(text))
    return (text.value or b"").decode() or "CUDA error %d" % status
def number(call, *arguments):
    value = ctypes.c_int(-1)
    status = call(ctypes.byref(value), *arguments)
    return value.value if status == 0 else None
def text(call, size, device):
    room = ctypes.create_string_buffer(size)
    return room.value.decode("ascii", "replace") if call(room, size, device) == 0 else ""
version, status = number(cuda.cuDriverGetVersion) or 0, cuda.cuInit(0)
found = {"version": "%d.%d" % (version // 1000, version % 1000 // 10), "problem": name(status) if status else ""}
count = 0 if status else number(cuda.cuDeviceGetCount) or 0
devices = found["devices"] = []
for ordinal in range(count):
    room, size = ctypes.create_string_buffer(16), ctypes.c_size_t()
    uuid = room.raw.hex() if cuda.cuDeviceGetUuid_v2(room, ordinal) == 0 else ""
    cuda.cuDeviceTotalMem_v2(ctypes.byref(size), ordinal)
    modes = {0: "default", 2: "prohibited", 3: "exclusive"}
    mode = modes.get(number(cuda.cuDeviceGetAttribute, 20, ordinal), "unknown")
    peers = [other for other in range(count) if other != ordinal and number(cuda.cuDeviceCanAccessPeer, ordinal, other)]
    kind = text(cuda.cuDeviceGetName, 256, ordinal)
    devices.append({
        "ordinal": ordinal, "name": kind, "uuid": "-".join((uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:])),
        "pci": text(cuda.cuDeviceGetPCIBusId, 32, ordinal).lower(), "memory_bytes": size.value, "mode": mode,
        "mig": "MIG" in kind, "peers": peers, "atomic_peers": [other for other in peers
        if number(cuda.cuDeviceGetP2PAttribute, 3, ordinal, other)]})
print(json.dumps(found))
"""


def driver(archive: Archive) -> GpuDriver | None:
    """None where there is no driver, or no Python 3 to ask it."""
    return parse(archive.run("gpu-driver") or "")


def parse(text: str) -> GpuDriver | None:
    """What PROGRAM printed."""
    with contextlib.suppress(msgspec.MsgspecError):
        return msgspec.json.decode(text, type=GpuDriver)
    return None
