"""A text without its markup, at the same offsets."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.evidence.normal import normalise
from kasen.teams.resume.ledger.checking import check
from kasen.teams.resume.ledger.markup import bare, ready
from teams.resume.ledger.sides import ANY_TEXT, FEW


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- Cut **costs** by `30%`.", "Cut costs by 30% ."),
        ("### Clerk {.role}", "Clerk"),
        ("> - quoted", "quoted"),
        ("・売上を伸ばした", "売上を伸ばした"),
        ("1. first\n2) second", "first second"),
        ("| a | b |", "a b"),
        ("text\n::: {.box}", "text"),
        ("a <!-- hidden\nwords --> b", "a b"),
        ("<b>bold</b> ~~gone~~", "bold gone"),
        ("[shop](https://example.com/s)", "shop https://example.com/s"),
    ],
)
def test_markup_is_blanked_and_words_stay(text: str, words: str) -> None:
    assert bare(text).split() == words.split()


@pytest.mark.parametrize(
    "text", ["3 < 5 and 7 > 2", "C# and C++", "a*b is not markup at 5 * 3", "R&D", "x_y", "5-6", "第1-2回"]
)
def test_what_only_looks_like_markup_keeps_its_letters(text: str) -> None:
    assert [c for c in bare(text) if c.isalnum()] == [c for c in text if c.isalnum()]


def test_accents_widths_and_dashes_are_made_one() -> None:
    assert bare("Résumé ＡＢＣ ２０") == "Resume ABC 20"
    assert bare("サ-バ") == bare("サーバ")
    assert bare("e‑mail") == "e-mail"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("㈱東雲食品", "株式会社東雲食品"),
        ("（株）東雲食品", "株式会社東雲食品"),
        ("1 500 parts", "1,500 parts"),
        ("5,000 USD", "$5,000"),
        ("once a month", "every month"),
        ("月1回の点検", "毎月の点検"),
        ("20 per cent", "20 percent"),
    ],
)
def test_several_ways_of_writing_the_same_are_made_one(one: str, other: str) -> None:
    assert ready(one)[1].split() == ready(other)[1].split()


def test_case_is_kept_beside_the_folded_text() -> None:
    assert ready("- Used SAP") == ("  Used SAP", "  used sap")


@FEW
@given(ANY_TEXT)
def test_blanking_moves_nothing(text: str) -> None:
    plain = normalise(text).text
    found = bare(text)
    assert len(found) == len(plain)
    assert [i for i, c in enumerate(plain) if c == "\n"] == [i for i, c in enumerate(found) if c == "\n"]


@FEW
@given(ANY_TEXT)
def test_written_and_folded_have_the_same_places(text: str) -> None:
    written, folded = ready(text)
    assert len(written) == len(folded)


@pytest.mark.parametrize(
    "hidden",
    [
        " ｛．Led 40 engineers｝",
        " ＜b Led 40 engineers＞",
        " ＜！－－Led 40 engineers－－＞",
        " ［a］（x Led 40 engineers）",
        "\n\n：：：Led 40 engineers",
        "\n::: {.x}\n- Cut costs by 45%.",
    ],
)
def test_what_only_looks_like_markup_hides_no_words(hidden: str) -> None:
    before = "- Developed the billing service in Python."
    assert check(before, before).ok
    assert not check(before, before + hidden).ok
