"""The guards of these tests notice what they are there for, and leave what runs after them alone."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import PATIENCE_MS, Axe, Opener
from web.site import Site
from web.watching import LARGEST, Faults, write_picture

POLICY = {"content-security-policy": "script-src 'self'"}
SOUND = "<!doctype html><html lang='en'><title>t</title><main><h1>Tea</h1>{}</main>"
FAULTY = {
    "an error in the console": (SOUND.format("<script>console.error('broken cup')</script>"), {}, "broken cup"),
    "an error that nobody caught": (SOUND.format("<script>null.cup</script>"), {}, "uncaught: .*null"),
    "a promise that failed": (SOUND.format("<script>Promise.reject(Error('no tea'))</script>"), {}, "no tea"),
    "a script against the policy": (SOUND.format("<script>1</script>"), POLICY, "Content Security Policy"),
    "something of another machine": (
        SOUND.format("<img alt='' src='https://example.com/x.png'>"),
        {},
        "beyond this machine: https://example.com/x.png",
    ),
    "something that is not there": (SOUND.format("<img alt='' src='/api/runs/none'>"), {}, "404"),
}


def _show(page: Page, body: str, headers: dict[str, str]) -> None:
    page.route("**/shown", lambda route: route.fulfill(body=body, headers={"content-type": "text/html", **headers}))
    page.goto("/shown")


@pytest.mark.parametrize("what", FAULTY)
def test_what_a_page_may_not_do_is_noticed(what: str, page: Opener, faults: Faults) -> None:
    body, headers, pattern = FAULTY[what]
    one = page()
    _show(one, body, headers)
    wanted = [pattern, *(["ERR_NAME_NOT_RESOLVED"] if "example.com" in body else [])]
    end = time.monotonic() + PATIENCE_MS / 1000
    while not all(re.search(some, "\n".join(faults.seen)) for some in wanted) and time.monotonic() < end:
        one.wait_for_timeout(20)  # what a failed promise says comes after the load
    faults.expect(pattern)
    seen = list(faults.seen)
    assert faults.take() == [one for one in seen if "ERR_NAME_NOT_RESOLVED" in one]


def test_what_is_expected_has_to_come(page: Opener, faults: Faults) -> None:
    _show(page(), SOUND.format(""), {})
    assert faults.take() == []
    faults.expect("broken cup")
    assert faults.take() == ["expected, and did not come: broken cup"]


def test_axe_says_rule_and_node(page: Opener, axe: Axe) -> None:
    one = page()
    _show(one, SOUND.format("<p>Green</p>"), POLICY)
    axe(one)
    _show(one, SOUND.format("<button></button><p style='color: #aaa'>Pale</p>"), {})
    with pytest.raises(pytest.fail.Exception) as failed:
        axe(one)
    assert "button-name (critical)" in str(failed.value)
    assert "<button></button>" in str(failed.value)
    assert "color-contrast (serious)" in str(failed.value)
    axe(one, "h1")


@pytest.mark.parametrize(("lang", "width", "theme"), [("en", 1440, "light"), ("ja", 390, "dark")])
def test_a_page_has_the_language_width_and_theme_that_were_asked_for(
    lang: str, width: int, theme: str, page: Opener
) -> None:
    one = page(lang, width, theme)
    _show(one, SOUND.format(""), {})
    found = one.evaluate(
        "[navigator.language.slice(0, 2), innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]"
    )
    assert found == [lang, width, theme == "dark"]


def test_the_server_is_real_and_runs_end(site: Site) -> None:
    run = site.started("echo", {"text": "sencha"})
    assert (run["status"], run["team"]) == ("done", "echo")
    asked = site.started("echo", {"text": "matcha", "ask_first": True})
    assert asked["status"] == "paused"


def test_pages_see_the_server(site: Site, page: Opener) -> None:
    one = page()
    one.goto("/healthz")
    expect(one.locator("body")).to_contain_text("ok")
    assert json.loads(site.http.get("/healthz").text)


def test_pictures_are_small(tmp_path: Path, page: Opener) -> None:
    one = page()
    _show(one, SOUND.format("<div style='height: 700px; background: linear-gradient(red, blue)'></div>"), {})
    write_picture(one.screenshot(), tmp_path / "a" / "b.png")
    assert 0 < (tmp_path / "a" / "b.png").stat().st_size <= LARGEST
