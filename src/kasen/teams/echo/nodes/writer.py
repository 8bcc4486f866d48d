"""Put the echoes together."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.echo.schemas import Draft
from kasen.teams.echo.state import Allowed, Drafted, Echoed


def join(echoes: list[str], lang: str, comment: str) -> Draft:
    """Rule: the echoes in order, joined as they are."""
    return Draft(text="".join(echoes))


WRITER = Role(name="writer", package="kasen.teams.echo", reply=Draft, rule=join, answer_tokens=150, shows="text")


class Heard(Echoed, Allowed):
    """What the writer reads."""


class Before(Heard, total=False):
    """And what it wrote before, in the second round."""

    rounds: int


async def writer(state: Before, runtime: Runtime[Deps]) -> Drafted:
    """Write the text; a rule's text is shown as well, since nothing streamed it."""
    deps = runtime.context
    echoes = [said.text for said in sorted(state["said"], key=lambda said: said.place)]
    answer = await deps.ask(WRITER, echoes=echoes, lang=deps.lang, comment=state["comment"])
    if answer.is_rule:
        await deps.emit("text", id="draft", text=answer.value.text, final=True)
    return {"draft": answer.value.text, "rounds": state.get("rounds", 0) + 1}
