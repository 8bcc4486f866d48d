from __future__ import annotations

from kasen.knowledge.vocabulary import standing_out


def test_nouns_of_japanese_and_words_of_english_are_counted_by_passage() -> None:
    found = standing_out(
        ["静岡県は日本茶の産地。日本茶。", "日本茶とカテキン。Green tea exports grew.", "exports to Hong Kong"]
    )
    assert found["日本茶"] == 2
    assert found["exports"] == 2
    assert found["カテキン"] == 1
    assert found["Hong Kong"] == 1


def test_words_that_say_nothing_are_left_out() -> None:
    found = standing_out(["この場合は必要である。The of and which. ーー 一一"])
    assert found == {}


def test_at_most_forty_the_commonest_first() -> None:
    passages = [f"word{chr(97 + n // 26)}{chr(97 + n % 26)} common" for n in range(200)]
    found = standing_out(passages)
    assert len(found) == 40
    assert next(iter(found)) == "common"
