from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.rules.outline import AGENDA_FROM, MOST_CHARTS, SKELETON, outline_of
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.findings import ColumnProfile, Evidence, TableProfile
from kasen.teams.slides.schemas.outputs import OutlineOutput


def passage(n: int, title: str, text: str = "Tea is covered before picking.", where: str = "") -> Evidence:
    return Evidence(ref=Ref(id=f"P{n}", kind="passage", title=title, where=where), text=text)


def table(*numbers: str, file: str = "tea.csv", sheet: str = "") -> TableProfile:
    columns = (ColumnProfile(name="Country", type="text"), *(ColumnProfile(name=n, type="number") for n in numbers))
    return TableProfile(file=file, path=f"/x/{file}", sheet=sheet, sha256="0", rows=6, columns=columns)


def outline(slides: int = 7, *, lang: str = "en", wish: str = "Tea abroad", **given: Any) -> OutlineOutput:
    known = About(wish=wish, title=given.pop("title", ""), audience=given.pop("audience", ""))
    fields = {"instruction": "", "kinds": [], "passages": [], "tables": [], "problems": [], **given}
    return outline_of(about=known, slides=slides, lang=lang, **fields)


def titles(made: OutlineOutput, kind: str) -> list[str]:
    return [one.title for one in made.slides if one.kind == kind]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_of_nothing_comes_a_skeleton_without_a_summary(lang: str) -> None:
    made = outline(7, lang=lang)
    assert [one.kind for one in made.slides] == ["title", *["bullets"] * 6]
    assert titles(made, "bullets") == list(SKELETON[lang])


def test_documents_give_their_headings_between_title_and_summary() -> None:
    found = [passage(1, "a.md", where="p. 3 · Shading"), passage(2, "b.md", where="p. 3"), passage(3, "c.md")]
    made = outline(7, passages=found)
    assert titles(made, "bullets") == ["Shading", "b.md", "c.md"], "a page is no heading"
    assert [made.slides[0].kind, made.slides[-1].kind] == ["title", "closing"]


def test_passages_under_one_heading_make_one_slide_that_covers_them_all() -> None:
    made = outline(passages=[passage(1, "a", where="Shading"), passage(2, "b", where="Shading")])
    assert [(one.title, one.covers) for one in made.slides if one.kind == "bullets"] == [("Shading", "P1 P2")]


def test_a_passage_of_another_language_is_no_topic() -> None:
    found = [passage(1, "English"), passage(2, "日本語の資料", "茶園は収穫の前に覆いをかける。")]
    assert titles(outline(passages=found, lang="ja"), "bullets") == ["日本語の資料"]
    assert titles(outline(passages=found, lang="en"), "bullets") == ["English"]


def test_a_document_that_only_repeats_the_wish_is_no_topic() -> None:
    assert titles(outline(passages=[passage(1, "TEA  abroad"), passage(2, "Buyers")]), "bullets") == ["Buyers"]


def test_each_column_of_numbers_waits_for_a_figure_and_words_for_none() -> None:
    made = outline(12, tables=[table("Exports", "Price")])
    assert titles(made, "chart") == ["Exports (tea)", "Price (tea)"]
    assert made.slides[1].covers == "tea.csv Exports"
    assert len(titles(outline(30, tables=[table(*"abcdef")]), "chart")) == MOST_CHARTS
    assert titles(outline(tables=[table()]), "chart") == []


def test_slides_of_data_take_its_figures_in_their_order() -> None:
    made = outline(12, tables=[table("Exports", "Price"), table("Yield", file="farms.csv")])
    assert [one.figure for one in made.slides if one.kind == "chart"] == ["F1", "F2", "F3"]


def test_names_of_the_other_language_are_quoted_in_titles() -> None:
    made = outline(lang="ja", tables=[table("exports")])
    assert titles(made, "chart") == ["「exports」（tea）"]
    found = [passage(1, "Tea regions of Japan 日本の茶産地"), passage(2, "Uji")]
    assert titles(outline(passages=found), "bullets") == ["Tea regions of Japan", "Uji"]


def test_a_passage_of_which_no_sentence_can_stand_is_no_topic() -> None:
    found = [
        passage(1, "Table", "| a | b |"),
        passage(2, "Itself", "This note follows tea from garden to table."),
        passage(3, "Shade"),
    ]
    assert titles(outline(passages=found), "bullets") == ["Shade"]


def test_the_title_slide_is_opened_with_words_and_a_skeleton_is_not() -> None:
    assert "Tea abroad" in outline(passages=[passage(1, "Shade")]).opening
    assert outline().opening == ""


def test_a_sheet_goes_by_its_name() -> None:
    made = outline(lang="ja", tables=[table("売上", file="売上.xlsx", sheet="店舗")])
    assert titles(made, "chart") == ["売上（店舗）"]


def test_where_there_are_documents_charts_leave_them_room() -> None:
    made = outline(6, tables=[table("a", "b", "c")], passages=[passage(n, f"Topic {n}") for n in range(5)])
    assert (len(titles(made, "chart")), len(titles(made, "bullets"))) == (2, 2)
    assert len(made.slides) == 6


def test_a_long_deck_has_an_agenda_and_a_short_one_none() -> None:
    found = [passage(n, f"Topic {n}") for n in range(9)]
    assert titles(outline(AGENDA_FROM, passages=found), "agenda") == ["Agenda"]
    assert titles(outline(AGENDA_FROM, passages=found[:3]), "agenda") == []
    assert titles(outline(AGENDA_FROM - 1, passages=found), "agenda") == []


@pytest.mark.parametrize("slides", [3, 5, 9, 20])
def test_there_are_never_more_slides_than_asked_for(slides: int) -> None:
    found = [passage(n, f"Topic {n}") for n in range(40)]
    assert len(outline(slides, passages=found, tables=[table("a", "b")]).slides) <= slides


def test_the_title_is_that_of_the_plan_else_of_the_wish() -> None:
    assert outline(title="The plan").slides[0].title == "The plan"
    made = outline(wish="お茶の輸出について。来週の会議で使う。", audience="役員", lang="ja")
    assert (made.title, made.subtitle) == ("お茶の輸出", "役員")
