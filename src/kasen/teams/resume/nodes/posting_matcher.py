"""The posting, requirement by requirement, held against the résumé: once, beside the first round of critics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.document.model import Masked, Resume
from kasen.teams.resume.keywords import covered, keywords
from kasen.teams.resume.posting_parts import Piece, pieces
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.quoting import quoted_in, tells
from kasen.teams.resume.rules.posting_matcher import match
from kasen.teams.resume.rules.requirements import weight_of
from kasen.teams.resume.schemas.part import Place
from kasen.teams.resume.schemas.posting import (
    Keyword,
    Match,
    MatchSaid,
    Posting,
    Requirement,
    RequirementSaid,
    Said,
    Status,
)
from kasen.teams.resume.state import ByMatcher, Intake, Round

POSTING_MATCHER = Role(
    name="posting_matcher",
    package="kasen.teams.resume",
    reply=MatchSaid,
    rule=match,
    tier="basic",
    answer_tokens=1500,
)
MOST_BULLETS = 2
"""Bullets of the posting that one requirement may reach over; what reaches over more is a list of them."""
_PRODUCT = re.compile(r"[A-Z][A-Za-z0-9+#.]{2,}")
_EITHER = re.compile(r"\b(?:or|such as|e\.g\.|like)\b|または|もしくは|あるいは|など|等|いずれか|/|／")
"""One of several is enough."""
_Span = tuple[int, int]
_Found = tuple[_Span, RequirementSaid, str]
"""Where it stands in the posting, what was said, by whom."""


class Matched(Intake, Round, ByMatcher):
    """What the posting matcher reads."""


async def posting_matcher(state: Matched, runtime: Runtime[Deps]) -> ByMatcher:
    """Match the original with the posting, in the first round only; without a posting nobody is asked."""
    deps, posting = runtime.context, state["posting"]
    if state["iteration"] > 1 or posting is None:
        return {"match": state.get("match")}
    ready = prepared(state["revised_content"], state["lang"], state["hidden"])
    found = await matched(deps, resume=ready.resume, masked=ready.masked, posting=posting, role=state["target_role"])
    deps.note(_summary(found, deps.lang))
    return {"match": found}


async def matched(deps: Deps, *, resume: Resume, masked: Masked, posting: Posting, role: str) -> Match:
    """How the résumé meets the posting; one ask.

    A requirement must stand in the posting, a quotation in what was shown of the résumé: others are left out, and how
    many is said. What is met by nothing that stands there is `not_judged`. Requirements that a model overlooks are
    those of the rule. Keywords and their coverage are counted by code.
    """
    variables: dict[str, Any] = {
        "role": role,
        "posting": posting.text,
        "resume": masked.text,
        "today": deps.now().date().isoformat(),
        "lang": deps.lang,
    }
    answer = await deps.ask(POSTING_MATCHER, **variables)
    parts = pieces(posting.text)
    found, invented = _standing(answer.value, posting.text, parts, answer.by)
    by = answer.by if found else "rule"
    if not answer.is_rule:
        own, _ = _standing(match(**variables), posting.text, parts, "rule")
        found += [one for one in own if not any(_overlap(one[0], other[0]) for other in found)]
        if invented:
            await deps.emit("warning", text=_lost(invented, deps.lang))
    found.sort(key=lambda one: one[0])
    requirements = [
        _requirement(f"R{n}", one, posting.text, parts, resume, masked) for n, one in enumerate(found, start=1)
    ]
    terms = covered(keywords(posting.text, role), masked.text)
    requirements = [checked(one, terms, deps.lang) for one in requirements]
    return Match(requirements=tuple(requirements), keywords=tuple(terms), by=by)


def checked(one: Requirement, terms: Sequence[Keyword], lang: str) -> Requirement:
    """The requirement, not met by a model's word where it names a product that the résumé does not name."""
    named = [term for term in terms if _PRODUCT.fullmatch(term.term) and term.term in one.text]
    lacking = [term.term for term in named if not term.found]
    if one.by == "rule" or one.status not in ("met", "partly") or not lacking:
        return one
    if len(lacking) == len(named):
        return one.model_copy(update={"status": "missing", "evidence": (), "note": _lacks(lacking, lang)})
    if one.status == "met" and not _EITHER.search(one.text):
        return one.model_copy(update={"status": "partly", "note": _lacks(lacking, lang)})
    return one


def _lacks(terms: Sequence[str], lang: str) -> str:
    return f"{'、'.join(terms)}は書かれていない。" if lang == "ja" else f"Not named: {', '.join(terms)}."


def _standing(said: MatchSaid, posting: str, parts: Sequence[Piece], by: str) -> tuple[list[_Found], int]:
    """The requirements whose words stand in the posting, each once, and how many do not."""
    kept: list[_Found] = []
    invented = 0
    for one in said.requirements:
        span = quoted_in(posting, one.requirement)
        if span is None or not _is_one(span, parts):
            invented += 1
        elif not any(_overlap(span, other) for other, _, _ in kept):
            kept.append((span, one, by))
    return kept, invented


def _is_one(span: _Span, parts: Sequence[Piece]) -> bool:
    """Whether words of the posting can be one requirement: no heading alone, no list, nothing of what is offered."""
    touched = [piece for piece in parts if _overlap(span, (piece.start, piece.end))]
    if not touched or all(piece.kind in ("offer", "about", "title") for piece in touched):
        return False
    return sum(piece.bullet for piece in touched) <= MOST_BULLETS


def _requirement(
    id: str, found: _Found, posting: str, parts: Sequence[Piece], resume: Resume, masked: Masked
) -> Requirement:
    (start, end), said, by = found
    evidence = _evidence(said.evidence, resume, masked)
    kinds = [piece.kind for piece in parts if _overlap((start, end), (piece.start, piece.end))]
    known = kinds[0] in ("must", "nice")
    status: Status = said.status
    note = " ".join(said.note.split())
    if status in ("met", "partly") and not evidence:
        # What it says of the quotation that is not there goes with it.
        status, note = "not_judged", note if by == "rule" else ""
    return Requirement(
        id=id,
        text=posting[start:end],
        weight=weight_of(kinds[0], posting[start:end]) if known else said.weight,
        status=status,
        evidence=evidence,
        note=note,
        by=by,
    )


def _evidence(quotes: Sequence[str], resume: Resume, masked: Masked) -> tuple[Said, ...]:
    """The quotations that stand in the résumé, in its own words, each place once."""
    places = dict.fromkeys(place for quote in quotes if tells(quote) and (place := masked.locate(quote)) is not None)
    return tuple(
        Said(text=resume.text[start:end], place=Place(line=resume.line_at(start), start=start, end=end))
        for start, end in places
    )


def _overlap(one: _Span, other: _Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _lost(count: int, lang: str) -> str:
    if lang == "ja":
        return f"求人に書かれていない要件 {count} 件は使わなかった。"
    return f"{count} requirement(s) that do not stand in the posting were left out."


def _summary(found: Match, lang: str) -> str:
    met = sum(one.status == "met" for one in found.requirements)
    total, terms = len(found.requirements), len(found.keywords)
    there = sum(one.found for one in found.keywords)
    judged = not found.requirements or any(one.status != "not_judged" for one in found.requirements)
    if lang == "ja":
        requirements = f"要件 {total} 件中 {met} 件を満たす" if judged else f"要件 {total} 件は未評価"
        return f"{requirements}・用語 {terms} 語中 {there} 語"
    requirements = (
        f"{met} of {total} requirements met" if judged else f"{total} requirement{'' if total == 1 else 's'} not judged"
    )
    return f"{requirements}, {there} of {terms} keywords"
