"""The conclusion of a comparison without a model: what the cells say, in turn; nothing is concluded."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.synthesizer import MOST_FINDINGS, SUMMARY_EN, SUMMARY_JA, size
from kasen.teams.research.schemas import Draft, Statement
from kasen.teams.research.schemas.compare import MatrixView


def say_cells(
    *,
    question: str,
    criteria: Sequence[str],
    matrix: Sequence[MatrixView],
    unknown: Sequence[str],
    wishes: Sequence[str],
    length: str,
    audience: str,
    lang: str,
) -> Draft:
    """Rule of the comparison_synthesizer: quotations of known cells, criterion by criterion, without a verdict."""
    said: dict[str, Statement] = {}
    for cell in matrix:
        for id, quote in zip(cell.evidence, cell.quotes, strict=True):
            said.setdefault(quote, Statement(text=quote, evidence=[id]))
    statements = list(said.values())
    return Draft(title=question, summary=fitting(statements, lang), findings=statements[:MOST_FINDINGS])


def fitting(statements: Sequence[Statement], lang: str) -> list[Statement]:
    """As many as an executive summary has room for; one at least."""
    most, length = (SUMMARY_JA if lang == "ja" else SUMMARY_EN)[1], 0
    kept: list[Statement] = []
    for one in statements:
        length += size(one.text, lang)
        if kept and length > most:
            break
        kept.append(one)
    return kept
