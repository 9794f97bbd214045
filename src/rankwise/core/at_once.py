"""Several hosts, or processes, that are asked at the same time: each answer takes its time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final, TypeVar

from rankwise.core.errors import EnvironmentProblem

_HOSTS: Final = 32
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def on_each(asked: Iterable[K], ask: Callable[[K], V], *, at_once: int = _HOSTS) -> dict[K, V]:
    """What `ask` returns for each, in their order. Raises what it raises."""
    from concurrent.futures import ThreadPoolExecutor  # with it comes `logging`, and most never ask

    listed = list(dict.fromkeys(asked))
    with ThreadPoolExecutor(at_once) as pool:
        return dict(zip(listed, pool.map(ask, listed), strict=True))


def answers_of(asked: Iterable[K], ask: Callable[[K], V]) -> tuple[dict[K, V], dict[K, EnvironmentProblem]]:
    """The same of those that answer, and why others do not."""

    def attempt(each: K) -> V | EnvironmentProblem:
        try:
            return ask(each)
        except EnvironmentProblem as problem:
            return problem

    told = on_each(asked, attempt)
    silent = {each: answer for each, answer in told.items() if isinstance(answer, EnvironmentProblem)}
    return {each: answer for each, answer in told.items() if not isinstance(answer, EnvironmentProblem)}, silent
