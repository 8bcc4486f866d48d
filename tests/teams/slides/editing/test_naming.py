"""An edit is told by the numbers of slides that a person sees."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.editing.naming import reply_of, told
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.part import Lang


def deck(*ids: str, **titles: str) -> Deck:
    slides = [Slide(id=id, kind="bullets", title=titles.get(id.replace("-", "_"), id)) for id in ids]
    return Deck(title="T", lang="en", slides=tuple(slides))


FIVE = deck("s-01", "s-02", "s-03", "s-04", "s-05")

SWAPPED = deck("s-01", "s-03", "s-02", "s-04", "s-05")


@pytest.mark.parametrize(
    ("after", "more", "english", "japanese"),
    [
        (FIVE, {}, "", ""),
        (FIVE, {"changed": {"s-03"}}, "slide 3 changed", "スライド3を変更"),
        (FIVE, {"changed": {"s-03", "s-01", "s-05"}}, "slides 1, 3 and 5 changed", "スライド1・3・5を変更"),
        (deck("s-01", "s-03", "s-04", "s-05"), {}, "slide 2 deleted", "スライド2を削除"),
        (deck("s-03", "s-05"), {}, "slides 1, 2 and 4 deleted", "スライド1・2・4を削除"),
        (deck("s-01", "s-02", "s-03", "s-03.2", "s-04", "s-05"), {"changed": {"s-03", "s-03.2"}},
         "slide 3 changed, slide 4 added", "スライド3を変更、スライド4を追加"),
        (deck("s-01", "s-05", "s-02", "s-03", "s-04"), {}, "slide 5 moved to 2", "スライド5を2枚目へ移動"),
        (SWAPPED, {"moved": {"s-03"}}, "slide 3 moved to 2", "スライド3を2枚目へ移動"),
        (SWAPPED, {"moved": {"s-02"}}, "slide 2 moved to 3", "スライド2を3枚目へ移動"),
        (deck("s-01", "s-02", "s-03", "s-04", "s-05", s_04="Other"), {}, "slide 4 changed", "スライド4を変更"),
    ],
)  # fmt: skip
def test_what_became_of_which_slides_is_said_by_their_numbers(
    after: Deck, more: dict[str, Any], english: str, japanese: str
) -> None:
    fields = {"changed": set[str](), **more}
    assert told(FIVE, after, lang="en", **fields) == english
    assert told(FIVE, after, lang="ja", **fields) == japanese


@pytest.mark.parametrize(
    ("lang", "restores", "what", "said", "reply"),
    [
        ("en", 0, "slide 3 changed", "", "Version 2: slide 3 changed."),
        ("en", 0, "slide 3 changed", "Shorter now.", "Version 2: slide 3 changed. Shorter now."),
        ("ja", 0, "スライド3を変更", "短くした。", "第2版：スライド3を変更。短くした。"),
        ("en", 1, "slide 3 changed", "", "Version 1 is back, as version 2: slide 3 changed."),
        ("ja", 1, "スライド3を変更", "", "第1版に戻した（第2版）：スライド3を変更。"),
        ("en", 1, "", "", "Version 1 is back, as version 2."),
        ("en", 0, "", "", "Version 2: no slide looks different."),
    ],
)
def test_the_last_words_name_the_version_and_then_what_the_editor_said(
    lang: Lang, restores: int, what: str, said: str, reply: str
) -> None:
    assert reply_of(what, lang, number=2, restores=restores, said=said) == reply
