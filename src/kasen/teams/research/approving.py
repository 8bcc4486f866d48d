"""Pauses for a person: before the plan is worked on, and before the report comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kasen.team import Deps
from kasen.teams.research.schemas import Request

MOST_COMMENT = 2000
"""Characters of what a person writes at a pause."""


@dataclass(frozen=True)
class PlanAnswer:
    """What a person said: go on or stop here, with what, and what should be otherwise."""

    go_on: bool = True
    plan: dict[str, Any] = field(default_factory=dict)
    """The plan as it is to be worked on: that which was shown, or as edited."""
    comment: str = ""


def plan_pause(deps: Deps, request: Request, *, shown: Any, plan: dict[str, Any], schema: dict[str, Any]) -> PlanAnswer:
    """Ask whether a plan is to be worked on, where the request wants that; else go on with it as it is.

    `plan` is plain JSON that fits `schema`; the answer may hold another that does. Call it in a node of its own.
    """
    if "plan" not in request.approve:
        return PlanAnswer(plan=plan)
    question = "この計画で進めますか。" if deps.lang == "ja" else "Shall this plan be worked on?"
    answer = _asked(deps, "plan", question, shown=shown, edited="plan", value=plan, schema=schema)
    return PlanAnswer(answer["go_on"], answer.get("plan") or plan, _comment(answer))


def draft_pause(
    deps: Deps, request: Request, *, shown: Any, draft: dict[str, Any], schema: dict[str, Any]
) -> PlanAnswer:
    """Ask whether a draft is to come out, where the request wants that; see `plan_pause`."""
    if "draft" not in request.approve:
        return PlanAnswer(plan=draft)
    question = "この内容で報告書にしますか。" if deps.lang == "ja" else "Shall this become the report?"
    answer = _asked(deps, "draft", question, shown=shown, edited="draft", value=draft, schema=schema)
    return PlanAnswer(answer["go_on"], answer.get("draft") or draft, _comment(answer))


def _asked(
    deps: Deps, name: str, question: str, *, shown: Any, edited: str, value: dict[str, Any], schema: dict[str, Any]
) -> dict[str, Any]:
    answer: dict[str, Any] = deps.approve(
        name,
        question,
        schema={
            "type": "object",
            "properties": {
                "go_on": {"type": "boolean"},
                edited: schema,
                "comment": {"type": "string", "maxLength": MOST_COMMENT},
            },
            "required": ["go_on"],
            "additionalProperties": False,
        },
        default={"go_on": True, edited: value},
        shown=shown,
    )
    return answer


def _comment(answer: dict[str, Any]) -> str:
    return " ".join(str(answer.get("comment", "")).split())


def lines(texts: list[str]) -> list[str]:
    """What a person wrote as a list: each text on one line, once, without empty ones."""
    return list(dict.fromkeys(line for text in texts if (line := " ".join(str(text).split()))))
