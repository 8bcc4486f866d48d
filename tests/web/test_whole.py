"""All pages together: whole runs of each team, a server that dies meanwhile, and every page held against axe-core."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from kasen.testing.providers import Fake, Fault, serving_in_thread
from web.conftest import Opener
from web.site import ROOT, Site, events_of, kept_port, opened, without_settings
from web.watching import Faults, axe_findings

EXAMPLES = ROOT / "examples"
CORPUS = [EXAMPLES / "corpus" / name for name in ("uji.en.md", "cultivars.ja.txt", "tea-history.en.html")]
NARROWEST = 320
SCREENFUL = 20
"""Runs in the list: those below the fold are laid out otherwise than the ones in view."""
LOADING = re.compile("^(Loading|読み込み中)")
LONGEST_MS = 60_000
"""Milliseconds that a run by rules may take on a machine under load."""
DONE = {"en": "Done", "ja": "完了"}


def _file(path: Path) -> FilePayload:
    return FilePayload(name=path.name, mimeType="application/octet-stream", buffer=path.read_bytes())


def _until(page: Page, what: Locator) -> None:
    """Press Tab until it has the focus."""
    for _ in range(80):
        if what.evaluate("it => it === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {what}")


def _is_over(page: Page, lang: str) -> None:
    status = page.get_by_role("main").locator("header").get_by_text(DONE[lang], exact=True)
    expect(status).to_be_visible(timeout=LONGEST_MS)


# --- whole runs -----------------------------------------------------------------------------------------------------


def test_research_from_the_first_page_to_a_passage_by_keyboard_alone(page: Opener) -> None:
    """Question, document, approval of the plan, report, and the words that a sentence rests on: no mouse at all."""
    it = page("en")
    it.on("filechooser", lambda chooser: chooser.set_files([_file(path) for path in CORPUS]))
    press = it.keyboard.press
    it.goto("/")
    _until(it, it.get_by_role("main").get_by_role("link", name=re.compile("^Research")))
    press("Enter")
    _until(it, it.get_by_label("What do you want to know?"))
    it.keyboard.type("Why did Uji become the centre of Japanese tea?")
    documents = it.get_by_role("group", name="Documents")
    _until(it, documents.get_by_role("button", name="Choose files"))
    press("Enter")
    expect(documents.get_by_role("button", name=re.compile("^Remove"))).to_have_count(len(CORPUS))
    expect(it.get_by_role("meter")).to_have_count(0)
    _until(it, it.locator("summary", has_text="How it is worked"))
    press("Enter")
    _until(it, it.get_by_label("The plan"))
    press("Space")
    _until(it, it.get_by_role("button", name="Start"))
    press("Enter")
    expect(it).to_have_title(re.compile("Needs you"), timeout=LONGEST_MS)
    _until(it, it.get_by_role("button", name="Accept as it is"))
    press("Enter")
    _is_over(it, "en")
    expect(it.get_by_role("heading", name="Key Findings")).to_be_visible()
    _until(it, it.get_by_role("button", name=re.compile("^Passage of source 1")).first)
    press("Enter")
    passage = it.get_by_role("complementary", name=re.compile("Passage"))
    expect(passage).to_contain_text("Uji")


def test_slides_in_japanese_with_an_outline_that_is_changed_on_the_way(site: Site, page: Opener) -> None:
    it = page("ja")
    it.goto("/?team=slides")
    it.get_by_label("どんなスライドにしますか").fill("茶の輸出を役員に報告する")
    it.get_by_role("group", name="グラフにする表").locator("input[type=file]").set_input_files(
        _file(EXAMPLES / "slides" / "tea_exports.csv")
    )
    it.get_by_label("枚数", exact=True).fill("4")
    it.locator("summary", has_text="進め方の詳細").click()
    it.get_by_label("構成", exact=True).check()
    expect(it.get_by_role("meter")).to_have_count(0)
    it.get_by_role("button", name="始める").click()
    expect(it.get_by_role("region", name="確認待ち")).to_be_visible(timeout=LONGEST_MS)
    run = site.http.get(f"/api/runs/{it.url.rpartition('/')[2]}").json()
    assert run["status"] == "paused"

    other = page("en", 390, "dark")  # the same run elsewhere: answered there, it goes on here
    other.goto(f"/runs/{run['id']}")
    other.get_by_role("button", name="Accept as it is").click()
    it.reload()
    for tab, lang in ((it, "ja"), (other, "en")):
        _is_over(tab, lang)
        expect(tab.get_by_role("main").locator("img").first).to_be_visible()
    assert "deck.pptx" in {one["name"] for one in site.http.get(f"/api/runs/{run['id']}").json()["artifacts"]}


def test_a_resume_on_a_phone_edit_by_edit(site: Site, page: Opener) -> None:
    it = page("ja", 390, "dark")
    it.goto("/?team=resume")
    it.get_by_role("group", name="あなたの履歴書・職務経歴書").locator("input[type=file]").set_input_files(
        _file(EXAMPLES / "resume" / "engineer.ja.qmd")
    )
    expect(it.get_by_role("button", name="engineer.ja.qmd を取り除く")).to_be_visible()
    expect(it.get_by_role("meter")).to_have_count(0)
    it.get_by_role("button", name="始める").click()
    asked = it.get_by_role("region", name="確認待ち")
    expect(asked).to_be_visible(timeout=LONGEST_MS)
    assert it.evaluate("document.documentElement.scrollWidth") == 390
    asked.get_by_role("button", name="不採用").first.click()
    asked.get_by_role("button", name="選んだ内容を送る").click()
    _is_over(it, "ja")
    run = site.http.get(f"/api/runs/{it.url.rpartition('/')[2]}").json()
    assert [one["state"] for one in run["result"]["decisions"]] == ["rejected"]
    expect(it.get_by_role("main")).to_contain_text(f"{run['result']['score']:.1f}")
    assert it.evaluate("document.documentElement.scrollWidth") == 390


# --- a server that dies ---------------------------------------------------------------------------------------------


def test_a_run_outlives_its_server_and_the_page_finds_both_again(
    tmp_path: Path, site: Site, page: Opener, faults: Faults
) -> None:
    """SIGKILL in the middle of a word; a server at the same address carries the run on by itself, nothing twice."""
    parts = ["Uji is a town of tea.", "Sencha was perfected in 1738."]
    with serving_in_thread(pace_s=0.05) as fake, pytest.MonkeyPatch.context() as patch:
        without_settings(patch)
        _script(fake, parts)
        env = {"OPENAI_BASE_URL": fake.addresses["openai"], "OPENAI_API_KEY": "test-key"}
        it, port = page("en"), str(kept_port())
        fake.fault(Fault(kind="stall", after=12), contains="You are the writer", times=None)
        with opened(tmp_path, "--port", port, env=env) as first:
            run_id = first.start(
                "echo", {"text": " ".join(parts), "lang": "en"}, options={"preset": "openai:gpt-5-mini"}
            )
            it.goto(f"{first.url}/runs/{run_id}")
            growing = it.get_by_role("group", name="Writes")
            expect(growing).to_contain_text("Uji is a town")
            faults.expect("net::ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_RESET)")
            first.served.stop(signal.SIGKILL)
            expect(it.get_by_text("The server does not answer.")).to_be_visible()
        fake.faults.clear()
        with opened(tmp_path, "--port", port, env=env) as second:
            expect(it.get_by_text("The server does not answer.")).to_have_count(0)
            _is_over(it, "en")
            expect(growing).to_have_count(0)
            stored = events_of(second, run_id)
            finished = [event["task"] for event in stored if event["type"] == "node_finished"]
            assert len(finished) == len(set(finished)), "no finished node ran twice"
            assert {event["attempt"] for event in stored} == {1, 2}


def _script(fake: Fake, parts: list[str]) -> None:
    fake.answer({"parts": parts}, "openai", schema="Parts", times=None)
    fake.answer({"text": parts[0]}, "openai", schema="Echo", times=None)
    fake.answer({"text": " ".join(["Uji is a town of tea near Kyoto."] * 6)}, "openai", schema="Draft", times=None)


# --- every page -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    """An address of every kind of page, with something on it."""
    documents = [site.uploaded(path.name, path.read_bytes()) for path in CORPUS]
    assert site.http.post("/api/kb", json={"name": "whole"}).status_code == 201
    site.http.post("/api/kb/whole/documents", json={"uploads": documents})
    asked = {"question": "Why did Uji become the centre of Japanese tea?", "kb": ["whole"]}
    resume = EXAMPLES / "resume" / "engineer.ja.qmd"
    table = EXAMPLES / "slides" / "tea_exports.csv"
    wish = {"wish": "Tea exports for the board", "data": [site.uploaded(table.name, table.read_bytes())]}
    begun = {
        "report": site.start("research", asked),
        "check": site.start("research", {**asked, "question": "Uji is the oldest tea town."}, mode="fact-check"),
        "plan": site.start("research", {**asked, "approve": ["plan"]}),
        "review": site.start("resume", {"resume": site.uploaded(resume.name, resume.read_bytes())}),
        "deck": site.start("slides", wish),
        "files": site.start("echo", {"text": "Sencha and matcha"}),
    }
    for run in begun.values():
        site.ended(run)
    for number in range(SCREENFUL):
        site.ended(site.start("echo", {"text": f"Sencha {number}"}))
    message = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Sencha"}]}
    said = {"id": "whole", "messages": [message], "team": "echo", "options": {"preset": "none"}}
    assert site.http.post("/api/chat", json=said).status_code == 200
    return {
        "new": "/",
        **{team: f"/?team={team}" for team in ("research", "resume", "slides")},
        "runs": "/runs",
        **{name: f"/runs/{run}" for name, run in begun.items()},
        "chats": "/chat",
        "chat": "/chat/whole",
        "bases": "/kb",
        "base": "/kb/whole?q=Uji",
        "models": "/models",
        "nowhere": "/nowhere",
    }


@pytest.mark.parametrize(("lang", "width", "theme"), [("en", 390, "dark"), ("ja", 1440, "light")])
def test_every_page_can_be_used_by_everybody(
    lang: str, width: int, theme: str, pages: dict[str, str], page: Opener, faults: Faults
) -> None:
    """Axe-core, one heading of the first order, a title, the language, nothing cut off on a phone."""
    found: list[str] = []
    it = page(lang, width, theme)
    for name, address in pages.items():
        if name == "nowhere":
            faults.expect("404")
        it.goto(address)
        expect(it.get_by_role("heading", level=1)).to_have_count(1)
        expect(it.get_by_role("status").filter(has_text=LOADING)).to_have_count(0)
        found += [f"{name}: {one}" for one in axe_findings(it)]
        about: list[Any] = it.evaluate("[document.documentElement.lang, document.title.includes('Kasen'), innerWidth]")
        if about[:2] != [lang, True]:
            found.append(f"{name}: {about}")
        for narrow in (390, NARROWEST):
            it.set_viewport_size({"width": narrow, "height": 844})
            if (wide := it.evaluate("document.documentElement.scrollWidth")) > narrow:
                found.append(f"{name}: {wide} px wide at {narrow} px")
        it.set_viewport_size({"width": width, "height": 900})
    assert found == []
