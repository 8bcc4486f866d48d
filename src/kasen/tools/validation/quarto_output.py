"""What Quarto writes while it renders, as problems."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.tools.validation.model import Problem
from kasen.tools.validation.running import Ran

MOST = 50
_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_HEAD = re.compile(r"^(?:\[(WARNING)\]|(ERROR|WARNING|WARN)\b:?|(Error)\b[^\n:]*:)\s*", re.IGNORECASE)
_LINES = (re.compile(r"\(line (\d+)"), re.compile(r"\bat line (\d+)"), re.compile(r"\bline (\d+)"))
_FRAME = re.compile(r"^\s*(?:at\s|Stack trace|Output created|\d+:\s|~+\s*$|\.\.\.$|\^)")
_EMPTY = re.compile(r"^(?:Validation of YAML front matter failed|Render failed due to invalid YAML)\.?$")
_IN_FILE = re.compile(r"^In file \S+\s*")
_PLACES = re.compile(r"(?:/[\w.@-]+)+/(?=resume\.(?:qmd|md))")


def problems_of(done: Ran, *, made: bool) -> list[Problem]:
    """Errors block, warnings do not. `made`: the page was written.

    A run that ends with a failure, without a page and without a word, blocks too; one that ends with a failure although
    the page is there and no error was told is a warning (Quarto 1.7 did so on success).
    """
    said = _COLOURS.sub("", f"{done.out.decode('utf-8', 'replace')}\n{done.err}")
    found = list(_told(said))
    blocking = any(one.blocking for one in found)
    if done.code and not blocking:
        last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "without a word")
        text = f"Quarto ended with exit {done.code}: {last[:200]}"
        found.append(Problem(rule="quarto-exit", text=text, blocking=not made))
    elif not done.code and not made and not blocking:
        found.append(Problem(rule="quarto-no-page", text="Quarto ended without an error and without a page."))
    return found[:MOST]


def _told(said: str) -> Iterator[Problem]:
    seen: set[tuple[int, str]] = set()
    for kind, words in _messages(said):
        line = next((int(match[1]) for pattern in _LINES if (match := pattern.search(words))), 0)
        text = _PLACES.sub("", _IN_FILE.sub("", words))[:400]
        if _EMPTY.match(words) or (line, text) in seen:
            continue
        seen.add((line, text))
        blocking = kind == "error"
        yield Problem(line=line, rule=_rule(text, blocking=blocking), text=f"Quarto says: {text}", blocking=blocking)
    if not seen and re.search(r"Validation of YAML front matter failed|Render failed due to invalid YAML", said):
        yield Problem(rule="yaml-schema-error", text="Quarto says: Validation of YAML front matter failed.")


def _messages(said: str) -> Iterator[tuple[str, str]]:
    """Each message with the lines that belong to it, in one line; pictures of the source and traces left out."""
    kind, words = "", list[str]()
    for line in [*said.splitlines(), ""]:
        head = _HEAD.match(line)
        if words and (head or not line.strip()):
            yield kind, " ".join(words)
            kind, words = "", []
        if head:
            kind = "error" if (head[2] or head[3] or "").upper() == "ERROR" else "warning"
            words = [rest] if (rest := line[head.end() :].strip()) else []
        elif kind and line.strip() and not _FRAME.match(line):
            words.append(line.strip())


def _rule(text: str, *, blocking: bool) -> str:
    if not blocking:
        return "quarto-warning"
    if "YAMLError" in text:
        return "yaml-parse-error"
    return "yaml-schema-error" if re.search(r"\bField\b|\bKey\b|must instead be", text) else "quarto-error"
