"""Visits to pages on loopback."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image
from playwright.async_api import Browser

from kasen.errors import InputError
from kasen.tools.addresses import Addresses
from kasen.tools.screenshot.arriving import Patience
from kasen.tools.screenshot.model import Shot, View
from kasen.tools.screenshot.shooting import arrived, visit

PATIENCE = Patience(answer_s=20.0, load_s=10.0, quiet_s=0.2, settle_s=20.0)
BRIEF = Patience(answer_s=2.0, load_s=1.0, quiet_s=0.2, settle_s=2.0)
"""For what never comes, or never comes to rest."""


async def visited(browser: Browser, url: str, *, addresses: Addresses | None = None, **more: Any) -> Shot:
    """What is seen there. The policy is the strict one: on loopback only what was typed may be asked."""
    policy = addresses or Addresses()
    return await visit(browser, url, await policy.check(url, typed=True), policy, **{"patience": PATIENCE, **more})


async def sentence(browser: Browser, url: str, **more: Any) -> str:
    """Why nothing is seen there; empty when something is."""
    policy = Addresses()
    start = await policy.check(url, typed=True)
    try:
        async with arrived(browser, url, start, policy, **{"patience": PATIENCE, **more}):
            pass
    except InputError as error:
        return str(error)
    return ""


def picture(view: View) -> Image.Image:
    image = Image.open(io.BytesIO(view.data))
    image.load()
    assert image.size == (view.width, view.height)
    return image
