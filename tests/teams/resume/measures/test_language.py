import pytest

from kasen.teams.resume.measures.language import register, term_spelling, typography
from teams.resume.measures.given import english, japanese, one, quoted, view


def test_a_name_in_two_cases_is_told_with_the_usual_form() -> None:
    text = english("- Wrote Javascript\n- Taught JavaScript\n- Used Github and GitHub\n")
    found = term_spelling(view(text))
    assert found.score == 3.0
    assert quoted(text, found) == ["Javascript", "Github"]
    assert "“JavaScript”" in found.defects[0].suggestion


@pytest.mark.parametrize(
    "items", ["- Managed it\n- was managed\n- MANAGED", "- Go home and go on", "- Excel at Excel\n- to excel"]
)
def test_words_at_the_start_of_a_line_are_no_variants(items: str) -> None:
    assert term_spelling(view(english(items))).score == 5.0


def test_japanese_variants_of_one_word_are_found_and_verbs_are_left_alone() -> None:
    text = japanese("- サーバの移行\n- サーバーの構築\n- 打合せの調整\n- 打ち合わせの記録")
    assert term_spelling(view(text)).score == 3.0
    fine = japanese("- 改善に取り組みました\n- 取組の記録\n- 基盤を立ち上げた\n- 立上げの支援")
    assert term_spelling(view(fine)).score == 5.0


def test_signs_and_spaces_are_counted_by_kind() -> None:
    text = english("- Built the the shop , twice\n- Ran  it\n- Sold  it")
    found = typography(view(text))
    assert found.score == 3.0
    assert "word written twice: 1" in found.note
    assert "doubled space: 2" in found.note
    assert all(edit.edit for edit in found.defects)
    assert "Built the the shop , twice" in quoted(text, found)[0]


def test_items_end_alike_by_their_kind() -> None:
    mixed = japanese("- 設計を改善した。\n- 試験を自動化した\n- 移行を終えた。\n- 運用を見直した。")
    assert "1項目だけ句点なし" in typography(view(mixed)).note
    by_kind = japanese(
        "- 設計の改善\n- 試験の自動化\n- 移行を終えた。\n- 運用を見直した。\n- 手順を定めた。\n- 教育を始めた。"
    )
    assert typography(view(by_kind)).score == 5.0


def test_two_sets_of_punctuation_are_mixed() -> None:
    text = japanese("- 設計、開発を統括した。\n- 試験，運用を統括した．")
    assert "混在" in typography(view(text)).note


SELF_PR = "# 職務経歴書\n\n## 自己PR\n\n{}\n\n## 職務経歴\n\n### 見本株式会社（2020年1月〜現在）\n\n{}\n"
NOUNS = "- 設計書の作成\n- 顧客との調整\n- 試験の自動化\n"


def test_polite_prose_and_lists_of_nouns_go_together() -> None:
    text = SELF_PR.format("数値で確かめることを大切にしています。設計を文書に残しました。", NOUNS)
    found = register(view(text))
    assert found.score == 5.0
    assert found.note == "文章：敬体 2。箇条書き：体言止め 3。"


def test_plain_sentences_among_polite_ones_are_quoted_by_their_end() -> None:
    text = SELF_PR.format("数値で確かめることを大切にしています。設計を文書に残した。試験も自動化しました。", NOUNS)
    found = register(view(text))
    assert found.score == 2.0
    assert quoted(text, found) == ["設計を文書に残した。"]


def test_polite_items_among_nouns_are_mixed_and_plain_ones_are_not() -> None:
    polite = SELF_PR.format("", NOUNS + "- 会議を運営しました。\n")
    assert quoted(polite, register(view(polite))) == ["会議を運営しました。"]
    plain = SELF_PR.format("", NOUNS + "- 会議を運営した。\n")
    assert register(view(plain)).score == 5.0


def test_too_few_sentences_have_no_register() -> None:
    assert register(view("# 職務経歴書\n")).score is None
    assert one(typography(view(english("- Ran  it")))).edit is not None


def test_sentences_that_end_in_a_noun_stand_among_polite_ones() -> None:
    nouns = "決済基盤の設計と開発に従事。四名のチームを率いて移行を完了。試験の自動化を推進。"
    text = SELF_PR.format(nouns + "数値で確かめることを大切にしています。設計を文書に残しました。", NOUNS)
    assert register(view(text)).score == 5.0
