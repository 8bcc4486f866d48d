from __future__ import annotations

from kasen.teams.slides.building.look import Color, Fonts
from kasen.teams.slides.building.text import Paragraph, Room, Run, Style, body, indent, language, paragraph, plain

STYLE = Style(17.5, Fonts("", "Meiryo"), "ja")


def test_a_run_says_its_size_language_and_east_asian_font() -> None:
    run = paragraph(Paragraph((Run("茶"),), STYLE)).find("{*}r")
    properties = run.find("{*}rPr")
    assert (properties.get("sz"), properties.get("lang"), properties.get("altLang")) == ("1750", "ja-JP", "en-US")
    assert properties.find("{*}ea").get("typeface") == "Meiryo"
    assert properties.find("{*}latin") is None


def test_the_end_of_a_paragraph_has_the_same_size() -> None:
    assert paragraph(Paragraph((), STYLE)).find("{*}endParaRPr").get("sz") == "1750"


def test_japanese_words_in_an_english_deck_are_japanese() -> None:
    assert language("Tea", "en") == {"lang": "en-US"}
    assert language("Uji 宇治", "en")["lang"] == "ja-JP"


def test_lines_become_breaks_and_nothing_illegal_is_kept() -> None:
    made = paragraph(Paragraph((Run("a\nb\r\n\x00c\td"),), STYLE))
    assert [piece.tag.rpartition("}")[2] for piece in made] == ["pPr", "r", "br", "r", "br", "r", "endParaRPr"]
    assert "".join(held.text for held in made.iter("{*}t")) == "abc d"


def test_bullets_of_free_shapes_are_written_and_hang() -> None:
    made = paragraph(Paragraph((Run("x"),), STYLE, level=1, bullet="own")).find("{*}pPr")
    left, hanging = indent(1, 17.5)
    assert (made.get("marL"), made.get("indent"), made.get("lvl")) == (str(left), str(-hanging), "1")
    assert made.find("{*}buChar").get("char") == "–"
    assert paragraph(Paragraph((Run("x"),), STYLE, bullet="none")).find("{*}pPr/{*}buNone") is not None
    assert len(paragraph(Paragraph((Run("x"),), STYLE)).find("{*}pPr")) == 0


def test_marks_are_raised_and_links_are_linked() -> None:
    style = Style(12, Fonts("+mn-lt", "Meiryo"), "ja", color=Color("FF0000", "accent2"))
    made = paragraph(Paragraph((Run("茶", link="rId9"), Run("[1]", raised=True)), style))
    first, second = (run.find("{*}rPr") for run in made.findall("{*}r"))
    assert [child.tag.rpartition("}")[2] for child in first] == ["solidFill", "latin", "ea", "hlinkClick"]
    assert second.get("baseline") == "30000"


def test_no_body_fits_itself() -> None:
    held = body("p:txBody", [plain("x", STYLE)])
    assert held.find("{*}bodyPr/{*}noAutofit") is not None
    assert dict(held.find("{*}bodyPr").attrib) == {}
    assert body("p:txBody", [], Room("ctr")).find("{*}bodyPr").get("anchor") == "ctr"
