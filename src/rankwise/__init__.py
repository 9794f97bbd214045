"""rankwise: measures, maps, explains and improves MPI communication on heterogeneous clusters, with any MPI.

The functions named in `__all__` are those of `rankwise.api`, loaded when they are first asked for: the command line
starts without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rankwise.core.version import __version__ as __version__  # for whoever imports it here

if TYPE_CHECKING:
    from rankwise.api import *  # noqa: F403


def __getattr__(name: str) -> Any:
    if name == "__all__" or not name.startswith("_"):
        import rankwise.api as api  # noqa: PLR0402  # by its own name: nobody asks this function for it

        if name == "__all__":
            return ["__version__", *api.__all__]
        if name in api.__all__:
            return api.words.read_as_words(getattr(api, name))
    raise AttributeError(f"module 'rankwise' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})
