"""The parts of a job posting: what must be there, what is welcome, what one will do, what is offered."""

from __future__ import annotations

import importlib.resources
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

PartKind = Literal["head", "title", "must", "nice", "duties", "stack", "offer", "about", "other"]
LONGEST_HEADING = 40
"""Characters; a longer line is a sentence."""

_MARK = re.compile(r"\s*(?:\*(?!\*)|[-+•‣▪▫◦・･●○◎■□◆◇▶▷★☆✓✔☑]|[(（]?\d{1,2}[.)）．、]|[①-⑳])[\s　]*(?=\S)")
_HASHES = re.compile(r"\s*#{1,6}\s+")
_BRACKETED = re.compile(r"\s*[【［\[〔《〈＜<≪](?P<label>[^】］\]〕》〉＞>≫]{1,40})[】］\]〕》〉＞>≫]\s*(?P<rest>.*)")
_LABELLED = re.compile(r"(?P<label>[^:：。.]{1,40})[:：]\s*(?P<rest>.*)")
_DECORATION = " \t　#*_=-―─━◆■●○◎□▼▽★☆・【】［］[]〔〕《》〈〉＜＞<>≪≫:：|"
_SENTENCE = re.compile(r"(?:a|an|the|in|with) ", re.IGNORECASE)
_STATEMENT = re.compile(r"[A-Za-z]{2}|の経験|がある|(?:方|こと|経験者|ます|です|.優遇|.尚可)$")
_BOLD = frozenset("■◆▼◇□")
"""Marks of headings; where one begins an item, the item is longer than a heading or names something."""
_STRONG = re.compile(r"\*\*|__")
_WELCOME = re.compile(
    r"(?:あれば|あると)?(?:尚可|なお可|望ましい|よい|良い|嬉しい)(?:な|の)?(?:スキル|経験|資格|こと|もの|方)*"
)
_WITHIN = re.compile(r"以下|下記|次の|いずれか|\bfollowing\b|\b(?:one|any|all) of\b|\beither\b", re.IGNORECASE)
_HIGHER = {("#" * one, "#" * other) for other in range(2, 7) for one in range(1, other)}
_RULE = re.compile(r"[\s|:\-=_*―─━]*")
_CELL_BREAK = re.compile(r"<br\s*/?>|(?<=[。）)\s])(?=[・●■◆])|(?<=\S)\s+(?=[・●■◆]\S)")


@dataclass(frozen=True)
class _Heading:
    label: str
    style: str
    """The mark that such headings have: `##`, `■`, `【`, `:`."""
    rest: int | None = None
    """Where words that follow in the line begin."""


@dataclass(frozen=True)
class Piece:
    """One line or bullet of a posting, without its mark; a half-open range of characters."""

    start: int
    end: int
    text: str
    kind: PartKind
    bullet: bool = False


def pieces(posting: str) -> list[Piece]:
    """What stands in a posting under its headings, in order; the headings are left out, but for one that begins it."""
    found: list[Piece] = []
    kind: PartKind = "head"
    style = ""
    for start, end in _lines(posting):
        heading = _heading(posting[start:end])
        if heading is not None:
            kind, style, title = _under(heading, kind, style, is_first=kind == "head" and not found)
            if title:
                found.append(_piece(posting, start, end, "title", False))
            if heading.rest is None:
                continue
        mark = _MARK.match(posting[start:end])
        at = start + (heading.rest or 0) if heading else _words_begin(posting, start, end)
        if found and _runs_on(posting, found[-1], start, at, mark is not None):
            found[-1] = _piece(posting, found[-1].start, end, kind, found[-1].bullet)
        else:
            own = _after_list(posting, found, start, kind, bullet=mark is not None)
            found.append(_piece(posting, at, end, own, mark is not None))
    return [piece for piece in found if piece.text]


def _under(heading: _Heading, kind: PartKind, style: str, *, is_first: bool) -> tuple[PartKind, str, bool]:
    """The part that a heading begins, the style of headings of parts, whether it is the posting's title.

    One that is none of the usual headings ends a part when it looks like that part's own; else it divides it.
    """
    known = kind_of(heading.label)
    if known is not None:
        return known, heading.style, False
    if is_first and heading.rest is None:
        return "head", style, True
    if heading.style == style or not style or (heading.style, style) in _HIGHER:
        return "other", style, False
    return kind, style, False


def _words_begin(posting: str, start: int, end: int) -> int:
    line = posting[start:end]
    mark = _MARK.match(line)
    return start + (mark.end() if mark else len(line) - len(line.lstrip()))


def kind_of(label: str) -> PartKind | None:
    """Which part a heading begins; None for words that are none of the usual headings."""
    if len(label) > LONGEST_HEADING:
        return None
    plain = label.replace("’", "'")
    return next((kind for kind, words in _headings() if words.search(plain)), None)


def _heading(line: str) -> _Heading | None:
    """What a line announces, when it looks like a heading and is a usual one or can be nothing else."""
    hashes = _HASHES.match(line)
    if hashes:
        return _Heading(line[hashes.end() :].strip(_DECORATION), line.split()[0])
    bracketed = _BRACKETED.match(line)
    if bracketed is not None:
        rest = bracketed.start("rest") if bracketed["rest"].strip() else None
        label = bracketed["label"].strip()
        return _Heading(label, line.strip()[0], rest) if rest is None or kind_of(label) else None
    return _labelled(line) or _plain(line)


def _labelled(line: str) -> _Heading | None:
    """`必須: Python` and `Requirements:`."""
    match = _LABELLED.match(line)
    if match is None:
        return None
    label, rest = match["label"].strip(_DECORATION), match["rest"].strip(_DECORATION)
    usual = kind_of(label) is not None
    if not rest:
        return _Heading(label, _style(line)) if usual or not (_MARK.match(line) or _WITHIN.search(label)) else None
    return _Heading(label, ":", match.start("rest")) if usual and _is_label(label) else None


def _plain(line: str) -> _Heading | None:
    """A line that is nothing but a usual heading, with or without a mark before it, or a few words after a ■."""
    label = unicodedata.normalize("NFKC", _STRONG.sub("", line)).strip().strip(_DECORATION)
    marked = _MARK.match(line) is not None
    usual = kind_of(label) is not None or (_style(line) in _BOLD and not label.isascii())
    return _Heading(label, _style(line)) if usual and _is_label(label, marked=marked) else None


def _style(line: str) -> str:
    first = line.strip()[:1]
    return first if first in _DECORATION else ":" if line.rstrip()[-1:] in ":：" else ""


def _is_label(label: str, *, marked: bool = False) -> bool:
    """Few words and no sentence; `必須スキル・経験`, not `Goの経験が必須`."""
    label = label.replace("’", "'")
    if re.search(r"[。.!?！？、]|\d", label):
        return False
    if label.isascii():
        return len(label.split()) <= (3 if marked else 5) and not _SENTENCE.match(label)
    if _WELCOME.fullmatch(label):
        return True
    short = len(label) <= (12 if marked else 20)
    return short and (label == "対象となる方" or not _STATEMENT.search(label))


def _lines(posting: str) -> Iterator[tuple[int, int]]:
    """Ranges of lines; cells of a table and bullets within a cell stand alone."""
    for line in re.finditer(r"[^\r\n]+", posting):
        if _RULE.fullmatch(line.group()):
            continue
        cells = _cells(posting, *line.span()) if line.group().lstrip().startswith("|") else [line.span()]
        for start, end in cells:
            yield from _broken(posting, start, end)


def _cells(posting: str, start: int, end: int) -> list[tuple[int, int]]:
    return [(start + cell.start(), start + cell.end()) for cell in re.finditer(r"[^|]+", posting[start:end])]


def _broken(posting: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for gap in _CELL_BREAK.finditer(posting, start, end):
        if gap.start() > at:
            yield at, gap.start()
        at = gap.end()
    if at < end:
        yield at, end


def _runs_on(posting: str, last: Piece, start: int, rest: int, bullet: bool) -> bool:
    """True for an indented line right under a bullet: one that was wrapped."""
    indented = rest - start >= 2
    return last.bullet and not bullet and indented and posting[last.end : start].count("\n") == 1


def _after_list(posting: str, found: list[Piece], start: int, kind: PartKind, *, bullet: bool) -> PartKind:
    """The part of a line: a paragraph below a list of requirements is none of them."""
    if bullet or kind not in ("must", "nice") or not found or not found[-1].bullet or found[-1].kind != kind:
        return kind
    is_apart = posting[found[-1].end : start].count("\n") > 1
    return "other" if is_apart or posting[start : start + 1] == "※" else kind


def _piece(posting: str, start: int, end: int, kind: PartKind, bullet: bool) -> Piece:
    words = posting[start:end]
    if kind == "title":
        start += len(words) - len(words.lstrip(_DECORATION))
    end -= len(words) - len(words.rstrip())
    return Piece(start, end, posting[start:end], kind, bullet)


@lru_cache(maxsize=1)
def _headings() -> tuple[tuple[PartKind, re.Pattern[str]], ...]:
    return tuple((kind, re.compile("|".join(map(_worded, words)), re.IGNORECASE)) for kind, words in words_of("parts"))


def _worded(words: str) -> str:
    pattern = re.escape(words).replace(r"\ ", "[ -]")
    return rf"(?<![a-z]){pattern}(?![a-z])" if words.isascii() else pattern


def words_of(table: str) -> tuple[tuple[Any, list[str]], ...]:
    """The lists of one table of `posting.toml`, in their order."""
    file = importlib.resources.files("kasen.teams.resume") / "posting.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))[table].items())
