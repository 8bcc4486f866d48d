"""Asking the research team several questions at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from kasen.errors import Fenced, KasenError, Stopped, StoreFailed
from kasen.team import Deps, TeamAnswer
from kasen.teams.slides.schemas.outputs import ResearchTask
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.request import Request

AT_ONCE = 4
"""Questions that are worked on at the same time."""
_OUR_OWN = (Stopped, Fenced, StoreFailed)
"""What ends this run too: it is stopped, or can write no more."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one question: an answer, or why there is none."""

    task: ResearchTask
    answer: TeamAnswer | None = None
    error: str = ""


async def asked(deps: Deps, request: Request, lang: Lang, tasks: Sequence[ResearchTask]) -> list[Outcome]:
    """One outcome per task, in their order. A question that fails is an outcome; see `_OUR_OWN` for what is raised.

    Nothing is raised before every question has come to its end: stopped ones have then kept what they have.
    """
    gate = asyncio.Semaphore(AT_ONCE)
    outcomes = await asyncio.gather(*(_one(deps, request, lang, task, gate) for task in tasks), return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return [outcome for outcome in outcomes if isinstance(outcome, Outcome)]


async def _one(deps: Deps, request: Request, lang: Lang, task: ResearchTask, gate: asyncio.Semaphore) -> Outcome:
    assert deps.team is not None, "a run that may not ask is told so before"
    wanted = {
        "question": task.question,
        "docs": [str(path) for path in request.docs],
        "kb": request.kb,
        "lang": lang,
        "length": "short",
    }
    async with gate:
        try:
            answer = await deps.team("research", wanted, role="researcher", mode="quick")
        except _OUR_OWN:
            raise
        except KasenError as error:
            return Outcome(task=task, error=str(error))
    return Outcome(task=task, answer=answer)
