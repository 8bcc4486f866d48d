"""Reports as a person reads them: every mark leads to the very words; on wide pages, phones and paper, by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Axe, Opener, Shot
from web.site import ROOT, Site

EXAMPLES = ROOT / "examples"
LAMPS = {
    "question": "Which lamp should light a stairwell?",
    "items": ["incandescent lamp", "fluorescent lamp", "LED lamp", "carbide lamp"],
    "criteria": ["heat (less is better)", "life (longer is better)", "mercury"],
}
ASKED: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "en": ("quick", {"question": "Why did Uji become the centre of Japanese tea?"}, ["corpus/uji.en.md"]),
    "ja": ("quick", {"question": "宇治の茶はなぜ本茶と呼ばれたか"}, ["corpus/kissa-yojoki.ja.md"]),
    "compare": ("compare", LAMPS, ["lamps"]),
    "causal": ("causal", {"question": "アラル海はなぜ縮小したのか"}, ["aral"]),
    "fact-check": (
        "fact-check",
        {"question": (EXAMPLES / "claims.ja.txt").read_text(encoding="utf-8")},
        ["corpus/kissa-yojoki.ja.md", "corpus/uji-cha.ja.pdf", "corpus/ochatsubo.ja.pptx"],
    ),
}
WORDS = {
    "en": {"passage": "Passage", "next": "Next passage"},
    "ja": {"passage": "引用箇所", "next": "次の引用箇所"},
}


@pytest.fixture(scope="module")
def runs(site: Site) -> dict[str, dict[str, Any]]:
    """A finished run of each kind; they are worked on side by side."""
    started = {
        name: site.start("research", {**request, "docs": [str(EXAMPLES / one) for one in docs]}, mode=mode)
        for name, (mode, request, docs) in ASKED.items()
    }
    done = {name: site.ended(run_id) for name, run_id in started.items()}
    assert {name: run["status"] for name, run in done.items()} == dict.fromkeys(ASKED, "done")
    return done


def _opened(page: Page, run: dict[str, Any]) -> Page:
    page.goto(f"/runs/{run['id']}")
    expect(page.locator("article")).to_be_visible()
    return page


def _marks(run: dict[str, Any]) -> int:
    """How many marks the report has."""

    def count(part: Any) -> int:
        if isinstance(part, list):
            return sum(map(count, part))
        if not isinstance(part, dict):
            return 0
        return len(part.get("citations", ())) + sum(count(value) for value in part.values())

    return count(run["result"]["document"])


def _plain(text: str) -> str:
    """Without what a source is set in: white space, and signs of Markdown."""
    return re.sub(r"[\s*_`#>]", "", text)


def _files(name: str) -> dict[str, str]:
    """The sources of a run by the name of their file, as plain text."""
    paths = [EXAMPLES / one for one in ASKED[name][2]]
    paths = [file for path in paths for file in (path.iterdir() if path.is_dir() else [path])]
    return {path.name: _plain(path.read_text(encoding="utf-8")) for path in paths}


@pytest.mark.parametrize(("name", "lang", "width"), [("en", "en", 1920), ("ja", "ja", 1440), ("causal", "en", 390)])
def test_every_mark_opens_words_that_stand_in_the_file(
    name: str, lang: str, width: int, runs: dict[str, dict[str, Any]], page: Opener
) -> None:
    it = _opened(page(lang, width), runs[name])
    marks, files, words = _marks(runs[name]), _files(name), WORDS[lang]
    expect(it.locator("[id^=cite-]")).to_have_count(marks)
    it.locator("#cite-1").click()
    panel = it.get_by_role("complementary", name=words["passage"])
    for number in range(1, marks + 1):
        expect(it.locator(f"#cite-{number}")).to_have_attribute("aria-expanded", "true")
        expect(it.locator(f"#cite-{number}")).to_be_in_viewport()
        shown = panel.inner_text()
        file = next(file for file in files if file in shown)
        said = _plain(panel.locator("mark").first.inner_text())
        assert said, "no words are marked"
        assert said in files[file]
        if number < marks:
            panel.get_by_role("button", name=words["next"]).click()
    expect(panel.get_by_role("button", name=words["next"])).to_be_disabled()


def test_a_report_is_read_by_keyboard_alone(runs: dict[str, dict[str, Any]], page: Opener, axe: Axe) -> None:
    it = _opened(page("ja", 1920), runs["ja"])
    expect(it.locator("article")).to_have_attribute("lang", "ja")
    for _ in range(60):
        it.keyboard.press("Tab")
        if it.evaluate("document.activeElement.id") == "cite-1":
            break
    expect(it.locator("#cite-1")).to_be_focused()
    it.keyboard.press("Enter")
    panel = it.get_by_role("complementary", name="引用箇所")
    expect(panel).to_be_focused()
    axe(it)
    it.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(it.locator("#cite-1")).to_be_focused()
    it.locator("#ref-1").get_by_role("link", name=re.compile("本文に戻る")).first.press("Enter")
    expect(it.locator("#cite-1")).to_be_focused()


def test_claims_are_filtered_by_their_ruling(
    runs: dict[str, dict[str, Any]], page: Opener, axe: Axe, shot: Shot
) -> None:
    it = _opened(page("en", 1920, "dark"), runs["fact-check"])
    rulings = [one["ruling"] for one in runs["fact-check"]["result"]["rulings"]]
    points = it.locator("article h4[id^=point-]")
    expect(points).to_have_count(len(rulings))
    shot(it, "research.fact-check.dark")
    it.get_by_role("group", name="Rulings").get_by_role("button", name="refuted").click()
    refuted = rulings.count("refuted")
    assert 0 < refuted < len(rulings)
    expect(points).to_have_count(refuted)
    expect(it.get_by_role("status").filter(has_text="refuted")).to_contain_text(f"{refuted} of {len(rulings)}")
    axe(it)
    it.get_by_role("button", name="Show all").click()
    expect(points).to_have_count(len(rulings))
    it.locator("article a[href='#point-0']").first.click()
    expect(points.first).to_be_in_viewport()


def test_a_comparison_says_what_it_does_not_know_and_scrolls_in_itself(
    runs: dict[str, dict[str, Any]], page: Opener, axe: Axe
) -> None:
    it = _opened(page("en", 390), runs["compare"])
    table = it.locator("article table").first
    unknown = [one for one in runs["compare"]["result"]["matrix"] if not one["text"]]
    assert unknown
    expect(table.locator("td[data-unknown]")).to_have_count(len(unknown))
    expect(table.locator("td[data-unknown]").first).to_have_text("unknown")
    it.evaluate("document.querySelectorAll('article details').forEach(one => one.open = true)")
    assert it.evaluate("document.documentElement.scrollWidth") == 390
    assert table.evaluate("it => it.parentElement.scrollWidth > it.parentElement.clientWidth")
    table.locator("[id^=cite-]").first.click()
    panel = it.get_by_role("complementary", name="Passage")
    expect(panel.locator("mark")).to_be_in_viewport()
    axe(it)


def test_an_arrow_between_causes_opens_what_it_rests_on(
    runs: dict[str, dict[str, Any]], page: Opener, shot: Shot
) -> None:
    it = _opened(page("ja", 1440), runs["causal"])
    edges = runs["causal"]["result"]["causal_graph"]["edges"]
    arrows = it.locator("[id^=edge-]")
    expect(arrows).to_have_count(len(edges))
    arrows.first.press("Enter")
    panel = it.get_by_role("complementary", name="引用箇所")
    expect(panel.locator("mark")).to_have_count(len(edges[0]["passage_ids"]))
    shot(it, "research.causal.ja")
    it.keyboard.press("Escape")
    expect(arrows.first).to_be_focused()


CUT = """article => [...article.querySelectorAll("*")].filter(one => {
  const style = getComputedStyle(one)
  const box = one.getBoundingClientRect()
  const clips = style.overflowX !== "visible" || style.overflowY !== "visible"
  const wide = box.width > 1 && box.right > document.documentElement.clientWidth + 1
  const more = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
  return wide || (clips && box.width > 1 && more)
}).map(one => one.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize("name", ["compare", "causal"])
def test_paper_holds_the_whole_report_and_nothing_else(
    name: str, runs: dict[str, dict[str, Any]], page: Opener
) -> None:
    it = _opened(page("en", 718), runs[name])  # A4 between margins of 10 mm
    it.emulate_media(media="print")
    expect(it.get_by_role("button", name="Copy with citations")).to_be_hidden()
    expect(it.locator("nav").first).to_be_hidden()
    expect(it.locator("article h2").first).to_be_visible()
    for passage in it.locator("#ref-1 blockquote").all():
        expect(passage).to_be_visible()
    assert it.locator("article").evaluate(CUT) == []


def test_files_are_read_in_place(runs: dict[str, dict[str, Any]], page: Opener, axe: Axe) -> None:
    it = _opened(page("ja", 1440, "dark"), runs["ja"])
    it.get_by_text("すべてのファイル", exact=True).click()
    it.get_by_role("button", name="report.md（第 1 版）を表示", exact=True).click()
    title = runs["ja"]["result"]["title"]
    expect(it.get_by_role("heading", name=title, level=4)).to_be_visible()
    axe(it)
    assert it.get_by_role("heading", level=1).count() == 1
