"""A file as it may be given to Quarto: the same lines, without anything that would run or fetch.

`--no-execute` alone is not enough: filters and readers of the front matter run all the same, and an engine is started
to find out that it has nothing to do. So cells become shown code and such keys become comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import yaml

from kasen.tools.validation.checks.front_matter import compose
from kasen.tools.validation.checks.keys import keys
from kasen.tools.validation.scan import Source, scan

RUNS = frozenset(
    {
        "data-dir", "defaults", "engine", "engines", "extensions", "filters", "from", "ipynb-filters", "julia",
        "jupyter", "knitr", "metadata-file", "metadata-files", "notebook", "pandoc-args", "pandoc_args",
        "post-render", "pre-render", "profile", "project", "reader", "revealjs-plugins", "runtime", "server",
        "shortcodes", "to", "writer",
    }
)  # fmt: skip
"""Keys that start programs or read settings from elsewhere."""
_EMBEDS = frozenset({"embed-resources", "self-contained", "self-contained-math"})
"""Keys that make pandoc fetch what the page names."""
_CELL = re.compile(r"^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,})[ \t]*)\{+[ \t]*([A-Za-z][\w-]*)[^\n]*$")
_INLINE = re.compile(r"((?<!`)`+[ \t]*)(\{+[ \t]*[A-Za-z]\w*[ \t]*\}+|r(?=[ \t#]))")
_ANY_KEY = re.compile(r"^[ \t\"'{,\[-]*([A-Za-z][\w-]*)[\"']?[ \t]*:", re.MULTILINE)
_MARK = re.compile(r"^---[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Neutral:
    """The harmless text and what was taken out of it; `refused` says why none could be made."""

    text: str = ""
    left_out: tuple[str, ...] = ()
    refused: str = ""


def neutral(text: str) -> Neutral:
    """Make the file harmless, line for line; a broken front matter is kept as it is, so that Quarto can say so."""
    source = scan(text)
    lines = list(source.lines)
    left_out: set[str] = set()
    if source.front and source.front_closed:
        refused = _front_matter(source, lines, left_out)
        if refused:
            return Neutral(refused=refused)
    start = source.front[1] if source.front else 0
    if found := _metadata_later("\n".join(lines[start:])):
        return Neutral(refused=f"a block of metadata in the middle of the file has the key `{found}`")
    for number in range(start, len(lines)):
        shown = _INLINE.sub(_shown_inline, _CELL.sub(r"\1{.\2}", lines[number]))
        if shown != lines[number]:
            left_out.add("code")
            lines[number] = shown
    return Neutral("\n".join(lines), tuple(sorted(left_out)))


def _shown_inline(match: re.Match[str]) -> str:
    return f"{match[1]}{match[2].replace('{', '(').replace('}', ')') if match[2] != 'r' else 'R'}"


def _front_matter(source: Source, lines: list[str], left_out: set[str]) -> str:
    """Turn keys that run into comments; says why where that cannot be done."""
    assert source.front is not None
    first = source.front[0]
    node, broken = compose(source.yaml, first)
    if broken or not isinstance(node, yaml.MappingNode):
        return _suspicious(source.yaml)
    for one in list(_running(node)):
        if one.node.start_mark.line != one.node.end_mark.line or _shares_line(source.yaml, one.node):
            return f"the key `{one.key}` of the front matter cannot be left out"
        left_out.add(one.key)
        start = first + one.node.start_mark.line
        for number in range(start, first + max(_last_line(one.value), one.node.start_mark.line) + 1):
            lines[number] = "#"
        if one.alone:
            # A mapping without keys would be another mistake than the author's.
            lines[start] = f"{' ' * one.node.start_mark.column}keep-md: false"
    rest, broken = compose("\n".join(lines[first : source.front[1] - 1]), first)
    if broken or (isinstance(rest, yaml.MappingNode) and next(_running(rest), None)):
        return "what runs could not be taken out of the front matter"
    return ""


def _suspicious(text: str) -> str:
    """Quarto's YAML is not ours: where ours cannot read it, no word that runs may stand in it."""
    found = next((match[1] for match in _ANY_KEY.finditer(text) if match[1] in RUNS), "")
    return f"the front matter is broken and has the key `{found}`" if found else ""


class _Runs(NamedTuple):
    key: str
    node: yaml.Node
    value: yaml.Node
    alone: bool
    """The first of a mapping of which nothing stays."""


def _running(node: yaml.MappingNode, *, top: bool = True) -> Iterator[_Runs]:
    """Keys that run or fetch, where Quarto reads them: at the top and in the options of formats."""
    found = [(key, value) for key, value in node.value if _runs(str(key.value), value)]
    for number, (key, value) in enumerate(found):
        yield _Runs(str(key.value), key, value, alone=number == 0 and len(found) == len(node.value))
    for key, value in node.value:
        if top and str(key.value) == "format" and isinstance(value, yaml.MappingNode):
            for _, options in value.value:
                if isinstance(options, yaml.MappingNode):
                    yield from _running(options, top=False)


def _runs(key: str, value: yaml.Node) -> bool:
    return key in RUNS or (key in _EMBEDS and _is_true(value)) or (key in keys().files and _is_elsewhere(value))


def _is_true(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and str(node.value).lower() == "true"


def _is_elsewhere(node: yaml.Node) -> bool:
    """Whether a file is named that does not lie in the folder of the document."""
    if isinstance(node, yaml.SequenceNode):
        return any(_is_elsewhere(one) for one in node.value)
    if isinstance(node, yaml.MappingNode):
        return any(_is_elsewhere(value) for key, value in node.value if key.value == "file")
    name = str(node.value)
    return "://" in name or name.startswith(("/", "~", "\\")) or ".." in name.replace("\\", "/").split("/")


def _shares_line(text: str, key: yaml.Node) -> bool:
    """Whether something stands before the key on its line: `{html: {filters: [x]}}`, `- filters: x`."""
    line = text.split("\n")[key.start_mark.line]
    return bool(line[: key.start_mark.column].strip())


def _last_line(node: yaml.Node) -> int:
    """Last line of a value, counted from 0. The mark at the end of a block is where the next thing begins."""
    if isinstance(node, yaml.ScalarNode):
        ends_before = node.style in {"|", ">"} and node.end_mark.column == 0
        return int(node.end_mark.line) - ends_before
    if getattr(node, "flow_style", True):
        return int(node.end_mark.line)
    pairs = node.value if isinstance(node, yaml.MappingNode) else [(one, one) for one in node.value]
    inner = [_last_line(value) for _, value in pairs] or [node.start_mark.line]
    return max(inner)


def _metadata_later(text: str) -> str:
    """A key that runs in what could be read as metadata in the middle of the file; empty without one."""
    marks = [match.start() for match in _MARK.finditer(text)]
    if not marks:
        return ""
    return next((match[1] for match in _ANY_KEY.finditer(text, marks[0]) if match[1] in RUNS), "")
