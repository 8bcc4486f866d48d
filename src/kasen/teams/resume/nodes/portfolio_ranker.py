"""The works in the order in which they speak for the role: once, beside the first round of critics."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from langgraph.runtime import Runtime

from kasen.models.role import RULE, Role
from kasen.team import Deps
from kasen.teams.resume.keywords import keywords
from kasen.teams.resume.portfolio_view import WorkView, view_of
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.quoting import quoted_in, tells
from kasen.teams.resume.rules.portfolio_ranker import MOST_EVIDENCE, Shared, counted, rank, shared
from kasen.teams.resume.schemas.portfolio import PortfolioItem, RankedItem, Ranking, RankSaid
from kasen.teams.resume.state import ByRanker, Intake, Round

PORTFOLIO_RANKER = Role(
    name="portfolio_ranker",
    package="kasen.teams.resume",
    reply=Ranking,
    rule=rank,
    tier="basic",
    answer_tokens=1200,
)
MOST_SHOWN = 30
"""Works that a model is shown, those with most in common first; the others keep the order of the rule."""
_ID = re.compile(r"\W*[Pp]?(\d{1,4})\W*")


class Ranked(Intake, Round, ByRanker):
    """What the portfolio ranker reads."""


class _Place(NamedTuple):
    evidence: tuple[str, ...]
    meets: tuple[str, ...]
    why: str
    by: str


async def portfolio_ranker(state: Ranked, runtime: Runtime[Deps]) -> ByRanker:
    """Rank the works in the first round only; without works nobody is asked."""
    deps, items = runtime.context, state["portfolio_items"]
    if state["iteration"] > 1 or not items:
        return {"ranking": state.get("ranking") or []}
    scrub = prepared(state["revised_content"], state["lang"], state["hidden"]).scrubbed
    posting = state["job_posting_content"]
    found = await ranked(deps, items=items, role=state["target_role"], posting=posting, scrub=scrub)
    with_evidence = sum(bool(one.evidence) for one in found)
    deps.note(
        f"作品 {len(found)} 点中 {with_evidence} 点に根拠"
        if deps.lang == "ja"
        else f"{len(found)} works, {with_evidence} with evidence"
    )
    return {"ranking": found}


async def ranked(
    deps: Deps, *, items: Sequence[PortfolioItem], role: str, posting: str, scrub: Callable[[str], str] = str
) -> list[RankedItem]:
    """Every work once, best first, with quotations for its rank; one ask.

    A quotation must stand in the work and what it meets in role or posting, else both are left out. Works without
    evidence come last. `score` is the share of the posting's and the role's terms that a work has, counted by code.
    A single work, or one with nothing to be held against, is not asked about. `scrub` takes personal words out of what
    is shown.
    """
    if not items:
        return []
    asked = f"{role}\n{posting}".strip()
    views = [view_of(item, scrub) for item in items]
    terms = keywords(posting, role)
    own = {view.id: shared(view.text, terms, asked) for view in views}
    said: dict[str, _Place] = {}
    if asked and len(items) > 1:
        said = await _said(deps, sorted(views, key=lambda view: -own[view.id].score), role, posting)
    order = sorted(items, key=lambda item: _key(item.id, said, own))
    return [_item(n, item, said.get(item.id), own[item.id], deps.lang) for n, item in enumerate(order, start=1)]


async def _said(deps: Deps, views: Sequence[WorkView], role: str, posting: str) -> dict[str, _Place]:
    """What stands of what the role said, by id and in its order; only works with evidence are in it."""
    shown = views[:MOST_SHOWN]
    if len(views) > len(shown):
        await deps.emit("warning", text=_cut(len(shown), len(views), deps.lang))
    answer = await deps.ask(PORTFOLIO_RANKER, role=role, posting=posting, works=shown, lang=deps.lang)
    by_id = {view.id: view for view in shown}
    found: dict[str, _Place] = {}
    lost = 0
    for one in answer.value.items:
        number = _ID.fullmatch(one.item)
        view = by_id.get(f"P{int(number[1])}") if number else None
        if view is None or view.id in found:
            lost += view is None
            continue
        pairs, wrong = _pairs(one, view, f"{role}\n{posting}")
        lost += wrong
        if pairs:
            evidence, meets = zip(*pairs, strict=True)
            found[view.id] = _Place(evidence, meets, " ".join(one.why.split()), answer.by)
    if lost and not answer.is_rule:
        await deps.emit("warning", text=_lost(lost, deps.lang))
    return found


def _pairs(said: RankSaid, view: WorkView, asked: str) -> tuple[list[tuple[str, str]], int]:
    """Quotations with what they meet, both as they stand; and how many do not stand on both sides."""
    kept: list[tuple[str, str]] = []
    for quote, met in zip(said.evidence, said.meets, strict=False):
        there = quoted_in(view.text, quote) if tells(quote) else None
        wanted = quoted_in(asked, met)
        if there is not None and wanted is not None:
            kept.append((view.text[slice(*there)], asked[slice(*wanted)]))
    kept = list(dict.fromkeys(kept))[:MOST_EVIDENCE]
    return kept, max(len(said.evidence), len(said.meets)) - len(kept)


def _key(id: str, said: Mapping[str, _Place], own: Mapping[str, Shared]) -> tuple[int, float]:
    """Those that the role gave evidence for in its order, then those that code finds some for, then the others."""
    if id in said:
        return 0, list(said).index(id)
    return (1, -own[id].score) if own[id].evidence else (2, 0.0)


def _item(number: int, item: PortfolioItem, said: _Place | None, own: Shared, lang: str) -> RankedItem:
    place = said or _Place(own.evidence, own.meets, counted(len(own.evidence), lang), RULE)
    return RankedItem(
        id=item.id,
        title=item.title,
        url=item.url,
        rank=number,
        score=own.score,
        evidence=place.evidence,
        meets=place.meets,
        why=place.why,
        by=place.by,
    )


def _cut(shown: int, count: int, lang: str) -> str:
    if lang == "ja":
        return f"作品 {count} 点のうち、共通する用語の多い {shown} 点だけを見せた。残りは用語の数で並べた。"
    return (
        f"Of {count} works the {shown} with most terms in common were shown; the others are in the order of the terms."
    )


def _lost(count: int, lang: str) -> str:
    if lang == "ja":
        return f"順位の根拠 {count} 件は作品か求人に書かれていないため使わなかった。"
    return f"{count} reason(s) for a rank stand in neither work nor posting and were left out."
