"""What evidence against a hypothesis leaves of it, without a model: code computed it already, nothing is judged."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas.causal import Validation, Weighed


def leave_open(*, question: str, hypothesis: str, refutes: str, evidence: Sequence[Weighed], lang: str) -> Validation:
    """Rule of the hypothesis_validator: nothing beyond the computed likelihood; a rule judges no evidence."""
    return Validation(verdict="holds")
