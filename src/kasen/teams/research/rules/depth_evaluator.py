"""Whether a subtask needs a drill-down, without a model: by the words that its evidence does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas import ExcerptView, PointCoverage
from kasen.teams.research.schemas.deep import DepthEvaluation

ENOUGH_SOURCES = 2
"""Different sources from which a subtask whose words are all found counts as well covered, so that nobody is asked."""


def judge(
    *, question: str, subtask: str, coverage: PointCoverage, sources: int, evidence: Sequence[ExcerptView], lang: str
) -> DepthEvaluation:
    """Rule of the depth_evaluator: deep enough when it is covered; else its missing words are what to look for."""
    share = round(coverage.coverage * 100)
    reason = f"語の {share} % に根拠がある。" if lang == "ja" else f"{share} % of its words are in the evidence."
    return DepthEvaluation(
        reason=reason, sufficient=coverage.covered, drill_down_areas=[] if coverage.covered else list(coverage.missing)
    )


def well_covered(coverage: PointCoverage, sources: int) -> bool:
    """Whether code measures enough for nobody to be asked: every word of the question found, in several sources."""
    return coverage.covered and not coverage.missing and sources >= ENOUGH_SOURCES
