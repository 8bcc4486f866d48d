from teams.resume.measures.given import english, japanese, view


def test_pieces_lead_back_to_the_words_of_the_text() -> None:
    text = english("- Built **the shop** with `Go`\n  and [its docs](https://example.com/x)\n- Ran it")
    seen = view(text)
    assert [one.text for one in seen.bullets] == ["Built the shop with Go and its docs", "Ran it"]
    first = seen.bullets[0]
    at = first.text.index("its docs")
    start, end = first.span(at, at + len("its docs"))
    assert text[start:end] == "its docs"
    assert text[slice(*first.span(0, 5))] == "Built"


def test_wrapped_japanese_lines_are_joined_without_a_space() -> None:
    seen = view(japanese("設計と開発を\n担当した。"))
    assert "設計と開発を担当した。" in [one.text for one in seen.pieces]


def test_cells_of_a_table_and_their_breaks_are_pieces() -> None:
    text = japanese("| 期間 | 内容 |\n|---|---|\n| 2020年 | ・設計を改善<br>・試験を自動化 |")
    seen = view(text)
    assert [one.text for one in seen.bullets] == ["設計を改善", "試験を自動化"]
    assert all(text[slice(*one.span())] == one.text for one in seen.pieces if one.kind in ("cell", "bullet"))


def test_code_comments_and_html_say_nothing() -> None:
    text = english("```python\nI = my = me\n```\n\n<!-- I hide -->\n\n<div>I am HTML</div>\n\n- Built it")
    assert [one.text for one in view(text).pieces if one.kind != "heading"] == ["Built it"]


def test_positions_hold_their_projects() -> None:
    text = japanese("#### 甲の移行（2020年1月〜2020年12月）\n\n- 設計\n\n#### 乙の刷新（2021年1月〜現在）\n\n- 開発")
    seen = view(text)
    assert [one.employer for one in seen.positions] == ["見本株式会社"]
    assert [one.text for one in seen.under(seen.positions[0]) if one.kind == "bullet"] == ["設計", "開発"]


def test_a_label_without_a_period_is_no_position() -> None:
    text = english("- Built it") + "\n### Key achievements\n\n- Sold it\n"
    assert len(view(text).positions) == 1


def test_the_review_may_be_in_another_language() -> None:
    assert view(english("- x"), review="ja").say("yes", "はい") == "はい"
    assert view(japanese("- 設計"), review="en").say("yes", "はい") == "yes"


def test_nothing_has_no_pieces() -> None:
    assert view("").pieces == ()
    assert view("\n\n  \n").work == []


def test_an_employer_with_its_posts_under_it_is_no_field() -> None:
    posts = "#### リーダー（2022年1月〜現在）\n\n- 統括\n\n#### 担当者（2020年1月〜2021年12月）\n\n- 設計\n"
    text = f"# 職務経歴書\n\n## 職務経歴\n\n### 甲株式会社\n\n{posts}\n### 乙株式会社\n\n{posts}"
    assert len(view(text).groups) == 1
    assert len(view(text).positions) == 2
