"""The verifier without a model: it judges nothing; code has compared words, numbers, names, dates and denials."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas.verification import Judgements, StatementView


def pass_on(*, question: str, statements: Sequence[StatementView], lang: str) -> Judgements:
    """Rule of the verifier: no judgement, so every statement stays as code left it."""
    return Judgements()
