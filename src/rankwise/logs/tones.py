"""How a line says what it says: as talk, as a warning, or as a frame around others."""

from __future__ import annotations

import re
from typing import Final

TALK: Final = re.compile(
    r"NCCL (?:INFO|TRACE) |UCX +(?:DIAG|INFO|DEBUG|TRACE) |<(?:info|debug|trace)>|<warn> dlopen\(|dlerror"
)
"""Libraries that tell in a line what they tried: what other programs print as an error is none in it."""
WARNING: Final = re.compile(
    r"(?<!NCCL )\bWARN(?:ING)?\b|[Ww]arning\b|^\[W[ \d][^\]]*\]|^\W{0,40}(?:NOTE|Note|note|INFO|Info)\b:?"
)
"""The same of a line that says that it warns, unless the message itself begins so."""
WARNS: Final = re.compile(r"\b(?:UCX|MPICH|Open MPI) +WARN|<warn>|^\W{0,40}(?:[\w.]+: )?(?:WARNING|Warning|warning)\b")
"""What libraries of MPI themselves call a warning."""
FINE: Final = re.compile(
    r"(?i)\bexpected (?:error|exception|failure|warning)s?\b(?!,? (?:but|got))|[ .:)](?:ok|passed)\W*$"
)
"""A line that says of itself that nothing is wrong, whatever else stands in it."""
HARMLESS: Final = re.compile(r"(?i)\bskip(?:s|ped|ping)?\b|^checking\b")
"""A line of a test that is left out, or of a check: what stops other programs stops none here."""


def is_frame(text: str) -> bool:
    """Whether a line is the upper or lower edge of a message."""
    return len(text) > 40 and not text.strip("-=*")
