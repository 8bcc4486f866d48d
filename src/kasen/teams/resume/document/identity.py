"""What is on record about somebody: names, employers, titles, dates, degrees, schools, certificates, contact data.

Only where it is on record: in the head, in the front matter, in fields, in the heading lines of entries, under
education and certifications. The same word in a sentence is left to the ledger of facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kasen.teams.resume.document.entries import pieces_of
from kasen.teams.resume.document.lines import BULLET
from kasen.teams.resume.document.model import Entry, Identity, IdentityKind, Line, Section
from kasen.teams.resume.document.periods import moments_in, periods_in
from kasen.teams.resume.document.words import CERTIFICATE, COMPANY, DEGREE, SCHOOL, TITLE

MAIL = re.compile(r"[\w.+-]{1,64}[@＠][\w-]{1,63}(?:[.．][\w-]{1,63}){1,5}")
PHONE = re.compile(
    r"(?<![\d.,A-Za-z/-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{0,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}"
    r"|\(?0\d{1,4}\)?[ .-]?\d{1,4}[ .-]\d{3,4}|0[5789]0\d{8}|0\d{9}|\(\d{3}\)[ .-]?\d{3}[ .-]\d{4}|"
    r"\d{3}[.-]\d{3}[.-]\d{4})(?![\d-])"
)
ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]|、。「」（）\u3000]+", re.IGNORECASE)
_LONG = 200


def phones_in(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of phone numbers: nine to fifteen digits in groups, with a leading 0, + or an area code."""
    for found in PHONE.finditer(text):
        if 9 <= sum(letter.isdigit() for letter in found.group()) <= 15:
            yield found.span()


def identity_of(lines: Sequence[Line], sections: Sequence[Section], entries: Sequence[Entry]) -> tuple[Identity, ...]:
    """Spans that no edit may address, in order; they may touch, they do not overlap."""
    found: list[Identity] = []
    taken = 0
    for one in sorted(_all(lines, sections, entries), key=lambda i: (i.start, -i.end)):
        if one.start >= taken:
            found.append(one)
            taken = one.end
    return tuple(found)


def _all(lines: Sequence[Line], sections: Sequence[Section], entries: Sequence[Entry]) -> Iterator[Identity]:
    for line in lines:
        if line.kind != "code" and len(line.text) < 5000:
            yield from _contact(line)
    for section in sections:
        inside = lines[section.first - 1 : section.last]
        if section.kind in ("head", "contact"):
            yield from _head(inside)
        elif section.kind == "education":
            yield from _records(inside, (("school", SCHOOL), ("degree", DEGREE)))
        elif section.kind == "certifications":
            yield from _certificates(inside)
    for entry in entries:
        yield from _entry(lines, entry)


def _contact(line: Line) -> Iterator[Identity]:
    for start, end in [*(found.span() for found in MAIL.finditer(line.text)), *phones_in(line.text)]:
        yield _one("contact", line, start, end)


def _head(lines: Sequence[Line]) -> Iterator[Identity]:
    """Before the first section and among contact data every short line is a record; a sentence is prose."""
    for line in lines:
        words = line.text.strip()
        if line.kind in ("heading", "table", "html") or (0 < len(words) <= 60 and not words.endswith(("。", "."))):
            kind: IdentityKind = "name" if line.kind == "heading" else "contact"
            mark = BULLET.match(line.text)
            begin = mark.end() if mark else 0
            if words and begin < len(line.text):
                yield _one(kind, line, begin, len(line.text))
        yield from (_one("contact", line, f.start(), f.end()) for f in ADDRESS.finditer(line.text))


def _records(lines: Sequence[Line], patterns: Sequence[tuple[IdentityKind, re.Pattern[str]]]) -> Iterator[Identity]:
    for line in lines:
        if not line.text.strip() or len(line.text) > 1000:
            continue
        yield from _dates(line)
        for kind, pattern in patterns:
            for found in pattern.finditer(line.text):
                yield _one(kind, line, found.start(), found.end())


def _certificates(lines: Sequence[Line]) -> Iterator[Identity]:
    """A short line names a certificate; in a long one only its name is taken."""
    for line in lines:
        if line.kind not in ("bullet", "paragraph", "table") or not line.text.strip():
            continue
        yield from _dates(line)
        if len(line.text) <= 80 and not line.text.rstrip().endswith(("。", ".")):
            yield from (_one("certification", line, p.start, p.end) for p in pieces_of(line.text))
        elif len(line.text) < 1000:
            yield from (_one("certification", line, f.start(), f.end()) for f in CERTIFICATE.finditer(line.text))


def _dates(line: Line) -> Iterator[Identity]:
    for period in periods_in(line.text):
        yield _one("date", line, *period.span)
    for _, (start, end) in moments_in(line.text):
        yield _one("date", line, start, end)


def _entry(lines: Sequence[Line], entry: Entry) -> Iterator[Identity]:
    """Employer, title and dates in the heading line and in the few lines under it that repeat or complete it."""
    for line in lines[entry.first - 1 : min(entry.first + 4, entry.last)]:
        is_first = line.number == entry.first
        if not is_first and line.kind == "bullet":
            break
        if len(line.text) > _LONG or (not is_first and line.text.rstrip().endswith("。")):
            continue
        yield from _dates(line)
        for piece in pieces_of(line.text):
            kind = _kind(piece.text, entry, is_first=is_first)
            if kind:
                yield _one(kind, line, piece.start, piece.end)


def _kind(words: str, entry: Entry, *, is_first: bool) -> IdentityKind | None:
    if entry.title and (words == entry.title or entry.title in words):
        return "title"
    if entry.employer and (words == entry.employer or entry.employer in words):
        return "school" if entry.section == "education" else "employer"
    if COMPANY.search(words) and len(words) < 60:
        return "employer"
    if TITLE.search(words) and len(words) < 60:
        return "title"
    return "employer" if is_first and len(words) < 60 else None


def _one(kind: IdentityKind, line: Line, start: int, end: int) -> Identity:
    return Identity(kind, line.start + start, line.start + end, line.text[start:end])
