"""The reviewer without a model: it judges nothing; what code measures stands beside whatever it says."""

from __future__ import annotations

from kasen.teams.research.schemas.supervised import Appraisal


def appraise(**_: object) -> Appraisal:
    """Rule of the reviewer: no score and no word of its own. Logic stays *not judged*; the rest is measured by code."""
    return Appraisal()
