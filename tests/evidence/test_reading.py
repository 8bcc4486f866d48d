"""What verification sees of a text."""

from __future__ import annotations

from kasen.evidence.reading import Reading


def test_numbers_and_dates_are_not_counted_as_words() -> None:
    weights = Reading("1738年に3億円の茶").weights
    assert set(weights) == {"茶"}


def test_pairs_weigh_more_than_single_characters_and_kana_nothing() -> None:
    weights = Reading("宇治のお茶である").weights
    assert weights == {"宇": 0.3, "治": 0.3, "宇治": 1.0, "茶": 0.3}


def test_accents_and_case_of_latin_words_do_not_matter() -> None:
    assert Reading("Myōe and Sōen").share_of(Reading("myoe Soen")) == 1.0


def test_dakuten_are_kept() -> None:
    assert Reading("ガラス").folded == "ガラス"


def test_stop_words_count_for_nothing() -> None:
    assert Reading("There is more of it, because the").weights == {}
    assert Reading("").share_of(Reading("")) == 0.0


def test_language_is_that_of_most_letters() -> None:
    assert Reading("宇治のMatchaは有名").is_cjk
    assert not Reading("Uji (宇治) is a city south of Kyoto").is_cjk


def test_places_in_the_squeezed_text_lead_back_to_the_original() -> None:
    text = Reading("日本\n 茶の ㌔")
    start = text.squeezed.index("茶")
    assert text.squeezed == "日本茶のキロ"
    assert text.original[slice(*text.place(start, start + 1))] == "茶"
    assert text.original[slice(*text.place(0, 3))] == "日本\n 茶"


def test_the_space_before_a_number_stays_when_the_number_is_blanked() -> None:
    assert Reading("On Roda sixteen cubits").wordy.split() == ["On", "Roda", "0", "cubits"]
