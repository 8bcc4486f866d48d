import random
import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.evidence.normal import normalise

INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\ufeff]")
MIXED = st.text(
    alphabet=st.sampled_from(
        list("aé日本茶ガｶﾞﾊﾟか\u3099Ａ１㍿①ﬁ\u0301\u1100\u1161\u11a8각½ \u3000\n\u200b\u00ad⼀⽇\ufeffﷺ")
    )
)
ANY = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cn", "Cf"], exclude_characters="\u034f\u115f\u1160\u3164\uffa0")
)


def test_full_width_half_width_and_radicals_become_what_a_person_types() -> None:
    assert normalise("ＡＢＣ１２３ ﾃﾞｰﾀ ㈱ ⽇本⻘").text == "ABC123 データ (株) 日本青"
    assert normalise("⼀⾴⽬").text == "一頁目"


def test_invisible_characters_disappear_and_the_map_still_points_at_the_words() -> None:
    text = "日\u200b本\u00ad茶とcof\u00adfee"
    normal = normalise(text)
    assert normal.text == "日本茶とcoffee"
    start = normal.text.index("coffee")
    assert text[slice(*normal.original(start, start + 6))] == "cof\u00adfee"


def test_an_expanded_character_is_taken_whole() -> None:
    normal = normalise("x㍿y")
    assert normal.text == "x株式会社y"
    assert normal.original(2, 3) == (1, 2)
    assert normal.original(0, 6) == (0, 3)


def test_a_composed_character_covers_all_its_parts() -> None:
    text = "aｶﾞb"
    normal = normalise(text)
    assert normal.text == "aガb"
    assert normal.original(1, 2) == (1, 3)
    assert normal.start_of(2) == 3


def test_runs_of_white_space_become_one_space_only_when_asked() -> None:
    text = "one \n\n two\u3000\tthree four"
    assert "\n\n" in normalise(text).text
    normal = normalise(text, spaces=True)
    assert normal.text == "one two three four"
    start = normal.text.index("two")
    assert text[slice(*normal.original(start, start + 9))] == "two\u3000\tthree"


def test_empty_text_and_empty_ranges() -> None:
    assert normalise("").text == ""
    assert normalise("").original(0, 0) == (0, 0)
    assert normalise("ｶﾞ").original(1, 1) == (2, 2)


def test_hyphenation_at_the_end_of_a_line_is_left_alone() -> None:
    assert normalise("docu-\nment").text == "docu-\nment"


@given(ANY | MIXED)
@settings(max_examples=400, deadline=None)
def test_the_text_is_nfkc_of_the_visible_characters(text: str) -> None:
    radicals_aside = re.sub("[\u2e80-\u2eff]", "", text)
    visible = INVISIBLE.sub("", radicals_aside)
    if re.search("[\u180b-\u180f\U000e0100-\U000e01ef]", visible):
        return
    assert normalise(radicals_aside).text == unicodedata.normalize("NFKC", visible)


@given(st.text() | MIXED, st.booleans())
@settings(max_examples=400, deadline=None)
def test_normalising_twice_changes_nothing(text: str, spaces: bool) -> None:
    once = normalise(text, spaces=spaces).text
    assert normalise(once, spaces=spaces).text == once


@given(st.text() | MIXED, st.booleans(), st.data())
@settings(max_examples=400, deadline=None)
def test_the_original_of_a_range_normalises_back_to_it(text: str, spaces: bool, data: st.DataObject) -> None:
    normal = normalise(text, spaces=spaces)
    start = data.draw(st.integers(0, len(normal.text)))
    end = data.draw(st.integers(start, len(normal.text)))
    old_start, old_end = normal.original(start, end)
    assert 0 <= old_start <= old_end <= len(text)
    assert normal.text[start:end] in normalise(text[old_start:old_end], spaces=spaces).text
    assert normal.original(0, len(normal.text))[1] <= len(text)


def test_a_megabyte_is_normalised_in_pieces_not_character_by_character() -> None:
    """The map holds the places that changed, so plain text costs no memory and mixed text little."""
    rng = random.Random(0)
    plain = "日本語の文章です。" * 110_000
    assert normalise(plain)._edits == ()
    mixed = "".join(rng.choice(["日本語", "ＡＢＣ", "（注）", "ｶﾞｲﾄﾞ", "\n"]) for _ in range(300_000))
    normal = normalise(mixed)
    assert len(normal._edits[0].at) < len(mixed) / 2
    assert "ABC" in normal.text
    assert "ガイド" in normal.text
