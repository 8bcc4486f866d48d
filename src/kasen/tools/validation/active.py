"""What of a text does more than be read: markup that runs, includes, reaches out, hides or changes the frame.

Two kinds: the frame, whose order and wording a revision keeps, and items, of which it may drop some but bring none.
Where readers of Markdown differ, the text counts as active.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kasen.tools.validation.addresses import destinations, hosts, is_plain, scheme_of
from kasen.tools.validation.scan import Source, scan


class Item(NamedTuple):
    """Something active: which rule speaks of it, by what it is known again, and its line, counted from 1."""

    rule: str
    key: str
    line: int


_FENCE = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,}|:{3,})")
_METADATA = re.compile(r"^(?:---|\.\.\.)[ \t]*$")
_COMMENT = re.compile(r"<!--|-->")
_TAGS_THAT_ACT = "script|iframe|frame|object|embed|applet|style|link|meta|base|form|svg|math|portal"
_ANYWHERE = (
    ("shortcode", re.compile(r"\{\{{1,4}[<%].{0,2000}?(?:[>%]\}\}+|\n|\Z)", re.DOTALL)),
    ("inline-code", re.compile(r"`r[ \t\n#][^`]{0,500}`?")),
    ("inline-code", re.compile(r"`[ \t\n]*\{+[ \t]*[=\w][^`]{0,500}`?")),
    ("template", re.compile(r"\{%[^\n]{0,200}|<[?%][^\n]{0,200}")),
    ("raw-html", re.compile(rf"<[ \t\n]*/?(?:{_TAGS_THAT_ACT})\b[^>]{{0,500}}", re.IGNORECASE)),
    ("event-handler", re.compile(r"[<{][^<>{}]{0,300}?[\s\"'/]on[a-z]{3,25}\s*=[^\n>}]{0,200}", re.IGNORECASE)),
    ("script-address", re.compile(r"(?:java|vb)[\s\x00-\x1f]*script[\s\x00-\x1f]*:[^\s]{0,100}", re.IGNORECASE)),
    ("script-address", re.compile(r"\bdata:[a-z]+/[^\s]{0,100}", re.IGNORECASE)),
    (
        "hidden-character",
        re.compile(
            "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u115f\u1160\u3164\uffa0\ufeff\U000e0000-\U000e007f]"
        ),
    ),
)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9:-]*(?:[\s/][^<>]{0,1000})?>|<![A-Za-z\[][^>\n]{0,500}")
_LATEX = re.compile(r"\\[A-Za-z@]+\*?")
_ATTRIBUTES = re.compile(r"\{[ \t\n]*(?:[.#=:!][^{}]{0,500}|-[ \t]*|[\w:-]+[ \t]*=[^{}]{0,500})(?:\}|\Z)?")
_PICTURE = re.compile(r"!\[(?!\^)")
_REFERENCE = re.compile(r"^[ \t>]{0,8}\[(?!\^)[^\]\n]{1,200}\]:[^\n]*", re.MULTILINE)


def frame(source: Source) -> list[Item]:
    """Front matter, fences, marks of metadata and comments with what is in them, in their order."""
    found = [_front_matter(source)]
    inside = {number for code in source.codes for number in range(code.first + 1, code.last)}
    skipped = source.front[1] if source.front else 0
    for number, line in enumerate(source.lines, start=1):
        if number <= skipped:
            continue
        if number not in inside and _FENCE.match(line):
            found.append(Item("div" if ":::" in line else "code-fence", line.strip(), number))
        if number not in inside and _METADATA.match(line):
            found.append(Item("metadata", line.strip(), number))
        found += [Item("comment", match[0], number) for match in _COMMENT.finditer(line)]
    bodies = [Item("code-cell" if code.is_cell else "code", code.body, code.first) for code in source.codes]
    return [*found, *bodies, *_comment_bodies(source)]


def items(source: Source) -> Iterator[Item]:
    """Everything active outside the frame."""
    yield from _anywhere(source)
    for match in _TAG.finditer(source.plain):
        # A tag in indented code is text; taken out of the indentation it is a tag.
        start = source.plain.rfind("\n", 0, match.start()) + 1
        indented = source.plain[start : match.start()][:4].isspace() and match.start() - start >= 4
        yield Item("raw-html", f"{'code:' if indented else ''}{match[0]}", source.line_at(match.start()))
    for rule, pattern in (("raw-latex", _LATEX), ("link", _REFERENCE)):
        yield from (Item(rule, m[0], source.line_at(m.start())) for m in pattern.finditer(source.plain))
    for match in _ATTRIBUTES.finditer(source.prose):
        yield Item("attributes", match[0], source.line_at(match.start()))
    yield from _addresses(source)


def _anywhere(source: Source) -> Iterator[Item]:
    """What is active wherever it stands: shortcodes are read in code too, and readers differ on where code ends."""
    text = "\n".join(source.lines)
    fences = {code.first for code in source.codes}
    for rule, pattern in _ANYWHERE:
        for match in pattern.finditer(text):
            line = source.line_at(match.start())
            if rule != "inline-code" or line not in fences:
                yield Item(rule, match[0], line)


def _front_matter(source: Source) -> Item:
    """All up to the end of the front matter; without one, whether the file begins with what could be one."""
    if source.front:
        return Item("front-matter", "\n".join(source.lines[: source.front[1]]), 1)
    first = next((line for line in source.lines if line.strip()), "")
    return Item("front-matter", first if first.startswith(("---", "%", "+++", ";;;")) else "", 1)


def _comment_bodies(source: Source) -> Iterator[Item]:
    for first, last in source.comments:
        body = "\n".join(source.lines[first - 1 : last or len(source.lines)])
        start, end = body.find("<!--"), body.rfind("-->")
        yield Item("comment", body[start : end if end > start else None], first)


def _addresses(source: Source) -> Iterator[Item]:
    for one in destinations(source.plain):
        line = source.line_at(one.start)
        if one.is_image:
            yield Item("image", one.address, line)
        elif not is_plain(one.address):
            yield Item("script-address" if scheme_of(one.address) else "link", one.address, line)
    yield from (Item("image", "![", source.line_at(match.start())) for match in _PICTURE.finditer(source.plain))
    # Addresses in code spans are text, but readers differ on where a span ends.
    for host, start in hosts(source.prose):
        yield Item("host", host, source.line_at(start))


def active(text: str) -> tuple[list[Item], list[Item]]:
    """The frame and the items of a text."""
    source = scan(text)
    return frame(source), list(items(source))
