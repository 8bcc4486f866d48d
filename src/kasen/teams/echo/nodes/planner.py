"""Split the text into parts and send each to a worker."""

from __future__ import annotations

from langgraph.runtime import Runtime
from langgraph.types import Command, Send

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.echo.schemas import PARTS, Parts
from kasen.teams.echo.state import Asked, Part


def split(text: str, lang: str, count: int) -> Parts:
    """Rule: cut in the middle, at a space where there is one."""
    middle = len(text) // 2
    cut = text.find(" ", middle) + 1 or middle
    return Parts(parts=[part for part in (text[:cut], text[cut:]) if part][:count])


PLANNER = Role(name="planner", package="kasen.teams.echo", reply=Parts, rule=split, answer_tokens=150)


async def planner(state: Asked, runtime: Runtime[Deps]) -> Command[str]:
    """Plan, and start one worker per part."""
    deps = runtime.context
    answer = await deps.ask(PLANNER, text=state["request"].text, lang=deps.lang, count=PARTS)
    parts = answer.value.parts
    await deps.emit("plan", steps=[{"id": str(n), "text": part} for n, part in enumerate(parts)])
    deps.note(f"{len(parts)} parts")
    sends = [Send("worker", Part(place=n, part=part)) for n, part in enumerate(parts)]
    return Command(update={"parts": parts}, goto=sends)
