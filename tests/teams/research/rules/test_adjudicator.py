"""Rulings by independent origins, and evidence that a rule finds."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.adjudicator import adjudicate, ruling_of, settle
from kasen.teams.research.schemas import PassageView
from kasen.teams.research.schemas.fact_check import By, Stance, Weighed
from kasen.tools.report.model import RulingKind


def weighed(*given: tuple[Stance, str, By]) -> list[Weighed]:
    return [
        Weighed(claim=1, passage_id="p", source_id=origin, start=0, end=1, stance=stance, by=by, origin=origin)
        for stance, origin, by in given
    ]


@pytest.mark.parametrize(
    ("given", "ruling", "origins"),
    [
        ((), "not_enough", (0, 0)),
        ((("neutral", "a", "code"),), "not_enough", (0, 0)),
        ((("for", "a", "code"), ("for", "a", "both")), "supported", (1, 0)),
        ((("for", "a", "code"), ("for", "b", "code")), "supported", (2, 0)),
        ((("against", "a", "code"),), "refuted", (0, 1)),
        ((("for", "a", "code"), ("against", "b", "code")), "disputed", (1, 1)),
        ((("for", "a", "code"), ("against", "a", "code")), "not_enough", (0, 0)),
        ((("for", "a", "code"), ("against", "a", "code"), ("for", "b", "code")), "supported", (1, 0)),
    ],
)
def test_origins_decide(given: tuple[tuple[Stance, str, By], ...], ruling: str, origins: tuple[int, int]) -> None:
    found = settle(1, weighed(*given), None)
    assert (found.ruling, (found.origins_for, found.origins_against)) == (ruling, origins)
    assert (found.confidence is None) == (ruling == "not_enough")
    assert found.both_by_one == any(
        {"for", "against"} <= {stance for stance, origin, _ in given if origin == one}
        for one in {o for _, o, _ in given}
    )


def test_confidence_grows_with_origins_and_with_agreement_and_a_dispute_is_as_sure_as_its_weaker_side() -> None:
    one = settle(1, weighed(("for", "a", "code")), None).confidence or 0
    two = settle(1, weighed(("for", "a", "code"), ("for", "b", "code")), None).confidence or 0
    both = settle(1, weighed(("for", "a", "both")), "supported").confidence or 0
    judged = settle(1, weighed(("for", "a", "model")), "supported").confidence or 0
    contested = settle(1, weighed(("for", "a", "code")), "refuted").confidence or 0
    split = settle(1, weighed(("for", "a", "code"), ("for", "b", "code"), ("against", "c", "code")), None).confidence
    assert contested < judged < one < both < two < 1
    assert split == one


@pytest.mark.parametrize(("proposed", "ruling"), [("supported", "supported"), ("not_enough", "not_enough")])
def test_what_only_a_model_judged_decides_when_its_own_ruling_agrees(proposed: RulingKind, ruling: str) -> None:
    found = settle(1, weighed(("for", "a", "model")), proposed)
    assert found.ruling == ruling
    assert found.judged == (ruling == "supported")


def test_quotations_on_other_claims_count_for_nothing() -> None:
    assert settle(2, weighed(("for", "a", "code")), None).ruling == "not_enough"


def test_both_sides_are_a_dispute() -> None:
    assert [ruling_of(a, b) for a in (True, False) for b in (True, False)] == [
        *("disputed", "supported", "refuted", "not_enough")
    ]


def test_the_rule_quotes_every_source_that_decides_and_the_nearest_of_the_rest() -> None:
    views = [
        PassageView(id="p1", title="A", text="The bridge opened in 1998. It is long."),
        PassageView(id="p2", title="B", text="The bridge opened in 1998."),
        PassageView(id="p3", title="C", text="The bridge opened in 1999."),
        PassageView(id="p4", title="D", text="The bridge is known for its opening and its lights."),
        PassageView(id="p5", title="E", text="Tea is green and tastes of grass."),
    ]
    found = adjudicate(claim="The bridge opened in 1998.", said="", passages=views, lang="en")
    assert found.ruling == "disputed"
    assert [(e.passage, e.stance) for e in found.excerpts] == [
        *(("p1", "for"), ("p2", "for"), ("p3", "against"), ("p4", "neutral"))
    ]


def test_without_passages_there_is_nothing() -> None:
    found = adjudicate(claim="Tea is green.", said="", passages=[], lang="en")
    assert (found.excerpts, found.ruling) == ([], "not_enough")
