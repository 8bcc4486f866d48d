"""A world of our own beside a page's scripts: what measures there is not seen, changed or forbidden by the page."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

_NAME = "kasen"


class World:
    """Evaluates `measure.js` in an isolated world (Chrome DevTools Protocol, `Page.createIsolatedWorld`)."""

    def __init__(self, devtools: CDPSession) -> None:
        self.devtools = devtools

    @classmethod
    async def of(cls, page: Page) -> World:
        """That of a page."""
        return cls(await page.context.new_cdp_session(page))

    async def measure(self, name: str, *arguments: float, seconds: float, first: str = "") -> Any:
        """What the function of that name gives. `first` is a script to run before, in the same world.

        Raises:
            InputError: the page keeps the browser busy, or is gone.
        """
        call = f"({_script()}).{name}({','.join(map(json.dumps, arguments))})"
        try:
            async with asyncio.timeout(seconds):
                return await self._evaluate(f"{first}\n;{call}")
        except TimeoutError as error:
            raise InputError(f"the page keeps the browser busy for more than {seconds:g} s") from error

    async def _evaluate(self, expression: str) -> Any:
        tree = await self.devtools.send("Page.getFrameTree")
        where = {"frameId": tree["frameTree"]["frame"]["id"], "worldName": _NAME}
        world = await self.devtools.send("Page.createIsolatedWorld", where)
        asked = {"contextId": world["executionContextId"], "awaitPromise": True, "returnByValue": True}
        answer = await self.devtools.send("Runtime.evaluate", {"expression": expression, **asked})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            thrown = details.get("exception", {}).get("description") or details.get("text", "")
            raise InputError(
                f"the page could not be measured: {thrown.splitlines()[0][:200] if thrown else 'no reason'}"
            )
        return answer["result"].get("value")


@cache
def _script() -> str:
    return Path(__file__).with_name("measure.js").read_text(encoding="utf-8")


@cache
def axe() -> str:
    """The source of axe-core, from the package that carries it. Raises ConfigurationError."""
    found = importlib.util.find_spec("axe_playwright_python")
    file = Path(found.origin).with_name("axe.min.js") if found and found.origin else None
    if file is None or not file.is_file():
        raise ConfigurationError(
            "facts about a page need the package `axe-playwright-python`", hint="Run: pip install 'kasen[resume]'"
        )
    return file.read_text(encoding="utf-8")
