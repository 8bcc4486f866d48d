"""Pictures of a page and facts about it: of one at an address, or of one that was made here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from kasen.errors import InputError, Refused, Retryable
from kasen.models.connection import DIRECT, Connection
from kasen.tools.chromium import NO_NAMES, started
from kasen.tools.screenshot.arriving import Arrival, Patience
from kasen.tools.screenshot.capturing import HEIGHT, WIDTH
from kasen.tools.screenshot.looking import looked_at, settled
from kasen.tools.screenshot.model import Shot
from kasen.tools.screenshot.proxy import FilteringProxy
from kasen.tools.screenshot.world import World

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Dialog, Page, Route

    from kasen.tools.addresses import Addresses, Checked

PATIENCE = Patience()
WHOLE_S = 90.0
"""Seconds for everything about one page, the browser's start included."""
MOST_HTML = 20 << 20
MOST_FILE = 30 << 20
"""Bytes of a page that was made here, and of a file that it names."""
_HOME = "http://page.invalid/"
_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline' data:; font-src 'self' data:; "
    "media-src 'none'; script-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
_KINDS = {
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".css": "text/css",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""Files that a page made here may name. The lists of systems differ, and lack one or the other."""
_NETWORK = (
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_NO_CALLS = """for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"])
  Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });"""
"""Run in every frame before its own scripts: what could leave beside the proxy is not there."""


async def shoot_url(url: str, addresses: Addresses, *, connection: Connection = DIRECT, typed: bool = True) -> Shot:
    """The page at an address that the user typed, as a visitor sees it, with its scripts and without a login.

    `typed=False` for an address that somebody else gave, which has to be public. What the page asks for goes through
    `FilteringProxy` only. The user's HTTP proxy is used, a SOCKS proxy is not.

    Raises:
        InputError: the address may not be asked, or gives no page.
        ConfigurationError: Chromium or the package that drives it is missing or fails.
    """
    try:
        async with asyncio.timeout(WHOLE_S):
            start = await _checked(url, addresses, typed=typed)
            async with browsing() as browser:
                return await visit(browser, url, start, addresses, connection=connection)
    except TimeoutError as error:
        raise InputError(f"the page took more than {WHOLE_S:g} s") from error


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """A browser that reaches only what a proxy on 127.0.0.1 gives. Raises ConfigurationError."""
    async with started(
        *_NETWORK, hosts=f"{NO_NAMES}, EXCLUDE 127.0.0.1", work="taking pictures of a page", extra="resume"
    ) as browser:
        yield browser


async def visit(browser: Browser, url: str, start: Checked, addresses: Addresses, **more: Any) -> Shot:
    """The page at a checked address; `more` is as for `arrived`. Raises InputError."""
    async with arrived(browser, url, start, addresses, **more) as there:
        return await looked_at(*there, url.strip())


@asynccontextmanager
async def arrived(
    browser: Browser,
    url: str,
    start: Checked,
    addresses: Addresses,
    *,
    connection: Connection = DIRECT,
    patience: Patience = PATIENCE,
) -> AsyncIterator[tuple[World, int]]:
    """The page when it is there and at rest, and its height in pixels. Raises InputError."""
    proxy = FilteringProxy(addresses, start, connection=connection)
    fragment = urlsplit(url.strip()).fragment
    async with (
        proxy.running() as port,
        _opened(browser, proxy={"server": f"http://127.0.0.1:{port}", "bypass": "<-loopback>"}) as page,
    ):
        await page.context.add_init_script(_NO_CALLS)
        arrival = Arrival(page, proxy, start.host, patience)
        await arrival.go(f"{start.url}#{fragment}" if fragment else start.url)
        world = await World.of(page)
        height = await settled(world, patience.settle_s)
        await arrival.judge()
        yield world, height


async def shoot_page(html: str, *, folder: str = "", source: str) -> Shot:
    """A page that was made here: no network, none of its scripts run, files only from below `folder`.

    Raises:
        InputError: the page is too large or cannot be shown.
        ConfigurationError: Chromium or the package that drives it is missing or fails.
    """
    try:
        async with asyncio.timeout(WHOLE_S), started(work="taking pictures of a page", extra="resume") as browser:
            return await shown(browser, html, folder=folder, source=source)
    except TimeoutError as error:
        raise InputError(f"the page took more than {WHOLE_S:g} s") from error


async def shown(browser: Browser, html: str, *, folder: str = "", source: str) -> Shot:
    """The same in a browser that is there."""
    body = html.encode("utf-8", "replace")
    if len(body) > MOST_HTML:
        raise InputError(f"the page is too large to be shown: more than {MOST_HTML >> 20} MB")
    async with _opened(browser, offline=True) as page:
        await page.context.route("**/*", _Local(body, folder).serve)
        await page.goto(_HOME, wait_until="load")
        world = await World.of(page)
        return await looked_at(world, await settled(world, PATIENCE.settle_s), source)


class _Local:
    """Answers what a page made here asks for; its policy forbids every script, whatever the page says."""

    def __init__(self, page: bytes, folder: str) -> None:
        self._page: bytes | None = page
        self._folder = Path(folder).resolve() if folder else None

    async def serve(self, route: Route) -> None:
        """The page, once; then pictures, fonts and style sheets of its folder."""
        url = route.request.url
        if url == _HOME and self._page is not None:
            body, self._page = self._page, None
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": _POLICY}
            await route.fulfill(status=200, headers=headers, body=body)
            return
        found = await asyncio.to_thread(self._file, url)
        if found is None:
            await route.abort("accessdenied")
            return
        kind, body = found
        await route.fulfill(status=200, headers={"Content-Type": kind, "X-Content-Type-Options": "nosniff"}, body=body)

    def _file(self, url: str) -> tuple[str, bytes] | None:
        if self._folder is None or not url.startswith(_HOME):
            return None
        try:
            path = (self._folder / unquote(urlsplit(url).path).lstrip("/")).resolve()
            kind = _KINDS.get(path.suffix.lower(), "")
            if not path.is_relative_to(self._folder) or not kind or not path.is_file():
                return None
            return (kind, path.read_bytes()) if path.stat().st_size <= MOST_FILE else None
        except (OSError, ValueError):
            return None


@asynccontextmanager
async def _opened(browser: Browser, **options: object) -> AsyncIterator[Page]:
    """A page in a window of its own that remembers nothing; what would ask a person is turned down."""
    context: BrowserContext = await browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="light",
        reduced_motion="reduce",
        accept_downloads=False,
        service_workers="block",
        **options,  # type: ignore[arg-type]
    )
    try:
        page = await context.new_page()
        context.on("page", _close)
        page.on("dialog", _dismiss)
        yield page
    finally:
        await context.close()


async def _close(popup: Page) -> None:
    await popup.close()


async def _dismiss(dialog: Dialog) -> None:
    await dialog.dismiss()


async def _checked(url: str, addresses: Addresses, *, typed: bool) -> Checked:
    try:
        return await addresses.check(url, typed=typed)
    except (Refused, Retryable) as error:
        raise InputError(f"the page cannot be shown: {error}") from error
