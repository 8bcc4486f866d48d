"""What code measures of a draft for its review: facts, completeness, format. Of logic it measures nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kasen.team import Deps
from kasen.teams.research import prose
from kasen.teams.research.checks import Checker
from kasen.teams.research.nodes.verifier import checker_of, verified
from kasen.teams.research.places import FINDINGS, SUMMARY, places
from kasen.teams.research.reading import measured
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.rules.synthesizer import MOST_FINDINGS, SUMMARY_EN, SUMMARY_JA, size
from kasen.teams.research.schemas import Draft, Excerpt, PointCoverage, Statement
from kasen.teams.research.schemas.supervised import Outcome, StatementCheck
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.writing import LEAST_FINDINGS

WORTH: dict[Outcome, float] = {"holds": 1.0, "in_part": 0.5, "mended": 0.0, "falls": 0.0}
"""What a statement counts for in the share of facts; one that had to be mended did not hold as it was written."""
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Checks:
    """What became of the statements of a draft; `fresh` are those that were looked at only now."""

    all: dict[str, StatementCheck]
    """By place."""
    fresh: list[StatementCheck] = field(default_factory=list)
    verification: Verification = field(default_factory=Verification)

    @property
    def facts(self) -> float:
        """0–1: the share of statements that hold; half for one that is said in part. 0.0 for a draft without any."""
        worth = [WORTH[check.outcome] for check in self.all.values()]
        return round(sum(worth) / len(worth), 3) if worth else 0.0


def key(statement: Statement) -> tuple[str, tuple[str, ...]]:
    """What makes two statements the same."""
    return statement.text, tuple(statement.evidence)


async def check_draft(
    deps: Deps, draft: Draft, excerpts: Sequence[Excerpt], known: Sequence[StatementCheck], *, question: str
) -> Checks:
    """What holds: code first, a model for the meaning of reworded statements; none that is known is looked at again."""
    settled = _ledger(known)
    every = places(draft)
    new = {key(place.statement): place.statement for place in every if key(place.statement) not in settled}
    verification = await verified(deps, list(new.values()), excerpts, question=question)
    checker = await checker_of(deps, excerpts)
    pairs = zip(new.values(), verification.statements, strict=True)
    fresh = [_check(statement, now, checker, verification) for statement, now in pairs]
    settled |= dict(zip(new, fresh, strict=True))
    return Checks(
        {place.id: settled[key(place.statement)] for place in every},
        fresh,
        verification.model_copy(update={"statements": []}),
    )


def texts(draft: Draft) -> list[str]:
    """Every statement's words."""
    return [place.statement.text for place in places(draft)]


def known_checks(draft: Draft, known: Sequence[StatementCheck]) -> dict[str, StatementCheck]:
    """What is known of the statements of a draft, by place; those that nobody looked at are left out."""
    settled = _ledger(known)
    return {place.id: settled[key(place.statement)] for place in places(draft) if key(place.statement) in settled}


def _ledger(known: Sequence[StatementCheck]) -> dict[tuple[str, tuple[str, ...]], StatementCheck]:
    settled: dict[tuple[str, tuple[str, ...]], StatementCheck] = {}
    for one in known:
        settled[one.text, tuple(one.evidence)] = one
        if one.outcome == "mended":
            settled[one.now, tuple(one.evidence)] = one.model_copy(update={"text": one.now, "outcome": "holds"})
    return settled


def _check(statement: Statement, now: Statement | None, checker: Checker, said: Verification) -> StatementCheck:
    """One outcome out of what code and the verifier made of a statement."""
    found = StatementCheck(text=statement.text, evidence=statement.evidence, outcome="holds", by=said.by)
    if now is None:
        reason = next((one.reason for one in said.removed if one.before in statement.text), "")
        return found.model_copy(update={"outcome": "falls", "reason": reason})
    if checker.is_quotation(statement):
        return found.model_copy(update={"by": "rule", "quoted": True})
    checked = checker.reworded(statement)
    if checked is None:
        return found.model_copy(update={"outcome": "falls", "by": "rule"})
    if _bare(now.text) != _bare(prose.plain(statement.text)):
        changes = [*said.repaired, *said.removed]
        reason = next((one.reason for one in changes if one.after == now.text), "")
        return found.model_copy(update={"outcome": "mended", "now": now.text, "reason": reason})
    if now.text in said.weak or checked.claim.support == "partial":
        return found.model_copy(update={"outcome": "in_part", "reason": "; ".join(checked.claim.reasons)})
    return found


def _bare(text: str) -> str:
    return _SPACE.sub("", text)


def mended(draft: Draft, checks: Mapping[str, StatementCheck]) -> Draft:
    """The draft with what was put right; what falls stays for the writer to see."""
    return _changed(draft, checks, drop=False)


def standing(draft: Draft, checks: Mapping[str, StatementCheck]) -> Draft:
    """The draft as it may come out: put right, without what a verifier cut; the rest is for the report's own check."""
    return _changed(draft, checks, drop=True)


def _changed(draft: Draft, checks: Mapping[str, StatementCheck], *, drop: bool) -> Draft:
    by_part: dict[str, list[Statement]] = {}
    for place in places(draft):
        check = checks.get(place.id)
        kept = by_part.setdefault(place.part, [])
        if check is None or check.outcome in ("holds", "in_part"):
            kept.append(place.statement)
        elif check.outcome == "mended":
            kept.append(place.statement.model_copy(update={"text": check.now}))
        elif not drop or check.by == "rule":
            kept.append(place.statement)
    sections = {section.point: section for section in draft.analysis}
    return draft.model_copy(
        update={
            "summary": by_part.get(SUMMARY, []),
            "findings": by_part.get(FINDINGS, []),
            "analysis": [
                section.model_copy(update={"statements": by_part.get(f"a{point}", [])})
                for point, section in sections.items()
            ],
        }
    )


async def covered_points(
    deps: Deps,
    draft: Draft,
    excerpts: Sequence[Excerpt],
    points: Sequence[str],
    *,
    question: str,
    fallen: Collection[str] = (),
) -> list[PointCoverage]:
    """How well each point is covered by the evidence that its section names; `fallen` places do not count."""
    cited = {(place.part, id) for place in places(draft) if place.id not in fallen for id in place.statement.evidence}
    by_id = {excerpt.id: excerpt for excerpt in excerpts}
    used = [
        by_id[id].model_copy(update={"point": int(part[1:])})
        for part, id in sorted(cited)
        if id in by_id and part[1:].isdigit() and 1 <= int(part[1:]) <= len(points)
    ]
    return await measured(deps.evidence, used, points, enough=COVERED, question=question)


def completeness(coverage: Sequence[PointCoverage]) -> float:
    """0–1: mean over the points; 1 for a covered one, else the share of its words, or of the user's, that was found."""
    shares = [1.0 if one.covered else min(max(one.coverage, one.asked), COVERED) for one in coverage]
    return round(sum(shares) / len(shares), 3) if shares else 0.0


def missing_parts(draft: Draft, points: Sequence[str], excerpts: Sequence[Excerpt], lang: str) -> list[str]:
    """Ids of the parts that are not there or not in form, of those that the evidence is enough for.

    The form is the seed's: a title, a summary of its length, three to five findings, a section per point.
    """
    enough = len({excerpt.passage_id for excerpt in excerpts})
    lacking = [] if draft.title.strip() else ["title"]
    length = sum(size(one.text, lang) for one in draft.summary)
    if (enough and not draft.summary) or length > _longest(lang):
        lacking.append(SUMMARY)
    if not min(LEAST_FINDINGS, enough) <= len(draft.findings) <= MOST_FINDINGS:
        lacking.append(FINDINGS)
    written = {section.point for section in draft.analysis if section.statements}
    known = {excerpt.point for excerpt in excerpts}
    return lacking + [f"a{n}" for n in range(1, len(points) + 1) if n in known and n not in written]


def form(lacking: Sequence[str], points: Sequence[str]) -> float:
    """0–1: the share of the parts that are there and in form; Markdown is made by code and right by construction."""
    total = 3 + len(points)
    return round(1.0 - len(lacking) / total, 3)


def _longest(lang: str) -> int:
    """Of a summary; a fifth more than asked for is still in form."""
    most = (SUMMARY_JA if lang == "ja" else SUMMARY_EN)[1]
    return most + most // 5
