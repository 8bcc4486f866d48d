"""What no page may do, noticed while it does it; what axe-core says of a page; pictures of pages for the guide."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

from kasen.testing.network import is_local

_INSIDE = {"about", "blob", "chrome-error", "data"}
LARGEST = 150_000
"""Bytes of a picture in the guide."""


@dataclass
class Faults:
    """What went wrong in the browser. A test fails for what it did not expect, and for what it expected in vain."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Faults that this expression finds are meant by the test; one at least has to come."""
        self.expected.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def take(self) -> list[str]:
        """What nobody expected, and what was expected and did not come; then all is forgotten."""
        found = [one for one in self.seen if not any(re.search(pattern, one) for pattern in self.expected)]
        found += [
            f"expected, and did not come: {pattern}"
            for pattern in self.expected
            if not any(re.search(pattern, one) for one in self.seen)
        ]
        self.seen, self.expected = [], []
        return found

    def _console(self, message: ConsoleMessage) -> None:
        # Refusals of the policy of the page and answers of 400 and above are written there too, as errors.
        if message.type == "error":
            self.seen.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.seen.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in _INSIDE and not is_local(address.hostname or ""):
            self.seen.append(f"request beyond this machine: {request.url}")


def axe_findings(page: Page, within: str = "") -> list[str]:
    """What axe-core calls serious or critical, a line for each node: rule, what it wants, and the node."""
    from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate(
        "within => axe.run(within || document, { iframes: false, resultTypes: ['violations'] })", within
    )
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {' '.join(map(str, node['target']))} {node['html'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]


def write_picture(png: bytes, path: Path) -> None:
    """A picture as PNG, small enough for the guide: as it is, else with as many colours as it may have."""
    from PIL import Image

    with Image.open(BytesIO(png)) as opened:
        whole = opened.convert("RGB")
    for colours in (0, 256, 128, 64):
        data = BytesIO()
        made = whole.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE) if colours else whole
        made.save(data, "PNG", optimize=True)
        if data.tell() <= LARGEST:
            break
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.getvalue())
