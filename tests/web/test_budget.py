"""What the first page weighs: everything that `/` makes a browser load, as it comes over the wire."""

from __future__ import annotations

from playwright.sync_api import Response, expect

from kasen.server.site import PAGES
from web.conftest import Opener

MOST = 350_000
"""Bytes in gzip."""
LATER = {"dagre": "network-simplex", "markdown": "setextUnderline", "ai": "tool-input-available"}
"""What only other pages need → words that its code holds, however it was packed."""


def test_the_first_page_is_light_and_brings_nothing_heavy(page: Opener) -> None:
    loaded: list[Response] = []
    it = page()
    it.on("response", lambda answer: None if "/api/" in answer.url else loaded.append(answer))
    it.goto("/")
    expect(it.get_by_role("heading", level=1)).to_be_visible()
    it.wait_for_load_state("networkidle")
    kinds = {answer.url.rpartition(".")[2]: answer.headers.get("content-encoding") for answer in loaded}
    assert (kinds["js"], kinds["css"]) == ("gzip", "gzip")
    weights = {answer.url: int(answer.headers["content-length"]) for answer in loaded if answer.status == 200}
    assert len(weights) >= 4, "the page, its script, its style, and the page of new runs"
    assert sum(weights.values()) <= MOST, sorted(weights.items(), key=lambda one: -one[1])[:5]
    scripts = [answer.text() for answer in loaded if answer.url.endswith(".js")]
    heavy = {name: words for name, words in LATER.items() if any(words in script for script in scripts)}
    assert heavy == {}
    built = [path.read_text(encoding="utf-8") for path in PAGES.rglob("*.js")]
    assert all(any(words in script for script in built) for words in LATER.values()), "they are looked for in vain"
