"""Strength of links and likelihood of hypotheses, computed from evidence."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.rules.strength import edges, ranking, strength
from kasen.teams.research.schemas.causal import LinkFound


def link(cause: str, effect: str, **more: Any) -> LinkFound:
    given = {"evidence": "e1", "kind": "cause", "origin": "o1", **more}
    return LinkFound(cause=cause, effect=effect, **given)


def test_independent_origins_add_up_and_the_same_one_counts_once() -> None:
    one = link("h1", "s1")
    assert strength([one]) == 0.55
    assert strength([one, link("h1", "s1", evidence="e2")]) == 0.55
    assert strength([one, link("h1", "s1", evidence="e2", origin="o2")]) == 0.8


def test_an_asserted_cause_weighs_more_than_what_goes_together_and_that_more_than_what_comes_after() -> None:
    weights = [strength([link("h1", "s1", kind=kind)]) for kind in ("cause", "correlation", "sequence")]
    assert weights == sorted(weights, reverse=True)
    assert strength([link("h1", "s1", hedged=True)]) < weights[0]


def test_evidence_against_lowers_and_alone_makes_no_edge() -> None:
    against = link("h1", "s1", stance="against", denied=True, origin="o2", evidence="e2")
    assert strength([link("h1", "s1"), against]) == 0.28
    assert edges([against]) == []
    (edge,) = edges([link("h1", "s1"), against])
    assert (edge.evidence, edge.against, edge.origins) == (["e1"], ["e2"], 1)


def test_a_chain_is_as_likely_as_its_links_together_and_its_beginning_is_the_root() -> None:
    links = [link("h1", "s1"), link("h2", "h1"), link("h3", "s1", kind="sequence")]
    first, second, third = ranking(3, edges(links), links)
    assert [(one.hypothesis, one.likelihood, one.is_root) for one in (first, second, third)] == [
        (1, 0.55, False),
        (2, 0.3, True),
        (3, 0.15, False),
    ]


def test_a_circle_ends_and_what_leads_to_no_symptom_explains_nothing() -> None:
    links = [link("h1", "h2"), link("h2", "h1"), link("h2", "s1")]
    assert [one.likelihood for one in ranking(2, edges(links), links)] == [0.55, 0.3]
    nowhere = [link("h1", "h2")]
    assert [(one.likelihood, one.status) for one in ranking(2, edges(nowhere), nowhere)] == [
        (0.0, "supported"),
        (0.0, "unsupported"),
    ]


def test_a_status_says_which_sides_speak() -> None:
    against = link("h1", "s1", stance="against")
    assert ranking(1, [], [])[0].status == "unsupported"
    assert ranking(1, [], [against])[0].status == "refuted"
    both = [against, link("h1", "s1", confounders=["price", "price"])]
    found = ranking(1, edges(both), both)[0]
    assert (found.status, found.confounders) == ("contested", ["price"])
