from __future__ import annotations

import pytest

from kasen.teams.resume.document.concealed import concealed_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a <!-- note --> b", "note"),
        ('a <span style="color:white">kw</span> b', "kw"),
        ('<div style="display:none"><div>kw</div></div>', "<div>kw</div>"),
        ("<p hidden>kw</p>", "kw"),
        ('<span class="x sr-only">kw</span>', "kw"),
        ("<style>.gone{visibility:hidden}</style>\n[kw]{.gone}", "kw"),
        ('<font color="#FFFFFF">kw</font>', "kw"),
        ("::: {.content-hidden}\nkw\n:::\n", "kw"),
        ("::: {.hidden}\n::: {.inner}\nkw\n:::\n:::\n", "::: {.inner}\nkw\n:::"),
        ('[kw]{style="font-size:0"}', "kw"),
        ("\\textcolor{white}{kw}", "kw"),
        ("{\\color{white} kw}", "kw"),
        ("\\color[HTML]{FFFFFF}{kw}", "kw"),
        ("\\textcolor[rgb]{1,1,1}{kw}", "kw"),
        ("\\phantom{kw}", "kw"),
        ("\\iffalse kw \\fi", "\\iffalse kw \\fi"),
        ("[//]: # (kw)", "(kw)"),
        ('<span style="display:none">kw never closed\n\nseen', "kw never closed"),
    ],
)
def test_what_markup_hides_is_found(text: str, words: str) -> None:
    assert [one.words.strip() for one in concealed_in(text)] == [words]


@pytest.mark.parametrize(
    "text",
    [
        '<span style="color:white;background:#333">badge</span>',
        "```html\n<p hidden>kw</p>\n<!-- shown as code -->\n```\n",
        '::: {.content-hidden when-format="html"}\nfor print\n:::\n',
        "[words]{.highlight}",
        "\\textcolor{red}{words}",
        "\\colorbox{black}{\\textcolor{white}{badge}}",
        "<details><summary>more</summary>words</details>",
        "a <!-- never closed",
        "<style>@media print{.noprint{display:none}}</style>\n[menu]{.noprint}",
    ],
)
def test_what_a_reader_sees_is_not(text: str) -> None:
    assert concealed_in(text) == []


def test_the_stretch_holds_the_markup() -> None:
    text = 'a <b style="display:none">x <b>y</b></b> z'
    one = concealed_in(text)[0]
    assert text[one.start : one.end] == text[2:-2]
