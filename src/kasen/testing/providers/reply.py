"""What a fake model says, whatever wire format carries it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from kasen.models.role import Usage

PIECE = 8
"""Characters of a streamed piece."""


@dataclass(frozen=True, kw_only=True)
class Grounding:
    """What Gemini says that it searched: byte offsets of the supports are counted from the reply's text."""

    queries: Sequence[str] = ("試験",)
    sources: Sequence[tuple[str, str]] = (("https://example.com/a", "example.com"),)
    """Address and title of each source."""
    supports: Sequence[tuple[str, Sequence[int]]] = ()
    """Words of the reply, and the numbers of the sources that support them. Empty: all of it, by the first source."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of a model; each wire format says of it what its provider would say."""

    text: str = ""
    reasoning: str = ""
    """Shown where the request asks to see it, counted as reasoning tokens everywhere."""
    usage: Usage | None = None
    """What the provider claims to have used; None: counted (`tokens.py`)."""
    finish: str = "stop"
    """`stop`, `length`, `declined`, or the provider's own word, which is sent as it is."""
    images: Sequence[bytes] = ()
    """PNG files, the drafts first and the final one last."""
    signature: bytes | None = None
    """Thought signature of the last part (Gemini); None: one of its own for a final image, else none."""
    grounding: Grounding | Mapping[str, Any] | None = None
    refusal: str = ""
    """Said instead of the text, in the provider's own field for it."""
    blocked: bool = False
    """The prompt itself was blocked (Gemini: `promptFeedback`, no candidates)."""
    tool: str = ""
    """A tool of the client that is called; the text is its input, as JSON (OpenAI's responses, Anthropic)."""
    endless: bool = False
    """The text goes on until the client leaves."""

    def pieces(self) -> Iterator[str]:
        """The text as it is streamed; without end when `endless`."""
        yield from cut(self.text)
        if self.endless:
            yield from itertools.repeat(" まだ続く。")


def cut(text: str) -> Iterator[str]:
    """`text` in pieces of a few characters."""
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE]


def as_reply(said: object) -> Reply:
    """The reply of what a test wrote: a Reply, text as it is, or a model, mapping or list as JSON."""
    if isinstance(said, Reply):
        return said
    if isinstance(said, str):
        return Reply(text=said)
    if isinstance(said, BaseModel):
        return Reply(text=said.model_dump_json())
    return Reply(text=json.dumps(said, ensure_ascii=False))
