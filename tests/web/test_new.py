"""What a person sees first: words to the coordinator, the teams, each with its form; by keyboard, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from web.conftest import Axe, Opener, Shot
from web.site import ROOT, Site, opened
from web.watching import Faults

EXAMPLES = ROOT / "examples"
RUN = re.compile(r"/runs/[0-9A-Z]{26}$")
T: dict[str, dict[str, str]] = {
    "en": {
        "title": "What shall a team do?",
        "write": "Say what you need",
        "start": "Start",
        "files": "Choose files",
        "file": "Choose a file",
        "free": "By rules: free",
        "back": "All teams",
        "missing": "Fill this in.",
        "no_file": "Give a file.",
        "empty": "The file is empty.",
        "refused": "Remove the file that was not taken.",
        "remove": "Remove {}",
    },
    "ja": {
        "title": "何を任せますか",
        "write": "してほしいことを書く",
        "start": "始める",
        "files": "ファイルを選ぶ",
        "file": "ファイルを選ぶ",
        "free": "規則で回答：無料",
        "back": "チーム一覧",
        "missing": "入力してください。",
        "no_file": "ファイルを渡してください。",
        "empty": "ファイルが空です。",
        "refused": "使えなかったファイルを取り除いてください。",
        "remove": "{} を取り除く",
    },
}


def _file(name: str, content: bytes | None = None) -> FilePayload:
    data = (EXAMPLES / name).read_bytes() if content is None else content
    return FilePayload(name=Path(name).name, mimeType="application/octet-stream", buffer=data)


def _drop(zone: Locator, *files: FilePayload) -> None:
    """Drop files as a mouse does."""
    given = [[one["name"], one["buffer"].decode()] for one in files]
    zone.evaluate(
        """(zone, files) => {
            const dataTransfer = new DataTransfer()
            for (const [name, text] of files) dataTransfer.items.add(new File([text], name))
            for (const type of ["dragover", "drop"])
                zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
        }""",
        given,
    )


def _until(page: Page, what: Locator) -> None:
    """Press Tab until it has the focus: whatever is on the way can be passed."""
    for _ in range(80):
        if what.evaluate("it => it === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {what}")


def _started(page: Page, site: Site) -> dict[str, Any]:
    expect(page).to_have_url(RUN)
    found: dict[str, Any] = site.http.get(f"/api/runs/{page.url.rpartition('/')[2]}").json()
    return found


@pytest.mark.parametrize(("lang", "width", "theme"), [("en", 1440, "light"), ("ja", 390, "dark")])
def test_words_go_to_the_coordinator_with_their_files(
    lang: str, width: int, theme: str, page: Opener, axe: Axe, shot: Shot
) -> None:
    t, it = T[lang], page(lang, width, theme)
    it.goto("/")
    expect(it.get_by_role("heading", level=1)).to_have_text(t["title"])
    expect(it.get_by_role("list").locator("a[href*='team=']")).to_have_count(4)
    axe(it)
    shot(it, f"new.{lang}")
    words = {"en": "What is matcha?", "ja": "抹茶とは何ですか"}[lang]
    _drop(it.locator("form"), _file("corpus/uji.en.md"))
    expect(it.get_by_role("button", name=t["remove"].format("uji.en.md"))).to_be_visible()
    expect(it.get_by_role("meter")).to_have_count(0)
    box = it.get_by_label(t["write"])
    box.fill(words)
    box.press("Shift+Enter")
    expect(box).to_have_value(words + "\n")
    box.press("Enter")
    expect(it).to_have_url(re.compile(r"/chat/[0-9a-f]{24}$"))
    expect(it.get_by_role("main").get_by_text(words).first).to_be_visible()
    expect(it.get_by_role("main").get_by_text("uji.en.md").first).to_be_visible()


def test_a_team_is_reached_and_left_again(page: Opener) -> None:
    it = page("en")
    it.goto("/")
    _until(it, it.get_by_role("link", name=re.compile("^Slides")))
    it.keyboard.press("Enter")
    expect(it.get_by_role("heading", level=1, name="Slides")).to_be_visible()
    expect(it).to_have_url(re.compile(r"\?team=slides$"))
    expect(it).to_have_title("Slides · Kasen")
    it.go_back()
    expect(it.get_by_role("heading", level=1)).to_have_text(T["en"]["title"])
    it.goto("/?team=research&kb=tea&mode=quick&question=Sencha%3F")
    expect(it.get_by_label("What do you want to know?")).to_have_value("Sencha?")
    expect(it.get_by_role("radio", name="Quick")).to_be_checked()
    expect(it).to_have_url(re.compile(r"\?team=research$"))


def test_research_is_asked_by_keyboard(site: Site, page: Opener, axe: Axe) -> None:
    it = page("en")
    it.goto("/?team=research")
    _until(it, it.get_by_label("What do you want to know?"))
    it.keyboard.type("Which lamp should light a stairwell?")
    _until(it, it.get_by_role("radio", name="Automatic"))
    for _ in range(4):
        it.keyboard.press("ArrowDown")
    expect(it.get_by_role("radio", name="Compare")).to_be_checked()
    _until(it, it.get_by_label("What to compare"))
    it.keyboard.type("LED lamp, fluorescent lamp, oops,")
    it.keyboard.press("Backspace")
    it.keyboard.type("!")
    expect(it.get_by_label("What to compare")).to_have_value("oops!")
    for _ in range(5):
        it.keyboard.press("Backspace")
    lamps = [_file(f"lamps/{path.name}") for path in sorted((EXAMPLES / "lamps").iterdir())]
    _drop(it.get_by_role("group", name="Documents").locator("[data-zone]"), *lamps)
    expect(it.get_by_role("group", name="Documents").get_by_role("listitem")).to_have_count(len(lamps))
    _until(it, it.get_by_role("radio", name="Same as the question"))
    it.keyboard.press("ArrowRight")
    it.keyboard.press("ArrowRight")
    _until(it, it.locator("summary", has_text="How it is worked"))
    it.keyboard.press("Enter")
    _until(it, it.get_by_label("The draft"))
    it.keyboard.press("Space")
    expect(it.get_by_text("1 changed")).to_be_visible()
    expect(it.get_by_text("By rules: free")).to_be_visible()
    axe(it)
    _until(it, it.get_by_role("button", name="Start"))
    it.keyboard.press("Enter")
    run = _started(it, site)
    request = run["request"]
    assert (run["mode"], request["items"]) == ("compare", ["LED lamp", "fluorescent lamp"])
    assert (request["lang"], request["approve"]) == ("en", ["draft"])
    assert len(list(Path(request["docs"][0]).glob("*.*"))) >= len(lamps)


def test_a_resume_is_given_by_keyboard_and_on_a_phone(site: Site, page: Opener, axe: Axe) -> None:
    it = page("ja", 390, "dark")
    it.goto("/?team=resume")
    chooser = it.get_by_role("group", name="あなたの履歴書・職務経歴書").locator("input[type=file]")
    _until(it, chooser)
    chooser.set_input_files(_file("resume/engineer.ja.qmd"))
    _until(it, it.get_by_label("応募する職種"))
    it.keyboard.type("試験のエンジニア")
    _drop(it.get_by_role("group", name="求人票").locator("[data-zone]"), _file("resume/posting.ja.txt"))
    expect(it.get_by_role("button", name=re.compile("を取り除く"))).to_have_count(2)
    expect(it.get_by_role("meter")).to_have_count(0)
    _until(it, it.get_by_label("採点だけ"))
    it.keyboard.press("Space")
    expect(it.get_by_text("規則で回答：無料")).to_be_visible()
    assert it.evaluate("document.documentElement.scrollWidth") == 390
    axe(it)
    _until(it, it.get_by_role("button", name="始める"))
    it.keyboard.press("Enter")
    run = _started(it, site)
    assert (run["request"]["role"], run["request"]["review_only"]) == ("試験のエンジニア", True)
    assert (run["request"]["accept"], run["lang"]) == ("ask", "ja")
    assert run["request"]["resume"].endswith("/engineer.ja.qmd")
    assert run["request"]["job"].endswith("/posting.ja.txt")


def test_an_example_fills_the_form_of_a_deck(site: Site, page: Opener, shot: Shot) -> None:
    it = page("ja")
    it.goto("/?team=slides")
    it.get_by_role("button", name="例で試す").click()
    expect(it.get_by_label("どんなスライドにしますか")).to_have_value("店舗の月別売上を役員に報告する")
    expect(it.get_by_role("button", name="uriage.csv を取り除く")).to_be_visible()
    expect(it.get_by_role("meter")).to_have_count(0)
    it.locator("summary", has_text="見た目").click()
    it.get_by_role("radio", name="暗い").check()
    shot(it, "form.ja")
    it.get_by_role("button", name="始める").dblclick()
    run = _started(it, site)
    assert (run["request"]["slides"], run["request"]["template"]) == (6, "dark")
    same = site.http.get("/api/runs", params={"team": "slides", "q": "店舗の月別売上"}).json()["runs"]
    assert len(same) == 1, "a double click begins one run"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_lacks_or_cannot_be_taken_is_told_at_its_field(lang: str, page: Opener) -> None:
    t, it = T[lang], page(lang)
    label = {"en": "Your résumé", "ja": "あなたの履歴書・職務経歴書"}[lang]
    it.goto("/?team=resume")
    resume = it.get_by_role("group", name=label)
    it.get_by_role("button", name=t["start"]).click()
    expect(resume).to_contain_text(t["no_file"])
    expect(resume.locator("input[type=file]")).to_be_focused()
    for file, told in ((_file("a.exe", b"x"), ".qmd .md .docx .pdf .json"), (_file("a.md", b""), t["empty"])):
        resume.locator("input[type=file]").set_input_files(file)
        expect(resume.get_by_role("listitem").get_by_role("alert")).to_contain_text(told)
        expect(resume).to_contain_text(t["refused"])
    it.get_by_role("button", name=t["remove"].format("a.md")).click()
    expect(resume.locator("input[type=file]")).to_be_focused()

    it.goto("/?team=research")
    asked = it.get_by_label({"en": "What do you want to know?", "ja": "何を知りたいですか"}[lang])
    work = it.locator("details", has_text={"en": "How it is worked", "ja": "進め方の詳細"}[lang])
    searches = it.get_by_label({"en": "Further searches", "ja": "追加の検索"}[lang])
    work.locator("summary").click()
    searches.fill("９")
    work.locator("summary").click()
    asked.fill("?")
    it.get_by_role("button", name=t["start"]).click()
    expect(searches).to_be_focused()
    expect(searches).to_have_attribute("aria-invalid", "true")
    expect(work).to_contain_text({"en": "This has to be from 0 to 2.", "ja": "0 から 2 の間にしてください。"}[lang])
    searches.fill("1")
    expect(searches).not_to_have_attribute("aria-invalid", "true")


def test_what_the_server_refuses_stands_at_its_field_and_nothing_typed_is_lost(
    page: Opener, faults: Faults, site: Site
) -> None:
    it = page("en")
    it.goto("/?team=slides")
    it.get_by_label("What is the deck for?").fill("Tea of the year 2044, for nobody")
    it.get_by_label("Slides", exact=True).fill("2")
    faults.expect("422")
    it.get_by_role("button", name="Start").click()
    expect(it.get_by_text("a deck has at least 3 slides")).to_be_visible()
    expect(it.get_by_label("Slides", exact=True)).to_be_focused()
    it.get_by_role("radio", name="Change a deck").check()
    it.get_by_role("radio", name="New deck").check()
    expect(it.get_by_label("Slides", exact=True)).to_have_value("2")

    _drop(it.get_by_role("group", name="Tables").locator("[data-zone]"), _file("slides/tea_exports.csv"))
    expect(it.get_by_role("button", name="Remove tea_exports.csv")).to_be_visible()
    expect(it.get_by_role("meter")).to_have_count(0)
    it.get_by_label("Slides", exact=True).fill("4")
    it.reload()
    expect(it.get_by_label("What is the deck for?")).to_have_value("Tea of the year 2044, for nobody")
    expect(it.get_by_label("Slides", exact=True)).to_have_value("4")
    expect(it.get_by_role("button", name="Remove tea_exports.csv")).to_be_visible()

    kept = it.evaluate("JSON.parse(sessionStorage.getItem('kasen.draft.slides')).files[0].upload.id")
    assert site.http.delete(f"/api/uploads/{kept}").status_code == 204
    faults.expect("404")
    it.get_by_role("button", name="Start").click()
    expect(it.get_by_text("The server has this file no more.")).to_be_visible()
    it.get_by_role("button", name="Remove tea_exports.csv").click()

    faults.expect("429")
    full = {"error": "Rejected", "message": "8 runs of yours are at work", "hint": ""}
    it.route("**/api/runs", lambda route: route.fulfill(status=429, body=json.dumps(full)), times=1)
    it.get_by_role("button", name="Start").click()
    expect(it.get_by_text("As many runs as you may have are at work.")).to_be_visible()
    it.get_by_role("button", name="Start").click()
    assert _started(it, site)["request"]["slides"] == 4
    it.go_back()
    expect(it.get_by_label("What is the deck for?")).to_have_value("")


def test_with_a_key_the_estimate_names_a_price(tmp_path: Path, page: Opener) -> None:
    with opened(tmp_path, env={"OPENAI_API_KEY": "test-key", "KASEN_UPLOAD_MB": "1"}) as own:
        it = page("en")
        it.goto(f"{own.url}/?team=research")
        start = it.locator("section", has=it.get_by_role("button", name="Start"))
        expect(start).to_contain_text("Appears when the form is filled in so far.")
        it.get_by_label("What do you want to know?").fill("Compare sencha and matcha")
        expect(start).to_contain_text("Will be worked as: Compare")
        expect(start).to_contain_text(re.compile(r"Price\$0\.\d{2,3} – \$\d+\.\d\d"))
        it.get_by_role("radio", name="Deep").check()
        expect(start).not_to_contain_text("Will be worked as")
        documents = it.get_by_role("group", name="Documents")
        documents.locator("input[type=file]").first.set_input_files(_file("big.md", b"x" * (1024 * 1024 + 1)))
        expect(documents).to_contain_text("The file is too large. The most is 1.0 MB.")
        it.locator("summary", has_text="Budget and models").click()
        it.get_by_label("Models", exact=True).select_option("none")
        expect(start).to_contain_text("By rules: free")
