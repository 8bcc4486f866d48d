"""The pictures of docs/guides/web.md and code.md: `WEB_PICTURES=1 .venv/bin/pytest tests/web/test_pictures.py`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kasen.settings import plain_environment
from teams.code.git.made import call
from web.conftest import Opener, Shot
from web.site import ROOT, RULES, Site, opened, wanted

pytestmark = pytest.mark.skipif(not wanted("WEB_PICTURES"), reason="pictures are made where WEB_PICTURES=1 is set")

EXAMPLES = ROOT / "examples"
LONGEST_MS = 120_000
SIZE = {"width": 1440, "height": 900}
T: dict[str, dict[str, str]] = {
    "en": {
        "kb": "tea",
        "question": "Why did Uji become the centre of Japanese tea?",
        "search": "When was sencha perfected?",
        "resume": "engineer.en.qmd",
        "wish": "Tea exports 2015–2024, for the board",
        "data": "tea_exports.csv",
        "passage": "^Passage of source 1",
        "next": "Next slide",
        "say": "What does shading do to tea?",
        "mending": "being mended",
    },
    "ja": {
        "kb": "お茶",
        "question": "宇治が日本茶の中心になったのはなぜか",
        "search": "玉露はどう作られるか",
        "resume": "engineer.ja.qmd",
        "wish": "店舗の月別売上を役員に報告する",
        "data": "uriage.csv",
        "passage": "^出典 1 の引用箇所",
        "next": "次のスライド",
        "say": "覆いをすると茶はどう変わるか",
        "mending": "修正中",
    },
}


def _filled(site: Site, lang: str) -> dict[str, str]:
    """A base, and a run of each team in that language; the latest run waits for an answer."""
    t = T[lang]
    corpus = sorted((EXAMPLES / "corpus").iterdir())
    site.http.post("/api/kb", json={"name": t["kb"]})
    sent = [site.uploaded(one.name, one.read_bytes()) for one in corpus]
    scan = site.uploaded("old-report.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    added = site.http.post(f"/api/kb/{t['kb']}/documents", json={"uploads": [*sent, scan]}, timeout=LONGEST_MS / 1000)
    assert added.status_code == 200, added.text
    resume = EXAMPLES / "resume" / t["resume"]
    table = EXAMPLES / "slides" / t["data"]
    asked: dict[str, dict[str, Any]] = {
        "resume": {"resume": site.uploaded(resume.name, resume.read_bytes()), "accept": "ask"},
        "slides": {"wish": t["wish"], "data": [site.uploaded(table.name, table.read_bytes())]},
        "report": {"question": t["question"], "kb": [t["kb"]]},
        "pause": {"question": t["search"], "kb": [t["kb"]], "approve": ["plan"]},
    }
    teams = {"report": "research", "pause": "research"}
    begun = {name: site.started(teams.get(name, name), request)["id"] for name, request in asked.items()}
    said = {"id": "c1", "role": "user", "parts": [{"type": "text", "text": t["say"]}]}
    given = {"id": "tea", "messages": [said], "team": "research", "request": {"kb": [t["kb"]]}, "options": RULES}
    assert site.http.post("/api/chat", json=given, timeout=LONGEST_MS / 1000).status_code == 200
    return begun


def _seen(it: Page, address: str) -> Page:
    it.goto(address)
    expect(it.get_by_role("heading", level=1)).to_be_visible(timeout=LONGEST_MS)
    expect(it.get_by_role("status").filter(has_text=re.compile("^(Loading|読み込み中)"))).to_have_count(0)
    it.evaluate("document.fonts.ready")
    return it


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pictures(lang: str, tmp_path: Path, page: Opener, shot: Shot) -> None:
    t = T[lang]
    with opened(tmp_path) as site:
        begun = _filled(site, lang)
        it = page(lang, base_url=site.url, viewport=SIZE)
        shot(_seen(it, "/"), f"new.{lang}")
        _seen(it, f"/runs/{begun['pause']}")
        shot(it, f"pause.{lang}")
        _seen(it, f"/runs/{begun['report']}")
        it.get_by_role("button", name=re.compile(t["passage"])).first.click()
        shot(it, f"report.{lang}")
        shot(_seen(it, f"/runs/{begun['resume']}"), f"resume.{lang}")
        _seen(it, "/chat/tea")
        said = it.get_by_role("main").get_by_text(t["say"], exact=True)
        expect(it.get_by_role("heading", name="Executive Summary")).to_have_count(1)
        it.get_by_role("main").evaluate(
            "() => new Promise((done) => setTimeout(done, 300))"
        )  # it goes to its end first
        said.and_(it.locator("p")).first.evaluate("it => it.scrollIntoView({ block: 'center' })")
        shot(it, f"chat.{lang}")
        _seen(it, f"/kb/{t['kb']}?q={t['search']}")
        expect(it.locator("mark").first).to_be_visible()
        expect(it.get_by_role("meter")).to_have_count(3)
        shot(it, f"kb.{lang}")
        dark = page(lang, base_url=site.url, viewport=SIZE, color_scheme="dark")
        _seen(dark, f"/runs/{begun['slides']}")
        expect(dark.get_by_role("main").locator("img").first).to_be_visible()
        for _ in range({"en": 2, "ja": 1}[lang]):  # to the first chart
            dark.get_by_role("button", name=t["next"], exact=True).first.click()
        dark.get_by_role("main").locator("img").first.evaluate("it => it.scrollIntoView({ block: 'center' })")
        shot(dark, f"deck.{lang}")
        phone = page(lang, 390, base_url=site.url)
        shot(_seen(phone, f"/runs/{begun['report']}"), f"phone.{lang}")
        for one in (it, dark, phone):
            one.context.close()


TRUST = """import sys
from pathlib import Path
from kasen.settings.trust import allow, sha256
from kasen.teams.code.config.loading import named_in
folder = Path(sys.argv[1])
allow(folder, {name: sha256((folder / name).read_bytes()) for name in named_in(folder)})"""
TURN = '    """Answer one turn, as whoever the schema of the answer is meant for."""\n'
SLOWER = TURN + '    __import__("time").sleep(8 if sys.argv[1] == "coder" else 0)\n'
"""So that the coder can be seen at work."""


@contextmanager
def _building(site: Site, lang: str) -> Iterator[str]:
    """The id of a run of `examples/code` that `kasen code run` drives; it is ended with the block."""
    folder = site.served.folder
    repo = folder / "shop"
    shutil.copytree(EXAMPLES / "code", repo, ignore=shutil.ignore_patterns("__pycache__", "reports"))
    play = repo / "agents" / "play.py"
    assert TURN in play.read_text(encoding="utf-8")
    play.write_text(play.read_text(encoding="utf-8").replace(TURN, SLOWER), encoding="utf-8")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "The shop as it is"]):
        call(repo, *words)
    own = {"HOME": str(folder), "KASEN_HOME": str(site.home), "XDG_CONFIG_HOME": str(folder / "config")}
    env = {**plain_environment(), **own, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run([sys.executable, "-c", TRUST, str(repo / "agents")], env=env, check=True)
    line = ["code", "run", "agents/workflow.yaml", "-r", f"requirement.{lang}.md"]
    with (folder / "code.log").open("wb") as log:
        run = subprocess.Popen([sys.executable, "-m", "kasen", *line], cwd=repo, env=env, stdout=log, stderr=log)
    try:
        until = time.monotonic() + LONGEST_MS / 1000
        while not (begun := site.http.get("/api/runs", params={"team": "code"}).json()["runs"]):
            assert run.poll() is None, (folder / "code.log").read_text(encoding="utf-8")
            assert time.monotonic() < until, "no run of code began"
            time.sleep(0.2)  # noqa: TID251 - another process begins it
        yield begun[0]["id"]
        assert run.wait(LONGEST_MS / 1000) == 0, (folder / "code.log").read_text(encoding="utf-8")
    finally:
        if run.poll() is None:
            os.kill(run.pid, 15)
            run.wait(60)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_board_of_code(lang: str, tmp_path: Path, page: Opener, shot: Shot) -> None:
    """While the coder mends what the reviewer sent back; agents by script, no model."""
    with opened(tmp_path) as site, _building(site, lang) as run_id:
        it = page(lang, base_url=site.url, viewport={"width": 1440, "height": 1000})
        it.goto(f"/runs/{run_id}")
        expect(it.get_by_text(T[lang]["mending"], exact=True).first).to_be_visible(timeout=LONGEST_MS)
        it.evaluate("document.fonts.ready")
        shot(it, f"code.{lang}")
        it.context.close()
