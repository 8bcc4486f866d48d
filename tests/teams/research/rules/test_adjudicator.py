"""Rulings by independent origins, and evidence that a rule finds."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.adjudicator import adjudicate, contested, ruling_of, settle
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


def partial(origin: str) -> Weighed:
    own = weighed(("neutral", origin, "code"))[0]
    return own.model_copy(update={"agrees": True})


@pytest.mark.parametrize(
    ("given", "ruling"),
    [
        ((("against", "a", "code"),), "disputed"),
        ((("against", "a", "model"),), "disputed"),
        ((("for", "a", "code"), ("against", "a", "code"), ("against", "c", "code")), "disputed"),
        ((("for", "a", "code"),), "supported"),
        ((("against", "b", "code"),), "refuted"),
        ((("for", "a", "code"), ("against", "a", "code")), "not_enough"),
        ((), "not_enough"),
    ],
)
def test_what_agrees_in_part_keeps_a_claim_from_being_refuted_and_never_supports_one(
    given: tuple[tuple[Stance, str, By], ...], ruling: str
) -> None:
    assert settle(1, contested([*weighed(*given), partial("b")]), None).ruling == ruling


@pytest.mark.parametrize(
    ("claim", "otherwise", "agreeing"),
    [
        (
            "The tea jar procession to Edo began in 1633.",
            "The tea jar procession to Edo, which helped Uji, began in 1632.",
            "The tea jar procession, which made Uji known, began in 1633.",
        ),
        (
            "御茶壺道中は1633年に江戸へ向けて始まった。",
            "御茶壺道中は1632年に江戸へ向けて始まった。",
            "御茶壺道中は、1633年に始まった。",
        ),
    ],
)
def test_the_rule_shows_first_what_agrees_in_part(claim: str, otherwise: str, agreeing: str) -> None:
    nearer = [claim.replace("1633", "").replace("。", "か。") for _ in range(3)]
    texts = [otherwise, *nearer, agreeing]
    views = [PassageView(id=f"p{n}", title="", text=text) for n, text in enumerate(texts, 1)]
    shown = [(one.passage, one.stance) for one in adjudicate(claim=claim, said="", passages=views, lang="").excerpts]
    assert shown[:2] == [("p1", "against"), ("p5", "neutral")]
