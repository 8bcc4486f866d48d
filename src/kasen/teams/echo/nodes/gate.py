"""Nothing may be lost: every part must stand in the draft, in order."""

from __future__ import annotations

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.gates.decision import Finding, Gate, Review
from kasen.team import Deps
from kasen.teams.echo.schemas import Result
from kasen.teams.echo.state import Drafted, Planned

GATE = Gate(required=("completeness",), max_rounds=2)


class Written(Planned, Drafted):
    """What the gate reads."""


def review(parts: list[str], draft: str) -> Review:
    """Measured by code in full, so it may pass."""
    findings, place = [], 0
    for n, part in enumerate(parts):
        found = draft.find(part, place)
        if found < 0:
            text = f"part {n + 1} is missing or out of order"
            findings.append(Finding(id=f"part-{n + 1}", severity="major", text=text, place=part[:80]))
        else:
            place = found + len(part)
    return Review(reviewer="completeness", verdict="fail" if findings else "pass", findings=findings)


async def gate(state: Written, runtime: Runtime[Deps]) -> Command[str]:
    """Review, then go on or send back; after the last round the draft goes out as it is, and says so."""
    deps = runtime.context
    found = review(state["parts"], state["draft"])
    for finding in found.findings:
        await deps.emit("finding", **finding.model_dump())
    await deps.emit("verdict", reviewer=found.reviewer, verdict=found.verdict)
    decision = GATE.decide([found], rounds=state["rounds"])
    deps.note(f"{found.verdict}, round {state['rounds']}")
    if decision == "back":
        return Command(goto="writer")
    await deps.artifacts.write("echo.md", state["draft"].encode(), "text/markdown")
    passed = decision == "pass"
    result = Result(text=state["draft"], parts=state["parts"], rounds=state["rounds"], passed=passed)
    return Command(update={"result": result}, goto=END)
