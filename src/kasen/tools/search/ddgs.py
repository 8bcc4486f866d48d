"""Search without a key: the package `ddgs`, which reads the result pages of public search engines.

It runs in a process of its own: its HTTP client follows proxies of the environment, cannot be interrupted, and reads
pages of strangers with a C library. The start costs 0.3 s a search.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kasen.errors import ConfigurationError, Malformed, Offline, ProviderError, Retryable
from kasen.evidence.types import Hit
from kasen.models.connection import Connection
from kasen.tools.search.line import read_json, results_in
from kasen.tools.search.result import hit_of
from kasen.tools.search.wanted import Wanted

LOGGER = logging.getLogger("kasen.tools.search")
ENGINES = ("duckduckgo", "brave", "startpage", "yahoo", "mojeek")
"""Left out are encyclopedias, one of which a model wrote, and libraries of pirated books."""
_TIMELESS = frozenset({"mojeek"})
"""Engines that pass over a range of time."""
ENGINE_S = 4
"""Seconds for one engine; two or three are asked one after the other within the time of a search."""
_REGIONS = {
    "de": "de-de", "en": "us-en", "es": "es-es", "fr": "fr-fr", "it": "it-it", "ja": "jp-jp", "ko": "kr-kr",
    "pt": "br-pt", "zh": "cn-zh",
}  # fmt: skip
_CHILD = Path(__file__).with_name("ddgs_child.py")
_ADDRESS = "https://duckduckgo.com"
"""Stands for all engines where it is decided whether a proxy is used."""
_URL = re.compile(r"https?://\S+")
_OFFLINE = re.compile(r"\bdns|resolving|network is unreachable", re.IGNORECASE)
_REASONS = (
    (re.compile(r"certificate|\btls\b|\bssl\b", re.IGNORECASE), "the certificate of none is trusted"),
    (re.compile(r"proxy|tunnel", re.IGNORECASE), "the proxy lets none through"),
    (re.compile(r"time[d ]*out", re.IGNORECASE), "none answered in time"),
    (re.compile(r"connect", re.IGNORECASE), "none takes a connection"),
)
"""What the library says of the last engine that it tried, in words."""


def is_installed() -> bool:
    """Whether the package is there."""
    return importlib.util.find_spec("ddgs") is not None


class Ddgs:
    """Engines give no dates, so those of its results are unknown; one that blocks robots looks like no results."""

    name = "ddgs"
    account = "ddgs"
    pace_s = 0.0

    def __init__(
        self, connection: Connection, *, now: Callable[[], datetime] = lambda: datetime.now(UTC), python: str = ""
    ) -> None:
        if not is_installed():
            raise ConfigurationError(
                "searching without a key needs the package `ddgs`", hint="Run: pip install 'kasen[search]'"
            )
        self._connection = connection
        self._now = now
        self._python = python or sys.executable

    async def find(self, want: Wanted) -> list[Hit]:
        """Results of the engines that answered, those that several gave first."""
        now = self._now()
        narrowed = want.range(now.date())
        asked = {
            "query": want.with_sites,
            "region": _REGIONS.get(want.lang, "us-en"),
            "timelimit": narrowed[0] if narrowed else None,
            "max_results": want.reach,
            "backend": ", ".join(engine for engine in ENGINES if not narrowed or engine not in _TIMELESS),
        }
        answer = read_json(self.name, await self._run(asked))
        if "error" in answer:
            raise _failure(answer)
        fetched = now.isoformat(timespec="seconds")
        hits = (
            hit_of(
                self.name,
                rank,
                url=one.get("href"),
                title=one.get("title"),
                text=one.get("body"),
                fetched_at=fetched,
            )
            for rank, one in enumerate(results_in(self.name, answer), start=1)
        )
        return [hit for hit in hits if hit is not None]

    async def _run(self, asked: dict[str, Any]) -> bytes:
        """What the process answers; it is killed when nobody waits any more."""
        opened = {
            "proxy": self._connection.proxy_for(_ADDRESS) or None,
            "verify": self._connection.ca_bundle or True,
            "timeout": ENGINE_S,
        }
        process = await asyncio.create_subprocess_exec(
            self._python,
            "-I",
            str(_CHILD),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={},
        )
        try:
            said, _ = await process.communicate(json.dumps({"open": opened, "ask": asked}).encode())
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode:
            raise Malformed(f"ddgs ended without an answer (exit {process.returncode})")
        return said


def _failure(answer: dict[str, Any]) -> ProviderError:
    said = " ".join(_URL.sub("…", str(answer.get("message", ""))).split())[:200]
    match answer["error"]:
        case "timeout":
            return Retryable("ddgs: no search engine answered in time")
        case "limited":
            return Retryable(f"ddgs: search engines want fewer questions: {said}", limited=True)
        case _ if _OFFLINE.search(said):
            return Offline("ddgs: there is no network: the names of search engines cannot be looked up")
        case _:
            LOGGER.info("ddgs: %s", said)
            why = next((words for pattern, words in _REASONS if pattern.search(said)), "each failed in its own way")
            return Retryable(f"ddgs: no search engine could be asked: {why}")
