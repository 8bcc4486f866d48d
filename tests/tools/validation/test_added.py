from __future__ import annotations

import time

import pytest

from kasen.tools.validation.added import MOST, forbidden

CV = """---
title: 職務経歴書
lang: ja
---

# 見本 太郎 {.unnumbered}

- 売上を改善した。`List<String>` と `<script>` を書いた。[作品](https://example.com/works)
- Led 5 people at Example Ltd <br>

::: {.callout-note}
Hello for $2M
:::

    <script>indented()</script>

```python
print("shown")
```

```{python}
#| echo: false
print(1)
```

{{< include skills.qmd >}} ![](photo.png)

<!-- a comment -->

See `r 1 + 1` and \\newpage here.
"""
ATTACKS = {
    "cell": ("Led 5", "Led 5\n\n```{python}\nimport os\n```\n\n"),
    "cell_in_a_quote": ("Led 5", "Led 5\n\n> ```{r}\n> system('x')\n> ```\n\n"),
    "cell_in_a_list": ("- Led 5", "- ```{python}\n  1\n  ```\n- Led 5"),
    "cell_of_tildes": ("Led 5", "x\n\n~~~{julia}\n1\n~~~\n\nLed 5"),
    "shown_code_becomes_a_cell": ("```python", "```{python}"),
    "changed_cell": ("print(1)", "print(open('/etc/passwd').read())"),
    "changed_option_of_a_cell": ("echo: false", "eval: true"),
    "changed_shown_code": ('print("shown")', 'print("other")'),
    "fence_taken_off": ('```python\nprint("shown")\n```', 'print("shown")'),
    "raw_block": ("Led 5", "\n```{=html}\n<b>x</b>\n```\n"),
    "raw_latex_block": ("Led 5", "\n```{=latex}\n\\input{x}\n```\n"),
    "inline_r": ("Led 5", "Led `r system('id')`"),
    "inline_r_with_hash": ("Led 5", "Led `r#x`"),
    "inline_python": ("Led 5", "Led `{python} open('x')`"),
    "inline_raw": ("Led 5", "Led `<img src=x onerror=alert(1)>`{=html}"),
    "two_ticks": ("Led 5", "Led ``{python} 1``"),
    "include": ("Led 5", "Led {{< include /etc/passwd >}}"),
    "include_of_another_file": ("skills.qmd", "../../secret.qmd"),
    "shortcode_over_lines": ("Led 5", "Led {{<\n include x >}}"),
    "shortcode_of_percents": ("Led 5", "Led {{% include x %}}"),
    "shortcode_in_shown_code": ("`List<String>`", "`{{< env HOME >}}`"),
    "env": ("Led 5", "{{< env OPENAI_API_KEY >}}"),
    "video": ("Led 5", "{{< video https://example.com/v.mp4 >}}"),
    "script": ("Led 5", "<script>fetch('//evil.test')</script>"),
    "script_in_capitals": ("Led 5", "<SCRIPT SRC=x></SCRIPT>"),
    "script_over_lines": ("Led 5", "<script\n src=x>\n</script>"),
    "script_left_open": ("Led 5", "<script src=x //"),
    "iframe": ("Led 5", "<iframe src=x></iframe>"),
    "style": ("Led 5", "<style>body{display:none}</style>"),
    "svg": ("Led 5", "<svg/onload=alert(1)>"),
    "meta_refresh": ("Led 5", "<meta http-equiv=refresh content=0>"),
    "tag": ("Led 5", "<b>Led</b> 5"),
    "tag_with_handler": ("<br>", "<br onclick=alert(1)>"),
    "tag_with_a_sign_in_quotes": ("Led 5", '<img alt=">" src=x onerror=alert(1)>'),
    "code_span_taken_off": ("`<script>`", "<script>"),
    "tick_that_opens_a_span": ("と `<script>`", "` と `<script>`"),
    "indentation_taken_off": ("    <script>indented()", "<script>indented()"),
    "comment": ("Led 5", "<!-- ignore the rest --> Led 5"),
    "comment_that_swallows": ("Led 5", "<!-- Led 5"),
    "changed_comment": ("a comment", "another comment"),
    "processing_instruction": ("Led 5", "<?php system('x') ?>"),
    "liquid": ("Led 5", "{% include x %}"),
    "javascript_link": ("Led 5", "[Led](javascript:alert(1))"),
    "javascript_by_entities": ("Led 5", "[Led](java&#115;cript&colon;alert(1))"),
    "javascript_by_percent": ("Led 5", "[Led](javascript%3Aalert(1))"),
    "javascript_with_tab": ("Led 5", "[Led](java\tscript:alert(1))"),
    "javascript_reference": ("Led 5", "[Led][l]\n\n[l]: JavaScript:alert(1)\n\n"),
    "vbscript": ("Led 5", "<vbscript:x>"),
    "data_link": ("Led 5", "[Led](data:text/html;base64,PHNjcmlwdD4=)"),
    "file_link": ("Led 5", "[Led](file:///etc/passwd)"),
    "other_scheme": ("Led 5", "[Led](ms-word:ofe|u|x)"),
    "relative_link": ("Led 5", "[Led](../secret.html)"),
    "new_host": ("Led 5", "[Led](https://evil.test/x)"),
    "new_host_bare": ("Led 5", "Led https://evil.test/x 5"),
    "new_host_autolink": ("Led 5", "<https://evil.test>"),
    "new_host_without_scheme": ("Led 5", "[Led](//evil.test/x)"),
    "new_host_behind_a_user": ("Led 5", "[Led](https://example.com@evil.test/)"),
    "new_host_behind_a_backslash": ("Led 5", "[Led](https://evil.test\\@example.com/)"),
    "new_host_nearly_the_same": ("Led 5", "[Led](https://exаmple.com/)"),
    "new_host_below_the_old": ("Led 5", "[Led](https://example.com.evil.test/)"),
    "new_www": ("Led 5", "www.evil.test/x"),
    "new_mail": ("Led 5", "write to me@evil.test"),
    "definition_of_a_reference": ("Led 5", "Led 5\n\n[x]: https://example.com/other\n\n"),
    "picture": ("Led 5", "![](https://example.com/pixel.png)"),
    "local_picture": ("Led 5", "![](../../me/secret.png)"),
    "link_becomes_a_picture": ("[作品](", "![作品]("),
    "picture_by_reference": ("Led 5", "![x][作品]"),
    "front_matter_key": ("lang: ja", "lang: ja\nfilters: [x.lua]"),
    "front_matter_value": ("title: 職務経歴書", "title: x"),
    "second_front_matter": ("Led 5", "Led 5\n\n---\nfilters: [x.lua]\n---\n\n"),
    "metadata_with_dots": ("Led 5", "Led 5\n\n---\nheader-includes: x\n...\n\n"),
    "div": ("Led 5", "\n\n::: {.content-hidden}\n\nLed 5\n\n:::\n\n"),
    "div_class": ("{.callout-note}", "{.callout-tip}"),
    "div_taken_off": (":::\n\n    <", "\n    <"),
    "attributes_of_a_span": ("Led 5", '[Led]{style="background:url(//evil.test)"} 5'),
    "attributes_of_a_heading": ("{.unnumbered}", "{.unnumbered onclick=x}"),
    "attributes_of_a_link": ("works)", "works){download=x}"),
    "white_text": ("Led 5", '[hire me]{style="color:white"} Led 5'),
    "latex": ("Led 5", "\\input{/etc/passwd}"),
    "latex_in_math": ("Led 5", "$\\href{javascript:x}{y}$"),
    "latex_write": ("Led 5", "\\immediate\\write18{id}"),
    "zero_width": ("Led 5", "Led\u200b 5"),
    "tag_characters": ("Led 5", "Led \U000e0041\U000e0042 5"),
    "turned_direction": ("Led 5", "Led \u202e5"),
    "null": ("Led 5", "Led\x00 5"),
}
HONEST = {
    "reworded": ("Led 5 people", "Led a team of 5 engineers"),
    "japanese": ("売上を改善した。", "売上の改善を主導し、手順を文書にまとめた。"),
    "emphasis": ("Led 5", "**Led** *5*"),
    "comparisons": ("Led 5 people", "Led 5 people; latency < 100 ms, cost <$2M and quality > 99%, a<b, x <- y, p<0.05"),
    "money": ("for $2M", "for $2M to $3M a year"),
    "signs": ("Led 5", "Led 5 – C++, C#, R&D, {速さ}, [本] and 100％～200％; 50/50 | x ~ y ^ z @ w # 1"),
    "code_span": ("Led 5", "With `kubectl get pods` led 5"),
    "generic_in_code": ("Led 5", "With `Map<K, V>` led 5"),
    "same_host": ("works)", "works) and [talks](https://example.com/talks)"),
    "anchor": ("Led 5", "[Led](#works) 5"),
    "link_dropped": ("[作品](https://example.com/works)", "作品"),
    "tag_dropped": (" <br>", ""),
    "shortcode_dropped": ("{{< include skills.qmd >}} ", ""),
    "line_dropped": ("- Led 5 people at Example Ltd <br>\n", ""),
    "new_bullet": ("- Led", "- 障害を月12件から2件に削減した。\n- Led"),
    "new_heading": ("- Led", "\n## 自己PR\n\n測ってから直す。\n\n- Led"),
    "new_table": ("- Led", "\n| 年度 | 実績 |\n|----|----|\n| 2024 | 128％ |\n\n- Led"),
    "new_note": ("people", "people[^1]\n\n[^1]: Measured in 2024.\n"),
    "words_in_a_div": ("Hello for", "Available for"),
    "hard_break": ("people", "people\\\nin two teams"),
    "escaped": ("people", "people \\* \\_ \\$"),
    "math": ("people", "people, $O(n)$"),
    "online": ("people", "people online = faster, data: 5, on time"),
    "wave": ("Led 5", "Led 5～8, and 3:30, 12:00 // done"),
    "quotation": ("people", "“people” ‘and’ 「人」…"),
    "emoji": ("people", "people ✔️ 📧"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_a_revision_may_not_bring_is_refused(name: str) -> None:
    old, new = ATTACKS[name]
    assert old in CV
    after = CV.replace(old, new, 1)
    found = forbidden(CV, after)
    assert found
    assert all(one.blocking and one.rule.startswith("added-") for one in found)
    assert all(0 <= one.line <= after.count("\n") + 1 for one in found)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_edit_passes(name: str) -> None:
    old, new = HONEST[name]
    assert old in CV
    assert forbidden(CV, CV.replace(old, new, 1)) == []


def test_nothing_changed_is_nothing_forbidden() -> None:
    assert forbidden(CV, CV) == []
    assert forbidden("", "") == []
    assert forbidden("", "Plain words.") == []


def test_a_front_matter_may_not_be_brought_to_a_file_without_one() -> None:
    assert forbidden("# CV\n", "---\nfilters: [x]\n---\n\n# CV\n")
    assert forbidden("# CV\n", "% Title\n\n# CV\n")


def test_the_problem_says_what_and_where_and_shows_no_hidden_sign() -> None:
    found = forbidden(CV, CV.replace("Led 5", "Led \u202e5 {{< env HOME >}}"))
    assert {one.line for one in found} == {9}
    said = " ".join(one.text for one in found)
    assert "{{< env HOME >}}" in said
    assert "\u202e" not in said
    assert "\\u202e" in said


def test_a_flood_is_bounded_in_number_and_time() -> None:
    start = time.perf_counter()
    found = forbidden(
        "x\n", "\n".join(f"[a]({number}) <b> {{{{< x{number} >}}}} `r {number}`" for number in range(5000))
    )
    assert len(found) == MOST
    hostile = [
        "[" * 20_000,
        "](" * 20_000,
        "{" * 20_000,
        "`" * 20_001,
        "<" * 20_000,
        "<a " * 8_000,
        "![" * 10_000,
        "<!--" * 5_000,
        "www." * 20_000,
    ]
    for text in hostile:
        forbidden("x", text)
    assert time.perf_counter() - start < 20
