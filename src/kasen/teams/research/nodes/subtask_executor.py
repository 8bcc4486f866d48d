"""The subtasks of a wave, all at the same time: searched, then read; no passage is read twice in a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from langgraph.runtime import Runtime

from kasen.errors import ProviderError
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.gathering import Gathering, search_documents, search_web
from kasen.teams.research.nodes.analyzer import analysed, located
from kasen.teams.research.nodes.master_planner import allocated
from kasen.teams.research.reading import MOST_PASSAGES, measured, passage_views
from kasen.teams.research.rules.analyzer import analyse
from kasen.teams.research.rules.coverage import COVERED, WEAK, coverage
from kasen.teams.research.rules.subtask_executor import brief
from kasen.teams.research.schemas import Excerpt, Found
from kasen.teams.research.schemas.deep import Briefing, PlannedSubtask, Subtask, SubtaskResult
from kasen.teams.research.states.deep import Executed, Working
from kasen.teams.research.subtasks import numbers, quotes_of
from kasen.teams.research.together import together

SUBTASK_EXECUTOR = Role(
    name="subtask_executor",
    package="kasen.teams.research",
    reply=Briefing,
    rule=brief,
    tier="reasoning",
    answer_tokens=250,
    target_s=5.0,
    maximum_s=10.0,
)
"""Asked only for subtasks that depend on others; what the others are is in the plan."""
MOST_ELSEWHERE = 4
"""Sentences that code takes over for a subtask from passages that another one reads."""
MOST_FINDINGS = 8
"""Findings of the subtasks it depends on that a subtask is given."""
MOST_EVIDENCE = 999
"""Excerpts of a run; ids have three digits at most."""
_SAME_QUESTION = 0.5
"""Share of a subtask's words that its briefed question must hold to be read and measured by."""


@dataclass(frozen=True)
class Work:
    """One subtask on its way through a wave."""

    subtask: Subtask
    asked: str
    documents: Gathering = field(default_factory=Gathering)
    web: Gathering = field(default_factory=Gathering)
    error: str = ""

    @property
    def found(self) -> list[Found]:
        """Every passage, those of the documents first."""
        return [*self.documents.found, *self.web.found]


async def subtask_executor(state: Working, runtime: Runtime[Deps]) -> Executed:
    """Work the wave. What fails in one subtask is kept with it and costs no other."""
    deps = runtime.context
    by_id = {subtask.id: subtask for subtask in state["master_plan"].subtasks}
    wave = [by_id[id] for id in state["wave"]]
    briefed = await together([_briefed(deps, state, subtask) for subtask in wave])
    works = await together([_gathered(deps, state, work) for work in briefed])
    shares = await _shared_out(deps, works, set(state.get("read", ())))
    read = await together(
        [_read(deps, state["query"], work, *share) for work, share in zip(works, shares, strict=True)]
    )
    results, excerpts = await _results(deps, state, works, shares, read)
    _note(deps, results)
    return {
        "subtask_results": results,
        "searches": [s for work in works for s in (*work.documents.searches, *work.web.searches)],
        "search_results": [one for work in works for one in work.web.found],
        "rag_results": [one for work in works for one in work.documents.found],
        "analyzed_data": excerpts,
        "read": list(dict.fromkeys(one.passage_id for mine, _ in shares for one in mine)),
    }


async def _briefed(deps: Deps, state: Working, subtask: Subtask) -> Work:
    """A subtask that depends on others, in the light of what they found; the others as they were planned."""
    if not subtask.depends_on:
        return Work(subtask, subtask.question)
    findings = await _findings(deps, state, subtask)
    if not findings:
        return Work(subtask, subtask.question)
    answer = await deps.ask(
        SUBTASK_EXECUTOR,
        question=state["query"],
        subtask=PlannedSubtask(
            question=subtask.question, rag_queries=subtask.rag_queries, web_queries=subtask.web_queries
        ),
        findings=findings,
        lang=deps.lang,
        today=deps.now().date().isoformat(),
        web=deps.search is not None,
    )
    said = answer.value
    asked = " ".join(said.question.split())
    holds = coverage(subtask.question, asked) >= _SAME_QUESTION
    queries = {"rag_queries": said.rag_queries, "web_queries": said.web_queries}
    changed = subtask.model_copy(update=queries) if any(queries.values()) else subtask
    library = await deps.library(state["request"].docs, state["request"].kb)
    return Work(await allocated(deps, library, changed), asked if holds else subtask.question)


async def _findings(deps: Deps, state: Working, subtask: Subtask) -> list[str]:
    """Quotations of the subtasks that it depends on, the best of each in turn."""
    excerpts = state.get("analyzed_data", [])
    passages = {p.id: p for p in await deps.evidence.passages([e.passage_id for e in excerpts])}
    quotes = quotes_of(state.get("subtask_results", {}), excerpts, passages)
    columns = [quotes.get(id, []) for id in subtask.depends_on]
    longest = max(map(len, columns), default=0)
    turns = [column[row] for row in range(longest) for column in columns if row < len(column)]
    return list(dict.fromkeys(turns))[:MOST_FINDINGS]


async def _gathered(deps: Deps, state: Working, work: Work) -> Work:
    request, subtask = state["request"], work.subtask
    searches = [
        search_documents(deps, request, subtask.rag_queries),
        search_web(deps, request, subtask.web_queries),
        _recalled(deps, work.asked),
    ]
    try:
        documents, web, recalled = await together(searches)
    except ProviderError as error:
        return replace(work, error=str(error))
    return replace(work, documents=documents + recalled, web=web)


async def _recalled(deps: Deps, question: str) -> Gathering:
    """Passages of the report that this one goes on from, as far as they are about the question."""
    if deps.earlier is None or not deps.earlier.passage_ids:
        return Gathering()
    passages = await deps.evidence.passages(deps.earlier.passage_ids)
    scored = [(coverage(question, "\n".join((*p.headings, p.text))), p) for p in passages]
    return Gathering(
        [
            Found(passage_id=p.id, source_id=p.source_id, query=question, score=round(share, 4))
            for share, p in sorted(scored, key=lambda pair: -pair[0])[:MOST_PASSAGES]
            if share >= WEAK
        ]
    )


Share = tuple[list[Found], list[Found]]
"""What a subtask reads, and what it found that another one reads or has read."""


async def _shared_out(deps: Deps, works: Sequence[Work], read: set[str]) -> list[Share]:
    """Each passage to the one subtask whose question it holds most of, the earlier one where they are even."""
    ids = list(dict.fromkeys(one.passage_id for work in works for one in work.found))
    texts = {p.id: "\n".join((*p.headings, p.text)) for p in await deps.evidence.passages(ids)}
    best: dict[str, tuple[float, float, int]] = {}
    for place, work in enumerate(works):
        for one in work.found:
            claim = (coverage(work.asked, texts[one.passage_id]), one.score, -place)
            best[one.passage_id] = max(best.get(one.passage_id, claim), claim)
    shares: list[Share] = []
    for place, work in enumerate(works):
        found = work.found
        own = [one for one in found if one.passage_id not in read and -best[one.passage_id][2] == place]
        order = dict.fromkeys(one.passage_id for one in sorted(own, key=lambda one: -one.score))
        mine = set(list(order)[:MOST_PASSAGES])
        shares.append(([o for o in own if o.passage_id in mine], [o for o in found if o.passage_id not in mine]))
    return shares


async def _read(deps: Deps, question: str, work: Work, mine: list[Found], others: list[Found]) -> list[Excerpt]:
    """What helps with the question: read by the analyzer, and found by code in what others read."""
    kept = await analysed(deps, question=question, points=[work.asked], found=mine)
    have = {excerpt.passage_id for excerpt in kept}
    elsewhere = [one for one in others if one.passage_id not in have]
    sought = list(dict.fromkeys((work.asked, *work.subtask.rag_queries, *work.subtask.web_queries)))
    by_words = await together([_measured(deps, question, text, elsewhere) for text in sought])
    places = {(e.passage_id, e.start): e for row in zip_longest(*by_words) for e in row if e is not None}
    return [*kept, *list(places.values())[:MOST_ELSEWHERE]]


async def _measured(deps: Deps, question: str, asked: str, found: Sequence[Found]) -> list[Excerpt]:
    """Sentences that hold the words of the question, or of a query for it, best first; nobody is asked."""
    views, passages = await passage_views(deps.evidence, found)
    if not views:
        return []
    said = analyse(question=question, points=[asked], passages=views, lang=deps.lang)
    excerpts, _ = located(said.excerpts, [asked], views, passages)
    by_id = {passage.id: (passage, view) for passage, view in zip(passages, views, strict=True)}

    def is_on_it(excerpt: Excerpt) -> bool:
        passage, view = by_id[excerpt.passage_id]
        own = passage.text[excerpt.start : excerpt.end]
        return coverage(asked, "\n".join((view.title, *passage.headings, own))) >= WEAK

    return [excerpt for excerpt in excerpts if is_on_it(excerpt)]


async def _results(
    deps: Deps, state: Working, works: Sequence[Work], shares: Sequence[Share], read: Sequence[list[Excerpt]]
) -> tuple[dict[str, SubtaskResult], list[Excerpt]]:
    """The results of the wave, and its evidence numbered on from that of the waves before."""
    place = numbers(state["master_plan"])
    start = len(state.get("analyzed_data", []))
    results: dict[str, SubtaskResult] = {}
    excerpts: list[Excerpt] = []
    for work, (mine, _), found in zip(works, shares, read, strict=True):
        number = place[work.subtask.id]
        room = max(MOST_EVIDENCE - start - len(excerpts), 0)
        own = [
            excerpt.model_copy(update={"id": f"e{start + len(excerpts) + n}", "point": number})
            for n, excerpt in enumerate(found[:room], start=1)
        ]
        excerpts += own
        results[work.subtask.id] = await _result(deps, state["query"], work, mine, own, number)
    return results, excerpts


async def _result(
    deps: Deps, question: str, work: Work, mine: Sequence[Found], own: Sequence[Excerpt], number: int
) -> SubtaskResult:
    """Measured by the subtask's own question, and by the briefed one where there is one; the better counts."""
    at_one = [excerpt.model_copy(update={"point": 1}) for excerpt in own]
    measures = [
        (await measured(deps.evidence, at_one, [text], enough=COVERED, question=question))[0]
        for text in dict.fromkeys((work.subtask.question, work.asked))
    ]
    best = max(measures, key=lambda measure: measure.coverage)
    passages = await deps.evidence.passages([excerpt.passage_id for excerpt in own])
    return SubtaskResult(
        subtask_id=work.subtask.id,
        asked=work.asked,
        excerpts=[excerpt.id for excerpt in own],
        coverage=best.model_copy(update={"point": number, "text": work.subtask.question}),
        passages=len({one.passage_id for one in mine}),
        sources=len({passage.source_id for passage in passages}),
        error=work.error,
    )


def _note(deps: Deps, results: Mapping[str, SubtaskResult]) -> None:
    passages = sum(result.passages for result in results.values())
    kept = sum(len(result.excerpts) for result in results.values())
    ids = "、".join(results) if deps.lang == "ja" else ", ".join(results)
    told = f"{ids}: {kept} excerpts from {passages} passages"
    deps.note(f"{ids}：{passages} 箇所から {kept} 件" if deps.lang == "ja" else told)
