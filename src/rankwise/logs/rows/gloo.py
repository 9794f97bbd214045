"""What Gloo prints, over which PyTorch and Horovod send messages between CPUs."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "gloo-connect",
        "Gloo",
        (
            "Gloo connectFullMesh failed with",
            "gloo/transport/tcp/pair.cc:{count}] connect {}:",
            "gloo/transport/tcp/pair.h:{count}] Connect timeout",
            "gloo/transport/tcp/pair.cc:{count}] timed out connecting",
            "gloo/transport/tcp/{} timed out connecting",
            "Gloo {} no error",
            "gloo/{} Connect timeout [{}]",
        ),
        "Ranks cannot connect to each other with Gloo",
        "Gloo takes the interface to which the host's own name leads: the loopback, a bridge of Docker, or one that "
        "other nodes do not reach. A firewall, or a rank that ended, looks the same.",
        {
            "any": "`export GLOO_SOCKET_IFNAME=eth0` (and NCCL_SOCKET_IFNAME), with the name that `ip -br addr` shows; "
            "the host's name must lead to its address in that network",
        },
        "`getent hosts $(hostname); ip -br addr; rankwise doctor --hosts A,B`",
        "https://github.com/sgl-project/sglang/issues/3226",
        role="symptom",
        explains=("python-exception",),
    ),
    Row(
        "gloo-interface",
        "Gloo",
        (
            "gloo/transport/tcp/device.cc:{count}] rp != nullptr. Unable to find address for",
            "gloo/transport/tcp/device.cc:{count}] ifa != nullptr. Unable to find interface for",
            "gloo/transport/tcp/device.cc{} Unable to find",
            "[enforce fail at {}gloo/transport/tcp/device.cc",
            "makeUVDevice(): interface or hostname can't be empty",
            "makeUVDevice(): interface or hostname",
            "makeDeviceForHostname(): unsupported gloo device",
            "makeDeviceForInterface(): unsupported gloo device",
            "makeDeviceForHostname(): interface or hostname",
            "Unable to find interface for: [{}]",
            "Unable to find address for: {host}",
        ),
        "Gloo finds no network interface or address for this host",
        "It takes the address to which the host's own name leads, or the interface that GLOO_SOCKET_IFNAME names: the "
        "name is empty or does not resolve to an address of this host, or the interface is not there.",
        {
            "any": "`export GLOO_SOCKET_IFNAME=eth0`, with the name that `ip -br addr` shows; or an entry in "
            "/etc/hosts "
            "for the name that `hostname` prints",
        },
        "`getent hosts $(hostname); ip -br addr; env | grep GLOO_`",
        "https://github.com/msr-fiddle/pipedream/issues/32",
        explains=("python-exception", "gloo-connect", "torchrun"),
    ),
    Row(
        "gloo-timeout",
        "Gloo",
        (
            "Timed out waiting {count}ms for recv operation to complete",
            "Timed out waiting {count}ms for send operation to complete",
            "Wait timeout [{}gloo/transport",
        ),
        "A collective call of Gloo did not end in time: some rank did not come to it",
        "The ranks that print this waited. The one that is late computes, reads or writes a file, or ended.",
        {
            "any": "see the first error of the rank that does not print it; a longer limit where it is only slow: "
            "the timeout of init_process_group",
        },
        "`py-spy dump --pid PID` of each rank while it waits",
        "https://github.com/meta-pytorch/torchtune/issues/2676",
        role="symptom",
        explains=("python-exception", "torch-store"),
    ),
    Row(
        "gloo-lost",
        "Gloo",
        (
            "gloo/transport/tcp/{} Connection closed by peer",
            "gloo/transport/tcp/{} Connection reset by peer",
            "gloo/transport/tcp/{} Broken pipe",
        ),
        "Another rank went away, or its connection did",
        "The rank that prints this did nothing wrong; look for the first error of the others.",
        {
            "any": "see which rank printed another error first",
        },
        "`dmesg -T | grep -i oom` on each node",
        "https://github.com/pytorch/pytorch/issues/65936",
        role="consequence",
        explains=("python-exception", "mpich-peer"),
    ),
)
