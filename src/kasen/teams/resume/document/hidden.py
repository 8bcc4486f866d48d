"""Words that a reader does not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from kasen.teams.resume.document.model import Span
from kasen.teams.resume.schemas.posting import Hidden


def hidden_spans(text: str) -> Iterator[Span]:
    for found in re.finditer(r"<!--(?s:.*?)-->", text):
        yield found.span()


def find_hidden(text: str, *, where: Literal["resume", "posting", "portfolio"]) -> tuple[str, list[Hidden]]:
    """The text as a reader sees it, as long as before, and what was found that he does not see."""
    shown = list(text)
    for start, end in hidden_spans(text):
        shown[start:end] = [c if c in "\r\n" else " " for c in text[start:end]]
    return "".join(shown), []
