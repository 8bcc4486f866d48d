from kasen.teams.resume.measures.structure import employer_facts, essential_parts, heading_structure, section_order
from teams.resume.measures.given import english, japanese, quoted, view


def test_parts_that_are_missing_are_named() -> None:
    found = essential_parts(view(english("- Built it")))
    assert found.note == "1 of 4 parts are there; missing: Summary, Skills, Education."
    assert found.score == 1.2
    assert all(one.severity == "major" for one in found.defects)


def test_without_the_experience_the_rest_is_worth_little() -> None:
    text = "# A B\n\n## Summary\n\nEngineer.\n\n## Skills\n\n- Go\n\n## Education\n\nBSc\n"
    found = essential_parts(view(text))
    assert found.score == 1.0
    assert found.defects[0].severity == "critical"


def test_a_japanese_résumé_has_parts_of_its_own_and_a_履歴書_others() -> None:
    assert "自己PR" in essential_parts(view(japanese("- 設計"))).note
    text = (
        "# 履歴書\n\n生年月日：1990年4月1日\n\n## 学歴\n\n見本大学 卒業\n\n"
        "## 職歴\n\n見本株式会社（2013年4月〜現在）\n\n## 免許・資格\n\n普通自動車免許\n"
    )
    assert essential_parts(view(text)).score == 5.0
    assert section_order(view(text)).score is None
    assert employer_facts(view(text)).score is None


def test_the_summary_stands_first_and_education_after_the_experience() -> None:
    later = english("- Built it") + "\n### Clerk, B Ltd, 2011-01 – 2012-01\n\n- Filed\n\n## Summary\n\nEngineer.\n"
    found = section_order(view(later))
    assert found.score == 3.5
    assert found.defects[0].text == "“Experience” stands before “Summary”."
    first = "## Education\n\nBSc 2020\n\n" + english("- Built it").removeprefix("# Example Person\n\n")
    assert section_order(view(first, review="ja")).score is None
    assert section_order(view("")).score is None


def test_levels_go_down_one_at_a_time_and_nothing_is_bare() -> None:
    text = "# A B\n\nText\n\n## Skills\n\n- Go\n\n#### Deep\n\nText\n\n## Hobbies\n"
    found = heading_structure(view(text))
    assert found.note == "4 headings: 1 skip a level, 1 have nothing under them."
    assert found.score == 3.0
    assert quoted(text, found) == ["Deep", "Hobbies"]
    assert heading_structure(view("only words\n")).score == 0.0


def test_a_heading_above_a_deeper_one_is_not_bare() -> None:
    assert heading_structure(view(english("- Built it"))).score == 5.0


def test_what_is_said_of_each_employer_is_counted() -> None:
    facts = "事業内容：物流　従業員数：120名　資本金：1億円\n\n"
    full = japanese(f"{facts}- 設計")
    assert employer_facts(view(full)).score == 5.0
    two = (
        full + "\n### 例示株式会社（2012年4月〜2019年12月）\n\n- 企画\n\n"
        "### 第三株式会社（2008年4月〜2012年3月）\n\n- 営業\n"
    )
    found = employer_facts(view(two))
    assert found.score == 1.7
    assert found.defects[0].text == "この会社ほか1社の事業内容・従業員数・資本金が書かれていない。"
    assert found.defects[0].question


def test_a_hospital_has_no_capital() -> None:
    text = japanese("循環器内科（48床）\n\n- 急性期の看護", head="見本総合病院（2017年4月〜2022年3月）")
    assert employer_facts(view(text)).score == 5.0


def test_facts_under_one_employer_do_not_count_for_the_next() -> None:
    text = japanese("事業内容：物流　従業員数：120名　資本金：1億円", head="甲株式会社（2020年1月〜現在）")
    text += "\n### 乙株式会社（2012年4月〜2019年12月）\n\n- 企画\n"
    assert employer_facts(view(text)).score == 2.5
