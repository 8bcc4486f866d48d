"""Where lines may end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from kasen.tools.fonts.kinsoku import is_east_asian, is_weak, pieces


def _pieces(text: str) -> list[str]:
    return [text[begin:end] for begin, end, _ in pieces(text)]


def test_words_and_numbers_stay_whole() -> None:
    assert _pieces("the 1,200.50 words-here") == ["the", "1,200.50", "words-here"]
    assert _pieces("売上12.5%増") == ["売", "上", "12.5%", "増"]


def test_japanese_may_end_anywhere_but_where_it_is_forbidden() -> None:
    assert _pieces("日本、語") == ["日", "本、", "語"]
    assert _pieces("「あ」") == ["「あ」"]
    assert _pieces("ちょっと（株）") == ["ちょっ", "と", "（株）"]
    assert _pieces("データ") == ["デー", "タ"]


def test_characters_know_their_font() -> None:
    assert all(map(is_east_asian, "日本語かなカナ「」、。Ａ１ｱ"))
    assert not any(map(is_east_asian, "Abc 123 é α й “…"))
    assert all(map(is_weak, " “…→①"))
    assert not any(map(is_weak, "aé1,日α"))


@given(some.text(max_size=80))
def test_pieces_and_the_spaces_after_them_are_the_whole_text(text: str) -> None:
    found = list(pieces(text))
    assert [begin for begin, _, _ in found] == [0, *(after for _, _, after in found)][: len(found)]
    assert [after for _, _, after in found][-1:] == ([len(text)] if text else [])
    assert all(begin < end <= after for begin, end, after in found)


def test_no_line_ends_beside_a_no_break_space() -> None:
    for text in ("茶である。\u00a0[1]", "茶\u00a0[1]", "tea.\u00a0[1]"):
        last = list(pieces(text))[-1]
        assert text[last[0] : last[1]].endswith("\u00a0[1]")
        assert not text[last[0] : last[1]].startswith(("\u00a0", "["))
