"""Where the sentences of a text begin and end, in Japanese and English."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

Span = tuple[int, int]


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s*(?:[=\-*_・]\s?){3,}\s*$")
_TABLE_ROW = re.compile(r"\s*\||[^\n]*\t|[^\n]*\s\|\s")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_NUMBERED = r"[(（]?(?:\d{1,3}|[a-zA-Z]|[ivx]{2,4}|[IVX]{2,4})[.)．）]\s+|[①-⑳]\s*"
_ITEM = re.compile(rf"\s*(?:[-*+•◦▪‣・●○■□◆◇※→>]\s*|{_NUMBERED})(?=\S)")
_END = re.compile(r"[。｡．.!?！？]+(?:\[\d+\])*")
_CLOSERS = "」』）)】〉》〕］]｝}”’\"'"
_PAIRS = {"「": "」", "『": "』", "（": "）", "(": ")", "【": "】", "《": "》", "“": "”"}
_LONGEST_PAIR = 200
_WIDE_FROM = 0x1100
_SHORT_LINE = 30
_WRAPPED_SHARE = 0.6
_GOES_ON = tuple("とてにはがをのもへでやか、，,・")
_ABBREVIATIONS = _words(
    "mr mrs ms dr prof sr jr st mt vs cf e.g i.e al fig figs no nos vol pp p ch sec eq ed eds rev gen col lt sgt capt"
    " approx ca dept univ jan feb mar apr jun jul aug sep sept oct nov dec ph.d"
)
_MAY_END = _words("etc inc ltd co corp u.s u.k u.n e.u a.m p.m b.c a.d d.c")
_STARTERS = _words(
    "the a an in it its he she they we you i this that these those there however but and or for as at by on if when"
    " while after before since although from to with some many most one two no all each both his her their our"
)
_WORD_BEFORE = re.compile(r"([A-Za-z]+(?:\.[A-Za-z]+)*)$")
_UNIT = re.compile(r"(?:°\s?[CFKNS]|(?<!\d\d\d)\d\s?[AFJKNTVW])$")
"""A measure that ends in one capital letter; a year before one is a year before an initial."""
_WORD_AFTER = re.compile(r"\s*[\"'“‘(\[]*([^\W\d_]+)?")


def sentences(text: str) -> list[Span]:
    """Half-open spans of the sentences of `text`, in order, trimmed of white space.

    Spans never overlap and only white space lies between them. Headings, table rows, lines of code and list items
    are sentences of their own; a line that was only wrapped is joined with the next.
    """
    found: list[Span] = []
    for start, end, whole in _runs(text):
        pieces = [(start, end)] if whole else _split(text, start, end)
        found += [trimmed for piece in pieces if (trimmed := _trim(text, *piece))]
    return found


def _trim(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    return (start + left, start + right) if left < right else None


def _lines(text: str) -> Iterator[Span]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _runs(text: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches of lines, and whether each stands as one sentence whatever is in it."""
    block: list[Span] = []
    in_code = False
    for start, end in _lines(text):
        line = text[start:end]
        fence = bool(_FENCE.match(line))
        whole = in_code or fence or bool(_HEADING.match(line) or _TABLE_ROW.match(line))
        in_code ^= fence
        if whole or not line.strip() or _ITEM.match(line):
            yield from _joined(text, block)
            block = []
        if whole:
            yield start, end, True
        elif line.strip():
            block.append((start, end))
    yield from _joined(text, block)


def _joined(text: str, block: list[Span]) -> Iterator[tuple[int, int, bool]]:
    """Runs of one block: a line goes on into the next unless it is too short to have been wrapped."""
    if not block:
        return
    widths = [_width(text[a:b].strip()) for a, b in block]
    needed = max(_SHORT_LINE, _WRAPPED_SHARE * max(widths))
    first = block[0][0]
    for (_, end), width in zip(block, widths, strict=True):
        if width < needed:
            yield first, end, False
            first = end
    if first < block[-1][1]:
        yield first, block[-1][1], False


def _width(line: str) -> int:
    return len(line) + sum(1 for c in line if ord(c) >= _WIDE_FROM)


def _split(text: str, start: int, end: int) -> list[Span]:
    """Sentences of a run by its punctuation; brackets and quotes are kept together."""
    item = _ITEM.match(text, start, end)
    spans: list[Span] = []
    held = _held(text, start, end)
    first = start
    at = item.end() if item else start
    while mark := _END.search(text, at, end):
        at = mark.end()
        closed = _inside(held, mark.start())
        if closed is not None:
            at = max(at, closed)
            if not _ends_after_quote(text, mark.end(), closed, end):
                continue
        while at < end and text[at] in _CLOSERS:
            at += 1
        if closed is not None or _ends(text, mark, at, end, first):
            spans.append((first, at))
            first = at
    return [*spans, (first, end)]


def _held(text: str, start: int, end: int) -> list[Span]:
    """Outermost pairs of brackets or quotes that close soon enough to belong to one sentence."""
    pairs: list[Span] = []
    stack: deque[tuple[str, int]] = deque()
    for at in range(start, end):
        char = text[at]
        while stack and at - stack[0][1] > _LONGEST_PAIR:
            stack.popleft()
        if char in _PAIRS:
            stack.append((_PAIRS[char], at))
        elif stack and any(closer == char for closer, _ in stack):
            while stack[-1][0] != char:
                stack.pop()
            _, opened = stack.pop()
            while pairs and pairs[-1][0] > opened:
                pairs.pop()
            pairs.append((opened, at + 1))
    return pairs


def _inside(pairs: list[Span], at: int) -> int | None:
    """End of the pair around `at`, or None."""
    low, high = 0, len(pairs)
    while low < high:
        middle = (low + high) // 2
        if pairs[middle][1] <= at:
            low = middle + 1
        else:
            high = middle
    return pairs[low][1] if low < len(pairs) and pairs[low][0] < at else None


def _ends_after_quote(text: str, mark_end: int, closed: int, end: int) -> bool:
    """Whether a quote that closes right after its full stop also ends the sentence around it."""
    if mark_end != closed - 1:
        return False
    following = text[closed:end]
    if not following.strip():
        return True
    if following[0].isspace():
        return _starts_sentence(text, closed)
    return not following.startswith(_GOES_ON) and text[closed - 1] not in '”)"' and following[0] not in ".。!?！？"


def _ends(text: str, mark: re.Match[str], after: int, end: int, first: int) -> bool:
    """Whether the punctuation at `mark` ends a sentence; `after` is behind the closing quotes."""
    if after >= end:
        return True
    punctuation = mark.group()[0]
    before = text[mark.start() - 1] if mark.start() > first else " "
    if punctuation in "。｡":
        return True
    if punctuation in "！？" or (punctuation in "!?．" and ord(before) >= _WIDE_FROM):
        following = text[after:end].lstrip()[:1]
        return not following.startswith(_GOES_ON) and not (punctuation == "．" and following.isdigit())
    if not text[after].isspace():
        return ord(before) >= _WIDE_FROM and punctuation == "." and ord(text[after]) >= _WIDE_FROM
    return _starts_sentence(text, after) and (punctuation != "." or not _abbreviated(text, first, mark, after))


def _starts_sentence(text: str, at: int) -> bool:
    rest = text[at : at + 40].lstrip().lstrip("\"'“‘([")
    return bool(rest) and not rest[0].islower()


def _abbreviated(text: str, first: int, mark: re.Match[str], after: int) -> bool:
    """Whether the full stop belongs to an abbreviation or an initial."""
    if len(mark.group()) > 1:
        return False
    word = _WORD_BEFORE.search(text, max(first, mark.start() - 20), mark.start())
    if word is None:
        return False
    name = word.group(1)
    if _UNIT.search(text, max(first, mark.start() - 20), mark.start()):
        return False
    if (len(name) == 1 and name.isupper() and name != "I") or name.lower() in _ABBREVIATIONS:
        return True
    if name.lower() in _MAY_END:
        following = _WORD_AFTER.match(text, after)
        return not (following and following.group(1) and following.group(1).lower() in _STARTERS)
    return False
