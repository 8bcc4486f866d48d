"""Write the minutes: code alone, from points that hold."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.evidence.types import Claim
from kasen.team import DONE, NOT_PASSED, Deps
from kasen_minutes.page import page
from kasen_minutes.schemas import Result
from kasen_minutes.state import Asked, Held, Read, Round


class Seen(Asked, Read, Round, Held):
    """What is read here."""


class Ended(TypedDict):
    """What ends the run."""

    result: Result


async def publisher(state: Seen, runtime: Runtime[Deps]) -> Ended:
    """Record each point with its passage, store the page, end the run. Done twice, it is the same once."""
    deps = runtime.context
    noted, left_out = state["noted"], state["left_out"]
    claims = [
        Claim(
            id=f"C{n}", text=one.text, passage_ids=(state["ids"][one.line - 1],), quote=one.quote, support="supported"
        )
        for n, one in enumerate(noted, 1)
    ]
    await deps.evidence.record_claims(claims)
    written = page(state["request"].title(), noted, left_out, deps.lang)
    await deps.artifacts.write("report.md", written.encode(), "text/markdown")
    status = NOT_PASSED if left_out else DONE
    return {"result": Result(noted=noted, left_out=left_out, rounds=state["rounds"], run_status=status)}
