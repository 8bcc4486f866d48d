"""Nothing may stand in the minutes that its line does not say. Measured by code, whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.evidence.normal import normalise
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import verify
from kasen.gates.decision import Finding, Gate, Review
from kasen.team import Deps
from kasen_minutes.schemas import Noted, Point
from kasen_minutes.state import Decided, Held, Read, Round, Tasked

GATE = Gate(required=("notes",), max_rounds=2)
Kind = Literal["decision", "task"]


class Written(Read, Round, Decided, Tasked):
    """What the gate reads."""


def hold(point: Point, passages: Sequence[Passage], lang: Literal["ja", "en"]) -> tuple[str, list[str]]:
    """The words of the notes that a point rests on, and what it says that they do not."""
    if point.line > len(passages):
        return "", [f"line {point.line} does not exist"]
    passage = passages[point.line - 1]
    claim = Claim(id="point", text=point.text, passage_ids=(passage.id,))
    (held,) = verify([claim], {passage.id: passage}, lang=lang)
    wrong = [] if held.support == "supported" else [*held.reasons] or [held.support]
    said = normalise(passage.text).text
    wrong += [f"`{word}` does not stand in it" for word in (point.who, point.due) if normalise(word).text not in said]
    return held.quote, wrong


class Judged(NamedTuple):
    """What holds, what is wrong, and what each role is told of it."""

    noted: list[Noted]
    findings: list[Finding]
    objections: dict[str, list[str]]


def judge(state: Written, passages: Sequence[Passage], lang: Literal["ja", "en"]) -> Judged:
    """Every point of both roles."""
    judged = Judged([], [], {})
    kinds: dict[str, Kind] = {"decisions": "decision", "tasks": "task"}
    for role, points in (("decisions", state["decisions"]), ("tasks", state["tasks"])):
        for point in points:
            quote, wrong = hold(point, passages, lang)
            if not wrong:
                judged.noted.append(Noted(**point.model_dump(), kind=kinds[role], quote=quote))
                continue
            text = f"“{point.text}” (line {point.line}): {'; '.join(wrong)}"
            judged.findings.append(Finding(id=f"{role}-{len(judged.findings) + 1}", severity="major", text=text))
            judged.objections.setdefault(role, []).append(text)
    return judged


async def gate(state: Written, runtime: Runtime[Deps]) -> Command[str]:
    """Hold every point against its line; send back to the role that it concerns, or go on with what holds."""
    deps = runtime.context
    passages = await deps.evidence.passages(state["ids"])
    noted, findings, objections = judge(state, passages, "ja" if deps.lang == "ja" else "en")
    review = Review(reviewer="notes", verdict="fail" if findings else "pass", findings=findings)
    for finding in findings:
        await deps.emit("finding", **finding.model_dump())
    await deps.emit("verdict", reviewer=review.reviewer, verdict=review.verdict)
    deps.note(f"{review.verdict}, round {state['rounds']}")
    if GATE.decide([review], rounds=state["rounds"]) == "back":
        return Command(update=Round(rounds=state["rounds"] + 1, objections=objections), goto=list(objections))
    left_out = [finding.text for finding in findings]
    return Command(update=Held(noted=noted, left_out=left_out), goto="approve")
