"""A résumé as code sees it: its text, untouched, and what each stretch of it is.

Positions are half-open ranges of characters of the text as it was decoded: line ends, a byte order mark and a missing
last line end are part of it, so that what is not edited comes back byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.posting import Hidden

LineKind = Literal[
    "blank", "front_matter", "heading", "bullet", "paragraph", "table", "code", "div", "html", "shortcode", "comment"
]
SectionKind = Literal[
    "head",  # before the first heading: name, contact
    "summary",  # 職務要約, profile
    "experience",  # 職務経歴
    "skills",
    "projects",
    "education",
    "certifications",  # 資格
    "self_pr",  # 自己PR
    "publications",
    "languages",
    "contact",
    "other",
]
Span = tuple[int, int]
IdentityKind = Literal["name", "employer", "title", "date", "degree", "school", "contact", "certification"]
PersonalKind = Literal[
    "name", "photo", "age", "birth", "address", "school", "phone", "email", "gender", "link", "family"
]


@dataclass(frozen=True)
class Line:
    """One line without its end."""

    number: int
    """From 1."""
    start: int
    end: int
    kind: LineKind
    text: str
    editable: bool
    """True for prose: words may be changed outside `Resume.protected` and `Resume.identity`."""


@dataclass(frozen=True)
class Identity:
    """Words that say who somebody is and what is on record; no edit may address them."""

    kind: IdentityKind
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Period:
    """From when to when, as (year, month); month 0: only the year is given. `end` None: to this day."""

    start: tuple[int, int]
    end: tuple[int, int] | None
    span: Span


@dataclass(frozen=True)
class Entry:
    """One position, project or school: its heading lines and what stands under them."""

    section: SectionKind
    first: int
    last: int
    """Numbers of its lines, both counted in."""
    heading: str
    employer: str = ""
    title: str = ""
    period: Period | None = None


@dataclass(frozen=True)
class Section:
    """A part of the résumé under a heading."""

    kind: SectionKind
    heading: str
    level: int
    first: int
    last: int


@dataclass(frozen=True)
class Resume:
    """A parsed résumé; made by `parse`."""

    text: str
    lang: Lang
    lines: tuple[Line, ...]
    sections: tuple[Section, ...] = ()
    entries: tuple[Entry, ...] = ()
    protected: tuple[Span, ...] = ()
    """Inline code, shortcodes, attributes, addresses of links, math, citations, raw inline HTML, in order."""
    identity: tuple[Identity, ...] = ()
    front_matter: Mapping[str, object] = field(default_factory=dict)

    def line(self, number: int) -> Line | None:
        """The line of that number, counted from 1, or None."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def line_at(self, position: int) -> int:
        """Number of the line that a position of the text is in."""
        import bisect

        return max(bisect.bisect_right(self.lines, position, key=lambda line: line.start), 1)


@dataclass(frozen=True)
class Read:
    """A résumé file as it was read."""

    text: str
    """Decoded text of .qmd and .md; Markdown made of the others."""
    form: Literal["qmd", "md", "docx", "pdf", "json"]
    name: str
    """Name of the file."""
    encoding: str = "utf-8"
    """With which `text` gives the bytes of the file again; empty for forms that are converted."""
    sha256: str = ""
    """Of the bytes."""
    hidden: tuple[Hidden, ...] = ()
    """Words that the file holds and a reader does not see, with orders to models."""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Masked:
    """The text with personal data and hidden words replaced, line for line; what critics and the revisor are shown."""

    text: str
    counts: Mapping[PersonalKind, int]
    pieces: tuple[tuple[Span, Span], ...]
    """Stretches that are the same in both: (range in `text`, range in the original), in order."""

    def locate(self, quote: str, *, line: int = 0) -> tuple[int, int] | None:
        """Range of the original that a quotation from `text` stands at, or None.

        It is found exactly, else with other white space, width of characters or quotation marks. With `line`, in
        that line first. None where it is nowhere or touches what was masked.
        """
        from kasen.teams.resume.document.masking import locate

        return locate(self, quote, line=line)


@dataclass(frozen=True)
class Material:
    """What measures look at: the résumé and what is known beside it. Never sent anywhere."""

    resume: Resume
    role: str
    posting: str
    """Text of the posting; empty without one."""
    today: date
    lang: Lang
    """Of the review."""
    pages: int | None = None
    """A4 pages in print, where that was measured."""
