"""What a run asks is answered on its page: accepted, changed, sent back, from elsewhere, over a reload, by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Axe, Opener
from web.site import ROOT, Site

EXAMPLES = ROOT / "examples"
SENT = re.compile("Your answer is in|答えを送りました")
ACCEPT = re.compile("^(Accept as it is|このまま進める)$")
WORDS = {
    "en": {
        "accept": "Accept as it is",
        "edit": "Change it myself",
        "revise": "Ask for changes",
        "send_edited": "Go on with my changes",
        "wish": "What should be different?",
        "send": "Send",
        "sent": "Your answer is in. The run goes on.",
    },
    "ja": {
        "accept": "このまま進める",
        "edit": "自分で直す",
        "revise": "直してもらう",
        "send_edited": "直した内容で進める",
        "wish": "どこを直しますか",
        "send": "送る",
        "sent": "答えを送りました。実行が進みます。",
    },
}


def research(site: Site, *approve: str, question: str = "Why did Uji become the centre of Japanese tea?") -> str:
    """A run that waits at its first pause."""
    name = "sencha.en.txt" if question.isascii() else "ochatsubo.ja.pptx"
    docs = [site.uploaded(name, (EXAMPLES / "corpus" / name).read_bytes())]
    run = site.started("research", {"question": question, "docs": docs, "approve": list(approve)}, mode="quick")
    assert run["status"] == "paused", run
    run_id: str = run["id"]
    return run_id


def answers(site: Site, run_id: str) -> list[Any]:
    return [one["answer"] for one in site.http.get(f"/api/runs/{run_id}/approvals").json()]


def over(site: Site, page: Page, run_id: str, *, given: int = 1) -> None:
    """The run goes on to its end after so many answers, and the page asks nothing more."""
    expect(page.get_by_role("status").filter(has_text=SENT)).to_have_count(given)
    assert site.ended(run_id)["status"] == "done"
    expect(page.locator("section[aria-labelledby]", has=page.get_by_role("button", name=ACCEPT))).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_accepted_goes_on_to_the_draft_which_is_read_and_accepted(
    site: Site, page: Opener, axe: Axe, lang: str
) -> None:
    words = WORDS[lang]
    question = "Why did Uji become the centre of tea?" if lang == "en" else "御茶壺道中とは何か"
    run_id = research(site, "plan", "draft", question=question)
    it = page(lang, 390 if lang == "ja" else 1440)
    it.goto(f"/runs/{run_id}")
    it.get_by_role("button", name=words["accept"]).click()
    expect(it.get_by_role("status").filter(has_text=words["sent"]).first).to_be_visible()
    draft = it.get_by_role("group", name="What there is to decide on" if lang == "en" else "確認する内容")
    expect(draft.get_by_role("heading", name="Key findings" if lang == "en" else "主な発見")).to_be_visible()
    axe(it)
    it.get_by_role("button", name=words["accept"]).click()
    over(site, it, run_id, given=2)
    assert [one["go_on"] for one in answers(site, run_id)] == [True, True]


def test_an_outline_is_changed_by_keyboard_and_written_as_changed(site: Site, page: Opener, axe: Axe) -> None:
    run = site.started("slides", {"wish": "Tea exports for the board, 6 slides", "approve": ["outline"]})
    it = page("ja", theme="dark")
    it.goto(f"/runs/{run['id']}")
    it.get_by_role("button", name=WORDS["ja"]["edit"]).press("Enter")
    slides = it.get_by_role("group", name="スライド", exact=True)
    titles = slides.get_by_role("textbox", name="題名")
    before = [one.input_value() for one in titles.all()]
    titles.nth(2).fill("輸出の十年")
    titles.nth(2).press("Alt+ArrowUp")
    expect(titles.nth(1)).to_have_value("輸出の十年")
    expect(titles.nth(1)).to_be_focused()
    slides.get_by_role("button", name="3 を削除").press("Enter")
    axe(it)
    it.get_by_role("button", name=WORDS["ja"]["send_edited"]).press("Enter")
    over(site, it, run["id"])
    [given] = answers(site, run["id"])
    assert [one["title"] for one in given["outline"]["slides"]] == [before[0], "輸出の十年", *before[3:]]


def test_a_wish_outlives_a_reload_and_brings_another_plan(site: Site, page: Opener) -> None:
    run_id = research(site, "plan")
    it = page("en", 390)
    it.goto(f"/runs/{run_id}")
    it.get_by_role("button", name=WORDS["en"]["revise"]).click()
    wish = it.get_by_label(WORDS["en"]["wish"])
    expect(wish).to_be_focused()
    wish.fill("Look at exports too.")
    it.reload()
    expect(wish).to_have_value("Look at exports too.")
    it.get_by_role("button", name=WORDS["en"]["send"], exact=True).click()
    expect(it.get_by_text("Look at exports too.").first).to_be_visible()
    it.get_by_role("button", name=WORDS["en"]["accept"]).click()
    over(site, it, run_id, given=2)
    said = answers(site, run_id)
    assert [one.get("comment", "") for one in said] == ["Look at exports too.", ""]


def test_who_answers_elsewhere_closes_the_card_here_and_is_named(site: Site, page: Opener) -> None:
    run_id = site.started("echo", {"text": "two tabs", "ask_first": True})["id"]
    first, other = page(), page("ja")
    for one in (first, other):
        one.goto(f"/runs/{run_id}")
    expect(other.get_by_role("button", name="進める", exact=True)).to_be_visible()
    first.get_by_label("Anything to add? (optional)").fill("from the first tab")
    first.get_by_role("button", name="Go on", exact=True).click()
    expect(other.get_by_role("status").filter(has_text="回答済み：ブラウザー")).to_be_visible()
    expect(other.get_by_text("from the first tab").first).to_be_visible()
    expect(other.get_by_role("button", name="進める", exact=True)).to_have_count(0)


def test_edits_of_a_resume_are_taken_one_by_one(site: Site, page: Opener, axe: Axe) -> None:
    name = "engineer.ja.qmd"
    resume = site.uploaded(name, (EXAMPLES / "resume" / name).read_bytes())
    run = site.started("resume", {"resume": resume, "accept": "ask"})
    it = page("ja")
    it.goto(f"/runs/{run['id']}")
    send = it.get_by_role("button", name="選んだ内容を送る")
    expect(send).to_be_disabled()
    it.get_by_role("button", name="採用", exact=False).first.click()
    axe(it)
    send.click()
    over(site, it, run["id"])
    [given] = answers(site, run["id"])
    assert given["accept"] == [run["approvals"][0]["shown"][0]["id"]]
