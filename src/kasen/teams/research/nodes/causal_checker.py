"""What the passages say for and against each hypothesis, read for all of them at once and checked by code."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.evidence.types import Passage
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.origins import origins
from kasen.teams.research.prose import strange_addresses
from kasen.teams.research.quotes import locate
from kasen.teams.research.reading import passage_views
from kasen.teams.research.rules.causal_checker import MOST_FINDINGS, find_links
from kasen.teams.research.rules.coverage import window
from kasen.teams.research.rules.linking import NAMED, named, said_of
from kasen.teams.research.schemas import Excerpt, Found, PassageView
from kasen.teams.research.schemas.causal import CausalFinding, CausalFindings, Hypothesis, LinkFound, NodeView, Symptom
from kasen.teams.research.states.causal import Checked, Checking

CAUSAL_CHECKER = Role(
    name="causal_checker",
    package="kasen.teams.research",
    reply=CausalFindings,
    rule=find_links,
    tier="reasoning",
    answer_tokens=1500,
    target_s=15.0,
    maximum_s=45.0,
)


async def causal_checker(state: Checking, runtime: Runtime[Deps]) -> Checked:
    """Read what this round found, for hypotheses without evidence so far; a link counts when its words say it."""
    deps = runtime.context
    nodes = nodes_of(state["issue"].symptoms, state["hypotheses"])
    settled = {int(link.cause[1:]) for link in state.get("links", [])}
    seen = set(state.get("seen", []))
    found = [*state["rag_results"], *state["search_results"]]
    fresh = [one for one in found if one.passage_id not in seen]
    asked = [n for n in range(1, len(state["hypotheses"]) + 1) if n not in settled]
    readers = [_Reader(deps, state, nodes, number) for number in asked]
    read = await asyncio.gather(*(reader.read(fresh) for reader in readers))
    excerpts, links = list(state.get("analyzed_data", [])), list(state.get("links", []))
    for evidence in read:
        for excerpt, link in evidence:
            id = _number(excerpts, excerpt)
            links.append(link.model_copy(update={"evidence": id}))
    links = await _with_origins(deps, excerpts, list({_same(link): link for link in links}.values()))
    speak = len({link.evidence for link in links})
    deps.note(f"根拠 {speak} 件" if deps.lang == "ja" else f"evidence: {speak}")
    return {"analyzed_data": excerpts, "links": links, "seen": list(dict.fromkeys(one.passage_id for one in found))}


def nodes_of(symptoms: Sequence[Symptom], hypotheses: Sequence[Hypothesis]) -> dict[str, NodeView]:
    """Symptoms `s1`… and hypotheses `h1`… by id."""
    every = [NodeView(id=f"s{n}", text=one.text, also=one.also) for n, one in enumerate(symptoms, start=1)]
    every += [NodeView(id=f"h{n}", text=one.text, also=one.also) for n, one in enumerate(hypotheses, start=1)]
    return {one.id: one for one in every}


class _Reader:
    """Reads passages for one hypothesis."""

    def __init__(self, deps: Deps, state: Checking, nodes: dict[str, NodeView], number: int) -> None:
        self._deps = deps
        self._question = state["request"].question
        self._hypothesis = state["hypotheses"][number - 1]
        plan = next((one for one in state["evidence_plan"].plans if one.hypothesis == number), None)
        self._queries = {*plan.queries_for, *plan.queries_against} if plan else set()
        self._nodes = nodes
        self._number = number

    async def read(self, found: Sequence[Found]) -> list[tuple[Excerpt, LinkFound]]:
        """Evidence on links from or to the hypothesis."""
        views, passages = await passage_views(self._deps.evidence, await self._about(found))
        if not views:
            return []
        own = self._nodes[f"h{self._number}"]
        answer = await self._deps.ask(
            CAUSAL_CHECKER,
            question=self._question,
            hypothesis=own,
            mechanism=self._hypothesis.mechanism,
            supports=self._hypothesis.supports,
            refutes=self._hypothesis.refutes,
            others=[one for one in self._nodes.values() if one.id != own.id],
            passages=views,
            lang=self._deps.lang,
        )
        shown = {view.id: (view, passage) for view, passage in zip(views, passages, strict=True)}
        checked = [self._checked(said, shown) for said in answer.value.findings[: 2 * MOST_FINDINGS]]
        return [one for one in checked if one is not None]

    async def _about(self, found: Sequence[Found]) -> list[Found]:
        """What its queries found, and what names it."""
        names = self._nodes[f"h{self._number}"].names
        passages = await self._deps.evidence.passages([one.passage_id for one in found])
        return [
            one
            for one, passage in zip(found, passages, strict=True)
            if one.query in self._queries or named(names, "\n".join((*passage.headings, passage.text))) >= NAMED
        ]

    def _checked(
        self, said: CausalFinding, shown: dict[str, tuple[PassageView, Passage]]
    ) -> tuple[Excerpt, LinkFound] | None:
        """A finding whose words stand in its passage, and link what it says they link."""
        cause, effect = self._nodes.get(said.cause), self._nodes.get(said.effect)
        if said.passage not in shown or cause is None or effect is None or said.cause == said.effect:
            return None
        own = f"h{self._number}"
        if own not in (said.cause, said.effect) or not said.cause.startswith("h"):
            return None
        view, passage = shown[said.passage]
        place = locate(passage.text, said.quote)
        if place is None:
            return None
        (start, end), exact = place
        near = window(passage.text, start, end, view.title, *passage.headings)
        quote = passage.text[start:end]
        checked = said_of(quote, near, cause.names, effect.names, says=said.says, stance=said.stance)
        if checked is None:
            return None
        statement = " ".join(said.statement.split()) if exact else ""
        point = int(said.cause[1:])
        excerpt = Excerpt(id="", point=point, passage_id=passage.id, start=start, end=end, statement=statement)
        link = LinkFound(
            evidence="",
            cause=said.cause,
            effect=said.effect,
            kind=checked.kind,
            stance=checked.stance,
            hedged=checked.hedged,
            denied=checked.denied,
            confounders=[one for one in map(_line, said.confounders) if _is_known(one, passage.text)][:3],
        )
        return excerpt, link


def _is_known(name: str, text: str) -> bool:
    """Whether the source names it, and it brings no address of its own."""
    return named([name], text) >= NAMED and not strange_addresses(name, [text])


def _line(text: str) -> str:
    return " ".join(text.split())[:120]


def _number(excerpts: list[Excerpt], excerpt: Excerpt) -> str:
    """Id of an excerpt in the list; one that is not there yet is appended."""
    for known in excerpts:
        if (known.point, known.passage_id, known.start) == (excerpt.point, excerpt.passage_id, excerpt.start):
            return known.id
    numbered = excerpt.model_copy(update={"id": f"e{len(excerpts) + 1}"})
    excerpts.append(numbered)
    return numbered.id


def _same(link: LinkFound) -> tuple[str, str, str]:
    return link.evidence, link.cause, link.effect


async def _with_origins(deps: Deps, excerpts: Sequence[Excerpt], links: Sequence[LinkFound]) -> list[LinkFound]:
    """Links with the origin of their source: copies and pages of one publisher are one."""
    passages = await deps.evidence.passages(list(dict.fromkeys(one.passage_id for one in excerpts)))
    sources = await deps.evidence.sources(list(dict.fromkeys(one.source_id for one in passages)))
    found = origins(passages, {source.id: source for source in sources})
    by_passage = {passage.id: found[passage.source_id] for passage in passages}
    by_excerpt = {one.id: by_passage[one.passage_id] for one in excerpts}
    return [link.model_copy(update={"origin": by_excerpt[link.evidence]}) for link in links]
