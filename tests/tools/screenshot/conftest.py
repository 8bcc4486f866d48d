from __future__ import annotations

import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from kasen.tools.chromium import BROWSERS
from kasen.tools.screenshot.shooting import browsing


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One for all tests of a module, which run in its loop."""
    if not any(map(shutil.which, BROWSERS)):
        pytest.skip("Chromium is not installed")
    async with browsing() as opened:
        yield opened
