"""The line starts a container: what the program loads there cannot be seen from outside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

_IMAGES = (".sif", ".sqsh", ".simg", ".img")
STARTERS = ("apptainer", "singularity", "docker", "podman", "shifter", "sarus", "enroot", "ch-run")
_OTHER_ROOTS = ("ssh", "rsh", "pdsh", "clush", "kubectl", "oc", "lxc", "chroot", "nsenter", "bwrap", "udocker")
_IMAGE_OPTION = re.compile(r"--(?:container-(?:image|name)|container|image)\b")


def elsewhere(case: Case) -> str:
    """The word of a line that takes its program into a container or to another machine, where files of this one say
    nothing; empty where none does."""
    last = case.argv.index(case.words[0]) if case.words else len(case.argv)
    names = (*STARTERS, *_OTHER_ROOTS)
    return next(
        (word for word in case.argv[: last + 1] if Path(word).name in names or _IMAGE_OPTION.match(word)),
        "",
    )


def exec_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words up to the image, where they start any command in a container of Apptainer: nothing of the program is
    among them. Empty for other lines, whose image is not told apart from options and programs."""
    for at, word in enumerate(words):
        image = Path(word).suffix in _IMAGES or "://" in word
        if image and "exec" in words[:at] and Path(words[0]).name in ("apptainer", "singularity"):
            return tuple(words[: at + 1])
    return ()


def check(case: Case) -> Finding | None:
    """Told so that nobody takes silence for health."""
    starter = next((word for word in case.wrappers if Path(word).name in STARTERS), "")
    if not starter:
        return None
    if case.lost:
        taken = "; ".join(problem.title[0].lower() + problem.title[1:] for problem in case.lost)
        return finding(
            "container",
            f"The container of {Path(starter).name} takes something from ranks: {taken}",
            case.lost[0].severity,
            " ".join(problem.cause for problem in case.lost),
            seen={evidence.source: evidence.observation for problem in case.lost for evidence in problem.evidence},
            fixes={f"any ({problem.id.partition('-')[2]})": problem.fixes[0].text for problem in case.lost},
            verify=case.lost[0].check,
        )
    return finding(
        "container",
        f"The program runs inside a container of {Path(starter).name}",
        "info",
        "Its MPI library, and whether that fits the launcher outside, are known only inside.",
        seen={"launch line": " ".join(case.wrappers)},
        fixes={"any": f"run it inside: `{' '.join(case.wrappers)} rankwise doctor`"},
        verify=f"`{' '.join(case.wrappers)} ldd {case.argv[-1]}`",
    )
