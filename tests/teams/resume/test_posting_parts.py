"""Postings are cut by their headings, however those are written."""

from __future__ import annotations

import pytest

from kasen.teams.resume.posting_parts import kind_of, pieces


def cut(posting: str) -> list[tuple[str, str]]:
    found = pieces(posting)
    assert all(posting[one.start : one.end] == one.text for one in found)
    return [(one.kind, one.text) for one in found]


@pytest.mark.parametrize(
    "heading",
    ["【必須】", "■必須条件", "## 必須スキル", "必須：", "＜必須要件＞", "**必須経験**", "必須スキル・経験", "[必須]"],
)
def test_headings_in_japanese(heading: str) -> None:
    assert cut(f"{heading}\n・Goの経験\n") == [("must", "Goの経験")]


@pytest.mark.parametrize(
    "heading", ["## Requirements", "Requirements:", "**What you’ll need**", "MINIMUM QUALIFICATIONS", "Must have:"]
)
def test_headings_in_english(heading: str) -> None:
    assert cut(f"{heading}\n- Go\n") == [("must", "Go")]


def test_what_is_welcome_is_told_from_what_must_be() -> None:
    assert kind_of("歓迎スキル") == kind_of("Preferred qualifications") == kind_of("Nice-to-have") == "nice"
    assert kind_of("必須資格") == kind_of("Qualifications") == "must"
    assert kind_of("待遇") == kind_of("Benefits") == "offer"
    assert kind_of("所在") is None


def test_a_label_and_its_words_may_share_a_line() -> None:
    assert cut("必須: Python 3年以上\n歓迎：Go") == [("must", "Python 3年以上"), ("nice", "Go")]
    assert cut("【必須】看護師免許\n【歓迎】訪問看護") == [("must", "看護師免許"), ("nice", "訪問看護")]


def test_a_sentence_with_such_a_word_is_no_heading() -> None:
    assert cut("【必須】\n・Kubernetesの経験がある方は歓迎\n・普通自動車免許が必須です") == [
        ("must", "Kubernetesの経験がある方は歓迎"),
        ("must", "普通自動車免許が必須です"),
    ]
    assert cut("## Requirements\n- Go is required, Rust preferred.") == [("must", "Go is required, Rust preferred.")]


def test_rows_of_a_table_are_headings_with_their_words() -> None:
    posting = "| 項目 | 内容 |\n|---|---|\n| 応募資格 | ・看護師免許<br>・夜勤が可能な方 |\n| 給与 | 月給30万円 |"
    found = cut(posting)
    assert ("must", "看護師免許") in found
    assert ("must", "夜勤が可能な方") in found
    assert ("offer", "月給30万円") in found


def test_a_bullet_that_was_wrapped_is_one() -> None:
    (one,) = pieces("Requirements:\n- Experience with Go\n  and PostgreSQL\n")
    assert one.text == "Experience with Go\n  and PostgreSQL"


def test_the_heading_that_begins_a_posting_is_its_title() -> None:
    assert cut("# Backend Engineer\n\nWe move parcels.")[0] == ("title", "Backend Engineer")
    assert cut("募集職種：訪問看護師")[0] == ("title", "訪問看護師")


def test_nothing_gives_nothing_and_a_long_line_ends() -> None:
    assert pieces("") == []
    assert pieces(" \n---\n") == []
    assert len(pieces("【" * 50_000)) == 1
    assert len(pieces("| " * 50_000 + "Goの経験")) == 1


def test_headings_of_another_shape_divide_a_part_and_do_not_end_it() -> None:
    posting = "■必須\n【言語】\n・Go\n以下のいずれかの経験：\n・AWS\n■その他\n・猫が好きな方\n"
    assert cut(posting) == [
        ("must", "Go"),
        ("must", "以下のいずれかの経験："),
        ("must", "AWS"),
        ("other", "猫が好きな方"),
    ]
    assert cut("## Requirements\n### Languages\n- Go\n## Why us\n- Cake") == [("must", "Go"), ("other", "Cake")]
    assert cut("### Requirements\n- Go\n## Why us\n- Cake") == [("must", "Go"), ("other", "Cake")]


def test_a_paragraph_below_a_list_of_requirements_is_none_of_them() -> None:
    posting = "Requirements:\n- Go\nor Java\n- SQL\n\nWe do not discriminate.\n\n- AWS\n"
    assert cut(posting) == [
        ("must", "Go"),
        ("must", "or Java"),
        ("must", "SQL"),
        ("other", "We do not discriminate."),
        ("must", "AWS"),
    ]
    assert cut("必須\n・Go\n※応相談\n◆あれば尚可\n・Kafka") == [("must", "Go"), ("other", "※応相談"), ("nice", "Kafka")]
