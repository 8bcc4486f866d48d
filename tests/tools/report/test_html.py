from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from kasen.tools.report.html import flowing, html, web_link
from kasen.tools.report.model import Lang
from tools.report.full import full
from tools.report.sample import HOSTILE, report


def page(**given: Any) -> BeautifulSoup:
    return BeautifulSoup(html(report(**given)), "lxml")


def names(soup: BeautifulSoup) -> list[str]:
    """Names of all elements; lines of a label in a picture are more or less as it is longer or shorter."""
    return [tag.name for tag in soup.find_all() if tag.name not in ("text", "tspan")]


def test_the_file_needs_no_network_and_forbids_it() -> None:
    soup = page()
    policy = soup.find("meta", attrs={"http-equiv": "Content-Security-Policy"})
    assert policy is not None
    assert "default-src 'none'" in str(policy["content"])
    assert "unsafe" not in str(policy["content"])
    assert not soup.find_all(["img", "link", "iframe", "object", "form"])
    assert not soup.find_all(style=True)
    assert [tag.get("src") for tag in soup.find_all("script")] == [None]


def test_words_from_outside_stay_words() -> None:
    soup, calm = page(text=HOSTILE), page()
    assert names(soup) == names(calm)
    assert "svg" in names(soup)
    assert not [name for tag in soup.find_all() for name in tag.attrs if name.lower().startswith("on")]
    assert "<script>alert(1)</script>" in soup.get_text()
    outside = {a["href"] for a in soup.find_all("a", href=True) if not str(a["href"]).startswith("#")}
    assert outside == {"https://example.org/uji?a=1&b=2"}


@pytest.mark.parametrize(
    "uri",
    ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example", "https://a b", 'http://a"b'],
)
def test_only_web_addresses_are_links(uri: str) -> None:
    assert web_link(uri) == ""
    assert not [a for a in page(uri=uri).find_all("a", href=True) if not str(a["href"]).startswith("#")]


def test_every_mark_leads_to_its_passage_without_a_script() -> None:
    soup = page()
    marks = soup.select("a.cite")
    assert len(marks) == 13
    for mark in marks:
        target = soup.find(id=str(mark["href"])[1:])
        assert target is not None
        assert target.name == "figure"
        opened = soup.find(id=str(mark["data-open"]))
        assert opened is not None
        assert opened.find("mark") is not None


def test_a_mark_opens_the_exact_words() -> None:
    soup = page()
    opened = soup.find(id="c1-passage")
    assert opened is not None
    assert opened.mark is not None
    assert str(opened.mark) == "<mark>Uji li</mark>"
    assert opened.blockquote is not None
    text = str(opened.blockquote).replace("<mark>", "").replace("</mark>", "")
    assert text == "<blockquote>See Uji lies south of Kyoto.\nNext line.</blockquote>"


def test_the_list_of_references_marks_the_words_that_sentences_rest_on_unless_they_are_all() -> None:
    passages = page().select(".references blockquote")
    assert [[mark.text for mark in passage.find_all("mark")] for passage in passages] == [
        ["Uji li"],
        [],
    ]
    assert passages[0].text == "See Uji lies south of Kyoto.\nNext line."


def test_lines_that_were_only_wrapped_are_joined_and_all_others_kept() -> None:
    prose = "The tea of Uji was drunk by shoguns and by the imperial court\nfor many centuries.\n\nNext.\n- item\n"
    wide = "宇治の茶は将軍や天皇に好まれ、長いあいだ日本で最も上等な茶とされて\nきた。"
    table = "| a table with a row that is certainly longer than fifty | 1 |\n| b | 2 |"
    assert flowing(prose) == prose.replace("court\n", "court ")
    assert flowing(wide) == wide.replace("\n", "\0")
    assert flowing(table) == table
    assert [len(flowing(text)) for text in (prose, wide, "", "\n", "\0")] == [len(prose), len(wide), 0, 1, 1]


def test_a_table_has_a_cell_for_each_column_and_says_where_nothing_is_known() -> None:
    table = page().find("table", class_="data")
    assert table is not None
    rows = [[cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")]
    assert [len(row) for row in rows] == [3, 3, 3]
    assert rows[2][2] == "unknown"
    assert len(table.select("a.cite")) == 3
    assert "不明" in page(lang="ja").select(".data")[0].get_text()


def test_a_ruling_is_a_badge_with_confidence_and_note() -> None:
    ruling = page().find("p", class_="ruling")
    assert ruling is not None
    assert ruling.get_text(" ", strip=True) == "Disputed confidence 50% · Uji lies south of Kyoto."
    assert "見解が分かれる" in page(lang="ja").select(".badge.disputed")[0].get_text()


def test_a_picture_is_described_and_can_be_read_as_a_table() -> None:
    figures = page().select("figure.picture")
    assert len(figures) == 3
    for figure in figures:
        assert figure.svg is not None
        assert figure.div is not None
        assert figure.figcaption is not None
        assert figure.div["aria-label"] == figure.figcaption.text
        assert figure.select("details table")


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "<svg",
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><path d="M0 0"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://evil.example/p.png"/></svg>',
        "<p>no picture</p>",
    ],
)
def test_a_picture_that_is_none_of_ours_is_not_drawn_and_its_table_is_shown(svg: str) -> None:
    whole = report()
    point = whole.analysis[1]
    blocks = [
        block.model_copy(update={"picture": block.picture.model_copy(update={"svg": svg})}) if block.picture else block
        for block in point.blocks
    ]
    changed = whole.model_copy(update={"analysis": (point.model_copy(update={"blocks": tuple(blocks)}),)})
    soup = BeautifulSoup(html(changed), "lxml")
    assert not soup.find_all(["svg", "image"])
    assert "alert(1)" not in str(soup.main)
    assert len(soup.select("figure.picture > .wide table")) == 3
    assert "shown as a table" in soup.select("figure.picture figcaption")[0].text


def test_references_say_when_a_source_was_published_and_when_it_was_read() -> None:
    places = [place.text for place in BeautifulSoup(html(full("en")), "lxml").select(".references .place")]
    assert places[0] == "Society for Invented Tea Studies · published 2024-03-01 · read 2026-11-20"
    assert places[2] == "Society for Invented Tea Studies · read 2026-11-20"
    assert "公開 2024-03-01 · 閲覧 2026-11-20" in html(full("ja"))


def test_a_mark_in_a_table_opens_its_passage_below_the_table(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(html(full("ja")), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 390, "height": 900}, reduced_motion="reduce")
    problems: list[str] = []
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.goto(path.as_uri())
    tab.locator(".data .cite").first.click()
    panel, table = tab.locator("#panel").bounding_box(), tab.locator(".data").first.bounding_box()
    assert panel["y"] >= table["y"] + table["height"]
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []
    tab.close()


@pytest.mark.parametrize(("lang", "heading"), [("ja", "主な発見"), ("en", "Key Findings")])
def test_headings_speak_the_language_of_the_report(lang: Lang, heading: str) -> None:
    soup = page(lang=lang)
    assert soup.html is not None
    assert soup.html["lang"] == lang
    assert heading in [tag.text for tag in soup.find_all("h2")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium; `make test` installs it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium: install the package `chromium` (kasen doctor says so too)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
        opened = playwright.chromium.launch(executable_path=found, args=quiet)
        yield opened
        opened.close()


@pytest.mark.parametrize("width", [1400, 390])
def test_in_a_browser_a_click_opens_the_passage_and_escape_closes_it(browser: Any, tmp_path: Path, width: int) -> None:
    path = tmp_path / "report.html"
    path.write_text(html(report(text=HOSTILE)), encoding="utf-8")
    tab = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    problems: list[str] = []
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("request", lambda request: problems.append(request.url) if not request.url.startswith("file:") else None)
    tab.goto(path.as_uri())
    mark, panel = tab.locator(".findings .cite").first, tab.locator("#panel")
    assert not panel.is_visible()
    mark.click()
    assert panel.is_visible()
    assert panel.locator("mark").inner_text()
    sentence, opened = tab.locator(".findings li").first.bounding_box(), panel.bounding_box()
    assert (opened["x"] > sentence["x"] + sentence["width"]) == (width == 1400), "beside when wide, below when narrow"
    tab.keyboard.press("Escape")
    assert not panel.is_visible()
    assert tab.evaluate("document.activeElement.className") == "cite"
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []
    tab.close()


def test_in_a_long_passage_the_words_are_in_sight_and_so_are_title_and_close(browser: Any, tmp_path: Path) -> None:
    long = report(lang="ja", text="宇治は京都の南にある。")
    passage = long.references[0].passages[0]
    text = "茶の話が続く。\n\n" * 200
    moved = passage.model_copy(update={"text": text + passage.text})
    reference = long.references[0].model_copy(update={"passages": (moved,)})
    words = long.key_findings[0].citations[0].words[0].model_copy(update={"start": len(text), "end": len(text) + 8})
    finding = long.key_findings[0].model_copy(
        update={"citations": (long.key_findings[0].citations[0].model_copy(update={"words": (words,)}),)}
    )
    path = tmp_path / "long.html"
    changed = {"references": (reference, long.references[1]), "key_findings": (finding,)}
    path.write_text(html(long.model_copy(update=changed)), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 1400, "height": 800}, reduced_motion="reduce")
    tab.goto(path.as_uri())
    tab.locator(".findings .cite").first.click()
    for part in ("#close", "#shown .source", "#shown .place", "#shown mark"):
        box = tab.locator(part).first.bounding_box()
        assert 0 <= box["y"] < 800 - box["height"], part
    tab.close()


def test_a_script_that_came_with_a_document_does_not_run(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "forged.html"
    forged = html(report()).replace("</main>", "<script>document.title = 'forged'</script></main>")
    assert re.search("forged", forged)
    path.write_text(forged, encoding="utf-8")
    tab = browser.new_page()
    tab.goto(path.as_uri())
    assert tab.title() == "Uji lies south of Kyoto."
    tab.close()
