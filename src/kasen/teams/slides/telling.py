"""What there is to work with, and how far the work is, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.envelope import Plan
from kasen.teams.slides.schemas.findings import TableProfile

MOST_COLUMNS, MOST_LINES = 16, 40
"""Of a table, and of all that was given, that a planner sees."""


def about_of(state: Mapping[str, Any]) -> About:
    """What everybody is told of the deck."""
    plan: Plan | None = state.get("plan")
    return About(
        wish=state["request"].wish,
        answers=tuple(state.get("answers", ())),
        title=(plan.title if plan else "") or state.get("title", ""),
        audience=state.get("audience", "") or state["request"].audience,
        slides=state.get("wanted", 0) or state["request"].slides,
        goal=plan.goal if plan else "",
        comments=tuple(state.get("comments", ())),
    )


def materials(state: Mapping[str, Any]) -> list[str]:
    """Tables and documents, one phrase each, in the language of the run."""
    is_ja = state["lang"] == "ja"
    told = [_table(table, is_ja=is_ja) for table in state["tables"]]
    if state["documents"]:
        count = state["documents"]
        told.append(f"資料 {count} 件" if is_ja else f"{count} document{'s' if count > 1 else ''}")
    return told


def inventory(state: Mapping[str, Any]) -> list[str]:
    """Tables with their columns, and documents with the titles of those that are nearest to the wish."""
    lines = []
    for table in state["tables"]:
        names = [column.name + (f" ({column.low} … {column.high})" if column.low else "") for column in table.columns]
        lines.append(f"{_table(table, is_ja=state['lang'] == 'ja')}: {', '.join(names[:MOST_COLUMNS])}")
    lines += materials({**state, "tables": []})
    titles = dict.fromkeys(one.ref.title for one in state["passages"] if one.ref.title)
    return [*lines, *(f"- {title}" for title in titles)][:MOST_LINES]


def _table(table: TableProfile, *, is_ja: bool) -> str:
    name = f"{table.file} ({table.sheet})" if table.sheet else table.file
    return f"{name}（{table.rows:,} 行）" if is_ja else f"{name} ({table.rows:,} rows)"


def plan_rows(plan: Plan) -> list[dict[str, Any]]:
    """The plan as events and pauses show it."""
    return [
        {
            "id": step.id,
            "role": step.role,
            "title": step.title,
            "depends_on": list(step.depends_on),
            "status": step.status,
            "result": step.result_summary,
        }
        for step in plan.steps
    ]
