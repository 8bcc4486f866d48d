"""Several searches as one: asked at the same time, one that fails or dawdles does not hold up the others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial

from kasen.errors import ConfigurationError, KasenError, ProviderError
from kasen.evidence.types import Hit
from kasen.tools.search.fusion import PER_DOMAIN, fused
from kasen.tools.search.port import Outcome, Results, Running, WebSearch, outcomes_of
from kasen.tools.search.steady import TIMEOUT_S, sifted
from kasen.tools.search.wanted import Wanted, wanted

_Task = asyncio.Task[list[Hit]]


class MergedSearch:
    """Implements WebSearch. With one search only, it brings order and outcomes to that one's results."""

    def __init__(
        self, searches: Sequence[WebSearch], *, grace_s: float = TIMEOUT_S, per_domain: int = PER_DOMAIN
    ) -> None:
        if not searches:
            raise ValueError("there is no search to merge")
        self.name = "+".join(search.name for search in searches)
        self._searches = tuple(searches)
        self._grace_s = grace_s
        """How long the others are waited for once one has given results."""
        self._per_domain = per_domain

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """The best of all; `outcomes_of` says which failed. Raises ProviderError only when all did."""
        want = wanted(
            query,
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        ended = await self._ask(want)
        if all(isinstance(one, KasenError) for one in ended):
            raise self._failure([one for one in ended if isinstance(one, KasenError)])
        lists = [one if isinstance(one, Results) else Results() for one in ended]
        found = fused(lists, max_results=want.max_results, per_domain=self._per_domain)
        return Results(found.hits, outcomes=self._outcomes(ended), copies=found.copies)

    async def close(self) -> None:
        """End what the searches have running."""
        for search in self._searches:
            if isinstance(search, Running):
                await search.close()

    async def _ask(self, want: Wanted) -> list[Results | KasenError]:
        """How each search ended, in their order."""
        ask = partial(_asked, want=want)
        tasks: dict[_Task, str] = {asyncio.create_task(ask(search)): search.name for search in self._searches}
        try:
            await self._settled(set(tasks))
            late = {task for task in tasks if not task.done()}
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return [
            ProviderError(f"{name} was not waited for: it took {self._grace_s:g} s longer than the others")
            if task in late
            else _ending(task, want, name)
            for task, name in tasks.items()
        ]

    async def _settled(self, pending: set[_Task]) -> None:
        """Return when all have ended, or the grace is over, or one has a bug."""
        end: float | None = None
        loop = asyncio.get_running_loop()
        while pending:
            left = None if end is None else max(end - loop.time(), 0)
            done, pending = await asyncio.wait(pending, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if not done or any(_is_bug(task) for task in done):
                return
            if end is None and any(_has_results(task) for task in done):
                end = loop.time() + self._grace_s

    def _outcomes(self, ended: Sequence[Results | KasenError]) -> list[Outcome]:
        found: list[Outcome] = []
        for search, one in zip(self._searches, ended, strict=True):
            if isinstance(one, Results):
                found += one.outcomes
            else:
                found.append(Outcome(provider=search.name, error=str(one), hint=one.hint))
        return found

    def _failure(self, errors: Sequence[KasenError]) -> KasenError:
        if len(errors) == 1:
            return errors[0]
        hints: Mapping[str, None] = dict.fromkeys(error.hint for error in errors if error.hint)
        return ProviderError(f"no search answered: {'; '.join(map(str, errors))}", hint=" ".join(hints))


async def _asked(search: WebSearch, *, want: Wanted) -> list[Hit]:
    return await search(
        want.query,
        max_results=want.max_results,
        since=want.since,
        domains=want.domains,
        exclude_domains=want.exclude_domains,
        lang=want.lang,
    )


def _ending(task: _Task, want: Wanted, name: str) -> Results | KasenError:
    """Results that are wanted, or the failure; raises what is a bug."""
    error = task.exception()
    if isinstance(error, ProviderError | ConfigurationError):
        return error
    hits = task.result()
    outcomes = outcomes_of(hits)
    again = sifted(hits, want, name)
    return Results(again, outcomes=outcomes or again.outcomes)


def _is_bug(task: _Task) -> bool:
    return task.cancelled() or not isinstance(task.exception(), ProviderError | ConfigurationError | None)


def _has_results(task: _Task) -> bool:
    return task.exception() is None and bool(task.result())
