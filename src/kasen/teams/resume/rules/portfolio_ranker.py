"""Works ranked by the terms that they share with the posting and the role, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kasen.teams.resume.keywords import keywords, places
from kasen.teams.resume.portfolio_view import WorkView
from kasen.teams.resume.quoting import quoted_in
from kasen.teams.resume.rules.experience import quoted
from kasen.teams.resume.schemas.portfolio import Ranking, RankSaid

MOST_EVIDENCE = 6
FULL = 6
"""Terms in common from which a work counts as fitting in full: a work is about a few things."""
_HALVED_AFTER = 4
"""Places down the list of terms after which one counts half."""


class Shared(NamedTuple):
    """What a work has in common with the posting and the role: the share, 0–1, and quotations of both sides."""

    score: float
    evidence: tuple[str, ...]
    meets: tuple[str, ...]


def rank(*, role: str, posting: str, works: Sequence[WorkView], lang: str) -> Ranking:
    """Rule of the portfolio_ranker: most in common first; of those with nothing in common in the order given."""
    terms = keywords(posting, role)
    found = [(work, shared(work.text, terms, f"{role}\n{posting}")) for work in works]
    found.sort(key=lambda pair: -pair[1].score)
    said = []
    for work, common in found[:100]:
        said.append(
            RankSaid(
                item=work.id,
                evidence=list(common.evidence),
                meets=list(common.meets),
                why=counted(len(common.evidence), lang),
            )
        )
    return Ranking(items=said)


def shared(work: str, terms: Sequence[str], asked: str) -> Shared:
    """The terms, the most telling first, that a work names under any of their names, quoted from both sides."""
    weights = [1 / (1 + n / _HALVED_AFTER) for n in range(len(terms))]
    evidence: list[str] = []
    meets: list[str] = []
    reached = 0.0
    for term, weight in zip(terms, weights, strict=True):
        quote = _first(work, term)
        if not quote or quoted_in(asked, term) is None:
            continue
        reached += weight
        evidence.append(quote)
        meets.append(term)
    whole = sum(weights[:FULL])
    score = round(min(1.0, reached / whole), 3) if whole else 0.0
    return Shared(score, tuple(evidence[:MOST_EVIDENCE]), tuple(meets[:MOST_EVIDENCE]))


def counted(terms: int, lang: str) -> str:
    """What the rule says for a rank."""
    if not terms:
        return ""
    return f"共通する用語 {terms} 語" if lang == "ja" else f"{terms} term(s) in common"


def _first(work: str, term: str) -> str:
    """The part of the first line that names the term."""
    for line in work.splitlines():
        found = places(term, line)
        if found:
            return quoted(line, found[0])
    return ""
