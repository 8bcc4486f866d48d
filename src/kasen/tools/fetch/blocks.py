"""A tree of HTML, or of what trafilatura makes of it, into blocks that know their headings."""

from __future__ import annotations

import re
from typing import Any

from kasen.knowledge.document import Kind, Writer

_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_ITEMS = frozenset({"item", "li"})
_CELLS = frozenset({"cell", "td", "th"})
_BREAKS = frozenset({"br", "lb", "hr"})
_BLOCKS = _ITEMS | frozenset(
    """address article blockquote body caption center dd details div dl dt fieldset figcaption figure html legend list
    main ol p pre quote section summary table tbody tfoot thead tr ul""".split()  # noqa: SIM905 - easier to read
)
_LEFT_OUT = frozenset(
    """aside audio base button canvas datalist dialog embed footer form iframe input link map menu meta nav noframes
    noscript object option script select style svg template textarea title video""".split()  # noqa: SIM905
)
_BLANK = re.compile(r"\n\s*\n")
_SPACE = re.compile(r"[^\S\n]+")
_LONG_CELL = 400
"""Characters; a table with a longer cell lays out a page, as many old ones do, and is no table of data."""


def write_blocks(root: Any, writer: Writer) -> None:
    """Write what a tidied tree says, in its order: paragraphs, headings, items `- a`, rows `| a | b |`, code.

    Scripts, forms, menus and footers are left out. No recursion: a tree may be as deep as it likes.
    """
    from lxml import etree

    walk = _Walk(writer)
    events = etree.iterwalk(root, events=("start", "end"))
    for event, element in events:
        left_out = element is not root and _is_left_out(element)
        if event == "start":
            if left_out:
                walk.say(" ")
                events.skip_subtree()
            else:
                walk.enter(element)
                walk.say(element.text)
        else:
            if not left_out:
                walk.leave(element)
            if element is not root:
                walk.say(element.tail)
    walk.flush()


class _Walk:
    """Where the walk is: the words not yet written, and what they stand in."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._words: list[str] = []
        self._headings: list[tuple[int, str]] = []
        self._level = 0
        self._is_item = False
        self._code = 0
        self._table: _Table | None = None
        self._after = ""

    def say(self, words: str | None) -> None:
        if words:
            self._words.append(words if self._code else words.replace("\u00a0", " "))

    def enter(self, element: Any) -> None:
        tag, level = element.tag, _level(element)
        if self._table is not None:
            self._table.enter(tag, self._words)
        elif tag in _BREAKS:
            self._words.append("\n")
        elif level or tag in _BLOCKS or tag in _CELLS:
            self.flush()
            self._level = level or self._level
            self._is_item = self._is_item or tag in _ITEMS
            self._code += tag == "pre"
            if tag == "table" and not _is_layout(element):
                self._table = _Table(element)

    def leave(self, element: Any) -> None:
        tag = element.tag
        if self._table is not None:
            for row in self._table.leave(element, self._words):
                self._add(row, "table" if row.startswith("| ") else "text", line="row")
            if element is self._table.element:
                self._table = None
        elif _level(element) or tag in _BLOCKS or tag in _CELLS:
            self.flush()
            self._level = 0 if _level(element) else self._level
            self._is_item = self._is_item and tag not in _ITEMS
            self._code -= tag == "pre"

    def flush(self) -> None:
        text = "".join(self._words)
        self._words.clear()
        if not text.strip():
            return
        if self._code:
            self._add(text.strip("\n"), "code")
        elif self._level:
            self._heading(self._level, " ".join(text.split()))
        else:
            for paragraph in filter(None, map(_tidy, _BLANK.split(text))):
                if self._is_item:
                    self._add(f"- {paragraph}", "text", line="item")
                else:
                    self._add(paragraph, "text")
                self._is_item = False

    def _heading(self, level: int, name: str) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        self._headings.append((level, name))
        self._add(name, "heading")

    def _add(self, text: str, kind: Kind, *, line: str = "") -> None:
        """`line`: items of one list and rows of one table stand on lines of their own, without blank lines."""
        gap = "\n" if line and line == self._after else "\n\n"
        self._after = line
        self._writer.add(text, kind=kind, headings=tuple(name for _, name in self._headings), gap=gap)


class _Table:
    """A table of data: its words come out row by row."""

    def __init__(self, element: Any) -> None:
        self.element = element
        self._cells: list[str] | None = None

    def enter(self, tag: str, words: list[str]) -> None:
        if tag in _CELLS:
            if self._cells is None:
                self._cells = []  # what stood before the first cell is no cell
            else:
                self._cells.append(_line(words))
            words.clear()
        elif tag in _BREAKS or tag in _BLOCKS:
            words.append(" ")

    def leave(self, element: Any, words: list[str]) -> list[str]:
        """The row or caption that has ended, if it is one."""
        if element is not self.element and element.tag not in ("row", "tr", "caption"):
            words.append(" ")
            return []
        cells = [*(self._cells or ()), _line(words)]
        self._cells = None
        words.clear()
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            return []
        return [cells[0] if len(cells) == 1 else f"| {' | '.join(cells)} |"]


def _level(element: Any) -> int:
    """1 to 6 for a heading of HTML or of trafilatura (`<head rend="h2">`), else 0."""
    if element.tag == "head":
        return _HEADINGS.get(element.get("rend") or "", 2)
    return _HEADINGS.get(element.tag, 0)


def _is_left_out(element: Any) -> bool:
    tag = element.tag
    if tag == "head":
        parent = element.getparent()
        return parent is not None and parent.tag == "html"
    return not isinstance(tag, str) or tag in _LEFT_OUT


def _is_layout(table: Any) -> bool:
    inside = (element for element in table.iter() if element is not table)
    return any(
        element.tag == "table" or _level(element) or (element.tag in _CELLS and len(_text(element)) > _LONG_CELL)
        for element in inside
        if isinstance(element.tag, str)
    )


def _text(element: Any) -> str:
    return "".join(element.itertext())


def _line(words: list[str]) -> str:
    return " ".join("".join(words).split())


def _tidy(text: str) -> str:
    lines = (_SPACE.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
