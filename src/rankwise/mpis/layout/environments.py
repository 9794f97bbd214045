"""Which variables a launcher passes to ranks, in words."""

from __future__ import annotations

from rankwise.mpis.layout.asked import Asked


def openmpi(asked: Asked) -> str:
    """Of mpirun: `-x`, and what travels by its name."""
    named = [value.partition("=")[0] for name, value in asked.whole.options if name == "x"]
    listed, _ = asked.setting("OMPI_MCA_mca_base_env_list")
    named += [word.partition("=")[0] for word in listed.split(";") if word]
    also = f" and {', '.join(named)}" if named else "; -x NAME adds one"
    return f"all on the host of mpirun; on other hosts OMPI_*, PMIX_*, PRTE_*{also}"


def hydra(asked: Asked) -> str:
    """Of mpiexec: all, unless the line says otherwise."""
    line = asked.whole
    set_ = [value.replace("=", " ", 1).partition(" ")[0] for name, value in line.options if name in ("env", "genv")]
    also = f"; the line sets {', '.join(set_)}" if set_ else ""
    if line.has("genvnone", "envnone"):
        return f"none{also}"
    if (listed := line.last("genvlist", "envlist")) is not None:
        return f"only {listed}{also}"
    return f"all, on every host{also}"


def srun(asked: Asked) -> str:
    """Of srun: `--export`."""
    value = asked.whole.last("export") or asked.setting("SLURM_EXPORT_ENV", "SRUN_EXPORT_ENV")[0] or "ALL"
    if value.upper() == "NONE":
        return "none but SLURM_*"
    parts = value.split(",")
    rest = [word.partition("=")[0] for word in parts if word.upper() != "ALL"]
    if "ALL" in (word.upper() for word in parts):
        return "all, on every node" + (f"; the line sets {', '.join(rest)}" if rest else "")
    return f"only SLURM_* and {', '.join(rest)}"
