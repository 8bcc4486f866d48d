"""A text is parsed and masked once; what may be sent holds nothing personal."""

from __future__ import annotations

from kasen.teams.resume.prepared import prepared
from teams.resume.bench import ENGLISH, WEAK


def test_the_same_text_is_prepared_once() -> None:
    assert prepared(ENGLISH, "en") is prepared(ENGLISH, "en")
    assert prepared(ENGLISH, "en") is not prepared(ENGLISH + "x", "en")


def test_words_are_shown_as_they_stand_in_the_masked_text_and_personal_ones_not_at_all() -> None:
    ready = prepared(ENGLISH, "en")
    start = ENGLISH.index(WEAK)
    assert ready.shown(start, start + len(WEAK)) == WEAK
    name = ENGLISH.index("Sample Person")
    assert ready.shown(name, name + 6) == ""
    assert ready.place(start, start + 3).line == 16


def test_sentences_about_the_text_lose_the_personal_words() -> None:
    ready = prepared(ENGLISH, "en")
    assert ready.scrubbed("Sample Person should lead with Python.") == "… should lead with Python."
