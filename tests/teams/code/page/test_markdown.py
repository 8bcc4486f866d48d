from __future__ import annotations

from markdown_it import MarkdownIt

from kasen.teams.code.page.markdown import escaped, markdown
from teams.code.told import good, story


def test_it_says_all_of_it_in_the_language_of_the_run() -> None:
    text = markdown(story("ja"))
    assert text.startswith("# 茶の店に税込みの値段を出す\n\n**不合格：")
    for words in (
        "## 頼まれたこと",
        "税率は10%",
        "商品名がエスケープされずに出る。",
        "| src/backend/tax.py | +31 | 0 |",
    ):
        assert words in text
    assert "1回目のレビュー（reviewer-1）：差し戻し" in text


def test_commands_stand_as_code() -> None:
    assert f"\n\n    kasen code approve {good().run_id}\n" in markdown(good())


def test_words_of_agents_make_no_links_headings_or_html() -> None:
    evil = (
        good()
        .pieces[1]
        .model_copy(
            update={
                "title": "# a <b>",
                "summary": "[x](http://h)\n\n# big\n\n- item\n\n1. one <script>alert(1)</script> | `c`",
            }
        )
    )
    html = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(markdown(good().model_copy(update={"pieces": (evil,), "requirement": "> a\n# b\n<i>c</i>"})))
    )
    for sign in ("<script", "<a ", "<b>", "<i>", "<h1>big", "<ol>"):
        assert sign not in html
    assert html.count("<h1>") == 1


def test_text_is_escaped_on_one_line() -> None:
    assert escaped("a_b\n*c* | <d>") == r"a\_b \*c\* \| \<d\>"
    assert escaped("- x") == r"\- x"


def test_a_number_at_the_beginning_of_a_line_is_no_list() -> None:
    assert escaped("1. tax") == "1\\. tax"
    assert escaped("- tax") == "\\- tax"
    assert escaped("1.5 %") == "1.5 %"
