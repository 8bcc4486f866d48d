"""Another team without a run: what `Deps.team` gives in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kasen.evidence.types import Hit, Support
from kasen.team import TeamAnswer

Given = TeamAnswer | Exception


class FakeTeam:
    """Implements `AskTeam`: answers by a function of the request, or the same each time; errors are raised.

    `asked` holds team, request, role and mode of each ask; `at_once` is how many were under way at the same time.
    """

    def __init__(self, answer: Callable[[Mapping[str, Any]], Given] | Given) -> None:
        self.asked: list[dict[str, Any]] = []
        self.at_once = 0
        self._now = 0
        self._answer = answer

    async def __call__(
        self, team: str, request: Mapping[str, Any], /, *, role: str, mode: str | None = None
    ) -> TeamAnswer:
        """The answer, after others that were asked at once have been heard."""
        self.asked.append({"team": team, "request": dict(request), "role": role, "mode": mode})
        self._now += 1
        self.at_once = max(self.at_once, self._now)
        for _ in range(3):
            await asyncio.sleep(0)
        self._now -= 1
        given = self._answer(request) if callable(self._answer) else self._answer
        if isinstance(given, Exception):
            raise given
        return given


def research_answer(
    *findings: tuple[str, Support, Sequence[Hit]],
    report: str = "",
    status: str = "done",
    run_id: str = "R",
) -> TeamAnswer:
    """What the research team gives: statements, their support, and the passages they rest on.

    Record the hits as evidence of the run that asks: `await deps.evidence.add(hits)`.
    """
    said = [
        {
            "text": text,
            "support": support,
            "passage_ids": [hit.passage.id for hit in hits],
            "marks": [],
        }
        for text, support, hits in findings
    ]
    ids = dict.fromkeys(hit.passage.id for _, _, hits in findings for hit in hits)
    return TeamAnswer(run_id=run_id, status=status, result={"findings": said, "report": report}, passage_ids=tuple(ids))
