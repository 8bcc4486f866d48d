"""A review of a résumé in the browser: edits by key, the file that they make, findings, questions, scores, a pause."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kasen.settings import plain_environment
from kasen.teams.resume.patch import applied
from kasen.teams.resume.schemas.change import Change
from web.conftest import Axe, Opener, Shot
from web.site import ROOT, Site

EXAMPLES = ROOT / "examples" / "resume"
SLIPS = {
    "en": (
        ("written in Python", "written in in Python"),
        ("Take part in the on-call", "Take part in the the on-call"),
        ("Helped the team with", "Helped the team  with"),
        ("by moving address checks", "🙂 by moving address checks"),
    ),
    "ja": (
        ("業務改善を行った", "業務改善をを行った"),
        ("メンターを務めた。", "メンターを務めた。。"),
        ("見本です。", "見本です🙂。"),
    ),
}
"""What rules mend, and a sign that takes two units in a browser."""
OWN = {"en": 'Helped: "interviews" # and more', "ja": "を改めて「丁寧に」"}
WORDS: dict[str, dict[str, Any]] = {
    "en": {"apply": "Apply", "done": "Your edits are applied.", "text": "The text with what you have chosen"},
    "ja": {"apply": "反映する", "done": "反映しました。", "text": "選んだとおりの本文"},
}


def _with_slips(folder: Path, lang: str) -> Path:
    text = (EXAMPLES / f"engineer.{lang}.qmd").read_text(encoding="utf-8")
    for words, slip in SLIPS[lang]:
        assert words in text
        text = text.replace(words, slip)
    path = folder / f"slips.{lang}.qmd"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def _said_by_the_command_line(site: Site, run_id: str, decisions: dict[str, Any], folder: Path) -> str:
    """The revised file that `kasen resume --continue … --accept …` gives."""
    given = folder / "decisions.yaml"
    given.write_text(json.dumps(decisions), encoding="utf-8")
    out = folder / "out"
    command = ["resume", "--continue", run_id, "--accept", str(given), "--preset", "none", "--out", str(out)]
    environment = {**plain_environment(), "KASEN_HOME": str(site.home), "HOME": str(folder), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "kasen", *command],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (revised,) = out.rglob("revised.qmd")
    return revised.read_bytes().decode("utf-8")


def _made_by_code(result: dict[str, Any], decisions: dict[str, Any]) -> str:
    changes = [Change.model_validate(one) for one in result["changes"] if one["id"] in decisions["accept"]]
    return applied(result["original"], changes, decisions["edited"])


def _saved(page: Page, name: str) -> str:
    with page.expect_download() as download:
        page.get_by_role("status").get_by_role("link", name=re.compile(re.escape(name))).click()
    assert download.value.suggested_filename == name
    return Path(download.value.path()).read_bytes().decode("utf-8")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_edits_chosen_by_key_make_the_file_that_the_command_line_makes(
    lang: str, site: Site, page: Opener, axe: Axe, shot: Shot, tmp_path: Path
) -> None:
    run = site.started("resume", {"resume": str(_with_slips(tmp_path, lang))})
    ids = [one["id"] for one in run["result"]["changes"]]
    assert ids == ["E1", "E2", "E3"]
    said = WORDS[lang]
    it = page(lang, accept_downloads=True)
    it.goto(f"/runs/{run['id']}")
    first, second, third = (it.locator(f'[data-edit="{id}"]') for id in ids)
    first.focus()
    it.keyboard.press("a")
    expect(second).to_be_focused()
    it.keyboard.press("r")
    expect(third).to_be_focused()
    it.keyboard.press("e")
    expect(third.get_by_role("textbox")).to_be_focused()
    it.keyboard.press("ControlOrMeta+a")
    it.keyboard.insert_text(OWN[lang])
    it.keyboard.press("Escape")
    expect(third).to_be_focused()
    axe(it, "main")
    shot(it, f"resume.{lang}")
    it.reload()
    expect(third.get_by_role("textbox")).to_have_value(OWN[lang])
    assert OWN[lang] not in it.evaluate("JSON.stringify(localStorage) + location.href")
    it.get_by_text(said["text"]).click()
    shown = it.locator("details pre").text_content()
    it.get_by_role("button", name=said["apply"]).click()
    expect(it.get_by_text(said["done"])).to_be_visible()
    revised = _saved(it, "revised.qmd")
    assert revised == shown
    assert OWN[lang] in revised
    assert [line for line in _saved(it, "changes.diff").splitlines() if line.startswith("+") and OWN[lang] in line]
    decisions = {"accept": ["E1", "E3"], "edited": {"E3": OWN[lang]}}
    assert revised == _made_by_code(run["result"], decisions)
    if lang == "ja":
        assert revised == _said_by_the_command_line(site, run["id"], decisions, tmp_path)


def test_what_rules_measured_is_shown_as_measures(site: Site, page: Opener, axe: Axe) -> None:
    run = site.started("resume", {"resume": str(EXAMPLES / "engineer.ja.qmd"), "job": str(EXAMPLES / "posting.ja.txt")})
    it = page("ja", 390, "dark")
    it.goto(f"/runs/{run['id']}")
    verdict = it.get_by_role("region", name="結論")
    expect(verdict).to_contain_text("点数ではありません")
    expect(verdict).not_to_contain_text("合格点")
    it.get_by_role("tab", name="点数").click()
    expect(it.get_by_role("img", name=re.compile("レーダー図：規則による測定値"))).to_be_visible()
    rows = it.get_by_role("table", name="批評家ごとの評価").get_by_role("row")
    expect(rows).to_have_count(6)
    recruiter = run["result"]["history"][0]["by_critic"]["recruiter"]
    best = run["result"]["history"][run["result"]["best"] - 1]["by_critic"]["recruiter"]
    assert f"{best:.1f}" in rows.filter(has_text="採用担当").inner_text(), recruiter
    expect(rows.filter(has_text="ビジュアルデザイナー")).to_contain_text("–")
    axe(it, "main")
    it.get_by_role("tab", name="求人との照合").click()
    met = run["result"]["match"]["requirements"][0]
    expect(it.get_by_role("listitem").filter(has_text=met["text"])).to_contain_text(met["evidence"][0]["text"])
    assert it.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_answer_begins_a_round_that_knows_it(site: Site, page: Opener, axe: Axe) -> None:
    resume = site.uploaded("cv.md", (EXAMPLES / "engineer.en.qmd").read_bytes())
    run = site.started("resume", {"resume": resume, "review_only": True})
    it = page("en")
    it.goto(f"/runs/{run['id']}")
    asked = next(one for one in run["result"]["to_confirm"] if one["line"])
    expect(it.get_by_role("tab", name="Edits")).to_have_count(0)
    box = it.get_by_role("tabpanel", name="Findings").get_by_role("textbox", name=asked["question"]).first
    box.fill("Incidents took 35 minutes instead of 90.")
    axe(it, "main")
    it.get_by_role("tab", name="Facts").click()
    expect(it.get_by_role("textbox", name=asked["question"])).to_have_value("Incidents took 35 minutes instead of 90.")
    it.get_by_role("button", name="Start a new round").click()
    expect(it).not_to_have_url(re.compile(run["id"]))
    done = site.ended(it.url.rpartition("/")[2])
    assert done["continues"] == run["id"]
    assert "Incidents took 35 minutes instead of 90." in [
        one["text"] for one in done["result"]["facts"] if one["status"] == "confirmed"
    ]
    it.get_by_role("tab", name="Facts").click()
    expect(it.get_by_role("tabpanel", name="Facts")).to_contain_text("1 confirmed by you")


def test_a_run_that_asks_for_its_edits_is_answered_in_the_page(
    site: Site, page: Opener, axe: Axe, tmp_path: Path
) -> None:
    run = site.started("resume", {"resume": str(_with_slips(tmp_path, "ja")), "accept": "ask"})
    it = page("ja", 390)
    it.goto(f"/runs/{run['id']}")
    it.locator('[data-edit="E1"]').get_by_role("button", name="不採用").click()
    it.locator('[data-edit="E2"]').focus()
    it.keyboard.press("a")
    axe(it, "main")
    it.get_by_role("button", name="選んだ内容を送る").click()
    expect(it.get_by_role("region", name="結論")).to_contain_text("修正案 3 件のうち 1 件を採り入れました。")
    states = [one["state"] for one in site.ended(run["id"])["result"]["decisions"]]
    assert states == ["rejected", "accepted", "rejected"]
    assert it.evaluate("document.documentElement.scrollWidth") <= 390
