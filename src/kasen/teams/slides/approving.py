"""Pauses for a person: before the plan is worked on, and before slides are written of the outline."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kasen.team import Deps

MOST_COMMENT = 2000
"""Characters of what a person writes at a pause."""


@dataclass(frozen=True)
class Said:
    """What a person said: go on or stop here, with what, and what should be otherwise."""

    go_on: bool = True
    value: dict[str, Any] = field(default_factory=dict)
    comment: str = ""


def asked(deps: Deps, name: str, question: str, *, shown: Any, value: dict[str, Any], schema: dict[str, Any]) -> Said:
    """Ask whether `value` is to be worked on; it fits `schema`, and the answer may hold another that does.

    Call it in a node of its own.
    """
    answer: dict[str, Any] = deps.approve(
        name,
        question,
        schema={
            "type": "object",
            "properties": {
                "go_on": {"type": "boolean"},
                name: schema,
                "comment": {"type": "string", "maxLength": MOST_COMMENT},
            },
            "required": ["go_on"],
            "additionalProperties": False,
        },
        default={"go_on": True, name: value},
        shown=shown,
    )
    comment = " ".join(str(answer.get("comment", "")).split())
    return Said(answer["go_on"], {**value, **(answer.get(name) or {})}, comment)
