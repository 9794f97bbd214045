"""Whether libraries can be preloaded into a program."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from rankwise.core.errors import UsageError
from rankwise.mpis import elf
from rankwise.placement.launch_words import is_launcher


def check_dynamic(argv: Sequence[str]) -> None:
    """Raises UsageError for a program into which its MPI is linked: nothing can be preloaded there."""
    for word in argv[1:] if is_launcher(argv[0]) else argv:
        found = shutil.which(word)
        facts = elf.read(found) if found else None
        if facts is not None and not facts.needed:
            raise UsageError(
                "static-program",
                f"{word} is linked statically, so no library can be preloaded into it",
                "link it to the shared MPI library (without -static)",
            )
