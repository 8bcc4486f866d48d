from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.teams.resume.document.masking import PLACEHOLDERS, mask
from kasen.teams.resume.document.model import Masked
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.schemas.posting import Hidden
from teams.resume.document.people import PEOPLE, Person


def assert_maps(masked: Masked, text: str) -> None:
    """Every piece is the same in both, in order, without overlap."""
    done = (0, 0)
    for (start, end), (first, last) in masked.pieces:
        assert masked.text[start:end] == text[first:last]
        assert start < end
        assert (start, first) >= done
        done = (end, last)


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.text.split("\n")[0][:20] or "x")
def test_no_planted_word_is_left_and_every_other_is(person: Person) -> None:
    masked = mask(parse(person.text))
    assert [words for words in person.planted if words in masked.text] == []
    assert [words for words in person.kept if words not in masked.text] == []
    assert_maps(masked, person.text)


@pytest.mark.parametrize("person", PEOPLE[:6], ids=range(6))
def test_other_line_ends_change_nothing(person: Person) -> None:
    for end in ("\r\n", "\r"):
        text = "\ufeff" + person.text.replace("\n", end)
        masked = mask(parse(text))
        assert [words for words in person.planted if words.strip() and words.replace("\n", end) in masked.text] == []
        assert masked.text.count(end) == text.count(end)


@given(st.text(st.sampled_from("ab見本 \t\r\n|<!->:：@.e氏名年齢9歳〒0大学`-()\u200b*"), max_size=300))
@settings(max_examples=150, deadline=None)
def test_pieces_map_exactly_and_no_line_is_lost(text: str) -> None:
    masked = mask(parse(text))
    assert_maps(masked, text)
    assert re.findall(r"\r\n|\n|\r", masked.text) == re.findall(r"\r\n|\n|\r", text)


def test_placeholders_are_in_the_language_of_the_text_and_counted() -> None:
    masked = mask(parse("氏名：見本 太郎\nメール：t@e.jp\n"))
    assert masked.text == "氏名：〔氏名〕\nメール：〔メール〕\n"
    assert masked.counts == {"name": 1, "email": 1}
    assert set(PLACEHOLDERS["ja"]) == set(PLACEHOLDERS["en"])


def test_masking_what_is_masked_changes_nothing() -> None:
    for person in PEOPLE:
        once = mask(parse(person.text)).text
        lang = parse(person.text).lang
        assert mask(parse(once, lang=lang)).text == once


def test_hidden_words_are_left_out_whoever_found_them() -> None:
    text = "# A\n\nseen <!-- unseen --> seen\n\ntold words here\n"
    masked = mask(parse(text), hidden=[Hidden(where="resume", how="x", text="told words", line=5)])
    assert masked.text == "# A\n\nseen  seen\n\n here\n"


def test_words_that_are_hidden_elsewhere_are_not_taken_from_a_line_before() -> None:
    text = "same words\n\nsame words\n"
    masked = mask(parse(text), hidden=[Hidden(where="resume", how="x", text="same words", line=3)])
    assert masked.text == "same words\n\n\n"
