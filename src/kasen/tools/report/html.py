"""A report as one HTML file: no network, a strict content policy, each citation opens its passage."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from itertools import count, groupby
from typing import Any, NamedTuple

from jinja2 import Environment, StrictUndefined, Template

from kasen.tools.report.costs import cost_rows, total_row
from kasen.tools.report.drawing import clean
from kasen.tools.report.labels import dates, labels, place, ruling_line
from kasen.tools.report.markdown import figures_line, search_lines
from kasen.tools.report.model import Citation, CitedPassage, Reference, Report, Words

_GONE = "\0"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_OWN_LINE = re.compile(r"\s*(?:[|#>•・*+-]|\d{1,3}[.)]\s)")
_WRAPPED_FROM = 50
_WIDE_FROM = 0x1100


class Shown(NamedTuple):
    """A passage as a citation shows it: where it stands, and its text around the supporting words."""

    place: str
    anchor: str
    before: str
    words: str
    after: str


class Piece(NamedTuple):
    """A stretch of a passage, and whether some sentence rests on it."""

    text: str
    is_cited: bool


class Opened(NamedTuple):
    """One citation: its id in the page, its number, and what it opens."""

    id: str
    number: int
    title: str
    link: str
    anchor: str
    passages: list[Shown]


def html(report: Report) -> str:
    """The whole page. Every string of the report is escaped; links are http(s) or inside the page."""
    page = _Page(report)
    style, script = asset("page.css"), asset("page.js")
    policy = (
        f"default-src 'none'; style-src 'sha256-{_sha256(style)}'; script-src 'sha256-{_sha256(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return _template().render(
        report=report,
        words=labels(report.lang),
        opened=page.opened,
        every=page.every,
        anchor=anchor,
        marked=lambda passage: pieces(report, passage),
        place=lambda passage: place(None, passage, report.lang),
        link=web_link,
        dates=lambda reference: dates(reference, report.lang),
        ruling_line=lambda ruling: ruling_line(ruling, report.lang),
        drawn=clean,
        searches=search_lines(report),
        figures=figures_line(report),
        costs=cost_rows(report.how_made.costs, report.lang),
        total=total_row(report.how_made.costs, report.lang),
        policy=policy,
        style=style,
        script=script,
    )


class _Page:
    """Numbers the citations of one page while the template walks through them."""

    def __init__(self, report: Report) -> None:
        self._references = {reference.number: reference for reference in report.references}
        self._lang = report.lang
        self._ids = count(1)
        self.every: list[Opened] = []

    def opened(self, citation: Citation) -> Opened:
        """What a mark opens; kept, so that the end of the page can hold it for the script."""
        reference = self._references[citation.reference]
        passages = {passage.id: passage for passage in reference.passages}
        shown = [self._shown(reference, passages[words.passage_id], words) for words in citation.words]
        first = shown[0].anchor if shown else f"ref-{reference.number}"
        one = Opened(f"c{next(self._ids)}", reference.number, reference.title, web_link(reference.uri), first, shown)
        self.every.append(one)
        return one

    def _shown(self, reference: Reference, passage: CitedPassage, words: Words) -> Shown:
        text = flowing(passage.text)
        where = place(reference, passage, self._lang)
        start, end = (words.start, words.end) if words.end > words.start else (0, len(text))
        pieces = (text[:start], text[start:end], text[end:])
        return Shown(where, anchor(reference, passage), *(piece.replace(_GONE, "") for piece in pieces))


def pieces(report: Report, passage: CitedPassage) -> list[Piece]:
    """The passage in pieces: those that any sentence rests on, and those between."""
    text, cited = flowing(passage.text), bytearray(len(passage.text))
    for sentence in report.sentences():
        for words in (w for citation in sentence.citations for w in citation.words if w.passage_id == passage.id):
            cited[words.start : words.end] = b"\1" * len(cited[words.start : words.end])
    found = []
    start = 0
    for is_cited, run in groupby(cited):
        end = start + len(list(run))
        found.append(Piece(text[start:end].replace(_GONE, ""), bool(is_cited)))
        start = end
    return found


def anchor(reference: Reference, passage: CitedPassage) -> str:
    """Id of a passage in the list of references."""
    return f"p{reference.number}-{re.sub(r'[^A-Za-z0-9_-]', '-', passage.id)}"


def web_link(uri: str) -> str:
    """The address when it is http(s), else nothing."""
    return uri if re.fullmatch(r"https?://[^\s<>\"'`\\]+", uri) else ""


def flowing(text: str) -> str:
    """The text, as long as before, with the line ends of wrapped prose made a space, or U+0000 between wide letters.

    Blank lines, short lines, lists, headings and table rows keep their ends.
    """
    text = text.replace(_GONE, "\ufffd")
    out = []
    for match in _LINE.finditer(text):
        line, following = match.group(), text[match.end() : match.end() + 1]
        if _is_wrapped(line) and following.strip() and not _OWN_LINE.match(text, match.end()):
            wide = ord(line[-2]) >= _WIDE_FROM and ord(following) >= _WIDE_FROM
            line = line[:-1] + (_GONE if wide else " ")
        out.append(line)
    return "".join(out)


def _is_wrapped(line: str) -> bool:
    return line.endswith("\n") and _width(line) >= _WRAPPED_FROM and not _OWN_LINE.match(line)


def _width(line: str) -> int:
    return len(line) + sum(ord(c) >= _WIDE_FROM for c in line)


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def asset(name: str) -> str:
    """A file beside this one: `page.css`."""
    return (files("kasen.tools.report") / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment: Any = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template: Template = environment.from_string(asset("page.html.j2"))
    return template
