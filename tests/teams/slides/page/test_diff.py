from __future__ import annotations

from typing import Any

from kasen.teams.slides.page.diff import diff
from kasen.teams.slides.schemas.deck import PictureUse, Point, Slide
from kasen.teams.slides.schemas.result import Result, Version
from teams.slides.page.decks import CHART, deck

A, B, C = (
    Slide(id=f"s-0{n}", kind="bullets", title=f"Title {n}", points=(Point(text=f"Point {n}."),), notes=f"Say {n}.")
    for n in (1, 2, 3)
)


def told(before: list[Slide], after: list[Slide], *changed: str, **more: Any) -> list[str]:
    fields: dict[str, Any] = {"outcome": "deck", "lang": "en", "reply": "Done.", **more}
    versions = (Version(number=1, made="d", what="w"), Version(number=2, made="d", what="w", changed=changed))
    result = Result(**{"versions": versions, **fields})
    return diff(deck(*before), deck(*after), result).splitlines()


def changed(slide: Slide, **fields: Any) -> Slide:
    return slide.model_copy(update=fields)


def test_only_what_is_other_is_shown_of_a_slide_that_changed() -> None:
    page = told([A, B], [A, changed(B, title="Buyers")], "s-02")
    assert page[page.index("## 2. Buyers") :] == [
        "## 2. Buyers", "", "```diff", "- Title 2", "+ Buyers", "```", "",
        "1 of 2 slides are byte for byte as they were.",
    ]  # fmt: skip
    assert page[:3] == ["# Tea abroad", "", "Done."]


def test_notes_count_too() -> None:
    page = told([A], [changed(A, notes="Say more.\nAnd more.")], "s-01")
    assert [line for line in page if line[:1] in "+-" and line] == ["- Say 1.", "+ Say more.", "+ And more."]


def test_a_slide_that_came_stands_whole_and_one_that_went_is_struck_out() -> None:
    page = told([A, B], [A, C], "s-03")
    assert "## 2. Title 3 (new)" in page
    assert "+ Point 3." in page
    assert "## ~~Title 2~~ (deleted)" in page
    assert page[-1] == "1 of 2 slides are byte for byte as they were."


def test_slides_that_only_moved_say_where_they_were() -> None:
    page = told([A, B, C], [C, A, B])
    assert [line for line in page if line.startswith("## ")] == [
        "## 1. Title 3 (was slide 3)", "## 2. Title 1 (was slide 1)", "## 3. Title 2 (was slide 2)",
    ]  # fmt: skip
    assert page[-1] == "3 of 3 slides are byte for byte as they were."


def test_another_form_of_a_chart_and_another_picture_are_told_by_name() -> None:
    use = PictureUse(artifact="p.png", version=1, alt="x", width=1, height=1)
    old = changed(A, chart=CHART, picture=use)
    new = changed(A, chart=CHART.model_copy(update={"kind": "bar"}), picture=use.model_copy(update={"version": 2}))
    page = told([old], [new], "s-01")
    assert {"- chart: line", "+ chart: bar", "- picture: p.png 1", "+ picture: p.png 2"} <= set(page)
    assert "+ chart: —" in told([old], [changed(old, chart=None)], "s-01")


def test_a_fence_in_the_words_does_not_end_the_block() -> None:
    page = told([A], [changed(A, title="```\n# evil")], "s-01")
    assert page.count("```") == 1
    assert "+ '''" in page
    assert "# evil" not in page


def test_markup_in_titles_is_shown_as_it_is() -> None:
    page = told([A], [A, changed(C, title="*x* <b>")], "s-03")
    assert r"## 2. \*x\* \<b\> (new)" in page


def test_in_a_japanese_run_the_words_between_are_japanese() -> None:
    page = told([A, B], [B, C], "s-03", lang="ja", reply="一枚を入れ替えました。")
    assert "## 2. Title 3 (新規)" in page
    assert "## 1. Title 2 (元はスライド2)" in page
    assert "## ~~Title 1~~ (削除)" in page
    assert page[-1] == "2 枚中 1 枚は 1 バイトも変わっていない。"


def test_where_nothing_changed_that_is_all_that_is_said() -> None:
    assert told([A, B], [A, B], reply="") == ["# Tea abroad", "", "2 of 2 slides are byte for byte as they were."]
    assert told([A], [A], reply="", versions=())[-1] == "1 of 1 slides are byte for byte as they were."
