from kasen.teams.resume.measures.order import chronology
from teams.resume.measures.given import view


def english(*years: int) -> str:
    return "# A B\n\n## Experience\n\n" + "".join(
        f"### Engineer, Firm{y} Ltd, {y}-01 – {y}-12\n\n- Built it\n\n" for y in years
    )


def japanese(*years: int) -> str:
    return "# 職務経歴書\n\n## 職務経歴\n\n" + "".join(
        f"### 見本{y}株式会社（{y}年1月〜{y}年12月）\n\n- 設計\n\n" for y in years
    )


def test_newest_first_is_the_order_of_english_résumés() -> None:
    assert chronology(view(english(2022, 2020, 2018))).score == 5.0
    oldest = chronology(view(english(2018, 2020, 2022)))
    assert (oldest.score, len(oldest.defects)) == (2.0, 1)
    mixed = chronology(view(english(2020, 2022, 2018)))
    assert (mixed.score, mixed.defects[0].line) == (3.0, 9)


def test_in_japanese_either_order_will_do_and_is_named() -> None:
    assert "逆編年体" in chronology(view(japanese(2022, 2020, 2018))).note
    oldest = chronology(view(japanese(2018, 2020, 2022)))
    assert oldest.score == 5.0
    assert "編年体（古い順）" in oldest.note
    mixed = chronology(view(japanese(2018, 2022, 2020, 2016)))
    assert mixed.score == 3.0
    assert mixed.defects[0].line == 9


def test_by_field_is_an_order_too() -> None:
    text = (
        "# 職務経歴書\n\n## 職務経歴（キャリア式）\n\n### 営業\n\n"
        "#### 甲株式会社（2020年1月〜2022年12月）\n\n- 新規開拓\n\n"
        "#### 乙株式会社（2012年1月〜2014年12月）\n\n- 既存顧客\n\n"
        "### 企画\n\n#### 丙株式会社（2023年1月〜現在）\n\n- 商品企画\n\n"
        "#### 丁株式会社（2015年1月〜2019年12月）\n\n- 市場調査\n"
    )
    found = chronology(view(text))
    assert found.score == 5.0
    assert "キャリア式" in found.note


def test_projects_under_an_employer_do_not_count_as_positions() -> None:
    text = (
        "# 職務経歴書\n\n## 職務経歴\n\n### 甲株式会社（2018年1月〜現在）\n\n"
        "#### 甲の移行（2018年1月〜2019年12月）\n\n- 設計\n\n"
        "#### 甲の刷新（2020年1月〜現在）\n\n- 開発\n\n### 乙株式会社（2012年1月〜2017年12月）\n\n- 保守\n"
    )
    assert chronology(view(text)).score == 5.0


def test_one_position_has_no_order() -> None:
    assert chronology(view(english(2020))).score is None
