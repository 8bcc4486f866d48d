"""The report of a fact-check: claims with their rulings, quotations on both sides, what was not checked."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research import fact_wording
from kasen.teams.research.checks import Lang
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.rules.adjudicator import NEUTRAL
from kasen.teams.research.rules.claim_splitter import kinds
from kasen.teams.research.rules.coverage import best, missing
from kasen.teams.research.schemas import QUESTION_LIMIT, Draft, Excerpt, PointCoverage, Result, Statement
from kasen.teams.research.schemas.fact_check import ClaimRuling, Ruled, RulingQuote, TextClaim, Weighed
from kasen.teams.research.states.fact_check import Settled
from kasen.teams.research.writing import Front, Writer
from kasen.tools.report.model import Block, Point, Ruling, Sentence

MOST_FINDINGS = 8
PER_SIDE = 4
"""Quotations that are shown on one side of a claim."""
_CITED = 3
"""Quotations that a finding cites on each side."""
_FIRST = ("refuted", "disputed", "supported")


async def ruling_writer(state: Settled, runtime: Runtime[Deps]) -> dict[str, Result]:
    """Write the report of what was ruled; where the plan was refused, one that says so and rules nothing."""
    deps, lang = runtime.context, lang_of(runtime.context.lang)
    claims = [] if state.get("refused") else state["claims"]
    case = await _case(deps, claims, state)
    by_rule = not any(ruled.proposed is not None for ruled in case.rulings)
    brief = Brief(
        question=fact_wording.short(_subject(state)),
        mode="fact-check",
        theme=fact_wording.title(_subject(state), lang),
        whole=state["checked"].text,
        points=[claim.text for claim in claims],
        coverage=case.coverage(),
        excerpts=case.excerpts,
        searches=state.get("searches", []),
        found=[one for part in state.get("found", []) for one in part.found],
        refused=state.get("refused", ""),
        notes=_notes(state, lang),
        nothing=fact_wording.undecided(len(claims), lang),
        banner=[fact_wording.method(lang, by_rule=by_rule)] if any(r.seen for r in case.rulings) else [],
        front=Front(summary=[fact_wording.counts(case.rulings, lang)], findings=case.findings(lang)),
        by_rule=by_rule,
        own_draft=Draft(),
    )
    result = await publish(deps, state["request"], brief, Draft(), sections=lambda writer: case.points(writer, lang))
    return {"result": result.model_copy(update={"rulings": await _rulings(deps, case, lang)})}


class _Case:
    """Claims, rulings and quotations, each quotation with its excerpt."""

    def __init__(
        self, claims: Sequence[TextClaim], rulings: Sequence[Ruled], weighed: Sequence[Weighed], texts: Sequence[str]
    ) -> None:
        self.claims, self.rulings, self.weighed, self.texts = claims, rulings, list(weighed), list(texts)
        self.excerpts = [
            Excerpt(id=f"e{n}", point=one.claim, passage_id=one.passage_id, start=one.start, end=one.end)
            for n, one in enumerate(weighed, start=1)
        ]

    def coverage(self) -> list[PointCoverage]:
        """A claim is covered when it was decided."""
        found = []
        for ruled, claim in zip(self.rulings, self.claims, strict=True):
            places = [text for one, text in zip(self.weighed, self.texts, strict=True) if one.claim == ruled.claim]
            found.append(
                PointCoverage(
                    point=ruled.claim,
                    text=claim.text,
                    coverage=round(best(claim.text, places), 3),
                    covered=ruled.ruling != "not_enough",
                    missing=missing(claim.text, places) if ruled.ruling == "not_enough" else [],
                )
            )
        return found

    def of(self, claim: int, stance: str) -> list[tuple[Weighed, Excerpt]]:
        """Quotations on one side of a claim."""
        pairs = zip(self.weighed, self.excerpts, strict=True)
        return [(one, excerpt) for one, excerpt in pairs if one.claim == claim and one.stance == stance]

    def findings(self, lang: Lang) -> list[Statement]:
        """What was decided: what is wrong first."""
        decided = sorted(
            (ruled for ruled in self.rulings if ruled.ruling in _FIRST), key=lambda ruled: _FIRST.index(ruled.ruling)
        )
        return [
            Statement(
                text=fact_wording.finding(self.claims[ruled.claim - 1].text, ruled.ruling, lang),
                evidence=[e.id for side in ("for", "against") for _, e in self.of(ruled.claim, side)[:_CITED]],
            )
            for ruled in decided[:MOST_FINDINGS]
        ]

    def points(self, writer: Writer, lang: Lang) -> list[Point]:
        """Each claim with its ruling, and what stands for it and against it."""
        return [self._point(writer, ruled, lang) for ruled in self.rulings]

    def _point(self, writer: Writer, ruled: Ruled, lang: Lang) -> Point:
        claim = self.claims[ruled.claim - 1]
        blocks: list[Block] = []
        if claim.words and claim.words != claim.text:
            blocks.append(_said(fact_wording.in_the_text(claim.words, lang)))
        sides = ("for", "against") if ruled.ruling != "not_enough" else ("for", "against", "neutral")
        quoted = False
        for stance in sides:
            most = NEUTRAL if stance == "neutral" else PER_SIDE
            label = ""
            for one, excerpt in sorted(self.of(ruled.claim, stance), key=lambda pair: pair[0].by)[:most]:
                own = fact_wording.label(stance, one.by, lang)
                blocks += [_said(own)] if own != label else []
                blocks.append(Block(kind="quote", sentences=(writer.quotation(excerpt),)))
                label, quoted = own, True
        if not quoted:
            blocks.append(_said(fact_wording.nothing_found(lang)))
        shown = Ruling(ruling=ruled.ruling, confidence=ruled.confidence, note=fact_wording.note(ruled, lang))
        return Point(heading=claim.text, blocks=tuple(blocks), ruling=shown)


async def _case(deps: Deps, claims: Sequence[TextClaim], state: Settled) -> _Case:
    by_claim = {ruled.claim: ruled for ruled in state.get("rulings", [])}
    rulings = [by_claim.get(n) or Ruled(claim=n, ruling="not_enough") for n in range(1, len(claims) + 1)]
    weighed = state.get("weighed", []) if claims else []
    passages = await deps.evidence.passages([one.passage_id for one in weighed])
    texts = [passage.text[one.start : one.end] for one, passage in zip(weighed, passages, strict=True)]
    return _Case(claims, rulings, weighed, texts)


def _said(text: str) -> Block:
    return Block(sentences=(Sentence(text=text),))


def _subject(state: Settled) -> str:
    """What is checked, as a reader knows it."""
    checked = state["checked"]
    return f"{checked.title} {checked.uri}".strip() if checked.uri else checked.text


def _notes(state: Settled, lang: Lang) -> list[str]:
    """What was not checked, and why."""
    checked = state["checked"]
    notes = [fact_wording.cut(QUESTION_LIMIT, lang)] if checked.cut else []
    notes += [fact_wording.not_checkable(kind, texts, lang) for kind, texts in kinds(state["uncheckable"]).items()]
    notes += [fact_wording.beyond(state["beyond"], lang)] if state["beyond"] else []
    repeated = list(dict.fromkeys(state.get("copies", [])))
    return [*notes, *([fact_wording.copies(repeated, lang)] if repeated else [])]


async def _rulings(deps: Deps, case: _Case, lang: Lang) -> list[ClaimRuling]:
    """The rulings as the result holds them."""
    sources = await deps.evidence.sources([one.source_id for one in case.weighed])
    quotes: dict[int, list[RulingQuote]] = {}
    for one, text, source in zip(case.weighed, case.texts, sources, strict=True):
        quotes.setdefault(one.claim, []).append(
            RulingQuote(
                quote=text,
                stance=one.stance,
                by=one.by,
                passage_id=one.passage_id,
                source_id=one.source_id,
                title=source.title,
                uri=source.uri if source.kind == "web" else "",
                origin=one.origin,
            )
        )
    return [
        ClaimRuling(
            claim=claim.text,
            words=claim.words,
            start=claim.start,
            end=claim.end,
            ruling=ruled.ruling,
            confidence=ruled.confidence,
            origins_for=ruled.origins_for,
            origins_against=ruled.origins_against,
            judged_by_model=ruled.judged,
            note=fact_wording.note(ruled, lang),
            quotes=quotes.get(ruled.claim, []),
        )
        for ruled, claim in zip(case.rulings, case.claims, strict=True)
    ]
