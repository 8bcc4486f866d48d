"""The pages in Debian's Chromium, against a real `kasen serve`.

How to write a test (`tests/web/test_<part>.py`; plain functions, never `async`):

    def test_a_finished_run_shows_its_report(site: Site, page: Opener, axe: Axe) -> None:
        run = site.started("research", {"question": "…", "docs": [site.uploaded("tea.md", b"# Tea …")]})
        it = page("ja", 390, "dark")                # language, width, theme: a fresh browser profile
        it.goto(f"/runs/{run['id']}")
        expect(it.get_by_role("heading", level=1)).to_have_text("…")
        axe(it)                                     # no serious and no critical finding

- `site`: the server that all tests of a worker share: `site.url`, `site.http` (httpx), `site.home`, `site.start(team,
  request)`, `site.started(…)` (waits for the end or for a pause), `site.ended(id)`, `site.uploaded(name, bytes)`; rules
  answer. `started` is the same function, as a fixture. A server of one's own: `with opened(tmp_path) as site`
  (`web.site`).
- `page(lang="en", width=1440, theme="light", **of_the_context)` gives a new page of a new context. Any error in the
  console, uncaught error, refusal by the policy of the page, answer of 400 and above, or request beyond this machine
  fails the test, unless it was meant: `faults.expect(r"404")`.
- `axe(page)` fails with rule and node. `shot(page, "new.en")` writes docs/guides/pictures/web/new.en.png, only where
  `WEB_PICTURES=1` is set.
- `expect` of Playwright waits; nothing sleeps. `WEB_BUILT=1` takes the pages as they lie; else they are built first.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from kasen.errors import ConfigurationError
from kasen.tools.chromium import program
from web.site import ROOT, Site, build, opened, wanted, without_settings
from web.watching import Faults, axe_findings, write_picture

PICTURES = ROOT / "docs" / "guides" / "pictures" / "web"
LOCALES = {"en": "en-US", "ja": "ja-JP"}
HEIGHTS = {390: 844}
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
PATIENCE_MS = 60_000
"""Milliseconds that `expect` and a step may take on a machine under load."""


class Opener(Protocol):
    """Opens a page in a browser profile of its own; more arguments are those of Playwright's `new_context`."""

    def __call__(self, lang: str = "en", width: int = 1440, theme: str = "light", **more: Any) -> Page: ...


class Axe(Protocol):
    """Fails the test for what axe-core calls serious or critical; `within` is a selector."""

    def __call__(self, page: Page, within: str = "") -> None: ...


Shot = Callable[[Page, str], None]
Started = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    build()
    with ExitStack() as held:
        with pytest.MonkeyPatch.context() as patch:
            without_settings(patch)
            site = held.enter_context(opened(tmp_path_factory.mktemp("site")))
        yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        try:
            path = program(playwright, "a page")  # type: ignore[arg-type]
        except ConfigurationError as error:
            pytest.skip(f"{error}. {error.hint}")
        root = ["--no-sandbox"] if os.geteuid() == 0 else []  # its own sandbox refuses to run as root
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *root])
        yield browser
        _let_run(_loop_of(browser))
        browser.close()


@pytest.fixture(autouse=True)
def _loop_of_playwright(browser: Browser) -> Iterator[None]:
    """Playwright's loop counts as running in this thread while it is open; tests with loops of their own come after."""
    _let_run(_loop_of(browser))
    yield
    _let_run(None)


def _loop_of(browser: Browser) -> asyncio.AbstractEventLoop:
    return browser._loop


def _let_run(loop: asyncio.AbstractEventLoop | None) -> None:
    asyncio._set_running_loop(loop)


@pytest.fixture
def faults() -> Iterator[Faults]:
    faults = Faults()
    yield faults
    if found := faults.take():
        pytest.fail("in the browser:\n" + "\n".join(found), pytrace=False)


@pytest.fixture
def page(browser: Browser, site: Site, faults: Faults) -> Iterator[Opener]:
    contexts: list[BrowserContext] = []

    def open_page(lang: str = "en", width: int = 1440, theme: str = "light", **more: Any) -> Page:
        given: dict[str, Any] = {
            "base_url": site.url,
            "locale": LOCALES[lang],
            "viewport": {"width": width, "height": HEIGHTS.get(width, 900)},
            "color_scheme": theme,
            "reduced_motion": "reduce",
            "service_workers": "block",
        }
        context = browser.new_context(**{**given, **more})
        context.set_default_timeout(PATIENCE_MS)
        faults.watch(context)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def axe() -> Axe:
    def check(page: Page, within: str = "") -> None:
        if found := axe_findings(page, within):
            pytest.fail(f"axe-core at {page.url}:\n" + "\n".join(found), pytrace=False)

    return check


@pytest.fixture
def started(site: Site) -> Started:
    return site.started


@pytest.fixture
def shot() -> Shot:
    def write(page: Page, name: str) -> None:
        if wanted("WEB_PICTURES"):
            write_picture(page.screenshot(animations="disabled"), PICTURES / f"{name}.png")

    return write
