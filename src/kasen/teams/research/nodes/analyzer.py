"""From passages to excerpts: what helps to answer each point, found again word for word."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.evidence.types import Passage
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research import wording
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.quotes import locate
from kasen.teams.research.reading import passage_views
from kasen.teams.research.rules.analyzer import analyse
from kasen.teams.research.rules.coverage import COVERED, coverage, window
from kasen.teams.research.rules.disagreement import Said, disagreements
from kasen.teams.research.rules.relevance import candidates
from kasen.teams.research.schemas import Analysis, Excerpt, Found, PassageView, Quoted
from kasen.teams.research.state import Analyzed, Gathered

ANALYZER = Role(name="analyzer", package="kasen.teams.research", reply=Analysis, rule=analyse, answer_tokens=3000)
MOST_EXCERPTS = 40
LEAST_EXCERPTS = 4
"""Excerpts of a model below which the rule's are added; a report has three findings and more."""


async def analyzer(state: Gathered, runtime: Runtime[Deps]) -> Analyzed:
    """Analyse all that was found so far."""
    deps, points = runtime.context, state["plan"].investigation_points
    found = [*state["rag_results"], *state["search_results"]]
    excerpts = await analysed(deps, question=state["request"].question, points=points, found=found)
    kept, seen = len({excerpt.passage_id for excerpt in excerpts}), len({one.passage_id for one in found})
    if not found:
        deps.note("資料に見つからない" if deps.lang == "ja" else "nothing found")
    else:
        deps.note(f"{seen} 箇所中 {kept} を採用" if deps.lang == "ja" else f"{kept} passages kept of {seen}")
    return {"analyzed_data": excerpts}


async def analysed(deps: Deps, *, question: str, points: Sequence[str], found: Sequence[Found]) -> list[Excerpt]:
    """What of the passages found helps with each point, as `e1`, `e2`, …, most useful first.

    A quotation that is in no passage shown is mended or left out, and said. Without passages nobody is asked.
    """
    views, passages = await passage_views(deps.evidence, found)
    if not views:
        return []
    answer = await deps.ask(ANALYZER, question=question, points=points, passages=views, lang=deps.lang)
    excerpts, lost = located(answer.value.excerpts, points, views, passages)
    if not answer.is_rule:
        own = analyse(question=question, points=points, passages=views, lang=deps.lang)
        excerpts += _overlooked(located(own.excerpts, points, views, passages)[0], excerpts, points, views, passages)
    excerpts += _other_sides(excerpts, views, passages)
    if lost:
        await deps.emit("warning", text=wording.lost(lost, lang_of(deps.lang)))
    return [e.model_copy(update={"id": f"e{n}"}) for n, e in enumerate(excerpts[:MOST_EXCERPTS], start=1)]


def located(
    said: Sequence[Quoted], points: Sequence[str], views: Sequence[PassageView], passages: Sequence[Passage]
) -> tuple[list[Excerpt], int]:
    """Excerpts whose words stand in a passage that was shown, each once per point; and how many did not."""
    shown = {view.id: passage for view, passage in zip(views, passages, strict=True)}
    found: dict[tuple[int, str, int], Excerpt] = {}
    lost = 0
    for quoted in said:
        passage = shown.get(quoted.passage.strip())
        place = locate(passage.text, quoted.quote) if passage else None
        if passage is None or place is None or not 1 <= quoted.point <= len(points):
            lost += 1
            continue
        (start, end), exact = place
        if passage.text[start:end].rstrip().endswith(("?", "？")):
            continue  # A question answers nothing, however much it is like the one that was asked.
        key = (quoted.point, passage.id, start)
        found.setdefault(
            key,
            Excerpt(
                id="",
                point=quoted.point,
                passage_id=passage.id,
                start=start,
                end=end,
                statement=" ".join(quoted.statement.split()) if exact else "",
            ),
        )
    return list(found.values()), lost


def _overlooked(
    own: Sequence[Excerpt],
    kept: Sequence[Excerpt],
    points: Sequence[str],
    views: Sequence[PassageView],
    passages: Sequence[Passage],
) -> list[Excerpt]:
    """Where a model kept next to nothing, for a point or in all: what the rule finds and code measures as an answer."""
    every = set(range(1, len(points) + 1))
    empty = every if len(kept) < LEAST_EXCERPTS else every - {excerpt.point for excerpt in kept}
    have = {(excerpt.point, excerpt.passage_id) for excerpt in kept}
    by_id = {passage.id: (passage, view) for passage, view in zip(passages, views, strict=True)}
    found = []
    for excerpt in own:
        passage, view = by_id[excerpt.passage_id]
        place = window(passage.text, excerpt.start, excerpt.end, view.title, *passage.headings)
        is_new = (excerpt.point, excerpt.passage_id) not in have
        if is_new and excerpt.point in empty and coverage(points[excerpt.point - 1], place) >= COVERED:
            found.append(excerpt)
    return found


def _other_sides(
    excerpts: Sequence[Excerpt], views: Sequence[PassageView], passages: Sequence[Passage]
) -> list[Excerpt]:
    """Sentences of other sources that give other figures than an excerpt does; ranking leaves them out as alike."""
    by_id = {passage.id: passage for passage in passages}
    pool = candidates(views)
    said = [Said(by_id[e.passage_id].source_id, by_id[e.passage_id].text[e.start : e.end]) for e in excerpts]
    others = [Said(passages[c.passage].source_id, c.text) for c in pool]
    have = {(e.passage_id, e.start) for e in excerpts}
    found = []
    for mine, theirs in disagreements(said, others):
        other = pool[theirs]
        place = (passages[other.passage].id, other.start)
        if place not in have:
            have.add(place)
            point = excerpts[mine].point
            found.append(Excerpt(id="", point=point, passage_id=place[0], start=other.start, end=other.end))
    return found
