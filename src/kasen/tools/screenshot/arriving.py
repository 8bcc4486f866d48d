"""Going to a page that somebody else made, until what it shows is there. What is no page is an error, not a picture."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kasen.errors import InputError

if TYPE_CHECKING:
    from playwright.async_api import Page, Request, Response

    from kasen.tools.screenshot.proxy import FilteringProxy

ANSWER_S = 20.0
"""Seconds until a page begins to come."""
LOAD_S = 10.0
"""Seconds for what belongs to it; what takes longer is left out."""
QUIET_S = 4.0
"""Seconds for an application that asks for its words after it has loaded."""
_PAGES = ("text/html", "application/xhtml+xml")
_REASONS = {
    "ERR_CERT": "has a certificate that is not valid for it",
    "ERR_TOO_MANY_REDIRECTS": "redirects in a circle",
    "ERR_NAME_NOT_RESOLVED": "has no address",
    "ERR_TUNNEL_CONNECTION_FAILED": "takes no connection",
    "ERR_INVALID_HTTP_RESPONSE": "sent no sound HTTP",
}


class Arrival:
    """One visit. It follows where the page goes by itself, and judges the document that is shown in the end."""

    def __init__(self, page: Page, proxy: FilteringProxy, host: str) -> None:
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
        if request.is_navigation_request() and request.frame == self._page.main_frame:
            self._failed = request

    async def go(self, url: str) -> None:
        """Go there and wait a bounded time for what belongs to the page. Raises InputError."""
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as Late

        try:
            await self._page.goto(url, wait_until="commit", timeout=ANSWER_S * 1000)
        except Late as error:
            raise InputError(f"`{self._host}` did not answer within {ANSWER_S:g} s") from error
        except Error as error:
            raise InputError(self._why(str(error))) from error
        for state, seconds in (("domcontentloaded", LOAD_S), ("load", LOAD_S), ("networkidle", QUIET_S)):
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
        if answer is None:
            raise InputError(f"`{self._host}` did not answer")
        refused = self._proxy.why_not(answer.url) if answer.status == 403 else ""
        if refused:
            raise InputError(f"the page leads to where it may not: {refused}")
        if answer.status >= 400:
            raise InputError(f"`{self._host}` answered {answer.status} {answer.status_text}".rstrip())
        kind = (await self._kind(answer)).partition(";")[0].strip().lower()
        if kind not in _PAGES:
            raise InputError(f"`{self._host}` gave no web page, but {kind or 'something without a type'}")

    async def _kind(self, answer: Response) -> str:
        async with asyncio.timeout(ANSWER_S):
            return await answer.header_value("content-type") or ""

    def _why(self, error: str) -> str:
        """One sentence for what the browser says."""
        refused = self._proxy.why_not(self._failed.url) if self._failed else ""
        if refused:
            return f"the page cannot be shown: {refused}"
        answer = self._answer
        if "Download is starting" in error or "ERR_ABORTED" in error:
            kind = answer.headers.get("content-type", "") if answer else ""
            return f"`{self._host}` gave no web page, but {kind.partition(';')[0] or 'a download'}"
        reason = next((words for code, words in _REASONS.items() if code in error), "broke off")
        return f"`{self._host}` {reason}"
