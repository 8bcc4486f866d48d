"""A page on paper, and what a text extractor reads of it: what an applicant tracking system gets."""

from __future__ import annotations

import asyncio
import base64
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from kasen.evidence.normal import normalise
from kasen.evidence.terms import CJK

if TYPE_CHECKING:
    from kasen.tools.screenshot.world import World

PAPER = (8.27, 11.69)
"""A4 in inches."""
SECONDS, MEMORY = 20.0, 2 << 30
"""What reading a PDF back may take: seconds, and bytes of address space."""
MOST_LOST = 20
MOST_WORDS = 20_000
"""Words of a page that are compared."""
_WORDS = re.compile(f"[{CJK}]|(?:(?![{CJK}])[^\\W_])+")


@dataclass(frozen=True)
class ReadBack:
    """How much of a page's text comes back from paper."""

    share: float
    """0–1: its words that are read, in order."""
    lost: tuple[str, ...]
    """Words that are read nowhere, at most MOST_LOST stretches of them; words in another place are not lost."""


async def printed(world: World, seconds: float) -> tuple[bytes, str]:
    """The page as a PDF on A4, and its words as it shows them on paper. Raises InputError."""
    await world.ask("Emulation.clearDeviceMetricsOverride", {}, seconds=seconds)
    await world.ask("Emulation.setEmulatedMedia", {"media": "print"}, seconds=seconds)
    text = str(await world.measure("text", seconds=seconds))
    paper = {"paperWidth": PAPER[0], "paperHeight": PAPER[1], "printBackground": True, "generateTaggedPDF": True}
    answer = await world.ask("Page.printToPDF", paper, seconds=seconds)
    return base64.b64decode(answer["data"]), text


async def extracted(pdf: bytes) -> list[str] | None:
    """The text of each page as it is read out of a PDF, as documents are read; None when it cannot be read."""
    line = (sys.executable, "-m", "kasen.tools.screenshot.pdf_child", str(SECONDS), str(MEMORY))
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(*line, stdin=pipe, stdout=pipe, stderr=nowhere)
    except OSError:
        return None
    try:
        async with asyncio.timeout(2 * SECONDS):
            out, _ = await process.communicate(pdf)
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return [str(page) for page in orjson.loads(out)] if process.returncode == 0 else None


def compared(page: str, read: str) -> ReadBack | None:
    """The words of a page against those that were read of it; None for a page without words.

    A word of letters, a number, or one character of Japanese, after NFKC and without case; in order means the longest
    common subsequence (Hirschberg 1975; by rapidfuzz).
    """
    from rapidfuzz.distance import LCSseq

    ours, theirs = _words(page)[:MOST_WORDS], _words(read)[: 2 * MOST_WORDS]
    if not ours:
        return None
    share = LCSseq.similarity(ours, theirs) / len(ours)
    everywhere = _joined(theirs)
    missed = (_joined(ours[op.src_start : op.src_end]) for op in LCSseq.opcodes(ours, theirs) if op.tag != "equal")
    lost = dict.fromkeys(words[:60] for words in missed if words and words not in everywhere)
    return ReadBack(share, tuple(lost)[:MOST_LOST])


def _words(text: str) -> list[str]:
    return _WORDS.findall(normalise(text).text.casefold())


def _joined(words: Sequence[str]) -> str:
    """Words with spaces between them where they are written so."""
    return re.sub(f"(?<=[{CJK}]) (?=[{CJK}])", "", " ".join(words))
