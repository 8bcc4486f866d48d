"""Conversations in Chromium: asked back, handed over, a team named, stopped, reloaded, paused, refused, cut off."""

from __future__ import annotations

import asyncio
import json
import queue
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from kasen.server.context import ServerDeps
from server.node.harness import live
from web.conftest import Axe, Opener
from web.site import ROOT, Site
from web.watching import Faults

CORPUS = ROOT / "examples" / "corpus"


@dataclass
class Gated:
    """A server in a thread, whose team echo waits amid its words: `gate:NAME …`."""

    url: str
    deps: ServerDeps
    loop: asyncio.AbstractEventLoop
    ended: asyncio.Event

    def open(self, gate: str) -> None:
        httpx.get(f"{self.url}/test/open/{gate}", trust_env=False)

    def cut(self) -> None:
        """End all streams as a server does that stops, and refuse what is asked."""
        self.loop.call_soon_threadsafe(self.deps.streams.close)

    def back(self) -> None:
        self.deps.streams.is_closing = False


@pytest.fixture(scope="module")
def gated(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gated]:
    """`site` has built the pages."""
    home, made = tmp_path_factory.mktemp("gated"), queue.Queue[Gated]()

    async def serve() -> None:
        async with live(home) as (deps, url):
            one = Gated(url, deps, asyncio.get_running_loop(), asyncio.Event())
            made.put(one)
            await one.ended.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    one = made.get(timeout=60)
    yield one
    one.loop.call_soon_threadsafe(one.ended.set)
    thread.join(60)


def fresh(page: Page, url: str, team: str = "") -> str:
    """A chat that nobody has said anything in; `team` also where the pages do not offer it."""
    chat = uuid4().hex
    kept = {
        f"kasen.first.{chat}": {"words": "", "files": []},
        f"kasen.answer.chat.{chat}.to": {"team": team, "mode": "", "lang": ""},
    }
    page.goto(f"{url}/models")
    for key, value in kept.items():
        page.evaluate("([key, value]) => sessionStorage.setItem(key, value)", [key, json.dumps(value)])
    page.goto(f"{url}/chat/{chat}")
    return chat


def box(page: Page) -> Locator:
    return page.get_by_role(
        "textbox", name="メッセージ" if page.evaluate("document.documentElement.lang") == "ja" else "Message"
    )


def say(page: Page, words: str) -> None:
    box(page).fill(words)
    box(page).press("Enter")


def answer(page: Page) -> Locator:
    return page.get_by_role("article", name="Kasen").last


def test_the_coordinator_asks_back_then_hands_over_with_the_file_that_came(site: Site, page: Opener, axe: Axe) -> None:
    it = page("ja", 390, "dark")
    chat = fresh(it, site.url)
    expect(it.get_by_role("heading", name="何をしましょうか")).to_be_visible()
    say(it, "スライドを作って")
    expect(answer(it)).to_contain_text("何についてのスライドにしますか")
    axe(it)
    fresh(it, site.url)
    it.locator("input[type=file]").set_input_files(CORPUS / "kissa-yojoki.ja.md")
    expect(it.get_by_role("button", name="kissa-yojoki.ja.md")).to_be_visible()
    say(it, "喫茶養生記について調べて")
    expect(answer(it)).to_contain_text("調べて報告書にまとめます")
    expect(answer(it).get_by_role("list", name="ファイル").get_by_role("link", name="report.md")).to_be_visible()
    expect(it.get_by_role("article", name="あなた")).to_contain_text("kissa-yojoki.ja.md")
    axe(it)
    answer(it).get_by_role("link", name="実行を開く").click()
    expect(it.get_by_role("heading", level=1)).to_contain_text("喫茶養生記")
    it.goto(f"/chat/{chat}")
    expect(it.get_by_role("article", name="あなた")).to_have_text("スライドを作って")


def test_former_chats_are_found_and_forgotten(site: Site, page: Opener) -> None:
    it = page()
    fresh(it, site.url)
    say(it, "Hello, forget me later")
    former = it.get_by_role("complementary", name="Former chats")
    expect(former.get_by_role("link", name="Hello, forget me later")).to_have_attribute("aria-current", "page")
    former.get_by_role("button", name="Delete “Hello, forget me later”").click()
    it.get_by_role("dialog", name="Delete this chat?").get_by_role("button", name="Delete").click()
    expect(it).to_have_url(f"{site.url}/")


LISTS = {
    "en": {
        "chats": "Chats",
        "fresh": "New chat",
        "remove": "Delete “{}”",
        "yes": "Delete",
        "sure": "Delete this chat?",
    },
    "ja": {
        "chats": "チャット",
        "fresh": "新しいチャット",
        "remove": "「{}」を削除",
        "yes": "削除",
        "sure": "このチャットを削除しますか。",
    },
}


@pytest.mark.parametrize(("lang", "width", "theme"), [("en", 1280, "light"), ("ja", 320, "dark")])
def test_all_chats_stand_in_a_list_with_what_was_said_last(
    lang: str, width: int, theme: str, site: Site, page: Opener, axe: Axe
) -> None:
    t, title, last = LISTS[lang], f"宇治茶の歴史 ({lang})", "表で\n まとめて"
    for words in (title, last):
        given = {"id": f"list-{lang}", "messages": [_person(words)], "team": "echo", "options": {"preset": "none"}}
        assert site.http.post("/api/chat", json=given).status_code == 200
    it = page(lang, width, theme)
    it.goto("/")
    it.get_by_role("navigation").first.get_by_role("link", name=t["chats"], exact=True).click()
    expect(it.get_by_role("heading", level=1, name=t["chats"])).to_be_focused()
    item = it.get_by_role("listitem").filter(has=it.get_by_role("link", name=title)).last
    expect(item).to_contain_text("表で まとめて")
    assert it.evaluate("document.documentElement.scrollWidth") <= width
    axe(it)
    item.get_by_role("link").click()
    expect(it.get_by_role("article")).to_have_count(4)
    it.go_back()
    it.get_by_role("button", name=t["fresh"]).click()
    expect(it).to_have_url(re.compile(r"/chat/[0-9a-f]{24}$"))
    it.go_back()
    it.get_by_role("button", name=t["remove"].format(title)).click()
    it.get_by_role("dialog", name=t["sure"]).get_by_role("button", name=t["yes"]).click()
    expect(it.get_by_role("main").get_by_role("link", name=title)).to_have_count(0)
    assert f"list-{lang}" not in [one["id"] for one in site.http.get("/api/chat").json()["chats"]]


def test_an_answer_goes_on_over_a_reload_and_in_a_second_tab_and_is_stopped_and_continued(
    gated: Gated, page: Opener
) -> None:
    it, gate = page(), uuid4().hex[:8]
    chat = fresh(it, gated.url, "echo")
    say(it, f"gate:{gate} these words come in two halves, and the second one waits")
    expect(answer(it)).to_contain_text("come in two halves")
    it.reload()
    expect(answer(it)).to_contain_text("come in two halves")
    other = it.context.new_page()
    other.goto(f"{gated.url}/chat/{chat}")
    expect(answer(other)).to_contain_text("come in two halves")
    expect(other.get_by_role("article")).to_have_count(2)
    other.get_by_role("button", name="Stop").click()
    for tab in (it, other):
        expect(answer(tab)).to_contain_text("It was stopped on the way.")
        expect(tab.get_by_role("button", name="Send")).to_be_visible()
    gated.open(gate)
    it.get_by_role("button", name="Continue").click()
    for tab in (it, other):
        expect(tab.get_by_role("article")).to_have_count(4)
        expect(answer(tab)).to_contain_text("the second one waits")
    expect(answer(it).get_by_role("list", name="Files").get_by_role("link", name="echo.md")).to_be_visible()


def test_a_connection_that_breaks_is_made_again_and_nothing_stands_twice(
    gated: Gated, page: Opener, faults: Faults
) -> None:
    it, gate = page("ja"), uuid4().hex[:8]
    fresh(it, gated.url, "echo")
    say(it, f"gate:{gate} これは切れた接続をこえて届く言葉で、後の半分はまだ来ていません")
    expect(answer(it)).to_contain_text("切れた接続")
    faults.expect("503|ERR_INCOMPLETE_CHUNKED")
    gated.cut()
    expect(it.get_by_text("接続が切れました。")).to_be_visible()
    gated.back()
    gated.open(gate)
    expect(answer(it)).to_contain_text("まだ来ていません")
    expect(it.get_by_role("article")).to_have_count(2)
    expect(it.get_by_text("接続が切れました。")).to_have_count(0)


def test_a_pause_is_answered_in_the_chat_in_any_tab(gated: Gated, page: Opener, axe: Axe) -> None:
    it, chat = page(), uuid4().hex
    given = {"team": "echo", "request": {"ask_first": True}, "id": chat, "messages": [_person("two words")]}
    httpx.post(f"{gated.url}/api/chat", json=given, trust_env=False)
    it.goto(f"{gated.url}/chat/{chat}")
    other = it.context.new_page()
    other.goto(f"{gated.url}/chat/{chat}")
    expect(other.get_by_role("heading", name="Shall these parts be written?")).to_be_visible()
    axe(it)
    it.get_by_label("Anything to add?").fill("as short as it is")
    it.reload()
    expect(it.get_by_label("Anything to add?")).to_have_value("as short as it is")
    it.get_by_role("button", name="Go on", exact=True).click()
    for tab in (it, other):
        expect(answer(tab)).to_contain_text("two words")
        expect(answer(tab).get_by_role("list", name="Files")).to_be_visible()
        expect(answer(tab)).to_contain_text("as short as it is")
        expect(tab.get_by_role("article")).to_have_count(2)
        expect(tab.get_by_role("button", name="Go on", exact=True)).to_have_count(0)


def test_enter_that_chooses_a_candidate_sends_nothing(site: Site, page: Opener) -> None:
    it = page("ja")
    fresh(it, site.url)
    box(it).focus()
    typing = it.context.new_cdp_session(it)
    typing.send("Input.imeSetComposition", {"text": "うじちゃ", "selectionStart": 4, "selectionEnd": 4})
    expect(box(it)).to_have_value("うじちゃ")
    for kind in ("rawKeyDown", "keyUp"):
        typing.send(
            "Input.dispatchKeyEvent", {"type": kind, "key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229}
        )
    it.keyboard.press("Enter")
    expect(box(it)).to_have_value(re.compile("^うじちゃ"))
    typing.send("Input.insertText", {"text": "こんにちは"})
    box(it).press("Shift+Enter")
    expect(box(it)).to_have_value(re.compile("^こんにちは\n"))
    box(it).press("Enter")
    expect(answer(it)).to_contain_text("何を作りましょうか")
    expect(it.get_by_role("article")).to_have_count(2)


def test_what_is_refused_stands_in_the_field_again_and_work_that_failed_says_what_to_do(
    site: Site, page: Opener, faults: Faults, axe: Axe
) -> None:
    it = page()
    fresh(it, site.url, "research")
    refusal = {"error": "Busy", "message": "8 runs of yours are at work", "hint": "Wait for one, or cancel one."}
    it.route("**/api/chat/stream", lambda route: route.fulfill(status=429, json=refusal), times=1)
    faults.expect("429")
    say(it, "Why did Uji become the centre of tea?")
    expect(it.get_by_role("alert")).to_contain_text("Wait for one, or cancel one.")
    expect(box(it)).to_have_value("Why did Uji become the centre of tea?")
    expect(it.get_by_role("article")).to_have_count(0)
    axe(it)
    box(it).press("Enter")
    expect(answer(it)).to_contain_text("there is nothing to search")
    expect(it.get_by_role("button", name="Continue")).to_be_visible()
    expect(it.get_by_role("alert")).to_have_count(0)
    it.locator("input[type=file]").set_input_files(CORPUS / "sencha.en.txt")
    expect(it.get_by_role("button", name="sencha.en.txt")).to_be_visible()
    it.get_by_role("button", name="Send").click()
    expect(answer(it).get_by_role("list", name="Files")).to_be_visible()


def _person(words: str) -> dict[str, object]:
    return {"id": uuid4().hex, "role": "user", "parts": [{"type": "text", "text": words}]}
