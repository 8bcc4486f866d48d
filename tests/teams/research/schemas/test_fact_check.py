"""Replies of careless models are read as they were meant."""

from __future__ import annotations

import pytest

from kasen.teams.research.schemas.fact_check import Adjudication, ClaimRuling, Split, Stanced, Uncheckable


@pytest.mark.parametrize(
    ("said", "stance"),
    [("for", "for"), ("Supports", "for"), ("REFUTES", "against"), ("contradicts it", "against"), ("maybe", "neutral")],
)
def test_sides_are_read(said: str, stance: str) -> None:
    assert Stanced(passage="[P3]", quote="x", stance=said).stance == stance


def test_ids_are_read() -> None:
    assert Stanced(passage="[P3]", quote="x").passage == "p3"


@pytest.mark.parametrize(
    ("said", "ruling"),
    [("Supported", "supported"), ("not enough", "not_enough"), ("NOT-ENOUGH", "not_enough"), ("true", "not_enough")],
)
def test_rulings_are_read(said: str, ruling: str) -> None:
    assert Adjudication(ruling=said).ruling == ruling


def test_an_unknown_kind_is_unclear_and_few_queries_are_kept() -> None:
    assert Uncheckable(words="x", kind="poem").kind == "unclear"
    assert Adjudication(queries=["a", "b", "c", "d"]).queries == ["a", "b", "c"]


def test_empty_replies_are_valid() -> None:
    assert Split().claims == []
    assert Adjudication().ruling == "not_enough"
    assert ClaimRuling(claim="x", ruling="not_enough").confidence is None
