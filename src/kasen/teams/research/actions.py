"""Which action may follow which, and what must hold of the state at every step (seed 004, F001)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kasen.errors import InternalError
from kasen.teams.research.schemas.supervised import SUMMARY, NextAction

MAY: dict[str, tuple[NextAction, ...]] = {
    "supervisor": ("research", "write", "end"),
    "researcher": ("research",),
    "writer": ("review",),
    "reviewer": ("research", "write", "end"),
}
"""Node → actions that it may decide on; the researcher leaves what is there and hands back to the supervisor."""
TARGET: dict[str, str] = {"research": "researcher", "write": "writer", "review": "reviewer"}
"""Action → node that does it."""


class IllegalState(InternalError):
    """A node of Kasen left a state that cannot be: a bug, never caught on the way."""


def allowed(node: str, proposed: str, *, otherwise: NextAction) -> tuple[NextAction, bool]:
    """What a model proposed, when that node may decide on it; else `otherwise`, and True: it was corrected."""
    for action in MAY[node]:
        if action == proposed:
            return action, False
    return otherwise, True


def checked(node: str, state: Mapping[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The update of a node, when the state that comes of it can be. Raises IllegalState."""
    after = {**state, **update}
    problems = [*_of_action(node, after), *_of_data(after)]
    if state.get("iteration_count", 0) > after["iteration_count"]:
        problems.append("iteration_count went back")
    if problems:
        raise IllegalState(f"`{node}` left an impossible state: {'; '.join(problems)}")
    return update


def _of_action(node: str, after: Mapping[str, Any]) -> list[str]:
    action = after["next_action"]
    problems = [] if action in MAY[node] else [f"next_action `{action}` is not for it to decide"]
    if after.get("task_plan") is None:
        problems.append("there is no task_plan")
    if action in ("review", "end") and after.get("current_draft") is None:
        problems.append(f"next_action is `{action}` and there is no current_draft")
    return problems


def _of_data(after: Mapping[str, Any]) -> list[str]:
    data, excerpts = after["research_data"], after.get("excerpts", [])
    problems = []
    if after["iteration_count"] < 0:
        problems.append("iteration_count is below 0")
    if len({one.url for one in data}) < len(data):
        problems.append("research_data holds a URL twice")
    if any(len(one.summary) > SUMMARY for one in data):
        problems.append("research_data holds a summary that is too long")
    if len({excerpt.id for excerpt in excerpts}) < len(excerpts):
        problems.append("an id of evidence stands twice")
    if (after.get("current_draft") is None) != (after.get("draft") is None):
        problems.append("current_draft and draft are not both there")
    return problems
