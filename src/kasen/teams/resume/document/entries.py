"""Positions, projects and schools: where each begins, who it was with, as what, and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kasen.teams.resume.document.headings import plain_words
from kasen.teams.resume.document.model import Entry, Line, Period, Section
from kasen.teams.resume.document.periods import moments_in, periods_in
from kasen.teams.resume.document.sections import Announced
from kasen.teams.resume.document.words import COMPANY, DEGREE, SCHOOL, TITLE

_SECTIONS = frozenset({"experience", "projects", "education"})
_NEAR = 4
"""Lines under a heading in which its period, employer or title may stand."""
_LONG = 160
_SPLIT = re.compile(
    r"\s*(?:[|｜／]|\s[/–—―‐-]\s|[ \u3000]{2,}|\u3000|\t|[,、，](?=\s|[^\d])|\s[@·•]\s|\s+at\s+|"
    r"(?<=[^\s])[:：]\s*)\s*"
)
_DEGREE_ONLY = re.compile(rf"^(?:{DEGREE.pattern})$")
_EMPTY = re.compile(r"^[\s()（）\[\]〔〕【】:：,、。/／|｜\-–—~〜～・*_#■●◆]*$")
_LABEL = re.compile(
    r"^(?:会社名?|勤務先|企業名?|社名|所属(?:企業)?|Company|Employer|Organi[sz]ation)\s*[:：]\s*", re.IGNORECASE
)
_TITLE_LABEL = re.compile(r"^(?:役職|職種|職位|ポジション|担当|役割|Title|Role|Position)\s*[:：]\s*", re.IGNORECASE)
_LABEL_ONLY = re.compile(
    r"^[\s*・-]*(?:会社名?|勤務先|企業名?|社名|所属(?:企業)?|Company|Employer|Organi[sz]ation|"
    r"役職|職種|職位|ポジション|担当|役割|Title|Role|Position)\s*$",
    re.IGNORECASE,
)
_EDGES = " \t\u3000,、。()（）[]【】:：|｜-–—*_#■●◆・"


@dataclass(frozen=True)
class _Start:
    line: int
    heading: str
    period: Period | None


def entries_of(lines: Sequence[Line], sections: Sequence[Section], found: Sequence[Announced]) -> tuple[Entry, ...]:
    """The entries of the sections that hold any, in order; each reaches to the next or to the end of its section."""
    headings = {one.line: one for one in found}
    entries: list[Entry] = []
    for section in sections:
        if section.kind not in _SECTIONS:
            continue
        starts = _starts(lines, section, headings)
        for start, following in zip(starts, [*(s.line for s in starts[1:]), section.last + 1], strict=False):
            employer, title = _who(lines, start, following - 1)
            period = start.period or _period_below(lines, start.line, following - 1)
            entries.append(Entry(section.kind, start.line, following - 1, start.heading, employer, title, period))
    return tuple(entries)


def _starts(lines: Sequence[Line], section: Section, headings: dict[int, Announced]) -> list[_Start]:
    inside = lines[section.first : section.last]
    real = [headings[line.number] for line in inside if line.number in headings]
    levels = [one.heading.level for one in real if one.heading.level < 7]
    starts: list[_Start] = []
    for line in inside:
        words = plain_words(line.text)
        one = headings.get(line.number)
        period = next(periods_in(line.text, offset=line.start), None)
        if one and one.heading.level == min(levels, default=7):
            starts.append(_Start(line.number, one.heading.text, period))
        elif _begins(line, words, period, is_heading=one is not None, has_levels=bool(levels), kind=section.kind):
            starts.append(_Start(line.number, words, period))
    return _joined(lines, starts)


def _begins(line: Line, words: str, period: Period | None, *, is_heading: bool, has_levels: bool, kind: str) -> bool:
    """True for a line that opens an entry without being a heading of the level of entries."""
    if line.kind in ("code", "comment", "front_matter", "blank", "div", "shortcode") or len(words) > _LONG:
        return False
    if kind == "education":
        return not has_levels and bool(SCHOOL.search(words) or (period and not line.text.startswith((" ", "\t"))))
    if is_heading:
        return period is not None or COMPANY.search(words) is not None
    if has_levels:
        return period is not None and line.text.lstrip().startswith(("**", "__"))
    short = not words.endswith(("。", ".")) or len(words) < 80
    return short and period is not None and (line.kind != "bullet" or not _is_deep(line))


def _is_deep(line: Line) -> bool:
    return line.text[:1] in " \t\u3000"


def _joined(lines: Sequence[Line], starts: list[_Start]) -> list[_Start]:
    """A heading and the line of its period right under it are one beginning."""
    joined: list[_Start] = []
    for start in starts:
        before = joined[-1] if joined else None
        if before and before.period is None and _only_blank(lines, before.line + 1, start.line - 1):
            period = start.period
            joined[-1] = _Start(before.line, before.heading, period)
        else:
            joined.append(start)
    return joined


def _only_blank(lines: Sequence[Line], first: int, last: int) -> bool:
    return last - first < 2 and all(lines[number - 1].kind == "blank" for number in range(first, last + 1))


def _near(lines: Sequence[Line], first: int, last: int) -> list[Line]:
    """The line itself and the few under it that are no items: where employer, title and period are said."""
    near = [lines[first - 1]]
    for line in lines[first : min(first + _NEAR, last)]:
        if line.kind == "bullet" and not _TITLE_LABEL.search(plain_words(line.text).lstrip("-*・ ")):
            break
        if line.kind != "blank":
            near.append(line)
    return near


def _period_below(lines: Sequence[Line], first: int, last: int) -> Period | None:
    for line in _near(lines, first, last):
        if len(line.text) <= _LONG and (period := next(periods_in(line.text, offset=line.start), None)):
            return period
    return None


def _who(lines: Sequence[Line], start: _Start, last: int) -> tuple[str, str]:
    """Employer and title, as far as the lines of the beginning tell them apart."""
    employer = title = ""
    rest: list[str] = []
    for line in _near(lines, start.line, last):
        words = plain_words(line.text)
        if len(words) > _LONG or words.endswith("。"):
            continue
        for piece in pieces_of(line.text):
            if not title and (piece.labelled == "title" or _is_title(piece.text)):
                title = piece.text
            elif not employer and (
                piece.labelled == "employer" or COMPANY.search(piece.text) or SCHOOL.search(piece.text)
            ):
                employer = piece.text
            elif line.number == start.line or (not rest and line.kind == "heading"):
                rest.append(piece.text)
    if not employer and rest:
        employer = rest.pop(0)
    return employer, title or (rest[0] if rest and start.period else "")


def _is_title(words: str) -> bool:
    found = TITLE.search(words)
    return found is not None and not COMPANY.fullmatch(words) and 2 * len(found.group()) >= len(words)


@dataclass(frozen=True)
class Piece:
    """Part of a heading line, with its place in that line."""

    text: str
    start: int
    end: int
    labelled: str = ""


def pieces_of(text: str) -> list[Piece]:
    """The parts of a line that are set apart by dashes, bars, commas or wide spaces; dates and marks left out."""
    masked = list(text)
    for blank in [p.span for p in periods_in(text)] + [span for _, span in moments_in(text)]:
        masked[blank[0] : blank[1]] = "\t" * (blank[1] - blank[0])
    for mark in re.finditer(
        r"^[\s\u3000>]*(?:#{1,6}[ \t]|[-*+・•■●◆○□◇▼][ \t\u3000]*)?|\*{1,3}|<[^<>\n]*>|\{[.#][^}\n]*\}|\\$", text
    ):
        masked[mark.start() : mark.end()] = " " * (mark.end() - mark.start())
    plain = "".join(masked)
    pieces: list[Piece] = []
    begin = 0
    for cut in [*_SPLIT.finditer(plain), None]:
        stop = cut.start() if cut else len(plain)
        if cut and cut.group().strip() in (":", "：") and _LABEL_ONLY.match(plain[begin:stop]):
            continue
        pieces += _piece(plain, text, begin, stop)
        begin = cut.end() if cut else stop
    return pieces


def _piece(plain: str, text: str, begin: int, stop: int) -> list[Piece]:
    words = plain[begin:stop]
    if _EMPTY.match(words):
        return []
    start = begin + len(words) - len(words.lstrip(_EDGES))
    end = begin + len(words.rstrip(_EDGES))
    if text[end : end + 1] in (")", "）") and re.search(r"[(（][^)）]*$", text[start:end]):
        end += 1
    said = text[start:end]
    for name, label in (("employer", _LABEL), ("title", _TITLE_LABEL)):
        if found := label.match(said):
            return [Piece(said[found.end() :], start + found.end(), end, name)]
    return [Piece(said, start, end)] if not _DEGREE_ONLY.match(said) else []
