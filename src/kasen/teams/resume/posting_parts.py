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

_MARK = re.compile(r"\s*(?:\*(?!\*)|[-+•‣▪▫◦・･●○◎■□◆◇▶▷★☆✓✔☑※]|[(（]?\d{1,2}[.)）．、]|[①-⑳])[\s　]*(?=\S)")
_HASHES = re.compile(r"\s*#{1,6}\s+")
_BRACKETED = re.compile(r"\s*[【［\[〔《〈＜<≪](?P<label>[^】］\]〕》〉＞>≫]{1,40})[】］\]〕》〉＞>≫]\s*(?P<rest>.*)")
_LABELLED = re.compile(r"(?P<label>[^:：。.]{1,40})[:：]\s*(?P<rest>.*)")
_DECORATION = " \t　#*_=-―─━◆■●○◎□▼▽★☆・【】［］[]〔〕《》〈〉＜＞<>≪≫:：|"
_SENTENCE = re.compile(r"(?:a|an|the|in|with) ", re.IGNORECASE)
_STATEMENT = re.compile(r"[A-Za-z]{2}|の経験|がある|(?:方|こと|経験者|ます|です|.優遇|.尚可)$")
_STRONG = re.compile(r"\*\*|__")
_RULE = re.compile(r"[\s|:\-=_*―─━]*")
_CELL_BREAK = re.compile(r"<br\s*/?>|(?<=[。）)\s])(?=[・●■◆])|(?<=\S)\s+(?=[・●■◆]\S)")


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
    for start, end in _lines(posting):
        kind, rest, bullet = _read_line(posting, start, end, kind)
        if rest is None:
            if not found and kind == "other":  # A first heading says which post this is.
                found.append(_piece(posting, start, end, "title", False))
                kind = "head"
            continue
        if found and _runs_on(posting, found[-1], start, rest, bullet):
            found[-1] = _piece(posting, found[-1].start, end, kind, found[-1].bullet)
        else:
            found.append(_piece(posting, rest, end, kind, bullet))
    return [piece for piece in found if piece.text]


def kind_of(label: str) -> PartKind | None:
    """Which part a heading begins; None for words that are none of the usual headings."""
    if len(label) > LONGEST_HEADING:
        return None
    plain = label.replace("’", "'")
    return next((kind for kind, words in _headings() if words.search(plain)), None)


def _read_line(posting: str, start: int, end: int, kind: PartKind) -> tuple[PartKind, int | None, bool]:
    """The part after this line, where its own words begin (None: it is a heading), whether it is a bullet."""
    line = posting[start:end]
    heading = _heading(line)
    if heading is not None:
        label, at = heading
        found = kind_of(label)
        if found is not None or at is None:
            return found or "other", None if at is None else start + at, False
    mark = _MARK.match(line)
    return kind, start + (mark.end() if mark else len(line) - len(line.lstrip())), mark is not None


def _heading(line: str) -> tuple[str, int | None] | None:
    """The label of a line that looks like a heading, and where words that follow it in the line begin."""
    hashes = _HASHES.match(line)
    if hashes:
        return line[hashes.end() :].strip(_DECORATION), None
    bare = unicodedata.normalize("NFKC", _STRONG.sub("", line)).strip()
    if (bracketed := _BRACKETED.match(line)) is not None:
        rest = bracketed["rest"].strip()
        return bracketed["label"].strip(), bracketed.start("rest") if rest else None
    return _labelled(line, bare) or _plain(line, bare)


def _labelled(line: str, bare: str) -> tuple[str, int | None] | None:
    """`必須: Python` and `Requirements:`."""
    match = _LABELLED.match(line)
    if match is None:
        return None
    label, rest = match["label"].strip(_DECORATION), match["rest"].strip(_DECORATION)
    if not rest:
        return (label, None) if not _MARK.match(line) or kind_of(label) else None
    return (label, match.start("rest")) if kind_of(label) and _is_label(label) else None


def _plain(line: str, bare: str) -> tuple[str, int | None] | None:
    """A line that is nothing but a usual heading, with or without a mark before it."""
    label = bare.strip(_DECORATION)
    marked = _MARK.match(line) is not None
    return (label, None) if kind_of(label) is not None and _is_label(label, marked=marked) else None


def _is_label(label: str, *, marked: bool = False) -> bool:
    """Few words and no sentence; `必須スキル・経験`, not `Goの経験が必須`."""
    label = label.replace("’", "'")
    if re.search(r"[。.!?！？、]|\d", label):
        return False
    if label.isascii():
        return len(label.split()) <= (3 if marked else 5) and not _SENTENCE.match(label)
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
