from kasen.teams.resume.measures.repetition import repetition
from teams.resume.measures.given import english, japanese, quoted, view


def test_lines_that_occur_twice_are_told_with_their_numbers() -> None:
    text = english("- Worked on various projects\n- Built the shop\n- worked  on various projects.\n")
    found = repetition(view(text))
    assert found.score == 3.5
    assert "lines 7, 9" in found.defects[0].text
    assert quoted(text, found) == ["worked  on various projects."]


def test_an_opening_verb_is_heard_from_the_fourth_time() -> None:
    three = english("- Managed A\n- Managed B\n- Managed C\n- Built D\n")
    assert repetition(view(three)).score == 5.0
    four = english("- Managed A\n- Managed B\n- Managed C\n- Managed D\n- Built E\n")
    found = repetition(view(four))
    assert found.score == 4.0
    assert found.defects[0].text == "4 of 5 items begin with “managed”."


def test_endings_are_what_repeats_in_japanese() -> None:
    text = japanese("- 画面を担当\n- 帳票を担当\n- 試験を担当\n- 運用を担当\n- 要件を整理")
    found = repetition(view(text))
    assert "4項目が「担当」で終わる" in found.defects[0].text


def test_sentences_that_all_end_alike_are_monotonous() -> None:
    text = "# 職務経歴書\n\n## 自己PR\n\n設計を学びました。試験を任されました。運用も行いました。今は教えています。\n"
    found = repetition(view(text))
    assert quoted(text, found) == ["ました。"] or "ました" in found.defects[0].text
    assert found.score == 4.5


def test_data_of_employers_may_come_back() -> None:
    text = japanese(
        "従業員数：120名（連結）\n\n- 設計を統一\n\n"
        "### 例示株式会社（2015年1月〜2019年12月）\n\n従業員数：120名（連結）\n"
    )
    assert repetition(view(text)).score == 5.0
