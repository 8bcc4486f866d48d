"""A file made ready for a reader of plain Markdown: includes put in, shortcodes answered, cells shown as code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import yaml

from kasen.tools.validation.checks.front_matter import compose, entries
from kasen.tools.validation.checks.links import INCLUDE
from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source, scan

MOST_INCLUDED = 500_000
"""Characters that included files may add."""
DEEPEST = 3
_SHORTCODE = re.compile(r"(?<![\\{])\{\{<[ \t]*(/?[\w-]+)([^\n]{0,500}?)>\}\}")
_SHOWN_AS_TEXT = re.compile(r"\{(\{\{<[^\n]{0,500}?>\}\})\}")
_CELL = re.compile(r"^([ \t>]*(?:`{3,}|~{3,})[ \t]*)\{+[ \t]*([A-Za-z][\w-]*)[^\n]*$")
_EQUATION = re.compile(r"^([ \t]*\$\$)[ \t]*\{#[\w-]+\}[ \t]*$")
_OPTION = re.compile(r"^\s*(?:#|//|--|%%)\|")
_QUIET = frozenset({"bi", "brand", "env", "fa", "icon", "iconify", "placeholder", "var", "version", "video"})


class Head(NamedTuple):
    """What the front matter says for the head of the page."""

    title: str = ""
    subtitle: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""


class Ready(NamedTuple):
    """Markdown without front matter, the head, and what was left out."""

    body: str
    head: Head
    problems: tuple[Problem, ...]


def ready(text: str, *, folder: str = "") -> Ready:
    """Make the file ready. Included files must lie in `folder`; nothing else is read and nothing is run."""
    source = scan(text)
    values = _values(source)
    problems: list[Problem] = []
    lines = _body(source)
    body = "\n".join(lines)
    body = _with_includes(body, folder, problems, depth=0)
    body = _with_shortcodes(body, values, problems)
    return Ready(_with_cells(body), _head(source), tuple(problems))


def _body(source: Source) -> list[str]:
    """The lines without front matter and comments; a front matter that nobody closed is left out as well."""
    lines = list(source.lines)
    for first, last in source.comments:
        if last == 0:
            continue
        start, end = lines[first - 1].find("<!--"), lines[last - 1].find("-->") + 3
        rest = lines[last - 1][end:]
        for number in range(first - 1, last):
            lines[number] = lines[number][:start] if number == first - 1 else ""
        lines[last - 1] += rest
    return ["", *lines[source.front[1] :]] if source.front else lines


def _with_includes(body: str, folder: str, problems: list[Problem], depth: int) -> str:
    def included(match: re.Match[str]) -> str:
        text = _read(match[1], folder) if depth < DEEPEST else None
        if text is None:
            problems.append(Problem(rule="left-out", text=f"`{match[1][:80]}` was not included.", blocking=False))
            return ""
        inner = "\n".join(_body(scan(text)))
        return f"\n\n{_with_includes(inner, folder, problems, depth + 1)}\n\n"

    made = INCLUDE.sub(included, body)
    return made if len(made) <= len(body) + MOST_INCLUDED else body


def _read(name: str, folder: str) -> str | None:
    if not folder:
        return None
    root = Path(folder).resolve()
    try:
        file = (root / name.lstrip("/")).resolve()
        inside = file.is_relative_to(root) and file.is_file() and file.stat().st_size <= MOST_INCLUDED
        return file.read_bytes().decode("utf-8", "replace") if inside else None
    except (OSError, ValueError):
        return None


def _with_shortcodes(body: str, values: dict[str, str], problems: list[Problem]) -> str:
    def answered(match: re.Match[str]) -> str:
        name, given = match[1], match[2].strip().strip("\"'")
        if name == "pagebreak":
            return "\n\n::: {.pagebreak}\n:::\n\n"
        if name == "meta":
            return values.get(given, "")
        if name == "kbd":
            return f"`{given}`"
        if name not in _QUIET:
            text = f"The shortcode `{name}` is not shown in the preview."
            problems.append(Problem(rule="left-out", text=text, blocking=False))
        return ""

    return _SHOWN_AS_TEXT.sub(lambda match: f"`{match[1]}`", _SHORTCODE.sub(answered, body))


def _with_cells(body: str) -> str:
    """Cells as shown code with a class of their own, without their options; numbers of formulas taken off."""
    lines = body.split("\n")
    gone: set[int] = set()
    for code in scan(body).codes:
        if not code.is_cell:
            continue
        lines[code.first - 1] = _CELL.sub(r"\1{.\2 .cell}", lines[code.first - 1])
        for number in range(code.first, code.last - 1):
            if not _OPTION.match(lines[number]):
                break
            gone.add(number)
    kept = (line for number, line in enumerate(lines) if number not in gone)
    return "\n".join(_EQUATION.sub(r"\1", line) for line in kept)


def _values(source: Source) -> dict[str, str]:
    node, _ = compose(source.yaml, 0) if source.front else (None, None)
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {key: str(value.value) for key, value in entries(node) if isinstance(value, yaml.ScalarNode)}


def _head(source: Source) -> Head:
    node, _ = compose(source.yaml, 0) if source.front else (None, None)
    if not isinstance(node, yaml.MappingNode):
        return Head()
    found = dict(entries(node))
    words = {key: " ".join(str(value.value).split()) for key, value in found.items() if _is_text(value)}
    authors = found.get("author", found.get("authors"))
    return Head(words.get("title", ""), words.get("subtitle", ""), tuple(_names(authors)), words.get("date", ""))


def _is_text(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and bool(node.value) and node.value not in {"today", "now", "null", "~"}


def _names(node: yaml.Node | None) -> list[str]:
    """Names of authors: a word, a list, or mappings with `name`, which may be a mapping of its own."""
    if isinstance(node, yaml.SequenceNode):
        return [name for one in node.value for name in _names(one)]
    if isinstance(node, yaml.MappingNode):
        inner = dict(entries(node))
        name = inner.get("name")
        if name is None and {"given", "family"} & inner.keys():
            parts = (inner.get(key) for key in ("given", "family"))
            return [" ".join(str(part.value) for part in parts if isinstance(part, yaml.ScalarNode))]
        return _names(name)
    return [" ".join(str(node.value).split())] if node is not None and _is_text(node) else []
