"""What the evidence says of each claim: sides proposed, found again and measured; rulings by independent origins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.evidence.types import Passage, Source
from kasen.models.role import Answer, Role
from kasen.team import Deps
from kasen.teams.research import wording
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.nodes.evidence_searcher import next_queries
from kasen.teams.research.origins import origins, publisher
from kasen.teams.research.quotes import locate
from kasen.teams.research.reading import passage_views
from kasen.teams.research.rules.adjudicator import adjudicate, contested, settle
from kasen.teams.research.rules.planner import same
from kasen.teams.research.rules.stance import agrees, sided
from kasen.teams.research.schemas import Found, PassageView
from kasen.teams.research.schemas.fact_check import (
    Adjudication,
    CheckedText,
    Ruled,
    Stance,
    Stanced,
    TextClaim,
    Weighed,
)
from kasen.teams.research.states.fact_check import Judged, ToJudge

ADJUDICATOR = Role(
    name="adjudicator",
    package="kasen.teams.research",
    reply=Adjudication,
    rule=adjudicate,
    tier="reasoning",
    answer_tokens=900,
    target_s=10.0,
    maximum_s=30.0,
)
MOST_PASSAGES = 14
"""Passages that are shown on one claim."""
MOST_QUOTES = 12
"""Quotations that are kept on one claim."""


async def adjudicator(state: ToJudge, runtime: Runtime[Deps]) -> Command[Literal["evidence_searcher", "publisher"]]:
    """Weigh the evidence on every claim at the same time; back to the search for claims that nothing decides."""
    deps, claims = runtime.context, state["claims"]
    cases = [await _case(deps, n, claim, state) for n, claim in enumerate(claims, start=1)]
    fresh = [case for case in cases if case.is_new]
    # Asks take their turn when they are begun, so they are begun in the order of the claims.
    answers = await asyncio.gather(*(_ask(deps, case) for case in fresh))
    said = {case.number: answer for case, answer in zip(fresh, answers, strict=True)}
    weighed = [one for case in cases for one in _weighed(case, said.get(case.number), state)]
    before = {ruled.claim: ruled for ruled in state.get("rulings", [])}
    placed = await _with_origins(deps, weighed, state["checked"])
    rulings = [_ruled(case, said.get(case.number), before.get(case.number), placed) for case in cases]
    lost = sum(case.lost for case in cases)
    if lost:
        await deps.emit("warning", text=wording.lost(lost, lang_of(deps.lang)))
    rounds = state.get("loop_count", 0) + 1
    again = _open(rulings, claims, state) if rounds <= state["request"].loops else {}
    rulings = [ruled.model_copy(update={"queries": again.get(ruled.claim, [])}) for ruled in rulings]
    await _tell(deps, rulings, again=bool(again))
    read = [f"{case.number}:{passage.id}" for case in cases for passage in case.passages]
    update: Judged = {"weighed": placed, "rulings": rulings, "loop_count": rounds, "read": read}
    return Command(update=dict(update), goto="evidence_searcher" if again else "publisher")


class _Case:
    """One claim with what was found on it."""

    def __init__(
        self, number: int, claim: TextClaim, views: Sequence[PassageView], passages: Sequence[Passage], *, is_new: bool
    ) -> None:
        self.number, self.claim, self.is_new = number, claim, is_new
        self.views, self.passages = list(views), list(passages)
        self.lost = 0


async def _case(deps: Deps, number: int, claim: TextClaim, state: ToJudge) -> _Case:
    found: list[Found] = [one for part in state.get("found", []) if part.claim == number for one in part.found]
    views, passages = await passage_views(deps.evidence, found)
    # Only what was read is evidence: neither what a search shows of a page nor what a model tells of it.
    shown = [(v, p) for v, p in zip(views, passages, strict=True) if p.is_read][:MOST_PASSAGES]
    known = set(state.get("read", []))
    is_new = any(f"{number}:{passage.id}" not in known for _, passage in shown)
    return _Case(number, claim, [v for v, _ in shown], [p for _, p in shown], is_new=is_new)


def _ask(deps: Deps, case: _Case) -> Awaitable[Answer[Adjudication]]:
    said = case.claim.words if case.claim.words != case.claim.text else ""
    return deps.ask(ADJUDICATOR, claim=case.claim.text, said=said, passages=case.views, lang=deps.lang)


def _weighed(case: _Case, answer: Answer[Adjudication] | None, state: ToJudge) -> list[Weighed]:
    """Quotations on one claim, each place once: those given, and those of which code measures that they decide."""
    if answer is None:
        return [one for one in state.get("weighed", []) if one.claim == case.number]
    shown = {view.id: (view, passage) for view, passage in zip(case.views, case.passages, strict=True)}
    found: dict[tuple[str, int], Weighed] = {}
    for quoted in answer.value.excerpts:
        one = _placed(case, quoted, shown, None if answer.is_rule else quoted.stance)
        if one is None:
            case.lost += 1
        else:
            found.setdefault((one.passage_id, one.start), one)
    if not answer.is_rule:
        own = adjudicate(claim=case.claim.text, said="", passages=case.views, lang="")
        for quoted in own.excerpts:
            one = _placed(case, quoted, shown, None)
            if one is not None and (one.stance != "neutral" or one.agrees):
                found.setdefault((one.passage_id, one.start), one)
    decisive = sorted(found.values(), key=lambda one: (one.stance == "neutral", not one.agrees))
    return decisive[:MOST_QUOTES]


def _placed(
    case: _Case, quoted: Stanced, shown: dict[str, tuple[PassageView, Passage]], judged: Stance | None
) -> Weighed | None:
    """The quotation where it stands, on the side that counts; None when it stands in no passage that was shown."""
    view, passage = shown.get(quoted.passage, (None, None))
    place = locate(passage.text, quoted.quote) if passage is not None else None
    if view is None or passage is None or place is None:
        return None
    (start, end), exact = place
    words = passage.text[start:end]
    # A quotation that had to be mended was not what the side was judged by.
    above = (view.title, *view.headings)
    stance, by = sided(case.claim.text, words, above, judged if exact else None)
    return Weighed(
        claim=case.number,
        passage_id=passage.id,
        source_id=passage.source_id,
        start=start,
        end=end,
        stance=stance,
        by=by,
        agrees=stance == "neutral" and agrees(case.claim.text, words, above),
    )


async def _with_origins(deps: Deps, weighed: Sequence[Weighed], checked: CheckedText) -> list[Weighed]:
    """The quotations with their origins, told apart claim by claim; a publisher does not confirm its own page."""
    passages = {p.id: p for p in await deps.evidence.passages(list(dict.fromkeys(w.passage_id for w in weighed)))}
    sources = {s.id: s for s in await deps.evidence.sources(list(dict.fromkeys(w.source_id for w in weighed)))}
    found: list[Weighed] = []
    for claim in dict.fromkeys(one.claim for one in weighed):
        own = [one for one in weighed if one.claim == claim]
        by_source = origins([passages[one.passage_id] for one in own], sources)
        placed: list[Weighed] = []
        for one in own:
            is_own = (one.stance == "for" or one.agrees) and _publishes(sources[one.source_id], checked)
            none = {"stance": "neutral", "by": "code", "agrees": False} if is_own else {}
            placed.append(one.model_copy(update={"origin": by_source[one.source_id], **none}))
        found += contested(placed)
    return found


def _publishes(source: Source, checked: CheckedText) -> bool:
    own = publisher(checked.uri) if checked.uri else ""
    return bool(own) and source.kind == "web" and publisher(source.uri) == own


def _ruled(case: _Case, answer: Answer[Adjudication] | None, before: Ruled | None, weighed: Sequence[Weighed]) -> Ruled:
    if answer is None:
        proposed = before.proposed if before is not None else None
        queries = before.queries if before is not None else []
    else:
        proposed = None if answer.is_rule else answer.value.ruling
        queries = [] if answer.is_rule else answer.value.queries
    return settle(case.number, weighed, proposed).model_copy(update={"queries": queries, "seen": len(case.passages)})


def _open(rulings: Sequence[Ruled], claims: Sequence[TextClaim], state: ToJudge) -> dict[int, list[str]]:
    """Queries not yet sent, for the claims that nothing was found for or against."""
    sent = {(part.claim, same(query)) for part in state.get("found", []) for query in part.queries}
    wanted = {}
    for ruled in rulings:
        if ruled.ruling == "not_enough" and not ruled.both_by_one:
            proposed = next_queries(claims[ruled.claim - 1], ruled.queries)
            fresh = [query for query in proposed if same(query) and (ruled.claim, same(query)) not in sent]
            if fresh:
                wanted[ruled.claim] = fresh
    return wanted


async def _tell(deps: Deps, rulings: Sequence[Ruled], *, again: bool) -> None:
    decided = sum(ruled.ruling != "not_enough" for ruled in rulings)
    share = decided / len(rulings) if rulings else 0.0
    await deps.emit("score", name="decided", value=round(share, 3), scale=1.0)
    if deps.lang == "ja":
        deps.note(f"主張 {len(rulings)} 件中 {decided} 件を判定" + (" → もう一巡" if again else ""))
    else:
        deps.note(f"{decided} of {len(rulings)} claims ruled" + (" → one more round" if again else ""))
