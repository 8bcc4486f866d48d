"""Knowledge: a base is made, filled, searched, judged and emptied, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from web.conftest import Axe, Opener
from web.site import ROOT, Site
from web.watching import Faults

CORPUS = ROOT / "examples" / "corpus"
UJI = (
    "# 宇治\n\n碾茶は覆いの下で育てられ、宇治では石臼で挽かれて抹茶になる。\n\n"
    + "茶園は鎌倉時代に始まったと伝えられる。" * 24
)
WORDS = {
    "en": {
        "name": "Name",
        "make": "Make a knowledge base",
        "files": "Choose files",
        "encrypted": "Is encrypted",
        "search": "Question or words",
        "whole": "Show the whole passage",
        "less": "Show less",
        "remove": "Remove {}",
        "yes": "Remove",
        "ask": "Ask research about it",
        "delete": "Delete",
        "not_read": "Not read",
        "read_in": "Read in",
        "added": "2 added",
    },
    "ja": {
        "name": "名前",
        "make": "ナレッジを作成",
        "files": "ファイルを選ぶ",
        "encrypted": "暗号化されています",
        "search": "質問または語句",
        "whole": "引用箇所の全文を表示",
        "less": "折りたたむ",
        "remove": "{} を取り除く",
        "yes": "取り除く",
        "ask": "このナレッジでリサーチする",
        "delete": "削除",
        "not_read": "読込不可",
        "read_in": "読み込み完了",
        "added": "追加 2 件",
    },
}


def _locked() -> bytes:
    """A Word file under a password, as far as anyone can tell from its beginning."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(512)


def _choose(page: Page, *files: tuple[str, bytes]) -> None:
    given = [FilePayload(name=name, mimeType="application/octet-stream", buffer=data) for name, data in files]
    page.locator("input[type=file]").first.set_input_files(given)


@pytest.mark.parametrize(("lang", "width", "theme"), [("en", 1440, "light"), ("ja", 390, "dark")])
def test_a_base_is_made_filled_searched_and_deleted(
    lang: str, width: int, theme: str, site: Site, page: Opener, axe: Axe
) -> None:
    t, name = WORDS[lang], {"en": "tea", "ja": "お茶"}[lang]
    it = page(lang, width, theme)
    it.goto("/kb")
    it.get_by_label(t["name"], exact=True).fill(name)
    it.keyboard.press("Enter")
    expect(it.get_by_role("heading", level=1, name=name)).to_be_visible()

    _choose(
        it, ("宇治.md", UJI.encode()), ("uji.en.md", (CORPUS / "uji.en.md").read_bytes()), ("locked.docx", _locked())
    )
    outcome = it.get_by_role("status").filter(has_text=t["read_in"])
    expect(outcome).to_contain_text(t["added"])
    expect(outcome).to_contain_text(f"locked.docx {t['encrypted']}")
    rows = it.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text(t["not_read"])  # what needs somebody stands first
    expect(it.get_by_role("meter")).to_have_count(3)

    it.get_by_label(t["search"]).fill("石臼で挽く抹茶")
    it.keyboard.press("Enter")
    passage = it.get_by_role("listitem").filter(has=it.locator("mark")).first
    expect(passage.locator("mark").filter(has_text="石臼")).to_be_visible()
    expect(passage).to_contain_text("宇治")
    length = len(passage.locator("blockquote").inner_text())
    passage.get_by_role("button", name=t["whole"]).click()
    expect(passage.get_by_role("button", name=t["less"])).to_have_attribute("aria-expanded", "true")
    assert len(passage.locator("blockquote").inner_text()) > length
    assert it.evaluate("document.documentElement.scrollWidth") == width
    axe(it)

    expect(it.get_by_role("link", name=t["ask"])).to_have_attribute("href", re.compile(r"team=research&kb=\S+$"))
    it.get_by_role("button", name=t["remove"].format("locked.docx")).click()
    it.get_by_role("dialog").get_by_role("button", name=t["yes"]).click()
    expect(rows).to_have_count(3)
    expect(it.get_by_text("locked.docx")).to_have_count(1)  # what was read in stays told; the report names it no more
    it.get_by_role("button", name=t["delete"], exact=True).click()
    axe(it, "dialog")
    it.get_by_role("dialog").get_by_role("button", name=t["delete"]).click()
    expect(it).to_have_url(f"{site.url}/kb")
    assert name not in [one["name"] for one in site.http.get("/api/kb").json()]


def test_reading_goes_on_when_one_leaves(site: Site, page: Opener) -> None:
    """The page tells so, and the server does it: whoever comes back finds the documents."""
    site.http.post("/api/kb", json={"name": "left"})
    it = page()
    it.goto("/kb/left")
    _choose(it, *((one.name, one.read_bytes()) for one in sorted(CORPUS.iterdir())))
    expect(it.get_by_text("The server goes on reading when you leave this page.")).to_be_visible()
    it.get_by_role("link", name="Runs").click()
    it.go_back()
    expect(it.get_by_role("status").filter(has_text="Read in")).to_contain_text("13 added")
    it.close()
    assert site.http.get("/api/kb/left").json()["documents"] == 13


def test_a_page_that_is_loaded_again_tells_how_far_the_reading_is(site: Site, page: Opener, axe: Axe) -> None:
    site.http.post("/api/kb", json={"name": "again"})
    it = page()
    it.goto("/kb/again")
    _choose(it, *((one.name, one.read_bytes()) for one in sorted(CORPUS.iterdir())))
    expect(it.get_by_role("meter", name=re.compile(r"^\d+ of 13 read$"))).to_be_visible()
    it.reload()
    outcome = it.get_by_role("status").filter(has_text="Read in")
    expect(outcome).to_contain_text("13 added")
    expect(it.get_by_role("heading", level=1).locator("xpath=..")).to_contain_text("13 documents")
    it.reload()
    expect(outcome).to_contain_text("13 added")
    outcome.get_by_role("button", name="Hide").click()
    expect(outcome).to_have_count(0)
    it.reload()
    expect(it.get_by_role("table")).to_be_visible()
    expect(outcome).to_have_count(0)


@pytest.mark.parametrize(("lang", "width", "theme"), [("en", 1280, "light"), ("ja", 320, "dark")])
def test_a_reading_shows_how_many_files_are_done_and_the_last_one(
    lang: str, width: int, theme: str, site: Site, page: Opener, axe: Axe
) -> None:
    site.http.post("/api/kb", json={"name": f"under-way-{lang}"})
    reading = {"id": "a", "files": 12, "done": 7, "total": 12, "name": "宇治茶の歴史.pdf", "seconds": 8.4}
    it = page(lang, width, theme)
    place = site.http.get(f"/api/kb/under-way-{lang}/readings").headers["Kasen-Process"].split()[0]
    told, before = [{**reading, "outcome": None, "problem": None}], {"Kasen-Process": f"{place} 1"}
    it.route("**/readings", lambda route: route.fulfill(json=told, headers=before))
    it.goto(f"/kb/under-way-{lang}")
    share = {"en": "7 of 12 read", "ja": "12 件中 7 件を読み込み済み"}[lang]
    expect(it.get_by_role("meter", name=share)).to_have_attribute("aria-valuenow", "58")
    expect(it.get_by_text("宇治茶の歴史.pdf")).to_be_visible()
    assert it.evaluate("document.documentElement.scrollWidth") <= width
    axe(it)
    it.unroute("**/readings")  # as after the end of a server that was reading
    lost = {"en": "The server was started anew", "ja": "読み込みが始まったあとにサーバーが再起動しました。"}[lang]
    expect(it.get_by_role("alert").filter(has_text=lost)).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "name", "said"),
    [
        ("en", "Name", "there is a knowledge base `taken` already"),
        ("ja", "名前", "「taken」というナレッジはすでにあります。"),
    ],
)
def test_what_the_server_refuses_is_said_in_the_language_of_the_page(
    lang: str, name: str, said: str, site: Site, page: Opener, faults: Faults
) -> None:
    faults.expect("409")
    site.http.post("/api/kb", json={"name": "taken"})
    it = page(lang)
    it.goto("/kb")
    it.get_by_label(name, exact=True).fill("taken")
    it.keyboard.press("Enter")
    expect(it.get_by_role("alert")).to_have_text(said)
