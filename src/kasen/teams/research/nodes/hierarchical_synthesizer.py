"""The draft of a report on many subtasks: its head and its sections are written at the same time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research import prose
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.rules.coverage import coverage
from kasen.teams.research.rules.hierarchical_synthesizer import arrange
from kasen.teams.research.rules.synthesizer import in_turn
from kasen.teams.research.schemas import Draft, ExcerptView, Section, Statement
from kasen.teams.research.state import Drafted
from kasen.teams.research.states.deep import Settled
from kasen.teams.research.subtasks import reported, roots
from kasen.teams.research.together import together

HIERARCHICAL_SYNTHESIZER = Role(
    name="hierarchical_synthesizer",
    package="kasen.teams.research",
    reply=Draft,
    rule=arrange,
    tier="high_reasoning",
    answer_tokens=2000,
    target_s=30.0,
    maximum_s=60.0,
)
"""Seconds as those of a writer."""
MOST_WRITERS = 5
"""Writers of sections at the same time; with more points each writes several."""
PER_POINT = 14
"""Excerpts that the writer of a point is shown, those nearest to it."""
FOR_THE_HEAD = 24
"""Excerpts that the writer of summary and findings is shown, from all points in turn."""


async def hierarchical_synthesizer(state: Settled, runtime: Runtime[Deps]) -> Drafted:
    """Draft the report that answers the user's question."""
    deps, plan = runtime.context, state["master_plan"]
    headings = [subtask.question for subtask in roots(plan)]
    excerpts = reported(plan, state["analyzed_data"])
    views = await excerpt_views(deps.evidence, excerpts, headings, question=state["query"])
    nearest = _nearest(views)
    shown = {number: [view for view in nearest if view.point == number] for number in range(1, len(headings) + 1)}
    groups = _groups([number for number, own in shown.items() if own])
    head = list(islice(in_turn(nearest), FOR_THE_HEAD))
    parts = [([], head), *((group, [view for n in group for view in shown[n]]) for group in groups)]
    request = state["request"]
    asked = [
        deps.ask(
            HIERARCHICAL_SYNTHESIZER,
            question=state["query"],
            headings=headings,
            own=own,
            evidence=evidence,
            lang=deps.lang,
            length=request.length,
            audience=request.audience,
            wishes=state.get("draft_wishes", []),
        )
        for own, evidence in parts
        if evidence
    ]
    if not asked:
        return {"draft": Draft(title=state["query"]), "draft_by_rule": True}
    answers = await together(asked)
    deps.note(f"{len(groups)} 節＋要約" if deps.lang == "ja" else f"{len(groups)} sections and a summary")
    draft = joined(answers[0].value, [(g, a.value) for g, a in zip(groups, answers[1:], strict=True)], headings)
    return {"draft": draft, "draft_by_rule": all(answer.is_rule for answer in answers)}


def _nearest(views: Sequence[ExcerptView]) -> list[ExcerptView]:
    """The excerpts of each point that hold most of its words, in their order."""
    kept: set[str] = set()
    for number in {view.point for view in views}:
        own = [view for view in views if view.point == number]
        kept |= {view.id for view in sorted(own, key=lambda view: -view.coverage)[:PER_POINT]}
    return [view for view in views if view.id in kept]


def _groups(points: Sequence[int]) -> list[list[int]]:
    """Points as they are given to writers, neighbours together, as evenly as can be."""
    writers = min(MOST_WRITERS, len(points))
    size = math.ceil(len(points) / writers) if writers else 1
    return [list(points[start : start + size]) for start in range(0, len(points), size)]


def joined(head: Draft, sections: Sequence[tuple[Sequence[int], Draft]], headings: Sequence[str]) -> Draft:
    """One draft of the parts: each writer is heard on its own points only, and nothing stands under two points.

    What would is kept under the point whose words it holds most of, the earlier one where they are even.
    """
    written = [
        (number, statement)
        for own, draft in sections
        for section in draft.analysis
        if section.point in own
        for number, statement in ((section.point, one) for one in section.statements)
    ]
    order = sorted(written, key=lambda pair: -coverage(headings[pair[0] - 1], pair[1].text))
    kept: list[tuple[int, Statement]] = []
    for number, statement in order:
        elsewhere = [other.text for point, other in kept if point != number]
        if not any(prose.repeats(statement.text, text) for text in elsewhere):
            kept.append((number, statement))
    stays = {id(statement) for _, statement in kept}
    return Draft(
        title=head.title,
        summary=head.summary,
        findings=head.findings,
        analysis=[
            Section(point=number, statements=[s for point, s in written if point == number and id(s) in stays])
            for number in dict.fromkeys(number for own, _ in sections for number in own)
        ],
    )
