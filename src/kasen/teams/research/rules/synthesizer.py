"""The report without a model: sentences of the sources, chosen and ordered, never reworded or stitched."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.evidence.terms import CJK
from kasen.teams.research.rules.coverage import COVERED, WEAK, is_near
from kasen.teams.research.rules.naming import is_unnamed, names_it
from kasen.teams.research.rules.question import answers, kinds
from kasen.teams.research.schemas import Draft, ExcerptView, Section, Statement

MOST_FINDINGS = 5
_STAND_IN = 3
SUMMARY_JA = (200, 300)
"""Characters of an executive summary in Japanese (seed 004)."""
SUMMARY_EN = (80, 120)
"""Words of one in English."""
_CJK = re.compile(f"[{CJK}]")
_ROW = re.compile(r"\S \| \S")


def compose(
    *,
    question: str,
    points: Sequence[str],
    evidence: Sequence[ExcerptView],
    lang: str,
    length: str = "standard",
    audience: str = "",
    wishes: Sequence[str] = (),
) -> Draft:
    """Rule of the synthesizer: the best sentences of each point in turn; weak ones are left out.

    Where all are weak, or few of a question in Latin letters are not, the first that are near stand in: the report
    marks a point that nothing answers. A row of a table says little by itself: it stands in no summary, and among the
    findings only where no sentence answers.
    """
    usable = [e for e in evidence if e.coverage >= WEAK]
    if not usable or not _CJK.search(question):
        near = [e for e in evidence if e.coverage < WEAK and is_near(points[e.point - 1], e.quote, e.coverage)]
        usable += near[: max(_STAND_IN - len(usable), 0)]
    ordered = in_turn(usable)
    return Draft(
        title=question,
        summary=[_quoted(e) for e in summarise([e for e in ordered if not is_row(e.quote)], lang)],
        findings=[_quoted(excerpt) for excerpt in _named(_telling(ordered, points), evidence, question)],
        analysis=[
            Section(point=number, statements=[_quoted(e) for e in usable if e.point == number])
            for number in range(1, len(points) + 1)
        ],
    )


def in_turn(evidence: Sequence[ExcerptView]) -> list[ExcerptView]:
    """The best of each point, then the second of each, and so on; each text once."""
    by_point: dict[int, list[ExcerptView]] = {}
    for excerpt in evidence:
        by_point.setdefault(excerpt.point, []).append(excerpt)
    longest = max(map(len, by_point.values()), default=0)
    turns = [column[row] for row in range(longest) for column in by_point.values() if row < len(column)]
    once: dict[str, ExcerptView] = {}
    for excerpt in turns:
        once.setdefault(excerpt.quote, excerpt)
    return list(once.values())


def _named(ordered: Sequence[ExcerptView], evidence: Sequence[ExcerptView], question: str) -> list[ExcerptView]:
    """The findings; the last is one that names what the first leaves to the title of its source."""
    findings = list(ordered[:MOST_FINDINGS])
    if not findings or not is_unnamed(findings[0].title, question, [one.quote for one in findings]):
        return findings
    title = findings[0].title
    naming = [one for one in evidence if one.title == title and names_it(one.quote, title)]
    return [*findings[: MOST_FINDINGS - 1], *naming[:1]] if naming else findings


def is_row(text: str) -> bool:
    """Whether a quotation is a row of a table."""
    return bool(_ROW.search(text))


def _telling(ordered: Sequence[ExcerptView], points: Sequence[str]) -> list[ExcerptView]:
    """All but the rows of tables on points that a sentence answers."""
    told = {e.point for e in ordered if not is_row(e.quote) and _answers(e, points[e.point - 1])}
    return [excerpt for excerpt in ordered if excerpt.point not in told or not is_row(excerpt.quote)]


def _answers(excerpt: ExcerptView, point: str) -> bool:
    return excerpt.coverage >= COVERED and all(answers(excerpt.quote, kind, point) for kind in kinds(point))


def summarise(ordered: Sequence[ExcerptView], lang: str) -> list[ExcerptView]:
    """Sentences that together have the length of an executive summary, as far as there are enough."""
    least, most = SUMMARY_JA if lang == "ja" else SUMMARY_EN
    chosen: list[ExcerptView] = []
    length = 0
    for excerpt in ordered:
        more = size(excerpt.quote, lang)
        if length < least and (length + more <= most or not chosen):
            chosen.append(excerpt)
            length += more
    return chosen


def size(text: str, lang: str) -> int:
    """Characters of a Japanese text, words of an English one."""
    return len(text) if lang == "ja" else len(text.split())


def _quoted(excerpt: ExcerptView) -> Statement:
    return Statement(text=excerpt.quote, evidence=[excerpt.id])
