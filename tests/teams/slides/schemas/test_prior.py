from __future__ import annotations

from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.result import Version


def test_the_last_version_is_the_latest_that_there_was_whichever_is_changed() -> None:
    deck = Deck(title="x", lang="en", slides=())
    versions = tuple(Version(number=n, made="", what="") for n in (1, 2, 3))
    assert Prior(deck=deck, version=1, versions=versions).last == 3
    assert Prior(deck=deck, version=1).last == 1
