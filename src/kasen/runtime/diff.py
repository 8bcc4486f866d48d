"""What changed between two runs: claims, sources, coverage, cost and time, compared by code from what is stored."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from kasen.evidence.types import Claim, Passage, Source, Support
from kasen.runtime.evidence import claims_of, evidence_of
from kasen.runtime.ledger import figures
from kasen.runtime.rows import OVER, RunRow
from kasen.runtime.store import Store

REWORDED = 80.0
"""Least likeness, 0–100 (rapidfuzz `ratio`), of two claims that count as one that was reworded."""
MOST_COMPARED = 400
"""Claims of each run that are compared for being reworded."""
Caution = Literal[
    "other_team", "other_question", "other_request", "other_mode", "other_models", "no_claims", "not_over"
]


class Side(BaseModel):
    """One of the two runs; `usd` is None where a price is not known."""

    id: str
    team: str
    mode: str
    title: str
    lang: str
    status: str
    created_at: str
    claims: int
    sources: int
    """Sources that its claims rest on."""
    read: int
    """Sources that it recorded, cited or not."""
    calls: int
    tokens: int
    usd: float | None
    seconds: float
    models: list[str]


class ClaimChange(BaseModel):
    """A claim that only one run makes, or that both make differently; the empty field is of the run that lacks it."""

    change: Literal["new", "gone", "support", "reworded"]
    before: str = ""
    after: str = ""
    support_before: Support | None = None
    support_after: Support | None = None


class SourceChange(BaseModel):
    """A cited source that only one run rests on, or whose content is another one now."""

    change: Literal["new", "gone", "content"]
    title: str
    uri: str
    kind: Literal["document", "web"]


class CoverageChange(BaseModel):
    """A point of the plan and how much of it was covered, 0–1; None where the run has no such point."""

    point: str
    before: float | None
    after: float | None


class Difference(BaseModel):
    """The second run against the first."""

    first: Side
    second: Side
    cautions: list[Caution] = Field(default_factory=list)
    """Why the comparison says less than it seems to."""
    request: list[str] = Field(default_factory=list)
    """Fields of the request that differ, where both runs are of one team."""
    same_claims: int = 0
    claims: list[ClaimChange] = Field(default_factory=list)
    same_sources: int = 0
    sources: list[SourceChange] = Field(default_factory=list)
    coverage: list[CoverageChange] = Field(default_factory=list)
    """Points whose coverage differs."""


class _Run(BaseModel):
    row: RunRow
    claims: list[Claim]
    cited: dict[str, Source]
    """By address."""
    side: Side


async def diff(store: Store, first: str, second: str) -> Difference:
    """Compare two runs by their ids, or by how these begin. Raises UnknownName."""
    one, other = await _run(store, first), await _run(store, second)
    found = Difference(first=one.side, second=other.side)
    found.cautions, found.request = _cautions(one, other)
    found.same_claims, found.claims = _claims(one.claims, other.claims)
    found.same_sources, found.sources = _sources(one.cited, other.cited)
    found.coverage = _coverage(one.row.result, other.row.result)
    return found


async def _run(store: Store, run_id: str) -> _Run:
    row = await store.run(run_id)
    claims, known = await claims_of(store, row.id), await evidence_of(store, row.id)
    spent = await store.read(lambda connection: figures(connection, row.id))
    cited = _cited(claims, known)
    return _Run(
        row=row,
        claims=claims,
        cited=cited,
        side=Side(
            **row.model_dump(include={"id", "team", "mode", "title", "lang", "status", "created_at"}),
            claims=len(claims),
            sources=len(cited),
            read=len({source.id for _, source in known}),
            calls=spent.calls,
            tokens=spent.input_tokens + spent.output_tokens,
            usd=spent.usd,
            seconds=round(spent.seconds, 1),
            models=sorted({name for by in spent.by_role.values() for name in by.split(", ")}),
        ),
    )


def _cited(claims: Sequence[Claim], known: Sequence[tuple[Passage, Source]]) -> dict[str, Source]:
    by_passage = {passage.id: source for passage, source in known}
    ids = dict.fromkeys(id for claim in claims for id in claim.passage_ids if id in by_passage)
    return {by_passage[id].uri: by_passage[id] for id in ids}


def _cautions(one: _Run, other: _Run) -> tuple[list[Caution], list[str]]:
    first, second = one.side, other.side
    given, asked = one.row.request, other.row.request
    fields = sorted(name for name in given.keys() | asked.keys() if given.get(name) != asked.get(name))
    is_one_team = first.team == second.team
    said: dict[Caution, bool] = {
        "other_team": not is_one_team,
        "other_question": _folded(first.title) != _folded(second.title) or (is_one_team and "question" in fields),
        "other_request": is_one_team and bool([name for name in fields if name != "question"]),
        "other_mode": is_one_team and first.mode != second.mode,
        "other_models": first.models != second.models,
        "no_claims": not (one.claims and other.claims),
        "not_over": not {first.status, second.status} <= set(OVER),
    }
    return [name for name, is_so in said.items() if is_so], fields if is_one_team else []


def _claims(before: Sequence[Claim], after: Sequence[Claim]) -> tuple[int, list[ClaimChange]]:
    """How many are the same, and the rest: matched by text, then by likeness of wording."""
    old = {_folded(claim.text): claim for claim in before}
    new = {_folded(claim.text): claim for claim in after}
    both = [(old[text], new[text]) for text in new if text in old]
    found = [_changed("support", one, other) for one, other in both if one.support != other.support]
    left = [claim for text, claim in old.items() if text not in new]
    came = [claim for text, claim in new.items() if text not in old]
    pairs = _reworded(left, came)
    found += [_changed("reworded", one, other) for one, other in pairs]
    paired = {id(claim) for pair in pairs for claim in pair}
    found += [_changed("new", None, claim) for claim in came if id(claim) not in paired]
    found += [_changed("gone", claim, None) for claim in left if id(claim) not in paired]
    return sum(one.support == other.support for one, other in both), found


def _changed(
    change: Literal["new", "gone", "support", "reworded"], one: Claim | None, other: Claim | None
) -> ClaimChange:
    return ClaimChange(
        change=change,
        before=one.text if one else "",
        after=other.text if other else "",
        support_before=one.support if one else None,
        support_after=other.support if other else None,
    )


def _reworded(left: Sequence[Claim], came: Sequence[Claim]) -> list[tuple[Claim, Claim]]:
    """The likest pairs first; each claim is in one pair at most."""
    from rapidfuzz.fuzz import ratio

    likeness = [
        (ratio(_folded(one.text), _folded(other.text), score_cutoff=REWORDED), n, m)
        for n, one in enumerate(left[:MOST_COMPARED])
        for m, other in enumerate(came[:MOST_COMPARED])
    ]
    pairs, used_left, used_came = [], set(), set()
    for score, n, m in sorted(likeness, key=lambda one: (-one[0], one[1], one[2])):
        if score >= REWORDED and n not in used_left and m not in used_came:
            used_left.add(n)
            used_came.add(m)
            pairs.append((n, m))
    return [(left[n], came[m]) for n, m in sorted(pairs, key=lambda pair: pair[1])]


def _sources(before: Mapping[str, Source], after: Mapping[str, Source]) -> tuple[int, list[SourceChange]]:
    """How many are the same, and the rest: matched by address, then by content, since files are moved."""
    old = {source.content_hash: uri for uri, source in before.items() if source.content_hash and uri not in after}
    moved = {uri: old[one.content_hash] for uri, one in after.items() if uri not in before and one.content_hash in old}
    both = [uri for uri in after if uri in before]
    content = [uri for uri in both if before[uri].content_hash != after[uri].content_hash]
    gone = before.keys() - after.keys() - set(moved.values())
    changes: list[tuple[Literal["new", "gone", "content"], Source]] = [("content", after[uri]) for uri in content]
    changes += [("new", source) for uri, source in after.items() if uri not in before and uri not in moved]
    changes += [("gone", source) for uri, source in before.items() if uri in gone]
    return len(both) + len(moved) - len(content), [
        SourceChange(change=change, title=source.title, uri=source.uri, kind=source.kind) for change, source in changes
    ]


def _coverage(before: Any, after: Any) -> list[CoverageChange]:
    old, new = _points(before), _points(after)
    return [
        CoverageChange(point=text, before=old.get(key, (text, None))[1], after=new.get(key, (text, None))[1])
        for key, (text, _) in {**old, **new}.items()
        if old.get(key, ("", None))[1] != new.get(key, ("", None))[1]
    ]


def _points(result: Any) -> dict[str, tuple[str, float | None]]:
    """Points that a result names with their coverage, as research does; none in results of other teams."""
    listed = result.get("coverage") if isinstance(result, dict) else None
    return {
        _folded(point["text"]): (str(point["text"]), round(float(point["coverage"]), 2))
        for point in (listed if isinstance(listed, list) else [])
        if isinstance(point, dict) and isinstance(point.get("text"), str) and "coverage" in point
    }


def _folded(text: str) -> str:
    """Text as it is compared: one width, one case, one space, no full stop at the end."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text).casefold()).strip().rstrip("。.")
