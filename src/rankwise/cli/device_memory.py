"""--buffers and its companions: the device memory that messages lie in while a setting is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError

if TYPE_CHECKING:
    from rankwise.core.records import DeviceMemory


def device_memory(buffers: str, device: str, devices: str, library: bool) -> DeviceMemory | None:
    """What --buffers and its companions say. Raises UsageError for buffers that are none, and companions without."""
    from rankwise.core.cell_options import checked_buffers
    from rankwise.core.records import DeviceMemory

    if kinds := checked_buffers(buffers or "H"):
        return DeviceMemory(buffers=kinds, device=device, devices=devices, library=library)
    if device != "gpu" or devices != "auto" or library:
        raise UsageError("no-buffers", "--device, --devices and --device-buffers need --buffers", "add --buffers D")
    return None
