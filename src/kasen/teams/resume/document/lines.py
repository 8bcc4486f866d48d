"""A text into lines with kinds, in one pass: front matter, headings, bullets, prose, tables, code, divs, HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kasen.teams.resume.document.model import Line, LineKind

_END = re.compile(r"\r\n|\n|\r")
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})(?P<info>[^\n]*)$")
_DIV = re.compile(r"^[ \t]*:{3,}(?:[ \t]*\{[^}\n]*\}|[ \t]*[\w.#-]*)?[ \t]*:*[ \t]*$")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t\u3000]+\S.*)?$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})[ \t]*$")
_RULER = re.compile(r"^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
BULLET = re.compile(
    r"^[ \t\u3000]*(?:[-*+•‣◦▪●○◆◇■□▶▷➤✓✔][ \t\u3000]+|[・•●○◆◇■□▪▶▷※](?=\S)|(?:\d{1,9}|[A-Za-z#])[.)][ \t]+)"
)
"""The mark of a list's item, in Markdown or as it is typed in Japanese."""
_MARKDOWN_BULLET = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)]|#\.)[ \t]+")
_SHORTCODE = re.compile(r"^[ \t]*(?:\{\{<[^\n]*?>\}\}[ \t]*)+$")
_BLOCK_TAG = re.compile(
    r"^[ \t]*</?(?:address|article|aside|blockquote|body|br|center|dd|details|div|dl|dt|fieldset|figure|figcaption|"
    r"font|footer|form|h[1-6]|head|header|hr|html|iframe|img|li|link|main|meta|nav|ol|p|picture|section|source|style|"
    r"script|"
    r"summary|svg|table|tbody|td|tfoot|th|thead|title|tr|ul|video)(?:[\s/>]|$)",
    re.IGNORECASE,
)
_RAW_TAG = re.compile(r"^[ \t]*<(script|style|pre|textarea|svg)\b", re.IGNORECASE)
_LATEX = re.compile(r"^[ \t]*\\(?:[A-Za-z]+\*?(?:\[[^\]\n]*\]|\{[^}\n]*\})*[ \t]*)+$")
_REFERENCE = re.compile(r"^ {0,3}\[[^\]\n^@]{1,200}\]:[ \t]*\S+")
_SEPARATOR = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DASHES = re.compile(r"^[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*$")
_GRID = re.compile(r"^[ \t]*(?:\+[-=:]+)+\+[ \t]*$")
_KEY = re.compile(r"^[A-Za-z_][\w.-]*[ \t]*:(?:[ \t]|$)")
_CLOSING_FRONT = re.compile(r"^(?:---|\.\.\.)[ \t]*$")
_EDITABLE: frozenset[LineKind] = frozenset({"bullet", "paragraph"})


@dataclass
class _Reading:
    """Where the pass is: what is open from the lines before."""

    texts: list[str]
    closers: frozenset[int]
    """Lines that hold `-->`, so that a comment that is never closed is known without a search."""
    fence: str = ""
    comment: bool = False
    math: bool = False
    html: bool = False
    raw: str = ""
    table: bool = False
    list: bool = False
    front_until: int = 0
    last_closer: int = field(default=-1)


def split_lines(text: str) -> Iterator[tuple[int, int]]:
    r"""Ranges of the lines without their ends (LF, CRLF, CR); a byte order mark belongs to no line."""
    start = 1 if text.startswith("\ufeff") else 0
    for end in _END.finditer(text, start):
        yield start, end.start()
        start = end.end()
    if start < len(text):
        yield start, len(text)


def comments_in(words: str) -> Iterator[tuple[int, int]]:
    """Ranges of the comments of HTML that begin and end in these words."""
    start = words.find("<!--")
    while start >= 0 and (stop := words.find("-->", start + 4)) >= 0:
        yield start, stop + 3
        start = words.find("<!--", stop + 3)


def lines_of(text: str) -> tuple[Line, ...]:
    """Every line of the text with its kind, numbered from 1. Linear; never raises."""
    ranges = list(split_lines(text))
    texts = [text[start:end] for start, end in ranges]
    kinds = _kinds(texts)
    return tuple(
        Line(number, start, end, kind, words, kind in _EDITABLE and not _REFERENCE.match(words))
        for number, ((start, end), words, kind) in enumerate(zip(ranges, texts, kinds, strict=True), 1)
    )


def _kinds(texts: list[str]) -> list[LineKind]:
    closers = [number for number, words in enumerate(texts) if "-->" in words]
    reading = _Reading(texts, frozenset(closers), last_closer=closers[-1] if closers else -1)
    reading.front_until = _front_matter(texts, 0)
    kinds: list[LineKind] = []
    for number, words in enumerate(texts):
        kind = _open(reading, number, words) or _closed(reading, number, words, kinds)
        kinds.append(kind)
        _keep_lists(reading, words, kind)
    return kinds


def _front_matter(texts: list[str], first: int) -> int:
    """Number of the line after the YAML that begins at `first`; `first` itself where none does."""
    if first >= len(texts) or texts[first].rstrip() != "---":
        return first
    for number in range(first + 1, len(texts)):
        if _CLOSING_FRONT.match(texts[number]):
            return number + 1
        if first and not texts[number].strip():
            break
    return first


def _open(reading: _Reading, number: int, words: str) -> LineKind | None:
    """The kind of a line inside of something that an earlier line opened."""
    if number < reading.front_until:
        return "front_matter"
    if reading.fence:
        mark = _FENCE.match(words)
        if mark and mark[1].startswith(reading.fence) and not mark["info"].strip():
            reading.fence = ""
        return "code"
    if reading.comment:
        return _in_comment(reading, number, words)
    if reading.math:
        reading.math = not words.rstrip().endswith("$$")
        return "code"
    if reading.raw:
        if f"</{reading.raw}" in words.lower():
            reading.raw = ""
        return "html"
    return None


def _in_comment(reading: _Reading, number: int, words: str) -> LineKind:
    if number not in reading.closers:
        return "comment"
    after = words[words.index("-->") + 3 :]
    reading.comment = _opens_comment(reading, number, after)
    rest = after.split("<!--")[0] if reading.comment else after
    return "paragraph" if rest.strip() else "comment"


def _opens_comment(reading: _Reading, number: int, words: str) -> bool:
    """True when a comment begins in this line and ends in a later one."""
    begin = words.rfind("<!--")
    return begin >= 0 and words.find("-->", begin) < 0 and reading.last_closer > number


def _closed(reading: _Reading, number: int, words: str, kinds: list[LineKind]) -> LineKind:
    """The kind of a line that stands on its own or opens something."""
    if not words.strip():
        reading.html = reading.table = False
        return "blank"
    fence = _FENCE.match(words)
    if fence and not (fence[1][0] == "`" and "`" in fence["info"]):
        reading.fence = fence[1]
        return "code"
    if "<!--" in words and (comment := _comment(reading, number, words)):
        return comment
    return _block(reading, number, words, kinds) or _prose(reading, number, words, kinds)


def _comment(reading: _Reading, number: int, words: str) -> LineKind | None:
    reading.comment = _opens_comment(reading, number, words)
    outside = []
    place = 0
    for start, end in comments_in(words):
        outside.append(words[place:start])
        place = end
    rest = words[place:]
    outside.append(rest[: rest.find("<!--")] if reading.comment else rest)
    return "comment" if not "".join(outside).strip() else None


def _block(reading: _Reading, number: int, words: str, kinds: list[LineKind]) -> LineKind | None:
    """Markup that is no prose: divs, shortcodes, HTML, LaTeX, display math, rulers."""
    if _DIV.match(words):
        reading.html = False
        return "div"
    if _SHORTCODE.match(words):
        return "shortcode"
    if words.strip().startswith("$$"):
        reading.math = not (words.strip().endswith("$$") and len(words.strip()) > 3)
        return "code"
    if reading.html or _BLOCK_TAG.match(words) or _RAW_TAG.match(words):
        return _html(reading, words)
    if _LATEX.match(words):
        return "html"
    if words.rstrip() == "---" and (not kinds or kinds[-1] == "blank"):
        return _ruler_or_yaml(reading, number)
    if _RULER.match(words) and not (kinds and kinds[-1] == "paragraph" and _UNDERLINE.match(words)):
        return "div"
    return None


def _html(reading: _Reading, words: str) -> LineKind:
    raw = _RAW_TAG.match(words)
    if raw and f"</{raw[1].lower()}" not in words.lower():
        reading.raw = raw[1].lower()
    else:
        reading.html = True
    return "html"


def _ruler_or_yaml(reading: _Reading, number: int) -> LineKind:
    following = reading.texts[number + 1] if number + 1 < len(reading.texts) else ""
    if _KEY.match(following):
        reading.front_until = _front_matter_inside(reading.texts, number)
    return "front_matter" if reading.front_until > number else "div"


def _front_matter_inside(texts: list[str], first: int) -> int:
    """As `_front_matter` for YAML further down, which ends before a blank line."""
    for number in range(first + 1, len(texts)):
        if _CLOSING_FRONT.match(texts[number]):
            return number + 1
        if not texts[number].strip():
            break
    return 0


def _prose(reading: _Reading, number: int, words: str, kinds: list[LineKind]) -> LineKind:
    before = kinds[-1] if kinds else "blank"
    if _HEADING.match(words):
        return "heading"
    if _is_underline(words, kinds):
        kinds[-1] = "heading"
        return "heading"
    if _table(reading, number, words):
        return "table"
    if before == "blank" and not reading.list and re.match(r"^(?: {4}|\t)", words):
        return "code"
    if (
        before == "code"
        and re.match(r"^(?: {4}|\t)", words)
        and not reading.list
        and number
        and _indented(reading, number)
    ):
        return "code"
    return "bullet" if BULLET.match(words) else "paragraph"


def _indented(reading: _Reading, number: int) -> bool:
    return re.match(r"^(?: {4}|\t)", reading.texts[number - 1]) is not None


def _is_underline(words: str, kinds: list[LineKind]) -> bool:
    if not _UNDERLINE.match(words) or not kinds or kinds[-1] != "paragraph":
        return False
    return len(kinds) < 2 or kinds[-2] not in ("paragraph", "bullet")


def _table(reading: _Reading, number: int, words: str) -> bool:
    following = reading.texts[number + 1] if number + 1 < len(reading.texts) else ""
    stripped = words.strip()
    if reading.table:
        return True
    starts = (
        _GRID.match(words)
        or (stripped.startswith("|") and stripped.count("|") > 1)
        or ("|" in words and "-" in following and "|" in following and _SEPARATOR.match(following))
        or _DASHES.match(words)
        or (_DASHES.match(following) and not BULLET.match(words))
    )
    reading.table = bool(starts)
    return reading.table


def _keep_lists(reading: _Reading, words: str, kind: LineKind) -> None:
    if kind == "bullet" and _MARKDOWN_BULLET.match(words):
        reading.list = True
    elif kind not in ("blank", "bullet", "code") and not words.startswith((" ", "\t")):
        reading.list = False
