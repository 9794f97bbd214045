"""The files of a plan, with what the MPI families say of network interfaces."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from rankwise.cluster.document import NO_PLAN
from rankwise.cluster.plan import endpoint_names, file_of, read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.cluster.records import ClusterPlan, InterfaceFiles, PlanCheck
from rankwise.cluster.render import Rendered, difference, render, write
from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.mpis.transport import pin_variables

__all__ = ["check_of", "difference", "endpoint_names", "read_plan", "rendered_files", "to_map", "write"]


def check_of(file: Path) -> PlanCheck:
    """The plan of a file, which is sound by itself. Raises UsageError for what is wrong with it, with its line."""
    return PlanCheck(
        plan=read_plan(file),
        not_looked=(
            "the machines: no host was contacted (rankwise cluster verify)",
            "rates and latencies: those of the plan are declared (rankwise map --plan)",
        ),
    )


def rendered_files(
    plan: Path, templates: Path | None = None, interface_files: str = ""
) -> tuple[ClusterPlan, dict[str, Rendered]]:
    """The plan, and every file by its path. Raises UsageError for what is wrong with the plan or a template."""
    declared = read_plan(plan)
    text = files.read(file_of(plan), "no-plan", NO_PLAN)
    known = get_args(InterfaceFiles)
    if interface_files and interface_files not in known:
        raise UsageError("bad-form", f"unknown form of network files '{interface_files}'", f"use {', '.join(known)}")
    if interface_files and interface_files != declared.interface_files:
        declared = replace(declared, interface_files=interface_files)
        text = _with_form(text, interface_files)
    return declared, render(declared, text, pins=pin_variables(), site=templates)


def _with_form(text: str, form: str) -> str:
    """The plan's text, which lies beside the files and is read with them, saying the form that they have."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("interface_files")]
    return f'interface_files = "{form}"\n' + "".join(lines)
