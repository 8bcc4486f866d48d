from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from kasen.tools.report.markdown import markdown, plain
from kasen.tools.report.model import Block, Drawing, Point
from tools.report.full import full
from tools.report.sample import HOSTILE, report

PARSER = MarkdownIt("gfm-like", {"html": True, "linkify": True}).use(footnote_plugin)
SECTIONS = [
    "Executive Summary",
    "Key Findings",
    "Detailed Analysis",
    "Where sources disagree",
    "Not covered",
    "References",
    "How this was made",
]


def headings(text: str, level: str) -> list[str]:
    tokens = PARSER.parse(text)
    return [
        tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == level
    ]


@pytest.mark.parametrize("text", ["Uji lies south of Kyoto.", "宇治は京都の南にある。", HOSTILE])
def test_a_report_has_the_sections_of_the_seed_whatever_its_words_are(text: str) -> None:
    made = markdown(report(text=text))
    assert headings(made, "h2") == SECTIONS
    assert len(headings(made, "h1")) == 1
    assert len(headings(made, "h3")) == 2


def test_words_from_outside_become_no_markup_at_all() -> None:
    rendered = PARSER.render(markdown(report(text=HOSTILE)))
    tags = set(re.findall(r"<(\w+)", rendered))
    assert "blockquote" in tags
    assert not tags & {"script", "img", "b", "em2", "strong2", "code2", "s", "del", "iframe"}
    links = re.findall(r'<a href="([^"]*)"', rendered)
    assert [link for link in links if not link.startswith("#fn")] == ["https://example.org/uji?a=1&amp;b=2"]
    assert rendered.count('class="footnote-item"') == 2
    assert "<h1>" in rendered


def test_every_footnote_is_defined_and_holds_the_exact_passage() -> None:
    made = markdown(report())
    used, defined = set(re.findall(r"\[\^(\d+)\](?!:)", made)), set(re.findall(r"^\[\^(\d+)\]:", made, re.MULTILINE))
    assert used == defined == {"1", "2"}
    assert "    > See Uji lies south of Kyoto." in made
    assert "tea/宇治.pdf · p. 3 · Uji lies south of Kyoto. › Sub" in made


def test_signs_and_sections_speak_the_language_of_the_report() -> None:
    made = markdown(report("ja", "宇治は京都の南にある。"))
    assert "*(一部のみ支持)*" in made
    assert "3 ページ" in made
    assert "宇治は京都の南にある。[^1]宇治は京都の南にある。" in made
    assert "価格不明" in made


def test_nothing_found_is_said_in_each_section() -> None:
    empty = report().model_copy(
        update={
            "summary": (),
            "key_findings": (),
            "analysis": (),
            "disagreements": (),
            "not_covered": (),
            "references": (),
        }
    )
    made = markdown(empty)
    assert "Where sources disagree" not in made
    assert made.count("Nothing.") == 3


def test_a_table_is_a_table_with_marks_and_the_word_unknown() -> None:
    made = markdown(report("ja", "宇治|京都"))
    rendered = BeautifulSoup(PARSER.render(made), "lxml").select("table")[0]
    rows = [
        [re.sub(r"\[(\d+):\d+\]", r"[\1]", cell.get_text()) for cell in row.find_all(["th", "td"])]
        for row in rendered.find_all("tr")
    ]
    assert rows == [
        ["宇治|京都"] * 3,
        ["宇治|京都", "宇治|京都[1]", "宇治|京都[1]"],
        ["宇治|京都", "宇治|京都[1]", "不明"],
    ]


def test_a_ruling_stands_under_its_heading() -> None:
    assert "### Uji lies south of Kyoto.\n\n**Disputed** · confidence 50% · Uji lies south of Kyoto." in markdown(
        report()
    )


def test_a_graph_is_mermaid_and_what_mermaid_cannot_draw_a_table() -> None:
    made = markdown(full("en"))
    fences = [token for token in PARSER.parse(made) if token.type == "fence"]
    assert [token.info for token in fences] == ["mermaid"]
    assert fences[0].content.startswith("flowchart LR\n")
    assert "| Criterion | Sencha | Gyokuro |" in made
    assert "| **Spread of the regions** | 5 | *unknown* |" in made
    assert "<svg" not in made


def test_no_picture_can_close_its_fence() -> None:
    whole = report()
    drawing = Drawing(svg="", alt=HOSTILE, mermaid="flowchart LR\n```\n# Forged heading\n````")
    point = Point(heading="x", blocks=(Block(kind="picture", picture=drawing),))
    made = markdown(whole.model_copy(update={"analysis": (point,)}))
    assert len(headings(made, "h1")) == 1
    assert headings(made, "h2") == SECTIONS


def test_references_say_when_a_source_was_published_and_when_it_was_read() -> None:
    made = markdown(full("ja"))
    assert "[^1]: 茶の栽培と覆い · 架空の茶業研究会 · 公開 2024-03-01 · 閲覧 2026-11-20 · <https://" in made


@given(st.text(max_size=80))
def test_plain_text_renders_as_one_paragraph_of_the_same_words(text: str) -> None:
    shown = " ".join(text.split())
    if not shown or any(not c.isprintable() for c in shown):
        return
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(f"{plain(text)}")
    body = re.fullmatch(r"<p>(.*)</p>\n", rendered, re.DOTALL)
    assert body, rendered
    from html import unescape

    assert unescape(body[1]) == shown


def test_prices_stay_legible_and_formulas_do_not_form() -> None:
    assert plain("It cost $5 or $0.0312") == "It cost $5 or $0.0312"
    assert plain("$x^2$ and 5$ and ($5") == r"\$x^2\$ and 5\$ and (\$5"
