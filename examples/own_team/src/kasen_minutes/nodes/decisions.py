"""Find what was decided."""

from __future__ import annotations

import re

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen_minutes.lines import bare
from kasen_minutes.schemas import Point, Points
from kasen_minutes.state import Decided, Read, Round

_DECIDED = re.compile(r"\b(?:decided|agreed|approved|resolved)\b|決定|決まった|決めた|合意|承認", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:not|nothing|nobody)\b|n't\b|ない|なかった|未定|見送", re.IGNORECASE)


def by_words(lines: list[str], objections: list[str], lang: str) -> Points:
    """Rule: the lines that say of themselves that something was decided, in their own words."""
    found = [n for n, line in enumerate(lines, 1) if _DECIDED.search(line) and not _OPEN.search(line)]
    return Points(points=[Point(text=bare(lines[n - 1]), line=n) for n in found if bare(lines[n - 1])])


DECISIONS = Role(name="decisions", package="kasen_minutes", reply=Points, rule=by_words)


class Seen(Read, Round):
    """What is read here."""


async def decisions(state: Seen, runtime: Runtime[Deps]) -> Decided:
    """Ask; in a second round with what was wrong in the first."""
    deps = runtime.context
    objections = state["objections"].get("decisions", [])
    answer = await deps.ask(DECISIONS, lines=state["lines"], objections=objections, lang=deps.lang)
    deps.note(f"{len(answer.value.points)} decisions")
    return {"decisions": answer.value.points}
