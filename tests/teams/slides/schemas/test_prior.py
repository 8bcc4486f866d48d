from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.result import Version

DECK = Deck(title="お茶", lang="ja", slides=(Slide(id="s-01", kind="title", title="お茶"),))


def version(number: int) -> Version:
    return Version(number=number, made="2026-01-01", what="w")


def test_the_latest_version_is_the_highest_also_after_going_back() -> None:
    prior = Prior(deck=DECK, version=1, versions=(version(1), version(3), version(2)))
    assert prior.last == 3


def test_of_a_deck_that_no_run_made_the_version_that_is_there_is_the_latest() -> None:
    assert Prior(deck=DECK, version=1, foreign=True).last == 1


def test_it_comes_back_from_json_as_it_was() -> None:
    prior = Prior(deck=DECK, version=2, versions=(version(1), version(2)), template="business")
    assert Prior.model_validate_json(prior.model_dump_json()) == prior


def test_without_a_deck_there_is_nothing_to_change() -> None:
    with pytest.raises(ValidationError, match="deck"):
        Prior.model_validate({"version": 1})
