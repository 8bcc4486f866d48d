"""What a finished run ends with."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.ending import ended, waiting
from kasen.teams.slides.schemas.arrangement import Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.wording import said
from teams.slides.page.decks import deck, result, slide


def marked(*names: str, lang: Any = "en") -> Deck:
    slides = [slide("bullets", "A", marks=(said(name, lang, why="no key"),) if name else ()) for name in names]
    return deck(*slides, lang=lang)


def test_empty_slides_and_others_that_are_marked_are_counted_apart() -> None:
    assert waiting(marked("", ""), "en") == ""
    assert waiting(marked("skeleton", "nothing_found", ""), "en") == (
        "2 slides are marked: their content is yours to add."
    )
    assert waiting(marked("skeleton", "no_picture"), "en") == (
        "1 slide is marked: its content is yours to add. 1 more is marked: it says what is missing on it."
    )
    assert waiting(marked("no_picture", "no_figure", lang="ja"), "ja") == (
        "2 枚には印がある：何が欠けているかをそこに記した。"
    )


def test_a_deck_in_another_language_than_the_words_about_it_is_counted_too() -> None:
    assert waiting(marked("skeleton", lang="ja"), "en") == "1 slide is marked: its content is yours to add."


def test_a_clean_deck_ends_with_what_is_on_it() -> None:
    whole = result(slide("title", "Tea"), slide("bullets", "A"), problems=(), rendered_by="LibreOffice")
    assert ended(whole) == "2 slides. The checks found nothing."
    assert ended(whole.model_copy(update={"lang": "ja"})) == "スライド 2 枚。検査で問題は見つからなかった。"


def test_a_deck_that_nothing_could_render_is_not_said_to_have_been_looked_at() -> None:
    unseen = result(slide("title", "Tea"), problems=())
    assert ended(unseen) == "1 slide. The checks of the file found nothing; it was not rendered to be looked at."
    assert "描画しての検査はしていない" in ended(unseen.model_copy(update={"lang": "ja"}))


def test_problems_that_are_left_are_said_and_small_ones_are_not() -> None:
    def left(*severities: Any) -> str:
        problems = [Problem(slide=1, kind="overflow", severity=one, text="x") for one in severities]
        return ended(result(slide("title", "Tea"), problems=tuple(problems), rendered_by="LibreOffice"))

    assert left("major", "critical", "minor") == "1 slide. The checks still find 2 problems; deck.html names them."
    assert left("major") == "1 slide. The checks still find 1 problem; deck.html names it."
    assert left("minor") == "1 slide. The checks found nothing."


def test_charts_tables_and_pictures_are_counted() -> None:
    assert ended(result(problems=())).startswith("4 slides, 1 chart")
