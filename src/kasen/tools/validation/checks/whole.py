"""Mistakes of the file as a whole: empty, wrapped in a fence, talked around, left in the middle of a merge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

_WRAPPED = re.compile(r"^\s*(`{3,}|~{3,})\s*\{?\.?(markdown|md|qmd|quarto|pandoc|rmd)\}?\s*$", re.IGNORECASE)
_BARE = re.compile(r"^\s*(`{3,}|~{3,})\s*$")
_CONFLICT = re.compile(r"^(<{7}|>{7}|\|{7})(\s|$)")
_TALK = re.compile(
    r"^(?:sure|certainly|of course|here(?:'s| is| are)|below is|以下[はにが]|承知|かしこまり|もちろん)"
    r"[^\n]{0,120}[:：。.!！]\s*$",
    re.IGNORECASE,
)


def problems(source: Source) -> Iterator[Problem]:
    """Problems of the whole."""
    filled = [(number, line) for number, line in enumerate(source.lines, start=1) if line.strip()]
    if not filled:
        yield Problem(rule="empty", text="The file is empty.")
        return
    yield from _wrapped(source, filled[0], filled[-1])
    if _TALK.match(filled[0][1].strip()):
        text = "The first line reads like the answer of an assistant and not like a résumé."
        yield Problem(line=filled[0][0], rule="talk", text=text, blocking=False)
    for number, line in filled:
        if _CONFLICT.match(line):
            yield Problem(line=number, rule="merge-conflict", text="A merge left its marks here; choose one side.")


def _wrapped(source: Source, first: tuple[int, str], last: tuple[int, str]) -> Iterator[Problem]:
    inside = next((line.strip() for line in source.lines[first[0] :] if line.strip()), "")
    bare = _BARE.match(first[1]) and _BARE.match(last[1]) and last[0] > first[0] and inside.startswith(("---", "#"))
    if _WRAPPED.match(first[1]) or bare:
        text = f"The whole file stands in a code fence (`{first[1].strip()}`); take the fence off."
        yield Problem(line=first[0], rule="wrapped-in-fence", text=text)
