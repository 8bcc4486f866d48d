"""Links and local files: a parenthesis that never closes, a picture or an include that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kasen.tools.validation.addresses import destinations, path_of
from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

_OPEN = re.compile(r"\]\(")
INCLUDE = re.compile(r"\{\{<\s*include\s+[\"']?([^\s\"'>][^\"'>]*?)[\"']?\s*>\}\}")
"""A shortcode that includes a file; group 1 is its name."""
LONGEST = 500
FARTHEST = 1000
"""Characters in which an address must close."""


def problems(source: Source, *, folder: str = "", name: str = "resume.qmd") -> Iterator[Problem]:
    """Problems of links; those of files only where the folder is known."""
    yield from _unclosed(source)
    if not folder:
        return
    for one in destinations(source.shown):
        if one.is_image and _is_missing(one.written, folder):
            text = f"The picture `{one.written[:80]}` is not there."
            yield Problem(line=source.line_at(one.start), rule="missing-picture", text=text)
    for match in includes(source):
        if name.lower().endswith(".qmd") and _is_missing(match[1], folder):
            text = f"The included file `{match[1][:80]}` is not there."
            yield Problem(line=source.line_at(match.start()), rule="include-not-found", text=text)


def includes(source: Source) -> Iterator[re.Match[str]]:
    """Shortcodes that include a file; group 1 is its name."""
    return INCLUDE.finditer(source.shown)


def _is_missing(written: str, folder: str) -> bool:
    """A path from the root belongs to a project, whose root is not known here."""
    path = path_of(written)
    if not path or path.startswith(("/", "{{")) or len(path) > LONGEST:
        return False
    try:
        return not (Path(folder) / path).exists()
    except (OSError, ValueError):
        return True


def _unclosed(source: Source) -> Iterator[Problem]:
    text = source.shown
    for match in _OPEN.finditer(text):
        paragraph = text[match.end() : match.end() + FARTHEST].partition("\n\n")[0]
        if not _closes(paragraph):
            words = "The address of a link is not closed by `)`."
            yield Problem(line=source.line_at(match.start()), rule="unclosed-link", text=words)


def _closes(text: str) -> bool:
    depth = 1
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return True
    return False
