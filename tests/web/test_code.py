"""A run of the team `code` in the browser: its board while agents work elsewhere, what came of it, how it goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from kasen.runtime.rows import Question
from web.conftest import Axe, Opener
from web.recorded import Driven, driven
from web.site import ROOT, Site

TOLD: dict[str, Any] = json.loads((ROOT / "web/src/results/code/run.fixture.json").read_text(encoding="utf-8"))
RUN: dict[str, Any] = {"team": "code", "mode": "workflow", "lang": "en"}
REQUEST = {"requirement": "Make signing in safe.", "repo": "/srv/teas"}
ASKED = "T14 failed its review three times. What now?"
AT = {"node": "orchestrate", "task": "o"}
LANGS = {
    "en": {"agents": "Agents", "tasks": "Tasks", "mending": "being mended"},
    "ja": {"agents": "エージェント", "tasks": "タスク", "mending": "修正中"},
}


def begin(run: Driven) -> None:
    run.tell([{"type": "node_started"}], **AT)
    run.tell(TOLD["live"], **AT)


def agent(page: Page, name: str) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_text(name, exact=True))


def fits(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_board_follows_the_agents_and_the_result_says_how_it_is_taken(site: Site, page: Opener, axe: Axe) -> None:
    with driven(site.home, **RUN, title="Make signing in safe", request=REQUEST) as run:
        begin(run)
        wide, phone = page("en"), page("ja", 390, "dark")
        for one, (lang, words) in zip((wide, phone), LANGS.items(), strict=True):
            one.goto(f"/runs/{run.id}")
            board = one.get_by_role("region", name=words["agents"])
            expect(board.get_by_text("impl-frontend-1", exact=True)).to_be_visible()
            tasks = one.get_by_role("region", name=words["tasks"])
            row = tasks.get_by_role("listitem").filter(has_text="Escape what the login form shows again")
            expect(row.get_by_text(words["mending"], exact=True)).to_be_visible()
            expect(one.get_by_text("The name that was typed is written into the page as HTML.").first).to_be_visible()
            axe(one)
            fits(one, 390 if lang == "ja" else 1440)
        expect(wide.get_by_role("list", name="Phases").locator("[aria-current=step]")).to_contain_text("Implementation")
        expect(wide.get_by_role("button", name="Stop after this step")).to_have_count(0)

        run.tell(TOLD["rest"], **AT)
        expect(wide.get_by_role("list", name="Phases")).to_contain_text("Final review")
        run.tell([{"type": "node_finished", "seconds": 9.0, "summary": "3 tasks"}], **AT)
        run.end("done", TOLD["result"])
    ready = wide.get_by_role("region", name="The branch is ready")
    expect(ready.get_by_text(f"kasen code approve {run.id}")).to_be_visible()
    expect(phone.get_by_role("heading", name="ブランチができました")).to_be_visible()
    expect(wide.get_by_role("region", name="Go on with it")).to_have_count(0)
    for one in (wide, phone):
        axe(one)
    fits(phone, 390)


def test_an_answer_is_kept_and_the_command_says_how_the_run_goes_on(site: Site, page: Opener, axe: Axe) -> None:
    with driven(site.home, **RUN, title="Ask before the merge", request=REQUEST) as run:
        begin(run)
        ways = {"answer": {"type": "string", "enum": ["retry", "accept", "give_up"]}}
        choice = {"type": "object", "properties": ways, "required": ["answer"], "additionalProperties": False}
        default = {"answer": "give_up"}
        run.pause(Question(approval="1-accepted", question=ASKED, default=default, answer_schema=choice))
    one = page("ja")
    one.goto(f"/runs/{run.id}")
    expect(one.get_by_role("heading", name=ASKED)).to_be_visible()
    expect(one.get_by_text(f"kasen code continue {run.id}")).to_have_count(0)
    one.get_by_role("button", name="このまま受け入れる").click()
    expect(one.get_by_text("答えを保存しました。")).to_be_visible()
    expect(one.get_by_text(f"kasen code continue {run.id}")).to_be_visible()
    expect(one.get_by_role("button", name="続ける", exact=True)).to_have_count(0)
    axe(one)
    one.goto("/runs?team=code")
    row = one.get_by_role("main").get_by_role("listitem").filter(has_text="Ask before the merge")
    expect(row).to_contain_text("コード")
    expect(row.get_by_role("button", name="続ける")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_team_that_no_page_begins_says_where_it_is_begun(site: Site, page: Opener, axe: Axe, lang: str) -> None:
    """The list as it is once the team is offered."""
    shown = [*site.http.get("/api/teams").json(), site.http.get("/api/teams/code").json()]
    teams = list({team["name"]: team for team in shown}.values())

    def listed(route: Route) -> None:
        route.fulfill(json=teams)

    one = page(lang, 390 if lang == "ja" else 1440)
    one.route("**/api/teams", listed)
    one.goto("/")
    one.get_by_role("link", name="Claude Code").click()
    expect(one.get_by_text('kasen code run --repo . --requirement "')).to_be_visible()
    expect(one.get_by_role("textbox")).to_have_count(0)
    expect(one.get_by_role("heading", level=1)).to_have_text({"en": "Code", "ja": "コード"}[lang])
    axe(one)
    fits(one, 390 if lang == "ja" else 1440)
    one.goto("/chat/new-one")
    names = one.locator("select").first.locator("option").all_inner_texts()
    assert not {"Code", "コード"} & set(names)
    refused = site.http.post("/api/runs", json={"team": "code", "request": REQUEST})
    assert refused.status_code == 403
