"""Claim by claim: what a model wrote is held against the words it cites, and mended, weakened or cut in place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

from langgraph.runtime import Runtime

from kasen.models.role import RULE, Role
from kasen.team import Deps
from kasen.teams.research.checks import MOST_STATEMENTS, Checked, Checker, Lang
from kasen.teams.research.rules.verifier import pass_on
from kasen.teams.research.schemas import Draft, Excerpt, Section, Statement
from kasen.teams.research.schemas.verification import Changed, Judgement, Judgements, StatementView, Verification
from kasen.teams.research.state import Checkable, Verified

VERIFIER = Role(
    name="verifier",
    package="kasen.teams.research",
    reply=Judgements,
    rule=pass_on,
    tier="reasoning",
    answer_tokens=900,
    target_s=10.0,
    maximum_s=30.0,
)
AT_ONCE = 30
"""Statements of one ask; more are judged by several asks at the same time."""
SAID = 0.9
"""Share of a statement's words in its quotations from which a model's `unsupported` weakens it and does not cut it."""


async def verifier(state: Checkable, runtime: Runtime[Deps]) -> Verified:
    """Verify the draft in place."""
    deps, excerpts = runtime.context, state["analyzed_data"]
    draft, found = await verified_draft(deps, state["draft"], excerpts, question=state["request"].question)
    changed = len(found.repaired) + len(found.removed)
    if deps.lang == "ja":
        deps.note(f"{found.judged} 文を照合、{changed} 文を直した")
    else:
        deps.note(f"{found.judged} statements judged, {changed} changed")
    return {"draft": draft, "verification": found}


async def verified(
    deps: Deps, statements: Sequence[Statement], excerpts: Sequence[Excerpt], *, question: str
) -> Verification:
    """The statements in their order: as they were, cut down to what their quotations say, or None.

    Code compares first. What is quoted, and what code does not let stand (see `Checker`), is left as it is: nobody
    needs to judge it. Of the rest a model says whether the quotations say it; a repair counts when code lets it stand.
    """
    checker = await checker_of(deps, excerpts)
    reworded = [checker.reworded(statement) for statement in statements]
    wanted = {_key(s, c): c for s, c in zip(statements, reworded, strict=True) if c is not None}
    ids = {key: f"s{n}" for n, key in enumerate(wanted, start=1)}
    said, by = await _judged(deps, [_view(ids[key], c, checker) for key, c in wanted.items()], question)
    settled = _Settled(checker)
    kept = [
        statement if c is None else settled.one(statement, c, said.get(ids[_key(statement, c)]))
        for statement, c in zip(statements, reworded, strict=True)
    ]
    return Verification(
        statements=kept,
        weak=list(dict.fromkeys(settled.weak)),
        repaired=settled.repaired,
        removed=settled.removed,
        judged=len(said),
        confirmed=list(dict.fromkeys(settled.confirmed)),
        by=by,
    )


async def verified_draft(
    deps: Deps, draft: Draft, excerpts: Sequence[Excerpt], *, question: str
) -> tuple[Draft, Verification]:
    """A draft whose statements are verified in place; see `verified`.

    What is not looked at when the report is written is not looked at here: it is left as it is.
    """
    points = {excerpt.point for excerpt in excerpts}
    parts = [draft.summary, draft.findings, *(s.statements for s in draft.analysis if s.point in points)]
    every = [one for part in parts for one in part[:MOST_STATEMENTS]]
    found = await verified(deps, every, excerpts, question=question)
    kept = iter(found.statements)

    def next_of(statements: Sequence[Statement]) -> list[Statement]:
        looked_at = [next(kept) for _ in statements[:MOST_STATEMENTS]]
        return [*(one for one in looked_at if one is not None), *statements[MOST_STATEMENTS:]]

    mended = Draft(
        title=draft.title,
        summary=next_of(draft.summary),
        findings=next_of(draft.findings),
        analysis=[
            Section(point=s.point, statements=next_of(s.statements) if s.point in points else s.statements)
            for s in draft.analysis
        ],
    )
    return mended, found.model_copy(update={"statements": []})


async def checker_of(deps: Deps, excerpts: Sequence[Excerpt], *, weak: Sequence[str] = ()) -> Checker:
    """What checks statements that rest on these excerpts."""
    passages = await deps.evidence.passages(list(dict.fromkeys(e.passage_id for e in excerpts)))
    # What a search showed or a model told leads to a page, and is no evidence: nothing may rest on it.
    by_id = {passage.id: passage for passage in passages if passage.is_read}
    read = {e.id: e for e in excerpts if e.passage_id in by_id}
    return Checker(read, by_id, cast("Lang", deps.lang), weak=frozenset(weak))


async def _judged(deps: Deps, views: Sequence[StatementView], question: str) -> tuple[dict[str, Judgement], str]:
    """Judgements by id of the statement, and who gave them; an id that was not asked for counts for nothing."""
    if not views:
        return {}, RULE
    parts = [views[start : start + AT_ONCE] for start in range(0, len(views), AT_ONCE)]
    asked = [deps.ask(VERIFIER, question=question, statements=list(part), lang=deps.lang) for part in parts]
    answers = await asyncio.gather(*asked)
    known = {view.id for view in views}
    said = {one.id: one for answer in answers for one in answer.value.judgements if one.id in known}
    models = dict.fromkeys(answer.by for answer in answers if not answer.is_rule)
    return said, ", ".join(models) or RULE


def _key(statement: Statement, checked: Checked) -> tuple[str, ...]:
    return checked.text, *statement.evidence


def _view(id: str, checked: Checked, checker: Checker) -> StatementView:
    return StatementView(id=id, text=checked.text, quotes=list(dict.fromkeys(checker.quoted_words(checked))))


class _Settled:
    """Applies judgements and keeps what they changed."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self.weak: list[str] = []
        self.confirmed: list[str] = []
        self.repaired: list[Changed] = []
        self.removed: list[Changed] = []

    def one(self, statement: Statement, checked: Checked, said: Judgement | None) -> Statement | None:
        """The statement as it may stand."""
        as_it_is = statement.model_copy(update={"text": checked.text})
        if said is None:
            return as_it_is
        if said.support == "supported":
            self.confirmed.append(checked.text)
            return as_it_is
        reason = " ".join(said.reason.split())[:200]
        mended = self._mended(statement, said)
        if mended is None and said.support == "contradicted":
            mended = self._checker.quotation(statement)
        if mended is not None:
            self.repaired.append(Changed(before=checked.text, after=mended.text, reason=reason))
            return mended
        if said.support == "partial" or self._checker.share(checked) >= SAID:
            self.weak.append(checked.text)
            self.confirmed.append(checked.text)
            return as_it_is
        self.removed.append(Changed(before=checked.text, reason=reason))
        return None

    def _mended(self, statement: Statement, said: Judgement) -> Statement | None:
        """The repair, when code lets it stand and it is no longer than a statement with a change."""
        if not said.repaired.strip() or len(said.repaired) > 2 * len(statement.text) + 40:
            return None
        candidate = statement.model_copy(update={"text": said.repaired})
        if self._checker.is_quotation(candidate):
            return candidate
        checked = self._checker.reworded(candidate)
        return None if checked is None else candidate.model_copy(update={"text": checked.text})
