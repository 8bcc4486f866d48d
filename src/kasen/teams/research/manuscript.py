"""The draft of mode supervised on its way: evidence read once, ids that stay, and the draft as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from kasen.evidence.types import Claim
from kasen.team import Deps
from kasen.teams.research.checks import Checked, Cited, Lang
from kasen.teams.research.nodes.analyzer import analysed
from kasen.teams.research.references import References
from kasen.teams.research.schemas import Draft, Excerpt, Found, Request, Section, Statement
from kasen.tools.report.markdown import markdown
from kasen.tools.report.model import Block, Point, Report, Sentence

MOST_STATEMENTS = 24
"""Statements of one part of a draft that are kept; the prompt asks for at most twelve."""


class Read(NamedTuple):
    """Excerpts so far, and the passages that they were picked from."""

    excerpts: list[Excerpt]
    passages: list[str]


async def read_on(deps: Deps, found: Sequence[Found], known: Read, *, question: str, points: Sequence[str]) -> Read:
    """Let the analyzer read the passages that it has not read yet; new excerpts get the next ids, old ones keep theirs.

    A passage is read once in a run, so evidence of a draft never changes under it.
    """
    read = set(known.passages)
    fresh = [one for one in found if one.passage_id not in read]
    picked = await analysed(deps, question=question, points=points, found=fresh)
    have = {(one.point, one.passage_id, one.start) for one in known.excerpts}
    new = [one for one in picked if (one.point, one.passage_id, one.start) not in have]
    first = len(known.excerpts) + 1
    numbered = [one.model_copy(update={"id": f"e{n}"}) for n, one in enumerate(new, start=first)]
    seen = dict.fromkeys(one.passage_id for one in fresh)
    return Read([*known.excerpts, *numbered], [*known.passages, *seen])


def usable(draft: Draft, points: Sequence[str]) -> Draft:
    """What of a draft can be placed: sections of points that exist, one each, parts of a length that can be read."""
    sections: dict[int, list[Statement]] = {}
    for section in draft.analysis:
        if 1 <= section.point <= len(points):
            sections.setdefault(section.point, []).extend(section.statements)
    return Draft(
        title=draft.title,
        summary=_some(draft.summary),
        findings=_some(draft.findings),
        analysis=[Section(point=point, statements=_some(said)) for point, said in sections.items()],
    )


def _some(statements: Sequence[Statement]) -> list[Statement]:
    return [one for one in statements if one.text.strip()][:MOST_STATEMENTS]


async def as_markdown(
    deps: Deps, request: Request, draft: Draft, excerpts: Sequence[Excerpt], points: Sequence[str]
) -> str:
    """The draft in the form of seed 004, not checked yet: headings, marks and references are made by code."""
    passages = {p.id: p for p in await deps.evidence.passages(list({e.passage_id for e in excerpts}))}
    sources = {s.id: s for s in await deps.evidence.sources(list({p.source_id for p in passages.values()}))}
    references = References(passages, sources, request.docs)
    by_id = {excerpt.id: excerpt for excerpt in excerpts}

    def sentence(statement: Statement) -> Sentence:
        named = [by_id[id] for id in dict.fromkeys(statement.evidence) if id in by_id]
        claim = Claim(id="", text=statement.text, passage_ids=tuple(e.passage_id for e in named))
        cited = tuple(Cited(e.passage_id, e.start, e.end) for e in named)
        return references.sentence(Checked(claim, cited, quoted=False))

    summary = tuple(sentence(one) for one in draft.summary)
    findings = tuple(sentence(one) for one in draft.findings)
    analysis = tuple(
        Point(
            heading=points[section.point - 1],
            blocks=(Block(sentences=tuple(sentence(one) for one in section.statements)),),
        )
        for section in draft.analysis
    )
    report = Report(
        title=draft.title.strip() or request.question,
        lang=cast("Lang", deps.lang),
        question=request.question,
        date=deps.now().date().isoformat(),
        mode="supervised",
        summary=summary,
        key_findings=findings,
        analysis=analysis,
        references=references.listed(),
    )
    return markdown(report)
