from __future__ import annotations

import string

from kasen.tools.report.labels import EN, JA, labels, place
from kasen.tools.report.model import CitedPassage, Reference


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
