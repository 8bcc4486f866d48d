"""Widths, lines and heights of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kasen.tools.fonts.found import Font
from kasen.tools.fonts.measuring import Fonts, fonts, height, line_height, lines, widest_word, width

ESTIMATED = Fonts(Font("Calibri", False, ""), Font("Meiryo", False, "ja"))
TEXT = some.text(alphabet="ab1 %(）「、。日本語ーっ\n\tm", max_size=120)


def test_width_grows_with_the_size_and_the_widest_line_counts() -> None:
    assert width("日本語", ESTIMATED, 20) == pytest.approx(2 * width("日本語", ESTIMATED, 10))
    assert width("日本語\n日", ESTIMATED, 20) == width("日本語", ESTIMATED, 20)
    assert width("", ESTIMATED, 20) == 0


def test_latin_and_japanese_take_fonts_of_their_own() -> None:
    mixed = fonts("DejaVu Sans", "Noto Sans CJK JP")
    assert width("ab日本", mixed, 20) == pytest.approx(width("ab", mixed, 20) + width("日本", mixed, 20))


def test_lines_break_at_words_and_by_kinsoku() -> None:
    assert lines("aaaa bbbb", ESTIMATED, 10, 10 * 4) == ["aaaa", "bbbb"]
    ten = 10 * 1.031
    assert lines("日本語、日本", ESTIMATED, 10, ten * 3) == ["日本", "語、日", "本"]
    assert lines("日本「語」日", ESTIMATED, 10, ten * 3) == ["日本", "「語」", "日"]


def test_a_word_wider_than_the_line_is_divided_and_nothing_is_lost() -> None:
    word = "supercalifragilisticexpialidocious" * 4
    found = lines(f"a {word} b", ESTIMATED, 10, 60)
    assert "".join(found).replace(" ", "") == f"a{word}b"
    assert all(width(line, ESTIMATED, 10) <= 60 for line in found)


def test_a_box_narrower_than_a_character_still_ends() -> None:
    assert lines("日本", ESTIMATED, 40, 1) == ["日", "本"]


def test_empty_text_is_one_line_and_each_newline_begins_another() -> None:
    assert lines("", ESTIMATED, 10, 100) == [""]
    assert lines("a\n\nb", ESTIMATED, 10, 100) == ["a", "", "b"]


def test_height_is_the_lines_times_the_spacing() -> None:
    one = line_height(ESTIMATED, 20, text="日")
    assert height("日本\n語", ESTIMATED, 20, 500) == pytest.approx(2 * one)
    assert height("日", ESTIMATED, 20, 500, spacing=1.5) == pytest.approx(1.5 * one)


def test_fonts_with_high_lines_that_are_absent_are_given_their_room() -> None:
    absent = Fonts(Font("Calibri", False, ""), Font("Meiryo", False, "ja"))
    assert line_height(absent, 10, text="日") >= 15.6
    assert widest_word("aa bbbb c", absent, 10) == pytest.approx(width("bbbb", absent, 10))


@given(text=TEXT, room=some.floats(15, 300))
def test_no_line_is_wider_than_the_room_and_no_word_is_lost(text: str, room: float) -> None:
    found = lines(text, ESTIMATED, 12, room)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(width(line, ESTIMATED, 12) <= room or len(line) == 1 for line in found)


@given(text=TEXT, room=some.floats(20, 300))
def test_a_wider_box_never_takes_more_lines(text: str, room: float) -> None:
    assert len(lines(text, ESTIMATED, 12, room * 1.5)) <= len(lines(text, ESTIMATED, 12, room))
