"""Hypotheses, supposed after a first look at what sources say of causes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.evidence.sentences import sentences
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.gathering import search_documents, search_web
from kasen.teams.research.headings import without_addresses
from kasen.teams.research.nodes.issue_analyzer import other_names
from kasen.teams.research.reading import passage_views
from kasen.teams.research.rules.brainstormer import causes_found
from kasen.teams.research.rules.causality import links
from kasen.teams.research.rules.linking import NAMED, named
from kasen.teams.research.rules.question import content_words
from kasen.teams.research.schemas import Found
from kasen.teams.research.schemas.causal import (
    MOST_HYPOTHESES,
    CausalSentence,
    Hypotheses,
    Hypothesis,
    IssueAnalysis,
    Symptom,
)
from kasen.teams.research.states.causal import Puzzled, Scouted

BRAINSTORMER = Role(
    name="brainstormer",
    package="kasen.teams.research",
    reply=Hypotheses,
    rule=causes_found,
    tier="reasoning",
    answer_tokens=1200,
    target_s=10.0,
    maximum_s=30.0,
)
MOST_SENTENCES = 20
"""Causal sentences that are shown."""
LONGEST = 120
"""Characters of a hypothesis; of its mechanism and the like, three times as many."""


async def brainstormer(state: Puzzled, runtime: Runtime[Deps]) -> Scouted:
    """Look at what there is, then suppose; without a model, the causes that sources name."""
    deps, request, issue = runtime.context, state["request"], state["issue"]
    first = [request.question, *(symptom.text for symptom in issue.symptoms)]
    web = first[:1] if deps.search is not None else []
    documents, pages = await asyncio.gather(
        search_documents(deps, request, list(dict.fromkeys(first))), search_web(deps, request, web)
    )
    shown = await _sentences(deps, [*documents.found, *pages.found], issue.symptoms)
    answer = await deps.ask(
        BRAINSTORMER,
        question=request.question,
        issue=issue.issue,
        symptoms=issue.symptoms,
        sentences=shown,
        wishes=state.get("wishes", []),
        lang=deps.lang,
    )
    known = "\n".join((request.question, *(one.text for one in shown)))
    supposed = settled(without_addresses(answer.value, known).hypotheses, issue)
    await deps.emit("plan", steps=[{"id": f"h{n}", "text": one.text} for n, one in enumerate(supposed, start=1)])
    deps.note(f"仮説 {len(supposed)} 件" if deps.lang == "ja" else f"hypotheses: {len(supposed)}")
    return {
        "hypotheses": supposed,
        "hypotheses_by_rule": answer.is_rule,
        "searches": [*documents.searches, *pages.searches],
        "rag_results": documents.found,
        "search_results": pages.found,
    }


def settled(said: Sequence[Hypothesis], issue: IssueAnalysis) -> list[Hypothesis]:
    """Hypotheses that can be looked for, each once; a symptom is no cause of itself."""
    symptoms = {" ".join(sorted(content_words(symptom.text))) for symptom in issue.symptoms}
    known = range(1, len(issue.symptoms) + 1)
    found: dict[str, Hypothesis] = {}
    for one in said:
        text = _line(one.text, LONGEST)
        key = " ".join(sorted(content_words(text)))
        if not key or key in symptoms:
            continue
        cleaned = {field: _line(getattr(one, field), 3 * LONGEST) for field in ("mechanism", "supports", "refutes")}
        explains = sorted({n for n in one.explains if n in known})
        update = {"text": text, "also": other_names(text, one.also), "explains": explains, **cleaned}
        found.setdefault(key, one.model_copy(update=update))
    return list(found.values())[:MOST_HYPOTHESES]


async def _sentences(deps: Deps, found: Sequence[Found], symptoms: Sequence[Symptom]) -> list[CausalSentence]:
    """Sentences with a connective of cause and effect, those about the symptoms first."""
    views, _ = await passage_views(deps.evidence, found)
    scored: dict[str, tuple[float, str]] = {}
    for view in views:
        for start, end in sentences(view.text):
            text = view.text[start:end]
            if any(link.kind == "cause" for link in links(text)):
                share = max(named((one.text, *one.also), f"{view.origin}\n{text}") for one in symptoms)
                scored.setdefault(text, (share, view.origin))
    ordered = sorted(scored.items(), key=lambda item: -item[1][0])
    near = [(text, origin) for text, (share, origin) in ordered if share >= NAMED / 2]
    causes = [link.cause for text, _ in near for link in links(text)]
    # What brings a cause about is a cause too, though its sentence does not speak of the symptom.
    behind = [
        (text, origin)
        for text, (share, origin) in ordered
        if share < NAMED / 2 and any(named(causes, link.effect) >= NAMED for link in links(text))
    ]
    return [
        CausalSentence(id=f"c{n}", origin=origin, text=text)
        for n, (text, origin) in enumerate([*near, *behind][:MOST_SENTENCES], start=1)
    ]


def _line(text: str, longest: int) -> str:
    return " ".join(text.split())[:longest]
