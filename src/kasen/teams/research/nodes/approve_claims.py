"""Pause for a person before claims are looked up, when that was asked for."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.approving import plan_pause
from kasen.teams.research.nodes.claim_splitter import LONGEST, put_in
from kasen.teams.research.schemas.fact_check import MOST_CLAIMS
from kasen.teams.research.states.fact_check import Agreed

CLAIMS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "claims": {"type": "array", "items": {"type": "string", "maxLength": LONGEST}, "maxItems": MOST_CLAIMS}
    },
    "required": ["claims"],
    "additionalProperties": False,
}


async def approve_claims(
    state: Agreed, runtime: Runtime[Deps]
) -> Command[Literal["claim_splitter", "evidence_searcher", "publisher"]]:
    """Ask; nothing else happens in this node.

    An edited list is checked as it is, a comment has the text split once more, a no ends the run and says so.
    """
    deps, claims = runtime.context, state["claims"]
    texts = [claim.text for claim in claims]
    answer = plan_pause(deps, state["request"], shown=texts, plan={"claims": texts}, schema=CLAIMS)
    if not answer.go_on:
        return Command(update={"refused": "plan"}, goto="publisher")
    if answer.comment:
        return Command(update={"comment": answer.comment}, goto="claim_splitter")
    edited = put_in(answer.plan.get("claims", texts), state["checked"].text, claims)
    return Command(update={"claims": edited}, goto="evidence_searcher" if edited else "publisher")
