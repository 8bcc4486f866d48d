"""Find who does what by when."""

from __future__ import annotations

import re

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen_minutes.lines import bare
from kasen_minutes.schemas import Point, Points
from kasen_minutes.state import Read, Round, Tasked

_TASK = re.compile(r"\b(?:to ?do|action)\s*:|\b[A-Z]\w+ (?:will|is to)\b|TODO|担当|までに|宿題", re.IGNORECASE)
_WHO = re.compile(r"(?:^|: )([A-Z]\w+) (?:will|is to)\b|担当[:：]?\s*([^\s、。（）()]+)|([^\s、。：:]+)さんが")
_DUE = re.compile(r"\bby ([^.,;]+)|([^\s、。：:はがを]+)までに")


def by_words(lines: list[str], objections: list[str], lang: str) -> Points:
    """Rule: the lines that name somebody who will do something, in their own words."""
    found = [(n, bare(line)) for n, line in enumerate(lines, 1) if _TASK.search(bare(line))]
    return Points(
        points=[Point(text=text, line=n, who=_first(_WHO, text), due=_first(_DUE, text)) for n, text in found]
    )


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return next((group for group in found.groups() if group), "") if found else ""


TASKS = Role(name="tasks", package="kasen_minutes", reply=Points, rule=by_words)


class Seen(Read, Round):
    """What is read here."""


async def tasks(state: Seen, runtime: Runtime[Deps]) -> Tasked:
    """Ask; in a second round with what was wrong in the first."""
    deps = runtime.context
    objections = state["objections"].get("tasks", [])
    answer = await deps.ask(TASKS, lines=state["lines"], objections=objections, lang=deps.lang)
    deps.note(f"{len(answer.value.points)} tasks")
    return {"tasks": answer.value.points}
