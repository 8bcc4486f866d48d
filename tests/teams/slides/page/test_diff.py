from __future__ import annotations

from kasen.teams.slides.page.diff import diff
from kasen.teams.slides.schemas.deck import Deck, Point, Slide
from kasen.teams.slides.schemas.result import Result, Version


def slide(number: int, title: str, *points: str) -> Slide:
    return Slide(id=f"s-{number}", kind="bullets", title=title, points=tuple(Point(text=one) for one in points))


def told(before: tuple[Slide, ...], after: tuple[Slide, ...], *changed: str, lang: str = "en") -> str:
    version = Version(number=2, made="2024-01-01", what="x", changed=changed)
    result = Result.model_validate({"outcome": "deck", "reply": "Done.", "lang": lang, "versions": (version,)})
    old, new = (Deck.model_validate({"title": "Tea", "lang": lang, "slides": one}) for one in (before, after))
    return diff(old, new, result)


def test_what_changed_came_went_and_moved_is_told_slide_by_slide() -> None:
    before = (slide(1, "A", "one", "two"), slide(2, "B"), slide(3, "C"))
    after = (slide(3, "C"), slide(1, "A", "one", "2"), slide(4, "D", "new words"))
    text = told(before, after, "s-1", "s-4")
    assert "```diff\n- two\n+ 2\n```" in text
    assert "## 1. C (was slide 3)" in text
    assert "## 3. D (new)" in text
    assert "~~B~~ (deleted)" in text
    assert "1 of 3 slides are byte for byte" in text


def test_words_of_a_deck_cannot_leave_their_fence() -> None:
    text = told((slide(1, "A", "x"),), (slide(1, "A", "``` <b>out</b>"),), "s-1", lang="ja")
    assert text.count("```") == 2
    assert "1 枚中 0 枚" in text
