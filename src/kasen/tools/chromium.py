"""The Chromium of this machine, for printing and for pictures. It gets no network but what a context's proxy gives."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LONGEST_MS = 60_000
"""Milliseconds that one step in the browser may take."""
_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)
NO_NAMES = "MAP * ~NOTFOUND"
"""Rule under which Chromium finds no host, by name or by address."""


@asynccontextmanager
async def chromium(*, scale: float = 1) -> AsyncIterator[BrowserContext]:
    """A browser without network and scripts, closed at the end; `scale` is device pixels per pixel of pictures.

    Raises:
        ConfigurationError: the package or the program is missing, or does not start or work.
    """
    async with started() as browser:
        context = await browser.new_context(
            java_script_enabled=False, offline=True, color_scheme="light", device_scale_factor=scale
        )
        context.set_default_timeout(LONGEST_MS)
        yield context


@asynccontextmanager
async def started(
    *flags: str, hosts: str = NO_NAMES, work: str = "printing", extra: str = "export"
) -> AsyncIterator[Browser]:
    """A browser that finds the hosts of that rule only, closed at the end.

    `work` is what it is needed for, and `extra` installs its package.
    Raises ConfigurationError as `chromium` does, for every error of the browser that is not caught before.
    """
    try:
        from playwright.async_api import Error, async_playwright
    except ImportError as error:
        raise _no_package(work, extra) from error
    try:
        async with async_playwright() as playwright:
            # Chromium's own sandbox refuses to run as root.
            root = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = await playwright.chromium.launch(
                executable_path=program(playwright, work),
                args=[*_FLAGS, f"--host-resolver-rules={hosts}", *flags, *root],
            )
            try:
                yield browser
            finally:
                await browser.close()
    except Error as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ConfigurationError(
            f"Chromium failed: {reason}", hint="See whether `chromium --version` works."
        ) from error


async def check_installed() -> None:
    """Raises ConfigurationError where the package or the program for printing is missing; starts no browser."""
    try:
        from playwright.async_api import async_playwright
    except ImportError as error:
        raise _no_package("printing", "export") from error
    if not any(map(shutil.which, BROWSERS)):
        async with async_playwright() as playwright:
            program(playwright)


def _no_package(work: str, extra: str) -> ConfigurationError:
    return ConfigurationError(f"{work} needs the package `playwright`", hint=f"Run: pip install 'kasen[{extra}]'")


def program(playwright: Playwright, work: str = "printing") -> str:
    """Path of the system's Chromium, else of the one that playwright has installed. Raises ConfigurationError."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None) or playwright.chromium.executable_path
    if not found or not Path(found).is_file():
        raise ConfigurationError(
            f"{work} needs Chromium, which is not installed",
            hint="Run: apt-get install chromium (or: playwright install chromium).",
        )
    return found
