from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.page.markdown import escaped, markdown, numbers, source_line
from kasen.teams.slides.schemas.deck import Column, Point, Ref
from kasen.teams.slides.schemas.result import Result
from kasen.teams.slides.wording import said
from teams.slides.page.decks import REFS, deck, diagram, result, slide, table


def lines(*slides: Any, **more: Any) -> list[str]:
    return markdown(result(*slides, **more)).splitlines()


def test_references_are_numbered_in_their_order_and_the_wish_is_none() -> None:
    assert numbers(deck()) == {"P1": 1, "D1": 2}
    assert numbers(deck(refs=())) == {}


def test_each_statement_carries_the_number_of_what_it_rests_on() -> None:
    page = lines()
    assert r"- They paid twice. \[1\]" in page
    assert "  - We plant more." in page, "of the second level, and nobody's"
    assert "  - Frost." in page
    assert "- **Answer**" in page, "a column without points"


def test_a_column_without_a_heading_is_a_plain_list_and_an_empty_one_is_nothing() -> None:
    page = lines(slide("two_columns", columns=(Column(points=(Point(text="Frost."),)), Column())))
    assert "- Frost." in page
    assert not [line for line in page if "****" in line]


def test_slides_stand_in_order_with_titles_notes_and_marks() -> None:
    page = lines()
    assert [line for line in page if line.startswith("## ") and line[3].isdigit()] == [
        "## 1. Tea abroad", "## 2. Buyers pay more", "## 3. Exports", "## 4. Risks",
    ]  # fmt: skip
    assert "*For the board*" in page
    assert "Notes: Good morning." in page
    assert "> ⚠ No picture." in page


def test_a_chart_is_a_table_whose_missing_values_stay_empty() -> None:
    page = lines()
    at = page.index("|  | USA |")
    assert page[at : at + 4] == ["|  | USA |", "| --- | --- |", "| 2020 | 1200 |", "| 2022 |  |"]


def test_no_cell_breaks_a_table_and_no_text_becomes_markup() -> None:
    page = lines(slide("table", "# not *this*", table=table(("x|y", "two\nlines"))))
    assert r"| x\|y | two lines |" in page
    assert r"## 1. \# not \*this\*" in page
    assert escaped("<b>[a](b)`c`\n# d") == r"\<b\>\[a\](b)\`c\` \# d"
    assert escaped(" \n") == ""


def test_a_box_of_a_diagram_without_words_is_only_its_label() -> None:
    page = lines(slide("diagram", diagram=diagram(("摘む", ""), ("蒸す", "三十秒"))))
    assert "- 摘む" in page
    assert "- 蒸す: 三十秒" in page


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"outcome": "marked"}, "> Something is missing"),
        ({"outcome": "marked", "lang": "ja"}, "> 欠けている部分"),
        ({"deck": deck(skeleton=True), "outcome": "marked"}, "> A skeleton"),
    ],
)
def test_a_deck_that_lacks_something_says_so_first(more: dict[str, Any], said: str) -> None:
    page = lines(**more)
    assert page[2].startswith(said)
    assert not any(line.startswith("> ") and "⚠" not in line for line in lines())


def test_what_the_checks_say_is_told_and_that_they_found_nothing_too() -> None:
    assert "- 2: Too small." in lines()
    whole = slide("title", "Tea")
    assert "The checks found nothing." in lines(whole, problems=())
    page = lines(whole, problems=(), lang="ja", repaired=("題を短くした。",), notes=("資料が一つ読めない。",))
    assert "検査で問題は見つからなかった。" in page
    assert page.index("- 題を短くした。") < page.index("- 資料が一つ読めない。")


def test_slides_that_wait_for_content_are_counted_where_the_checks_speak() -> None:
    page = lines(problems=())
    assert "1 slide is marked: it says what is missing on it." in page
    assert "Beyond that, the checks found nothing." in page
    assert "The checks found nothing." not in page
    empty = slide("bullets", "Risks", marks=(said("skeleton", "ja"),))
    assert "2 枚には印がある：中身はまだなく、これから書き入れるもの。" in lines(empty, empty, lang="ja", problems=())


def test_sources_are_listed_by_their_numbers_and_how_it_was_made_is_told() -> None:
    page = markdown(result(rendered_by="LibreOffice 7.4.7"))
    assert "1. Buyers · p. 3 · <https://example.com/tea>  \n   “They paid twice.”\n2. tea.csv · rows 2–7\n" in page
    assert page.endswith("- Template: light\n- Rendered by: LibreOffice 7.4.7\n- S1 Outline: done · 4 slides\n")
    assert "Rendered" not in markdown(result())


def test_a_deck_that_cites_nothing_says_so_and_one_of_somebody_else_is_not_blamed() -> None:
    bare = deck(refs=(REFS[0],))
    assert "Nothing on these slides cites a source." in lines(deck=bare)
    assert "## Sources" not in lines(deck=bare, foreign=True)


@pytest.mark.parametrize("uri", ["javascript:alert(1)", "/files/tea.md", "https://example.com/<b>", "https://a b"])
def test_only_a_sound_address_of_the_web_is_a_link(uri: str) -> None:
    assert source_line(Ref(id="P1", kind="passage", title="A", uri=uri, fetched="2026-01-31")) == "A · 2026-01-31"


def test_without_a_deck_there_is_only_what_was_said() -> None:
    page = markdown(Result(outcome="answered", reply="Hello! <b>", lang="en", notes=("One note.",)))
    assert page == "Hello! \\<b\\>\n- One note.\n"
