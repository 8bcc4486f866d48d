"""The report on causes without a model: what sources say of each link, strongest first."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.comparison_synthesizer import fitting
from kasen.teams.research.rules.synthesizer import MOST_FINDINGS
from kasen.teams.research.schemas import Draft, Statement
from kasen.teams.research.schemas.causal import ConcludedView, RankedView


def say_links(
    *,
    question: str,
    symptoms: Sequence[str],
    ranking: Sequence[RankedView],
    links: Sequence[ConcludedView],
    wishes: Sequence[str],
    length: str,
    audience: str,
    lang: str,
) -> Draft:
    """Rule of the root_cause_synthesizer: quotations for and against each link, strongest link first."""
    said: dict[str, Statement] = {}
    for link in links:
        pairs = [*zip(link.evidence, link.quotes, strict=True), *zip(link.against, link.quotes_against, strict=True)]
        for id, quote in pairs:
            said.setdefault(quote, Statement(text=quote, evidence=[id]))
    statements = list(said.values())
    return Draft(title=question, summary=fitting(statements, lang), findings=statements[:MOST_FINDINGS])
