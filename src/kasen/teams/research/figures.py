"""What a run did and cost, as its report tells it."""

from __future__ import annotations

from kasen.models.role import RULE
from kasen.team import RunFigures
from kasen.tools.report.model import Cost

_ORDER = (
    *("issue_analyzer", "brainstormer", "evidence_planner", "comparison_planner"),
    *("planner", "master_planner", "supervisor", "subtask_executor", "searcher", "rag_retriever", "researcher"),
    *("analyzer", "evaluator", "depth_evaluator", "plan_revisor", "drill_down_generator"),
    *("comparer", "causal_checker", "hypothesis_validator", "comparison_synthesizer", "root_cause_synthesizer"),
    *("synthesizer", "hierarchical_synthesizer", "writer", "verifier", "reviewer"),
)
"""Roles as they come to work."""


def all_failed(figures: RunFigures) -> bool:
    """Models were asked, and none of them gave an answer."""
    return bool(figures.failed) and set(figures.by_role.values()) == {RULE}


def cost_table(figures: RunFigures) -> tuple[Cost, ...]:
    """The cost table, roles in the order in which they come to work; a rule stands below the models it stood in for."""
    rows = [
        Cost(
            role=row.role,
            by=row.model,
            calls=row.calls,
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
            usd=row.usd,
            answered=row.answered,
        )
        for row in figures.table()
    ]
    return tuple(sorted(rows, key=lambda row: turn(row.role)))


def turn(role: str) -> int:
    """Place of a role in the order of the work; a stranger comes last."""
    return _ORDER.index(role) if role in _ORDER else len(_ORDER)
