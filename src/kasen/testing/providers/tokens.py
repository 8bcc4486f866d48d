"""Counting tokens: one for each run of ASCII letters or digits, one for each other character that is no space."""

from __future__ import annotations

import re
from hashlib import blake2b

from kasen.models.role import Usage
from kasen.testing.providers.reply import Reply
from kasen.testing.providers.wire import Asked

PICTURE = 258
"""Tokens of a picture, shown or made; Gemini's figure for one tile."""
BLOCK = 16
"""Tokens; what a provider caches by itself is counted in whole blocks."""
_TOKEN = re.compile(r"[A-Za-z0-9]+|\S")


def count(text: str) -> int:
    """Tokens of `text`."""
    return sum(1 for _ in _TOKEN.finditer(text))


class Cache:
    """What each provider remembers of earlier prompts, and the usage of a call that follows from it.

    OpenAI and Gemini cache by themselves (`auto`): whole blocks from the start of the prompt that were sent before.
    Anthropic caches what is marked (`marked`): the longest marked start that was sent before is read, the rest written.
    """

    def __init__(self) -> None:
        self._seen: set[tuple[str, str, bytes]] = set()

    def usage(self, asked: Asked, reply: Reply) -> Usage:
        """What this call uses; its prompt is remembered."""
        reasoning = count(reply.reasoning)
        output = count(reply.text) + count(reply.refusal) + reasoning + PICTURE * len(reply.images)
        cached, written = 0, 0
        if asked.caching == "auto":
            cached = self._blocks(asked)
        elif asked.caching == "marked":
            cached, written = self._marked(asked)
        return Usage(
            input_tokens=count(asked.prompt) + PICTURE * asked.pictures,
            output_tokens=output,
            cached_tokens=cached,
            reasoning_tokens=reasoning,
            cache_write_tokens=written,
        )

    def _blocks(self, asked: Asked) -> int:
        tokens = _TOKEN.findall(asked.prompt)
        digest = blake2b(digest_size=12)
        cached = 0
        for start in range(0, len(tokens) - BLOCK + 1, BLOCK):
            # The digest is of all blocks up to this one: a known one has only known ones before it.
            digest.update("\0".join(tokens[start : start + BLOCK]).encode())
            cached += BLOCK if self._known(asked, digest.digest()) else 0
        return cached

    def _marked(self, asked: Asked) -> tuple[int, int]:
        cached = longest = 0
        for start in asked.marked:
            longest = count(start)
            if self._known(asked, blake2b(start.encode(), digest_size=12).digest()):
                cached = longest
        return cached, longest - cached

    def _known(self, asked: Asked, digest: bytes) -> bool:
        entry = (asked.provider, asked.model, digest)
        known = entry in self._seen
        self._seen.add(entry)
        return known
