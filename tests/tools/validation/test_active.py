from __future__ import annotations

from kasen.tools.validation.active import active

TEXT = "---\ntitle: x\n---\n\n::: {.a}\n`{r} 1`\n:::\n\n```{r}\n2\n```\n\n<!-- c --> <b>x</b> [l](https://x.test)\n"


def test_the_frame_is_in_its_order_and_items_have_their_lines() -> None:
    frame, items = active(TEXT)
    assert [(one.rule, one.line) for one in frame] == [
        ("front-matter", 1), ("div", 5), ("div", 7), ("code-fence", 9), ("code-fence", 11),
        ("comment", 13), ("comment", 13), ("code-cell", 9), ("comment", 13),
    ]  # fmt: skip
    rules = {(one.rule, one.line) for one in items}
    assert {("attributes", 5), ("inline-code", 6), ("raw-html", 13), ("host", 13)} <= rules


def test_plain_words_are_not_active() -> None:
    frame, items = active("# 職務経歴書\n\n- 売上を128％に伸ばした。`a < b` 2 < 3\n")
    assert [one.key for one in frame] == [""]
    assert items == []


def test_a_tag_in_indented_code_is_another_than_the_same_taken_out() -> None:
    _, shown = active("x\n\n    <script>\n")
    _, live = active("x\n\n<script>\n")
    assert {one.key for one in shown if one.rule == "raw-html"} != {one.key for one in live if one.rule == "raw-html"}
