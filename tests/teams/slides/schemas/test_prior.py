from __future__ import annotations

from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.result import Version


def test_the_last_version_is_the_latest_that_there_was_whichever_is_changed() -> None:
    deck = Deck(title="x", lang="en", slides=())
    versions = tuple(Version(number=n, made="", what="") for n in (1, 2, 3))
    assert Prior(deck=deck, version=1, versions=versions).last == 3
    assert Prior(deck=deck, version=1).last == 1


def test_the_latest_version_is_the_highest_wherever_it_stands() -> None:
    deck = Deck(title="お茶", lang="ja", slides=())
    versions = tuple(Version(number=n, made="", what="") for n in (1, 3, 2))
    prior = Prior(deck=deck, version=1, versions=versions)
    assert prior.last == 3
    assert Prior.model_validate_json(prior.model_dump_json()) == prior
