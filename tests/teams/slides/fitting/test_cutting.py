"""Text cut where it may be cut."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as some

from kasen.teams.slides.fitting.cutting import divided, sentences, shortened


def _within(most: int) -> Callable[[str], bool]:
    return lambda text: len(text) <= most


def test_sentences_end_in_both_languages_and_not_within_numbers() -> None:
    japanese, english = "伸びた。次も「伸びる。」3.5%", "Up 3.5%. Then down."
    assert [japanese[:end] for end in sentences(japanese)] == ["伸びた。", "伸びた。次も「伸びる。」", japanese]
    assert [english[:end] for end in sentences(english)] == ["Up 3.5%.", english]


def test_a_text_is_cut_at_a_sentence_else_a_phrase_else_a_word() -> None:
    assert shortened("伸びた。次も伸びる。", _within(7)) == "伸びた。"
    assert shortened("関東では、全体が伸びた", _within(8)) == "関東では…"
    assert shortened("Revenue grew strongly", _within(14)) == "Revenue grew…"
    assert shortened("Revenue", _within(4)) == "Rev…"
    assert shortened("Revenue", _within(0)) == ""
    assert shortened("short", _within(9)) == "short"


def test_a_division_takes_whole_sentences_first() -> None:
    text = "One. Two. Three."
    assert text[: divided(text, _within(11))] == "One. Two."
    assert divided("abcdef", _within(3)) == 3
    assert divided("abcdef", _within(0)) == 0


@given(text=some.text(alphabet="ab。、 .\n日本", max_size=60), most=some.integers(0, 60))
def test_what_is_left_fits_and_begins_the_text(text: str, most: int) -> None:
    found = shortened(text, _within(most))
    assert len(found) <= most
    assert text.startswith(found.removesuffix("…"))
