from hypothesis import given
from hypothesis import strategies as st

from kasen.evidence.terms import stem, terms


def test_japanese_gives_characters_and_pairs() -> None:
    assert terms("日本茶") == ["日", "本", "茶", "日本", "本茶"]


def test_english_words_are_casefolded_and_lightly_stemmed() -> None:
    assert terms("Cities CAUSED planning") == terms("city cause plan")
    assert terms("The cats") == ["the", "cat"]


def test_a_stem_never_confuses_short_words() -> None:
    assert [stem(w) for w in ("is", "bus", "red", "king", "gas", "this", "less")] == [
        "is",
        "bus",
        "red",
        "king",
        "gas",
        "this",
        "less",
    ]


def test_numbers_are_one_term_whatever_their_width_or_separators() -> None:
    assert terms("１，２００円") == ["1200", "円"]
    assert terms("1,200") == ["1200"]
    assert terms("3.5%") == ["3.5"]


def test_mixed_scripts_are_split_where_the_script_changes() -> None:
    assert terms("GPTモデル4") == ["gpt", "モ", "デ", "ル", "モデ", "デル", "4"]


def test_half_width_kana_and_radicals_match_what_a_person_types() -> None:
    assert terms("ﾃﾞｰﾀ") == terms("データ")
    assert terms("⼀⾴⽬") == terms("一頁目")


def test_other_alphabets_give_words() -> None:
    assert terms("Привет мир") == ["привет", "мир"]


def test_punctuation_and_nothing_give_nothing() -> None:
    assert terms("") == []
    assert terms("、。!? --- …") == []


@given(st.text())
def test_any_text_gives_terms_without_white_space(text: str) -> None:
    assert all(term and not any(c.isspace() for c in term) for term in terms(text))


def test_irregular_past_forms_meet_their_verb() -> None:
    assert [stem(w) for w in ("lost", "built", "written", "became")] == [
        stem(w) for w in ("lose", "build", "write", "become")
    ]
    assert [stem(w) for w in ("saw", "left", "found")] == ["saw", "left", "found"]
