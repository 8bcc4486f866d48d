"""A run in the browser: watched to its end, read afterwards, stopped, cancelled, carried on, gone on from."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from kasen.runtime.graphs import graph_of
from kasen.runtime.who_answers import advertised
from kasen.team import AUTO
from kasen.testing.providers import Fake, Fault, serving_in_thread
from web.conftest import Axe, Opener, Shot
from web.site import ROOT, Site, build, events_of, opened, without_settings
from web.watching import Faults

TEA = b"# Tea\n\nUji tea became famous because the shoguns of Kyoto drank it. Nagatani Soen perfected sencha in 1738.\n"
PARTS = ["Uji is a town of tea.", "Sencha was perfected in 1738."]
SAID = " ".join(["Uji is a town of tea near Kyoto, and sencha was perfected there in 1738."] * 5)
MODEL = {"preset": "openai:gpt-5-mini"}
STALLED = {"preset": "openai:gpt-5-nano"}
JA = {"planner": "計画", "work": "作業", "result": "結果"}


RELEASED = threading.Event()


async def _paced(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (seconds > 1 and RELEASED.is_set()):  # noqa: ASYNC110 - set in another thread
        await asyncio.sleep(min(seconds, 0.05))


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Fake]]:
    """A server whose models write slowly."""
    build()
    with serving_in_thread(pace_s=0.05, sleep=_paced) as fake, pytest.MonkeyPatch.context() as patch:
        without_settings(patch)
        fake.answer({"parts": PARTS}, "openai", schema="Parts", times=None)
        fake.answer({"text": PARTS[0]}, "openai", schema="Echo", times=None)
        fake.answer({"text": SAID}, "openai", schema="Draft", times=None)
        env = {"OPENAI_BASE_URL": fake.addresses["openai"], "OPENAI_API_KEY": "test-key"}
        with opened(tmp_path_factory.mktemp("slow"), env=env) as site:
            yield site, fake


@pytest.fixture
def released() -> Iterator[threading.Event]:
    """To be set when a stall is over, however long it was to be."""
    yield RELEASED
    RELEASED.clear()


def _question(site: Site, words: str = "Why did Uji tea become famous?") -> dict[str, Any]:
    return {"question": words, "docs": [site.uploaded("tea.md", TEA)], "lang": "en"}


def _open_steps(page: Page) -> None:
    page.locator("details[data-node]").evaluate_all("all => all.forEach((one) => { one.open = true })")


def _shown(page: Page) -> Counter[str]:
    """How many things of each type the open steps show; sources and files in a row are one line.

    Of what progresses only the last is shown.
    """
    rows: list[list[str]] = page.locator("details[data-node] li[data-type]").evaluate_all(
        "all => all.map((one) => [one.dataset.type, one.dataset.count || '1'])"
    )
    counted = Counter[str]()
    for kind, count in rows:
        counted[kind] += int(count) if kind != "progress" else 0
    return +counted


def _steps(page: Page) -> Locator:
    return page.locator("details[data-node]")


def test_a_whole_run_is_watched_in_one_language_and_read_in_the_other(
    site: Site, page: Opener, axe: Axe, shot: Shot
) -> None:
    run_id = site.start("research", _question(site))
    one = page("en")
    one.goto(f"/runs/{run_id}")
    expect(one.get_by_role("heading", level=1)).to_have_text("Why did Uji tea become famous?")
    expect(one.get_by_role("main").get_by_text("Done", exact=True).first).to_be_visible()
    expect(one).to_have_title("Why did Uji tea become famous? · Kasen")
    expect(_steps(one).first).to_contain_text("Planner")

    stored = events_of(site, run_id)
    _open_steps(one)
    kinds = ("model_call", "search", "source", "plan", "score", "artifact", "finding", "verdict", "warning")
    told = Counter(event["type"] for event in stored if event["type"] in kinds and event["task"])
    expect(one.locator("li[data-type='artifact']").first).to_be_visible()
    assert _shown(one) == told
    silent = {event["task"] for event in stored if event["type"] == "node_finished" and not event["summary"]}
    begun = [event for event in stored if event["type"] == "node_started"]
    passed = [event for event in begun if event["node"].startswith("approve_") and event["task"] in silent]
    expect(_steps(one)).to_have_count(len(begun) - len(passed))
    axe(one)

    other = page("ja", 390, "dark")
    other.goto(f"/runs/{run_id}")
    expect(other.get_by_role("tab", name=JA["result"])).to_have_attribute("aria-selected", "true")
    other.get_by_role("tab", name=JA["work"]).click()
    _open_steps(other)
    expect(_steps(other)).to_have_count(len(begun) - len(passed))
    expect(_steps(other).first).to_contain_text(JA["planner"])
    assert _shown(other) == told
    axe(other)
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    shot(other, "run.ja.phone")


def test_what_is_being_written_is_seen_in_every_tab_and_after_a_reload(
    slow: tuple[Site, Fake], page: Opener, axe: Axe, shot: Shot
) -> None:
    site, fake = slow
    run_id = site.start("echo", {"text": " ".join(PARTS), "lang": "en", "ask_first": True}, options=STALLED)
    one = page("en")
    one.goto(f"{site.url}/runs/{run_id}")
    expect(one).to_have_title(re.compile("^● Needs you · "))
    expect(one.get_by_role("region", name="Needs you")).to_be_focused()
    axe(one)
    fake.fault(Fault(kind="stall", seconds=180, after=12), model="nano")
    pauses = site.http.get(f"/api/runs/{run_id}/approvals").json()
    site.http.post(f"/api/runs/{run_id}/approvals/{pauses[0]['id']}", json={"default": True})

    growing = one.get_by_role("group", name="Writes")
    expect(growing).to_contain_text("Uji is a town")
    expect(one.get_by_role("button", name="Writer at work")).to_be_visible()
    shot(one, "run.en")
    before = _names(one)
    one.reload()
    expect(growing).to_contain_text("Uji is a town")
    assert _names(one) == before
    two = page("ja")
    two.goto(f"{site.url}/runs/{run_id}")
    expect(two.get_by_role("group", name="執筆中")).to_contain_text("Uji is a town")
    assert _names(two) == before
    two.get_by_role("button", name="取り消す").click()
    two.get_by_role("button", name="実行を取り消す").click()
    for tab, word in ((one, "Cancelled"), (two, "取り消し")):
        expect(tab.get_by_role("main").get_by_text(word, exact=True).first).to_be_visible()
    expect(growing).to_have_count(0)


def test_a_run_is_stopped_after_its_step_and_carried_on(
    slow: tuple[Site, Fake], released: threading.Event, page: Opener
) -> None:
    site, fake = slow
    fake.fault(Fault(kind="stall", seconds=180, after=12), contains="You are the writer")
    run_id = site.start("echo", {"text": " ".join(PARTS), "lang": "en"}, options=MODEL)
    one = page("ja")
    one.goto(f"{site.url}/runs/{run_id}")
    expect(one.get_by_role("group", name="執筆中")).to_be_visible()
    one.get_by_role("button", name="この工程で止める").click()
    expect(one.get_by_role("button", name="この工程の後で止まります")).to_be_visible()
    released.set()
    expect(one.get_by_text("中断", exact=True).first).to_be_visible()
    one.get_by_role("button", name="続ける").click()
    expect(one.get_by_role("main").get_by_text("完了", exact=True).first).to_be_visible()
    assert _names(one).count("planner") == 1


def _names(page: Page) -> list[str]:
    names: list[str] = _steps(page).evaluate_all("all => all.map((one) => one.dataset.node)")
    return names


def test_a_run_is_cancelled_and_deleted_only_when_the_person_is_sure(site: Site, page: Opener) -> None:
    run = site.started("echo", {"text": "Gyokuro to be cancelled", "ask_first": True})
    one = page()
    one.goto(f"/runs/{run['id']}")
    one.get_by_role("button", name="Cancel").click()
    one.get_by_role("button", name="Keep").click()
    expect(one.get_by_role("dialog")).to_have_count(0)
    assert site.http.get(f"/api/runs/{run['id']}").json()["status"] == "paused"
    one.get_by_role("button", name="Cancel").click()
    one.get_by_role("button", name="Cancel the run").click()
    expect(one.get_by_text("Cancelled", exact=True).first).to_be_visible()
    one.get_by_role("button", name="Delete").click()
    one.keyboard.press("Escape")
    one.get_by_role("button", name="Delete").click()
    one.get_by_role("button", name="Delete the run").click()
    expect(one).to_have_url(re.compile("/runs$"))
    assert site.http.get(f"/api/runs/{run['id']}").status_code == 404


def test_a_spent_budget_is_raised_and_the_run_goes_on(slow: tuple[Site, Fake], page: Opener, axe: Axe) -> None:
    site, _ = slow
    run = site.started("echo", {"text": " ".join(PARTS), "lang": "en"}, options={**MODEL, "budget_calls": 1})
    assert run["status"] == "stopped: budget"
    one = page("ja")
    one.goto(f"{site.url}/runs/{run['id']}")
    limit = one.get_by_label("呼び出しの上限")
    expect(limit).to_have_value("2")
    axe(one)
    limit.fill("0")
    one.get_by_role("button", name="続ける").click()
    expect(one.get_by_text("0 より大きい数を入れてください。")).to_be_visible()
    limit.fill("40")
    one.get_by_role("button", name="続ける").click()
    expect(one.get_by_text("完了", exact=True).first).to_be_visible()
    expect(one.get_by_text("／ 上限 40")).to_be_visible()


def test_a_message_under_a_finished_run_goes_on_with_it(site: Site, page: Opener) -> None:
    run = site.started("research", _question(site, "Why is Uji tea famous at court?"))
    one = page()
    one.goto(f"/runs/{run['id']}")
    one.get_by_role("button", name="Ask", exact=True).click()
    expect(one.get_by_text("Write something first.")).to_be_visible()
    one.get_by_label("Ask a follow-up question").fill("When was sencha perfected?")
    one.keyboard.press("Control+Enter")
    expect(one.get_by_role("heading", level=1)).to_have_text("When was sencha perfected?")
    expect(one.get_by_text("Goes on from")).to_be_visible()
    later = site.ended(one.url.rsplit("/", 1)[1])
    assert later["options"]["continues"] == run["id"]
    one.get_by_role("main").get_by_role("link", name="Why is Uji tea famous at court?").click()
    after = one.get_by_role("region", name="What went on from here")
    expect(after.get_by_role("link", name="When was sencha perfected?")).to_be_visible()


def test_the_graph_leads_to_the_steps_by_keyboard(site: Site, page: Opener) -> None:
    run = site.started("research", _question(site))
    one = page()
    one.goto(f"/runs/{run['id']}")
    fold = one.locator("summary", has_text="How the work goes")
    fold.focus()
    one.keyboard.press("Enter")
    node = one.get_by_role("button", name="Document search done")
    expect(node).to_contain_text("goes on to: Analysis")
    node.focus()
    one.keyboard.press("Enter")
    step = one.locator("details[data-node='rag_retriever']")
    expect(step).to_have_attribute("open", "")
    expect(step.locator("summary").first).to_be_focused()
    expect(one.get_by_role("button", name="Plan approval done")).to_be_visible()


def test_a_failed_run_says_why_and_can_be_continued(site: Site, page: Opener, axe: Axe) -> None:
    run = site.started("echo", {"text": "Hojicha that fails"})
    stored = [event for event in events_of(site, run["id"]) if event["type"] != "run_finished"]
    end = {"type": "run_failed", "error": "StoreFailed", "message": "the disk is full", "hint": "Make room."}
    stored.append({**stored[-1], **end, "seq": stored[-1]["seq"] + 1, "node": "", "task": ""})

    def events(route: Route) -> None:
        if "json" in (route.request.headers.get("accept") or ""):
            after = int(re.search(r"after=(\d+)", route.request.url)[1])  # type: ignore[index]
            found = [event for event in stored if event["seq"] > after]
            route.fulfill(json={"events": found, "last_seq": stored[-1]["seq"]})
        else:
            route.fulfill(status=204)

    one = page()
    one.route("**/events?*", events)
    failed = {**run, "status": "failed", "can_continue": True, "result": None, "error": end}
    one.route(f"**/api/runs/{run['id']}", lambda route: route.fulfill(json=failed))
    one.goto(f"/runs/{run['id']}")
    expect(one.get_by_text("the disk is full")).to_be_visible()
    expect(one.get_by_text("Make room.")).to_be_visible()
    expect(one.get_by_role("button", name="Continue")).to_be_visible()
    axe(one)


def test_a_run_that_is_not_there_says_so(page: Opener, faults: Faults) -> None:
    one = page("ja")
    faults.expect("404")
    one.goto("/runs/01M0000000000000000000NONE")
    expect(one.get_by_role("heading", level=1)).to_have_text("この実行はありません。削除された可能性があります。")
    expect(one.get_by_role("main").get_by_role("link", name="実行一覧")).to_be_visible()


def test_every_node_and_role_has_a_name_in_both_languages() -> None:
    table = (ROOT / "web" / "src" / "i18n" / "names.ts").read_text(encoding="utf-8")
    named = set(re.findall(r'^  "?([\w-]+)"?: \["[^"]+", "[^"]+"\],$', table, re.MULTILINE))
    wanted = set[str]()
    for team in advertised():
        modes = [mode for mode in team.known_modes if mode != AUTO]
        wanted |= {team.name, *modes}
        wanted |= {node for mode in modes for node in graph_of(team, mode).nodes if not node.startswith("__")}
        wanted |= {role.rsplit(":", 1)[0].rsplit(".", 1)[1] for role in team.roles}
    assert len(wanted) > 60
    assert wanted - named == set()


def test_json_of_events_is_what_the_page_reads(site: Site, page: Opener) -> None:
    """Pages of history are asked for until the last event is there."""
    run = site.started("echo", {"text": "Bancha in parts"})
    asked: list[str] = []
    one = page()
    one.on("request", lambda request: asked.append(request.url) if "/events?" in request.url else None)
    one.goto(f"/runs/{run['id']}")
    expect(one.get_by_text("Done", exact=True).first).to_be_visible()
    last = json.loads(site.http.get(f"/api/runs/{run['id']}").text)["last_seq"]
    expect(one.locator("details[data-node]")).not_to_have_count(0)
    assert f"after={last}" in asked[-1]
