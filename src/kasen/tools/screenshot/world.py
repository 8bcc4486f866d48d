"""A world of our own beside a page's scripts: what measures there is not seen, changed or forbidden by the page."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

_NAME = "kasen"


class Moved(InputError):
    """The page went on while it was measured."""


class World:
    """Evaluates `measure.js` in an isolated world (Chrome DevTools Protocol, `Page.createIsolatedWorld`).

    Raises, from each call:
        InputError: the page keeps the browser busy, or goes on to another (Moved).
    """

    def __init__(self, devtools: CDPSession) -> None:
        self._devtools = devtools

    @classmethod
    async def of(cls, page: Page) -> World:
        """That of a page."""
        return cls(await page.context.new_cdp_session(page))

    async def measure(self, name: str, *arguments: float, seconds: float, first: str = "") -> Any:
        """What the function of that name gives. `first` is a script to run before, in the same world."""
        call = f"({_script()}).{name}({','.join(map(json.dumps, arguments))})"
        async with _bounded(seconds):
            return await self._evaluate(f"{first}\n;{call}")

    async def ask(self, method: str, what: dict[str, Any], *, seconds: float) -> dict[str, Any]:
        """The answer to a command of the DevTools Protocol."""
        async with _bounded(seconds):
            return dict(await self._devtools.send(method, what))

    async def _evaluate(self, expression: str) -> Any:
        tree = await self._devtools.send("Page.getFrameTree")
        where = {"frameId": tree["frameTree"]["frame"]["id"], "worldName": _NAME}
        world = await self._devtools.send("Page.createIsolatedWorld", where)
        asked = {"contextId": world["executionContextId"], "awaitPromise": True, "returnByValue": True}
        answer = await self._devtools.send("Runtime.evaluate", {"expression": expression, **asked})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            thrown = details.get("exception", {}).get("description") or details.get("text") or "no reason"
            raise InputError(f"the page could not be measured: {thrown.splitlines()[0][:200]}")
        return answer["result"].get("value")


@asynccontextmanager
async def _bounded(seconds: float) -> AsyncIterator[None]:
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise InputError(f"the page keeps the browser busy for more than {seconds:g} s") from error
    except Error as error:
        if "crashed" in str(error):
            raise InputError("the page makes the browser crash") from error
        raise Moved("the page does not come to rest: it goes on to another while it is looked at") from error


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
