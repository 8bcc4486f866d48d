from __future__ import annotations

import re
import shutil

import pytest
from bs4 import BeautifulSoup

from kasen.teams.code.page.html import html
from kasen.teams.code.schemas.story import Lang
from teams.code.told import good, story


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_says_all_of_it(lang: Lang) -> None:
    one = story(lang)
    page = BeautifulSoup(html(one), "html.parser")
    assert page.html is not None
    assert page.html["lang"] == lang
    assert [head.get_text() for head in page.find_all("h1")] == [one.title]
    text = page.get_text()
    for words in (one.pieces[2].summary, one.findings[0].issue, one.result.branch, "src/frontend/logo.png", "1.84"):
        assert words in text
    assert len(page.select(".card")) == 6
    assert len(page.select("details.section")) == 2


def test_it_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    page = html(good())
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;; style-src &#39;sha256-")
    assert not re.search(r"<script|<img|<link|<a |https?://", page)


def test_words_of_agents_are_text() -> None:
    evil = good().pieces[1].model_copy(update={"summary": "<img src=x onerror=alert(1)>", "title": "</h3><script>"})
    page = html(good().model_copy(update={"pieces": (evil,), "requirement": "<script>alert(1)</script>"}))
    assert "<script>" not in page
    assert "<img" not in page


def test_what_a_command_printed_keeps_its_lines_and_their_indents() -> None:
    printed = "FAIL: test_food\n  File test_price.py, line 12\n    133 != 134"
    one = story()
    look = one.gates[0].looks[2].model_copy(update={"verdict": "FAIL", "summary": printed})
    gate = one.gates[0].model_copy(update={"looks": (look,)})
    found = one.findings[0].model_copy(update={"issue": f"tests: {printed}", "about": one.pieces[1].id})
    seen = _shown(html(one.model_copy(update={"gates": (gate,), "findings": (found,)})), "td:last-child, .card")
    assert any(text == printed for text in seen)
    below = printed.partition("\n")[2]
    assert sum(below in text for text in seen) == 3, "in the gate, in the finding and in the work that it is about"


def _shown(page: str, selector: str) -> list[str]:
    """What a person reads in each of those elements, line by line."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium: install the package `chromium` (kasen doctor says so too)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            tab = opened.new_page()
            tab.set_content(page)
            return [one.inner_text() for one in tab.query_selector_all(selector)]
        finally:
            opened.close()
