"""The frame of the pages: signing in, language, theme, the list of runs, models, addresses, a server that goes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from kasen.server.tokens import hash_of
from web.conftest import Axe, Opener
from web.site import Site, kept_port, opened
from web.watching import Faults

KEN, MIO = "kasen_test-token-of-ken", "kasen_test-token-of-mio"
MANY = 1000
LISTS = {
    "en": {
        "runs": "Runs",
        "search": "Words of the title",
        "status": "Status",
        "done": "Done",
        "answer": "Answer",
        "delete": "Delete “{}”",
        "yes": "Delete",
        "gone": "“{}” was deleted.",
        "cancel": "Cancel “{}”",
        "end": "Cancel the run",
        "cancelled": "Cancelled",
        "none": "No run fits.",
        "all": "Show all",
        "keep": "Keep",
    },
    "ja": {
        "runs": "実行",
        "search": "タイトルの語",
        "status": "状態",
        "done": "完了",
        "answer": "回答する",
        "delete": "「{}」を削除",
        "yes": "削除",
        "gone": "「{}」を削除しました。",
        "cancel": "「{}」を取り消す",
        "end": "実行を取り消す",
        "cancelled": "取り消し",
        "none": "当てはまる実行はありません。",
        "all": "すべて表示",
        "keep": "やめる",
    },
}


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


# --- a shared server ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with two tokens, and a thousand runs of ken. (The pages are built by `site`.)"""
    hashes = f"ken:{hash_of(KEN)},mio:{hash_of(MIO)}"
    with opened(tmp_path_factory.mktemp("shared"), env={"KASEN_TOKENS": hashes}) as own:
        own.http.headers["authorization"] = f"Bearer {KEN}"
        own.started("echo", {"text": "the first of many"})
        _multiply(own.home / "kasen.db")
        yield own


def _multiply(database: Path) -> None:
    with closing(sqlite3.connect(database, timeout=10)) as file, file:
        columns = [row[1] for row in file.execute("PRAGMA table_info(runs)")]
        changed = {
            "id": "'01AAAAAAAAAAAAAAAAAAAA' || printf('%04d', n)",
            "title": "'run number ' || n",
            "created_at": "printf('2026-01-01T00:%02d:%02d.000+00:00', n / 60, n % 60)",
        }
        values = ", ".join(changed.get(name, name) for name in columns)
        file.execute(
            f"WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY}) "
            f"INSERT INTO runs ({', '.join(columns)}) SELECT {values} FROM runs, numbers"
        )


def sign_in(page: Page, token: str) -> None:
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Sign in").click()


def test_one_signs_in_where_one_wanted_to_be_and_out_again(
    shared: Site, page: Opener, faults: Faults, axe: Axe
) -> None:
    faults.expect("401")
    it = page(base_url=shared.url)
    it.goto("/runs?q=number+77")
    heading(it, "Sign in")
    expect(it.get_by_role("link", name="Models")).to_have_count(0)
    axe(it)
    sign_in(it, "kasen_test-token-of-nobody")
    expect(it.get_by_role("alert")).to_have_text("This server knows no such token.")
    sign_in(it, KEN)
    heading(it, "Runs")
    assert it.url == f"{shared.url}/runs?q=number+77"
    expect(it.get_by_role("main").get_by_role("listitem")).to_have_count(19)
    expect(it.get_by_text("Signed in as ken")).to_be_visible()
    it.get_by_role("button", name="Sign out").click()
    heading(it, "Sign in")
    sign_in(it, MIO)
    expect(it.get_by_text("No run fits.")).to_be_visible()
    expect(it.get_by_text("Signed in as mio")).to_be_visible()
    assert it.get_by_text("number 77").count() == 0


def test_a_session_that_ended_elsewhere_is_asked_for_again(shared: Site, page: Opener, faults: Faults) -> None:
    faults.expect("401")
    it = page(base_url=shared.url)
    it.goto("/kb")
    sign_in(it, KEN)
    heading(it, "Knowledge")
    it.context.clear_cookies()
    it.get_by_role("link", name="Models").click()
    heading(it, "Sign in")
    sign_in(it, KEN)
    heading(it, "Models")


def test_a_thousand_runs_are_gone_through(shared: Site, page: Opener) -> None:
    it = page(base_url=shared.url)
    it.goto("/runs")
    sign_in(it, KEN)
    rows = it.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(50)
    for shown in (100, 150):
        it.get_by_role("button", name="Show older ones").click()
        expect(rows).to_have_count(shown)
    it.get_by_label("Words of the title").fill("NUMBER 1000")
    expect(rows).to_have_count(1)
    expect(it.get_by_role("status").filter(has_text="1 run")).to_be_visible()


# --- language and theme ---------------------------------------------------------------------------------------------


def test_language_and_theme_are_chosen_kept_and_there_before_the_first_paint(page: Opener) -> None:
    it = page("en", 1440, "light")
    it.goto("/runs")
    heading(it, "Runs")
    expect(it).to_have_title("Runs · Kasen")
    body, html = it.locator("body"), it.locator("html")
    light = it.evaluate("getComputedStyle(document.body).backgroundColor")
    it.get_by_label("Language").select_option("ja")
    heading(it, "実行")
    expect(it).to_have_title("実行 · Kasen")
    it.get_by_label("配色").select_option("dark")
    expect(body).not_to_have_css("background-color", light)
    dark = it.evaluate("getComputedStyle(document.body).backgroundColor")
    held: list[Route] = []
    it.route("**/assets/index-*.js", lambda route: held.append(route))
    it.reload(wait_until="commit")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("lang", "ja")
    expect(body).to_have_css("background-color", dark)
    assert held
    it.unroute_all()  # lets go what was held
    heading(it, "実行")
    it.get_by_label("配色").select_option("system")
    expect(html).not_to_have_attribute("data-theme", "dark")
    expect(body).to_have_css("background-color", light)


# --- runs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_runs_are_found_ended_and_deleted(lang: str, site: Site, page: Opener, axe: Axe) -> None:
    t = LISTS[lang]
    names = [f"kaga {lang} one", f"kaga {lang} two"]
    first = site.started("echo", {"text": names[0]})
    site.started("echo", {"text": names[1], "ask_first": True})
    it = page(lang)
    it.goto("/runs")
    heading(it, t["runs"])
    rows = it.get_by_role("main").get_by_role("listitem")
    it.get_by_label(t["search"]).fill(f"kaga {lang}")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(names[1])
    expect(rows.nth(0).get_by_role("link", name=t["answer"])).to_be_visible()
    expect(it).to_have_url(re.compile(rf"\?q=kaga\+{lang}$"))
    axe(it)
    it.get_by_label(t["status"]).select_option("done")
    expect(rows).to_have_count(1)
    it.reload()
    expect(rows).to_have_count(1)
    expect(rows.nth(0)).to_contain_text(t["done"])
    it.get_by_role("button", name=t["delete"].format(names[0])).click()
    axe(it)
    it.get_by_role("dialog").get_by_role("button", name=t["yes"]).click()
    expect(it.get_by_role("status").filter(has_text=t["gone"].format(names[0]))).to_be_visible()
    expect(it.get_by_role("heading", level=1)).to_be_focused()
    expect(it.get_by_text(t["none"])).to_be_visible()
    assert site.http.get(f"/api/runs/{first['id']}").status_code == 404
    it.get_by_role("button", name=t["all"]).click()
    it.get_by_label(t["search"]).fill(f"kaga {lang}")
    expect(rows).to_have_count(1)
    it.get_by_role("button", name=t["cancel"].format(names[1])).click()
    it.get_by_role("dialog").get_by_role("button", name=t["end"]).click()
    expect(rows.nth(0)).to_contain_text(t["cancelled"])


def test_a_run_at_work_is_not_deleted_but_ended_and_the_list_sees_it(site: Site, page: Opener, faults: Faults) -> None:
    title = "Where does kabusecha come from?"
    docs = [site.uploaded("tea.md", b"# Tea\n\nKabusecha comes from Mie.\n")]
    run = site.start("research", {"question": title, "docs": docs}, mode="quick", options={"preset": "manual"})
    faults.expect("409")
    it = page()
    it.goto("/runs?q=kabusecha")
    row = it.get_by_role("main").get_by_role("listitem")
    expect(row).to_contain_text("At work")
    latest = it.get_by_role("region", name="Latest runs").get_by_role("link", name=title)
    expect(latest).to_contain_text("At work")
    it.get_by_role("button", name=f"Delete “{title}”").click()
    dialog = it.get_by_role("dialog")
    dialog.get_by_role("button", name="Delete").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_role("button", name="Keep").click()
    assert site.http.post(f"/api/runs/{run}/cancel").status_code == 200
    expect(row).to_contain_text("Cancelled")
    expect(latest).to_contain_text("Cancelled")


# --- models ---------------------------------------------------------------------------------------------------------


def test_models_say_how_to_have_them_and_what_a_preset_would_ask(page: Opener, axe: Axe) -> None:
    it = page("ja")
    it.goto("/models")
    heading(it, "モデル")
    expect(it.get_by_role("heading", name="すべて規則が答えます")).to_be_visible()
    planner = it.get_by_role("row").filter(has_text="planner").first
    expect(planner).to_contain_text("規則")
    it.get_by_label("プリセットを見る").select_option("gemini")
    expect(planner).to_contain_text("google:")
    expect(it.get_by_text("GOOGLE_API_KEY is not set")).to_be_visible()
    expect(it).to_have_url(re.compile(r"\?preset=gemini$"))
    axe(it)


# --- addresses, keys, widths ----------------------------------------------------------------------------------------


def test_an_address_without_a_page_says_so(page: Opener, faults: Faults, axe: Axe) -> None:
    faults.expect("404")
    it = page("ja")
    answer = it.goto("/tea/house")
    assert answer is not None
    assert answer.status == 404
    heading(it, "ページがありません")
    expect(it).to_have_title("ページがありません · Kasen")
    axe(it)
    it.get_by_role("main").get_by_role("link").click()
    expect(it).to_have_url(re.compile(r"/$"))


def test_the_keyboard_skips_to_the_content_and_finds_the_heading_of_a_new_page(page: Opener) -> None:
    it = page()
    it.goto("/models")
    heading(it, "Models")
    it.keyboard.press("Tab")
    expect(it.get_by_role("link", name="Skip to the content")).to_be_focused()
    it.keyboard.press("Enter")
    expect(it.get_by_role("main")).to_be_focused()
    it.get_by_role("navigation").get_by_role("link", name="Runs").press("Enter")
    heading(it, "Runs")
    expect(it.get_by_role("heading", level=1)).to_be_focused()
    it.go_back()
    expect(it.get_by_role("heading", level=1)).to_be_focused()
    heading(it, "Models")


@pytest.mark.parametrize(("width", "lang", "theme"), [(320, "ja", "dark"), (390, "en", "light")])
def test_a_phone_shows_every_page_without_scrolling_sideways(
    width: int, lang: str, theme: str, page: Opener, axe: Axe
) -> None:
    it = page(lang, width, theme)
    it.goto("/")
    places = it.get_by_role("navigation").first.get_by_role("link")
    expect(places).to_have_count(5)
    for number in (1, 2, 3, 4, 0):
        places.nth(number).click()
        expect(places.nth(number)).to_have_attribute("aria-current", "page")
        expect(it.get_by_role("heading", level=1)).to_be_focused()
        assert it.evaluate("document.documentElement.scrollWidth") <= width, it.url
        box = places.nth(number).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    axe(it)


# --- a server that goes ---------------------------------------------------------------------------------------------


def test_a_server_that_goes_is_told_and_the_page_goes_on_when_it_is_back(
    site: Site, tmp_path: Path, page: Opener, faults: Faults
) -> None:
    faults.expect(r"ERR_CONNECTION|preload CSS|dynamically imported module")
    port = str(kept_port())
    with opened(tmp_path, "--port", port) as first:
        first.started("echo", {"text": "said before"})
        it = page(base_url=first.url)
        it.goto("/runs")
        expect(it.get_by_role("main").get_by_text("said before")).to_be_visible()
        first.served.process.kill()
        first.served.process.wait()
        it.get_by_role("link", name="Models").click()
        heading(it, "This page could not be loaded")
        bar = it.get_by_role("status").filter(has_text="The server does not answer")
        expect(bar).to_be_visible()
    with opened(tmp_path, "--port", port):
        heading(it, "Models")
        expect(bar).to_have_count(0)
        it.go_back()
        expect(it.get_by_role("main").get_by_text("said before")).to_be_visible()
