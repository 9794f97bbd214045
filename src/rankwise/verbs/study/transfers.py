"""Studies of transports at scale, and of messages between GPUs."""

from __future__ import annotations

from typing import Final

from rankwise.verbs.study.verdicts import Study, rows_of

_SIZE: Final = 4e6
_SOLVER_RANKS: Final = 4096
_CHUNKS: Final = {"by the user, in few parts": 4, "by the library, in parts of 64 KiB": 61}


def scale(study: Study) -> None:
    """Start-up and memory of connected and datagram transports: published bounds, which no simulation predicts."""
    for row in rows_of("transport_scaling.csv"):
        bound = "" if row["bound"] == "exact" else f" ({row['bound']})"
        study.unjudged(
            f"{row['quantity']}, {row['transport']}{bound}",
            float(row["value"]),
            row["unit"],
            f"transport_scaling.csv: {row['conditions']}",
            why="start-up is work of the library; `rankwise scale` measures and projects it here",
        )


def multigrid(study: Study) -> None:
    """The messages of a multigrid solver, and what they take at least if each rank sends its own one by one."""
    row = next(row for row in rows_of("transport_scaling.csv") if row["unit"] == "messages")
    messages, source = float(row["value"]), f"transport_scaling.csv: {row['conditions']}"
    study.unjudged(
        f"messages of {_SOLVER_RANKS} ranks",
        messages,
        "messages",
        source,
        why="hypre is built with a real MPI, which no simulation has; `rankwise program run smg` counts those of a run",
    )
    study.unjudged(
        "messages of a rank on average",
        None,
        "messages",
        source,
        ours=messages / _SOLVER_RANKS,
        why="by the published number",
    )
    for file, what, column, where in (
        ("gpu_send_latency.csv", "InfiniBand", "host_to_host_us", {"operation": "MPI send/recv"}),
        (
            "phi_cluster_paths.csv",
            "Gigabit Ethernet",
            "latency_us_low",
            {"fabric": "tcp", "from": "host", "to": "host", "relation": "other node"},
        ),
    ):
        latency_us = float(rows_of(file, **where)[0][column])
        study.put_in(f"{what}: latency of a small message", latency_us, latency_us, "us", file)
        study.unjudged(
            f"{what}: messages of a rank, one by one",
            None,
            "s",
            "",
            ours=messages / _SOLVER_RANKS * latency_us * 1e-6,
            why="at least; what the solver took was not published",
        )


def gpu_send(study: Study) -> None:
    """How much sooner 4 MB arrive where the copies from and to the GPU overlap with the network."""
    copy = float(
        rows_of("infiniband_peer_to_peer.csv", device="GPU", processor="E5-2670 (Sandy Bridge)", direction="P2P write")[
            0
        ]["bandwidth_MB_per_s"]
    )
    network = float(
        rows_of("phi_cluster_paths.csv", fabric="dapl", to="host", relation="other node", **{"from": "host"})[0][
            "bandwidth_MB_per_s_low"
        ]
    )
    study.put_in(
        "rate of a copy from or to the GPU",
        copy,
        copy,
        "MB/s",
        "infiniband_peer_to_peer.csv: GPU, E5-2670 (Sandy Bridge)",
    )
    study.put_in("rate of the network", network, network, "MB/s", "phi_cluster_paths.csv: dapl, host, host, other node")
    stages = [_SIZE / (rate * 1e6) for rate in (copy, network, copy)]
    serial, user, library = sum(stages), *(_pipelined(stages, parts) for parts in _CHUNKS.values())
    gains = {
        row["claim"]: float(row["value"])
        for row in rows_of("published_gains.csv")
        if row["claim"].startswith("device-aware")
    }
    why = "the machine of the publication had copies and a network of other rates"
    study.predicted(
        "device-aware send against copy, send, copy: less time",
        gains["device-aware send against copy-send-copy by the user"],
        100 * (1 - library / serial),
        "%",
        "published_gains.csv",
        why=why,
    )
    study.predicted(
        "device-aware send against a pipeline by the user: less time",
        gains["device-aware send against user-level pipelining"],
        100 * (1 - library / user),
        "%",
        "published_gains.csv",
        why=why,
    )


def _pipelined(stages: list[float], parts: int) -> float:
    """Seconds of stages that overlap in so many parts: the first part passes all, the others follow the slowest."""
    return sum(stage / parts for stage in stages) + (parts - 1) * max(stages) / parts
