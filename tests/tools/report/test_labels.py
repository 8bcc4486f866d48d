from __future__ import annotations

import string

from kasen.tools.report.labels import EN, JA, dates, labels, mode_name, place, price, ruling_line
from kasen.tools.report.model import CitedPassage, Reference, Ruling


def test_both_languages_say_everything_with_the_same_blanks() -> None:
    for name in EN._fields:
        one, other = getattr(EN, name), getattr(JA, name)
        assert one
        assert other
        if isinstance(one, str):
            blanks = [
                {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
                for text in (one, other)
            ]
            assert blanks[0] == blanks[1], name
        else:
            assert one.keys() == other.keys()


def test_the_place_of_words_is_file_page_and_headings() -> None:
    reference = Reference(number=1, title="t", file="a.pdf")
    passage = CitedPassage(id="p", text="x", page=2, headings=("歴史", "起源"))
    assert place(reference, passage, "ja") == "a.pdf · 2 ページ · 歴史 › 起源"
    assert place(reference, None, "en") == "a.pdf"
    assert labels("ja") is JA


def test_slides_and_sheets_are_not_called_pages() -> None:
    slide = CitedPassage(id="p", text="x", page=2, unit="slide")
    sheet = CitedPassage(id="p", text="x", page=1, unit="sheet", headings=("生産量",))
    assert [place(None, slide, lang) for lang in ("ja", "en")] == ["スライド 2", "slide 2"]
    assert [place(None, sheet, lang) for lang in ("ja", "en")] == ["シート 1 · 生産量", "sheet 1 · 生産量"]


def test_a_price_is_written_as_people_write_it() -> None:
    assert [price(usd, "en") for usd in (0.0, 0.0312, 12.5, None)] == ["$0", "$0.0312", "$12.50", "price unknown"]
    assert price(None, "ja") == "価格不明"


def test_modes_have_names_and_a_stranger_keeps_its_own() -> None:
    from kasen.teams.research.team import TEAM

    for mode in TEAM.modes:
        assert mode in EN.modes
        assert mode_name(mode, "ja") != mode
    assert mode_name("other", "ja") == "other"


def test_a_date_of_which_nobody_knows_what_it_is_of_stands_alone() -> None:
    assert dates(Reference(number=1, title="t", date="2026-01-02"), "en") == "2026-01-02"
    both = Reference(number=1, title="t", date="2026-01-02", published="2025", fetched="2026-01-02")
    assert dates(both, "en") == "published 2025 · read 2026-01-02"


def test_a_ruling_without_confidence_does_not_invent_one() -> None:
    assert ruling_line(Ruling(ruling="not_enough"), "en") == ""
    assert ruling_line(Ruling(ruling="refuted", confidence=0.826, note="出典 2 件"), "ja") == "確信度 83% · 出典 2 件"
