"""Going to a page that somebody else made, until what it shows is there. What is no page is an error, not a picture."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kasen.errors import InputError

if TYPE_CHECKING:
    from playwright.async_api import Page, Request, Response

    from kasen.tools.screenshot.proxy import FilteringProxy

_PAGES = ("text/html", "application/xhtml+xml")
_ON_ITS_WAY = ("ERR_ABORTED", "interrupted by another navigation")
"""What the browser says of a page that went on before it was there; what is shown in the end is judged."""
_REASONS = {
    "ERR_CERT": "has a certificate that is not valid for it",
    "ERR_TOO_MANY_REDIRECTS": "redirects in a circle",
    "ERR_NAME_NOT_RESOLVED": "has no address",
    "ERR_TUNNEL_CONNECTION_FAILED": "takes no connection",
    "ERR_INVALID_HTTP_RESPONSE": "sent no sound HTTP",
    "ERR_UNSAFE_PORT": "is at a port that browsers do not ask",
}


@dataclass(frozen=True, kw_only=True)
class Patience:
    """Seconds that a page gets."""

    answer_s: float = 20.0
    """Until it begins to come."""
    load_s: float = 10.0
    """For what belongs to it; what takes longer is left out."""
    quiet_s: float = 4.0
    """For an application that asks for its words after it has loaded."""
    settle_s: float = 25.0
    """To be scrolled through and come to rest."""


class Arrival:
    """One visit. It follows where the page goes by itself, and judges the document that is shown in the end."""

    def __init__(self, page: Page, proxy: FilteringProxy, host: str, patience: Patience) -> None:
        self._patience = patience
        self._page = page
        self._proxy = proxy
        self._host = host
        self._answer: Response | None = None
        self._failed: Request | None = None
        page.on("response", self._answered)
        page.on("requestfailed", self._not_had)

    def _answered(self, response: Response) -> None:
        if response.request.is_navigation_request() and response.frame == self._page.main_frame:
            self._answer, self._failed = response, None

    def _not_had(self, request: Request) -> None:
        is_aborted = "ERR_ABORTED" in (request.failure or "")  # by where the page goes on to
        if request.is_navigation_request() and request.frame == self._page.main_frame and not is_aborted:
            self._failed = request

    async def go(self, url: str) -> None:
        """Go there and wait a bounded time for what belongs to the page. Raises InputError."""
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as Late

        patience = self._patience
        try:
            await self._page.goto(url, wait_until="commit", timeout=patience.answer_s * 1000)
        except Late as error:
            raise InputError(f"`{self._host}` did not answer within {patience.answer_s:g} s") from error
        except Error as error:
            if not any(words in str(error) for words in _ON_ITS_WAY):
                raise InputError(self._why(str(error))) from error
        load, quiet = patience.load_s, patience.quiet_s
        for state, seconds in (("domcontentloaded", load), ("load", load), ("networkidle", quiet)):
            try:
                await self._page.wait_for_load_state(state, timeout=seconds * 1000)  # type: ignore[arg-type]
            except Late:
                break  # what is there is looked at
        await self.judge()

    async def judge(self) -> None:
        """Raises InputError unless what is shown now is a page that its server gave as one."""
        if self._failed is not None or self._page.url.startswith("chrome-error:"):
            raise InputError(self._why(self._failed.failure or "" if self._failed else ""))
        answer = self._answer
        if answer is None or not self._page.url.startswith(("http:", "https:")):
            raise InputError(f"`{self._host}` gave no web page")
        if answer.status >= 400:
            raise InputError(self._status(answer))
        kind = (await self._kind(answer)).partition(";")[0].strip().lower()
        if kind not in _PAGES:
            raise InputError(f"`{self._host}` gave no web page, but {kind or 'something without a type'}")

    async def _kind(self, answer: Response) -> str:
        async with asyncio.timeout(self._patience.answer_s):
            return await answer.header_value("content-type") or ""

    def _status(self, answer: Response) -> str:
        refused = self._proxy.why_not(answer.url) if answer.status == 403 else ""
        if refused:
            return f"the page cannot be shown: {refused}"
        return f"`{self._host}` answered {answer.status} {answer.status_text}".rstrip()

    def _why(self, error: str) -> str:
        """One sentence for what the browser says."""
        answer = self._answer
        refused = self._proxy.why_not(self._failed.url) if self._failed else ""
        if refused:
            return f"the page cannot be shown: {refused}"
        if answer is not None and answer.status >= 400:
            return self._status(answer)
        if "Download is starting" in error:
            kind = (answer.headers.get("content-type", "") if answer else "").partition(";")[0]
            return f"`{self._host}` gave no web page, but {'a download' if kind in ('', *_PAGES) else kind}"
        return f"`{self._host}` {next((words for code, words in _REASONS.items() if code in error), 'broke off')}"
