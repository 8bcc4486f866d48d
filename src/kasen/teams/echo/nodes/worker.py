"""Say one part back."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.echo.schemas import Echo, Said
from kasen.teams.echo.state import Echoed, Part


def repeat(part: str) -> Echo:
    """Rule: the part, unchanged."""
    return Echo(text=part)


WORKER = Role(name="worker", package="kasen.teams.echo", reply=Echo, rule=repeat, answer_tokens=50)


async def worker(state: Part, runtime: Runtime[Deps]) -> Echoed:
    """Ask for the echo of this part."""
    answer = await runtime.context.ask(WORKER, part=state["part"])
    return {"said": [Said(place=state["place"], text=answer.value.text)]}
