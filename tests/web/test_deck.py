"""Decks as a person sees them: gone through by keyboard, looked up, changed slide by slide, taken back, taken home."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from kasen.tools.office.libreoffice import program
from web.conftest import Axe, Opener, Shot
from web.site import ROOT, Site
from web.watching import Faults

EXAMPLES = ROOT / "examples"
ASKED: dict[str, dict[str, Any]] = {
    "deck": {
        "wish": "Tea exports 2020-2024, for the board",
        "slides": 5,
        "docs": [str(EXAMPLES / "corpus" / "uji.en.md")],
        "data": [str(EXAMPLES / "slides" / "tea_exports.csv")],
    },
    "file": {"wish": "スライド2 タイトル：宇治の茶師たち", "deck": str(EXAMPLES / "corpus" / "ochatsubo.ja.pptx")},
}
WORKED_MS = 60_000
"""Milliseconds that a change may take on a machine under load: its slides are drawn and measured."""
pytestmark = pytest.mark.skipif(not program(), reason="LibreOffice is not installed")


@pytest.fixture(scope="module")
def runs(site: Site) -> dict[str, dict[str, Any]]:
    """A deck that was made, and a file that was changed; worked on side by side."""
    modes = {"deck": "deck", "file": "edit"}
    started = {name: site.start("slides", request, mode=modes[name]) for name, request in ASKED.items()}
    done = {name: site.ended(run_id) for name, run_id in started.items()}
    assert {name: run["status"] for name, run in done.items()} == dict.fromkeys(ASKED, "done")
    return done


def _opened(page: Page, run: dict[str, Any]) -> Page:
    page.goto(f"/runs/{run['id']}")
    expect(page.locator("#deck-stage img").first).to_be_visible()
    return page


def _thumbs(page: Page) -> Locator:
    return page.locator("#deck-stage nav button")


def _slides(run: dict[str, Any]) -> list[dict[str, Any]]:
    slides: list[dict[str, Any]] = run["result"]["deck"]["slides"]
    return slides


def _number(run: dict[str, Any], kind: str) -> int:
    """Position of the first slide of that kind, from 0."""
    return next(n for n, slide in enumerate(_slides(run)) if slide["kind"] == kind)


def _pictures(site: Site, run_id: str) -> list[str]:
    """Hashes of the pictures of a run's slides, in order."""
    found = site.http.get(f"/api/runs/{run_id}").json()["result"]["renders"]
    return [
        sha256(site.http.get(f"/api/runs/{run_id}/artifacts/{one['artifact']}").content).hexdigest() for one in found
    ]


def test_slides_are_gone_through_by_keyboard(runs: dict[str, dict[str, Any]], page: Opener, axe: Axe) -> None:
    run = runs["deck"]
    titles = [slide["title"] for slide in _slides(run)]
    it = _opened(page("en"), run)
    picture = it.locator("#deck-stage img").first
    expect(picture).to_have_attribute("alt", re.compile(f"^Slide 1. {re.escape(titles[0])}"))
    expect(picture).to_have_js_property("naturalWidth", 1280)
    thumbs = _thumbs(it)
    thumbs.first.focus()
    for key, at in (("ArrowRight", 1), ("End", len(titles) - 1), ("ArrowRight", len(titles) - 1), ("Home", 0)):
        it.keyboard.press(key)
        expect(thumbs.nth(at)).to_be_focused()
        expect(thumbs.nth(at)).to_have_attribute("aria-current", "true")
        expect(picture).to_have_attribute("alt", re.compile(f"^Slide {at + 1}. {re.escape(titles[at])}"))
    axe(it)
    it.get_by_role("button", name="Full screen").click()
    show = it.get_by_role("dialog", name="Slides")
    it.keyboard.press("ArrowRight")
    expect(show.get_by_role("img")).to_have_attribute("alt", re.compile(f"^Slide 2. {re.escape(titles[1])}"))
    it.keyboard.press("n")
    expect(show.get_by_text(_slides(run)[1]["notes"])).to_be_visible()
    axe(it)
    it.keyboard.press("Escape")
    expect(show).to_be_hidden()
    expect(it.get_by_role("button", name="Full screen")).to_be_focused()
    expect(thumbs.nth(1)).to_have_attribute("aria-current", "true")


def test_a_slide_says_what_it_rests_on(runs: dict[str, dict[str, Any]], site: Site, page: Opener, shot: Shot) -> None:
    run = runs["deck"]
    refs = {ref["id"]: ref for ref in run["result"]["deck"]["refs"]}
    it = _opened(page("en"), run)
    at = _number(run, "chart")
    _thumbs(it).nth(at).click()
    facts = it.get_by_role("region", name=re.compile(f"^{at + 1} "))
    expect(facts.get_by_text(_slides(run)[at]["notes"])).to_be_visible()
    rows = refs[_slides(run)[at]["chart"]["refs"][0]]
    expect(facts.get_by_role("definition").filter(has_text=rows["quote"]).first).to_be_visible()
    expect(facts.get_by_role("definition").filter(has_text=f"tea_exports.csv · {rows['where']}").first).to_be_visible()
    facts.get_by_text("All values").click()
    expect(facts.get_by_role("rowheader", name="2024")).to_be_visible()
    shot(it, "deck.en")
    at = _number(run, "bullets")
    _thumbs(it).nth(at).click()
    point = _slides(run)[at]["points"][0]
    ref = refs[point["refs"][0]]
    said = it.get_by_role("listitem").filter(has_text=point["text"]).last
    expect(said.locator("blockquote")).to_be_hidden()
    said.locator("summary").first.click()
    passages = site.http.get(f"/api/runs/{run['id']}/evidence").json()["passages"]
    words = next(one["text"] for one in passages if one["id"] == ref["passage_id"])
    assert " ".join(said.locator("blockquote").inner_text().split()) == " ".join(words.split())
    expect(said).to_contain_text("uji.en.md")


def test_a_slide_is_changed_and_taken_back(runs: dict[str, dict[str, Any]], site: Site, page: Opener) -> None:
    from pptx import Presentation

    run = runs["deck"]
    old = _slides(run)[1]["title"]
    it = _opened(page("en"), run)
    _thumbs(it).nth(1).click()
    it.get_by_role("group", name="Forms that need no model").get_by_role("button", name="Title").click()
    box = it.get_by_label("What is to be different on slide 2?")
    expect(box).to_be_focused()
    box.fill("title: Where the tea went")
    it.get_by_role("button", name="Change slide").click()
    expect(it.get_by_text("This change is being made")).to_be_visible()
    expect(it.get_by_role("status", name="Last change")).to_contain_text(
        "Version 2: slide 2 changed.", timeout=WORKED_MS
    )
    expect(it.locator("#deck-stage img").first).to_have_attribute("alt", re.compile("^Slide 2. Where the tea went"))
    assert [number for number, text in enumerate(_thumbs(it).all_inner_texts(), 1) if "changed" in text] == [2]
    versions = it.get_by_role("region", name="Versions")
    with it.expect_download() as taken:
        versions.get_by_role("link", name="Download version 2 as PowerPoint").click()
    shapes = Presentation(str(taken.value.path())).slides[1].shapes
    assert shapes.title is not None
    assert shapes.title.text == "Where the tea went"
    made = _newest(site, run)
    before, after = _pictures(site, run["id"]), _pictures(site, made["id"])
    assert [n for n, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b] == [2]
    it.reload()
    expect(it.get_by_text("You see version 2, the newest. This page’s run has version 1.")).to_be_visible()
    versions.get_by_role("button", name="Compare version 1 with the newest").click()
    pair = versions.get_by_role("listitem").filter(has=it.get_by_role("figure")).last
    expect(pair.get_by_role("img")).to_have_count(2)
    expect(pair.get_by_role("img").first).to_have_attribute("alt", re.compile(re.escape(old)))
    versions.get_by_role("button", name="Restore version 1").click()
    it.get_by_role("dialog").get_by_role("button", name="Restore", exact=True).click()
    expect(it.get_by_role("status", name="Last change")).to_contain_text(
        "Version 1 is back, as version 3", timeout=WORKED_MS
    )
    _thumbs(it).nth(1).click()
    expect(it.locator("#deck-stage img").first).to_have_attribute("alt", re.compile(f"^Slide 2. {re.escape(old)}"))
    assert _newest(site, run)["continues"] == made["id"]


def _newest(site: Site, run: dict[str, Any]) -> dict[str, Any]:
    """The latest run that goes on from a run."""
    found: dict[str, Any] = site.http.get("/api/runs", params={"continues": run["id"]}).json()["runs"][0]
    return found


def test_what_was_not_changed_is_said_and_a_change_waits_for_the_one_before(
    runs: dict[str, dict[str, Any]], site: Site, page: Opener, faults: Faults, axe: Axe, shot: Shot
) -> None:
    run = runs["file"]
    it = _opened(page("ja", 390, "dark"), run)
    _thumbs(it).nth(1).click()
    expect(it.get_by_role("heading", name="2 宇治の茶師たち")).to_be_visible()
    expect(it.get_by_role("status", name="直前の変更")).to_contain_text("第2版：スライド2を変更")
    assert it.evaluate("document.documentElement.scrollWidth") == 390
    shot(it, "deck.ja.phone")
    box = it.get_by_label("スライド2をどう直しますか")
    box.fill("もっと楽しく")
    it.get_by_role("button", name="スライドを直す").click()
    last = it.get_by_role("status", name="直前の変更")
    expect(last).to_contain_text("何も変わっていません", timeout=WORKED_MS)
    expect(last).to_contain_text("自由な指示にはモデルが要る")
    expect(box).to_have_value("")
    axe(it)
    newest = site.http.get(f"/api/runs/{_newest(site, run)['id']}").json()
    options = {"continues": newest["id"], "thread": newest["thread"]}
    other = site.start("slides", {"wish": "スライド3 ノート：ゆっくり"}, mode="edit", options=options)
    box.fill("ノート：急いで")
    it.get_by_role("button", name="スライドを直す").click()
    expect(it.get_by_role("alert")).to_contain_text("別の変更が進んでいます")
    faults.expect("409")
    expect(box).to_have_value("ノート：急いで")
    assert site.ended(other)["status"] == "done"
    expect(it.get_by_role("status", name="直前の変更")).to_contain_text("第3版：スライド3を変更", timeout=WORKED_MS)
    expect(it.get_by_role("button", name="スライドを直す")).to_be_enabled()
