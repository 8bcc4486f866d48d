"""Which nouns must be kept, and which were swapped."""

from __future__ import annotations

from kasen.evidence.names import is_in, names, swaps


def found(text: str) -> list[str]:
    return [n.text for n in names(text)]


def test_names_of_all_three_scripts_are_found() -> None:
    assert found("永谷宗円はカフェインを調べた。") == ["永谷宗円", "カフェイン"]
    assert found("The monk Eisai met Sen no Rikyu.") == ["Eisai", "Sen", "Rikyu"]


def test_verbs_of_kanji_and_sentence_openers_are_no_names() -> None:
    assert found("輸出額が増加した。") == ["輸出額"]
    assert found("Shading raises theanine. However it is slow.") == []


def test_a_quoted_word_in_hiragana_is_a_name() -> None:
    assert found("「さえみどり」の畑") == ["さえみどり"]
    assert not is_in(names("「さえみどり」")[0], "「やぶきた」の畑")


def test_a_compound_is_found_when_most_of_it_stands_in_the_text() -> None:
    assert is_in(names("日本茶産業")[0], "日本茶の産業")
    assert not is_in(names("明恵")[0], "栄西と明菴")


def test_a_swap_needs_the_same_words_around_it() -> None:
    swap = swaps("明恵は宋から帰国した", "栄西は宋から帰国した")
    assert [(s.mine, s.theirs, s.is_topic) for s in swap] == [("明恵", "栄西", True)]
    assert swaps("栄西は宋から帰国した", "栄西は宋から帰国した") == []
    assert swaps("He returned", "Eisai returned") == []


def test_a_swap_is_found_behind_words_that_lead_in() -> None:
    said = "メーカーによれば、アルファの価格は0ドルである。"
    assert [(s.mine, s.theirs) for s in swaps("ガンマの価格は0ドルである。", said)] == [("ガンマ", "アルファ")]
    assert [(s.mine, s.theirs) for s in swaps(said, "ガンマの価格は0ドルである。")] == [("アルファ", "ガンマ")]
    assert swaps("価格は0ドルである。", said) == []
    assert swaps("同社の価格は0ドルである。", said) == []
