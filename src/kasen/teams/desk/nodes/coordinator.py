"""Talk, ask back, or hand off; what a model decides is held against what there is."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.desk.checking import held
from kasen.teams.desk.deciding import decide
from kasen.teams.desk.schemas import Decision, Result
from kasen.teams.desk.state import Asked, Decided

COORDINATOR = Role(
    name="coordinator",
    package="kasen.teams.desk",
    reply=Decision,
    rule=decide,
    answer_tokens=200,
    target_s=15.0,
    maximum_s=60.0,
)


async def coordinator(state: Asked, runtime: Runtime[Deps]) -> Decided:
    """Ask, check, say it."""
    deps, request = runtime.context, state["request"]
    variables: dict[str, Any] = {
        "message": request.message,
        "teams": request.teams,
        "files": request.files,
        "earlier": request.earlier,
        "under": request.under,
        "under_title": request.under_title,
        "lang": deps.lang,
    }
    answer = await deps.ask(COORDINATOR, **variables)
    decision = answer.value if answer.is_rule else held(answer.value, decide(**variables), request, deps.lang)
    if decision.reply:
        await deps.emit("text", id="reply", text=decision.reply, final=True)
    deps.note(decision.team)
    return {"result": Result(**decision.model_dump())}
