"""Whether the evidence is enough, without a model: by the coverage that code measured."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas import Assessment, ExcerptView, PointCoverage


def assess(*, question: str, points: Sequence[PointCoverage], evidence: Sequence[ExcerptView], lang: str) -> Assessment:
    """Rule of the evaluator: enough when each point is covered; what is missing are the words found nowhere."""
    open_points = [point for point in points if not point.covered]
    missing = list(dict.fromkeys(word for point in open_points for word in point.missing))
    return Assessment(sufficient=not open_points, reason=_reason(points, open_points, lang), missing=missing)


def _reason(points: Sequence[PointCoverage], open_points: Sequence[PointCoverage], lang: str) -> str:
    shares = [f"{round(point.coverage * 100)} %" for point in points]
    if lang == "ja":
        return (
            f"{len(points)} 点のうち {len(points) - len(open_points)} 点に根拠がある（語の被覆 {'、'.join(shares)}）。"
        )
    return f"{len(points) - len(open_points)} of {len(points)} points are covered (words found: {', '.join(shares)})."
