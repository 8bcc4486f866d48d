"""Both halves of a review run at once, and what was verified in several rounds adds up."""

from __future__ import annotations

import asyncio

import pytest

from kasen.models.provider import ModelRequest
from kasen.teams.research.graphs.supervised import build
from kasen.teams.research.nodes.reviewer import MOST_ASKS, REVIEWER, _joined
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.verification import Changed, Verification
from kasen.testing.deps import fake_deps
from kasen.testing.web import web
from teams.research.supervised_scenes import BEGAN, PAGES, QUESTION, Answer, draft_of, evidence_of, review, team


async def test_the_reviewer_reads_while_the_statements_are_verified() -> None:
    running: set[str] = set()
    met: list[set[str]] = []

    def slow(role: str, said: Answer):  # type: ignore[no-untyped-def]
        async def answer(_: ModelRequest) -> Answer:
            running.add(role)
            for _turn in range(20):
                await asyncio.sleep(0)
            met.append(set(running))
            return said

        return answer

    def reworded(request: ModelRequest) -> Answer:
        said = {"text": "In Uji, tea growing began in the 13th century.", "evidence": [evidence_of(request)[BEGAN]]}
        return {**draft_of(request), "summary": [said]}

    small = web(PAGES)
    model = team(writer=reworded, verifier=slow("verifier", {}), reviewer=slow("reviewer", review()))
    deps = fake_deps(model=model, search=small.search, fetch=small.fetch)
    await build().compile().ainvoke({"request": Request(question=QUESTION)}, context=deps)
    assert met == [{"verifier", "reviewer"}] * 2


async def test_a_bug_in_a_review_is_not_swallowed() -> None:
    def broken(request: ModelRequest) -> Answer:
        raise ZeroDivisionError(request.role)

    small = web(PAGES)
    deps = fake_deps(model=team(reviewer=broken), search=small.search, fetch=small.fetch)
    with pytest.raises(ZeroDivisionError):
        await build().compile().ainvoke({"request": Request(question=QUESTION)}, context=deps)


def test_verifications_of_several_rounds_add_up() -> None:
    one = Verification(weak=["a"], removed=[Changed(before="x")], judged=2, by="x:m")
    two = Verification(weak=["a", "b"], repaired=[Changed(before="y", after="z")], judged=1, by="x:n, x:m")
    both = _joined(one, two)
    assert (both.weak, len(both.removed), len(both.repaired), both.judged) == (["a", "b"], 1, 1, 3)
    assert both.by == "x:m, x:n"
    assert _joined(Verification(), Verification()).by == "rule"
    assert _joined(None, one) == one


def test_a_silent_reviewer_is_asked_at_most_twice_again() -> None:
    assert MOST_ASKS == 3
    assert (REVIEWER.target_s, REVIEWER.maximum_s) == (10.0, 20.0)
