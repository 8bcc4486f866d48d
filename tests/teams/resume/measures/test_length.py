import pytest

from kasen.teams.resume.measures.length import bullet_use, document_length, sentence_length, summary_length
from kasen.tools.screenshot.model import PageFacts
from teams.resume.measures.given import english, japanese, one, quoted, view


def test_a_long_sentence_is_counted_in_words_or_characters() -> None:
    long = "Built " + " ".join(["thing"] * 40)
    found = sentence_length(view(english(f"- {long}\n- Wrote it\n- Ran it\n- Sold it\n- Left it")))
    assert found.note == "1 of 5 sentences and items exceed 30 words; the median is 2."
    assert one(found).text == "This sentence has 41 words."
    text = japanese("- " + "設計と実装を進めながら" * 9 + "\n- 試験を自動化した")
    found = sentence_length(view(text))
    assert quoted(text, found) == ["設計と実装を進めながら" * 9]
    assert one(found).text == "この文は99字ある。"


def test_all_long_is_the_worst_and_no_text_is_none() -> None:
    long = "- " + " ".join(["thing"] * 40)
    assert sentence_length(view(english(f"{long}\n{long}"))).score == 0.0
    assert sentence_length(view("")).score is None


@pytest.mark.parametrize(
    ("words", "score"), [(5, 1.0), (15, 2.5), (25, 4.0), (50, 5.0), (95, 4.0), (130, 2.5), (300, 1.0)]
)
def test_a_summary_has_a_usual_length(words: int, score: float) -> None:
    text = "# Example Person\n\n## Summary\n\n" + " ".join(["word"] * words) + ".\n"
    found = summary_length(view(text))
    assert found.score == score
    assert bool(found.defects) is (score < 5)


def test_a_summary_that_is_missing_has_no_length() -> None:
    found = summary_length(view(japanese("- 設計")))
    assert (found.score, found.note) == (0.0, "職務要約がない。")


def test_a_summary_in_japanese_is_counted_in_characters() -> None:
    text = "# 職務経歴書\n\n## 職務要約\n\n" + "設計と開発に携わりました。" * 14 + "\n"
    assert summary_length(view(text)).note == "職務要約は182字（目安は150〜250字）。"


def test_printed_pages_win_over_counted_words() -> None:
    text = english("- Built it")
    printed = document_length(view(text, page=PageFacts(pages=4)))
    assert (printed.score, printed.note) == (1.5, "4 pages of A4 in print.")
    assert "Shorten" in one(printed).suggestion
    counted = document_length(view(text))
    assert "by count and not by print" in counted.note
    assert counted.score == 1.0
    assert document_length(view(japanese("- 設計"), page=PageFacts(pages=3))).score == 5.0
    assert document_length(view(text, page=PageFacts(pages=2))).score == 5.0


def test_positions_want_items_and_old_ones_need_none() -> None:
    text = english("No items here, only prose about it.") + "\n### Clerk, Old Ltd, 2001-01 – 2004-12\n\nLong ago.\n"
    found = bullet_use(view(text))
    assert found.note.startswith("0 of 1 positions of the last 10 years")
    assert (found.score, one(found).line) == (0.0, 5)
    assert bullet_use(view(english("\n".join(f"- Item {n}" for n in range(12))))).score == 0.0
    assert bullet_use(view(english("- Built it\n- Ran it"))).score == 5.0
    assert bullet_use(view("")).score is None


def test_an_employer_with_projects_may_have_more_items() -> None:
    items = "\n".join(f"- 項目{n}を整備" for n in range(7))
    text = japanese(f"#### 甲の刷新（2020年1月〜2021年12月）\n\n{items}\n\n#### 乙の移行（2022年1月〜現在）\n\n{items}")
    assert bullet_use(view(text)).score == 5.0
