"""Nodes of pandoc's document tree (pandoc-types 1.23): text stays text, nothing is parsed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

VERSION = (1, 23, 1)
Node = dict[str, Any]
_DEFAULT = {"t": "AlignDefault"}


def text(words: str) -> list[Node]:
    """Words, with their line ends as such; what XML cannot hold is gone."""
    found: list[Node] = []
    for number, line in enumerate(words.split("\n")):
        if number:
            found.append({"t": "LineBreak"})
        if shown := "".join(character for character in line if character.isprintable() or character == "\t"):
            found.append({"t": "Str", "c": shown})
    return found


def strong(words: str) -> Node:
    """Bold words."""
    return {"t": "Strong", "c": text(words)}


def styled(style: str, inlines: Sequence[Node], *, id: str = "") -> Node:
    """Words in a character style of the reference document."""
    return {"t": "Span", "c": [[id, [], [["custom-style", style]] if style else []], list(inlines)]}


def link(inlines: Sequence[Node], to: str) -> Node:
    """A link, to the web or (`#id`) into the document."""
    return {"t": "Link", "c": [["", [], []], list(inlines), [to, ""]]}


def note(*blocks: Node) -> Node:
    """A footnote."""
    return {"t": "Note", "c": list(blocks)}


def para(inlines: Sequence[Node], style: str = "") -> Node:
    """A paragraph, in a style of the reference document."""
    made = {"t": "Para", "c": list(inlines)}
    return {"t": "Div", "c": [["", [], [["custom-style", style]]], [made]]} if style else made


def heading(level: int, words: str, id: str = "") -> Node:
    """A heading."""
    return {"t": "Header", "c": [level, [id, [], []], text(words)]}


def quote(*blocks: Node) -> Node:
    """A quotation."""
    return {"t": "BlockQuote", "c": list(blocks)}


def bullets(items: Iterable[Sequence[Node]]) -> Node:
    """A list of one paragraph each."""
    return {"t": "BulletList", "c": [[{"t": "Plain", "c": list(inlines)}] for inlines in items]}


def numbers(items: Iterable[Sequence[Node]]) -> Node:
    """A numbered list of one paragraph each."""
    shape = [1, {"t": "Decimal"}, {"t": "Period"}]
    return {"t": "OrderedList", "c": [shape, [[{"t": "Plain", "c": list(inlines)}] for inlines in items]]}


def picture(file: str, alt: str, *, inches: float) -> Node:
    """A picture with its caption below."""
    image = {"t": "Image", "c": [["", [], [["width", f"{inches:.2f}in"]]], text(alt), [file, ""]]}
    return {
        "t": "Figure",
        "c": [["", [], []], [None, [{"t": "Plain", "c": text(alt)}]], [{"t": "Plain", "c": [image]}]],
    }


def table(head: Sequence[Sequence[Node]], rows: Sequence[Sequence[Sequence[Node]]], *, first: float) -> Node:
    """A table over the whole width; the first column takes that share of it."""
    count = len(head)
    rest = (1 - first) / max(count - 1, 1)
    widths = [[_DEFAULT, {"t": "ColWidth", "c": first if n == 0 and count > 1 else rest}] for n in range(count)]
    none: list[Any] = ["", [], []]
    body = [none, 1, [], [_row(row) for row in rows]]
    return {"t": "Table", "c": [none, [None, []], widths, [none, [_row(head)]], [body], [none, []]]}


def _row(cells: Sequence[Sequence[Node]]) -> list[Any]:
    none: list[Any] = ["", [], []]
    return [none, [[none, _DEFAULT, 1, 1, [{"t": "Plain", "c": list(inlines)}]] for inlines in cells]]


def document(blocks: Sequence[Node], *, title: str, subtitle: str, lang: str) -> Node:
    """The whole document."""
    meta: dict[str, Any] = {"title": {"t": "MetaInlines", "c": text(title)}, "lang": {"t": "MetaString", "c": lang}}
    if subtitle:
        meta["subtitle"] = {"t": "MetaInlines", "c": text(subtitle)}
    return {"pandoc-api-version": list(VERSION), "meta": meta, "blocks": list(blocks)}
