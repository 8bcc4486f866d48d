"""The references of a report as a BibTeX file for biblatex: what is known of each source, and nothing guessed.

Nobody knows the author, or whether a page is an article, so there is no author and no `@article`: a page of the web is
`@online`, a file `@misc`. Letters stay UTF-8; what TeX would execute is escaped.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from urllib.parse import urlsplit

from kasen.tools.report.html import web_link
from kasen.tools.report.labels import labels
from kasen.tools.report.model import Lang, Reference, Report

_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "$&#%_"},
}
"""Braces have names: BibTeX counts also those behind a backslash."""
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_DOI = re.compile(r"https?://(?:dx\.)?doi\.org/(10\.\d{4,9}/[^\s{}\\]+)", re.IGNORECASE)
_ARXIV = re.compile(r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?", re.IGNORECASE)
_NAME = 24
"""Characters of the readable part of a key."""


def bibtex(report: Report) -> str:
    """One entry per reference, in their order; ends with a newline."""
    known: set[str] = set()
    entries = [_entry(reference, report.lang, known) for reference in report.references]
    head = f"% {_comment(report.title)} ({report.date})\n"
    return head + "".join(f"\n{entry}" for entry in entries)


def key(reference: Reference) -> str:
    """A name of ASCII letters that stays the same from run to run: site or title, year, and a few digits of a hash."""
    uri = web_link(reference.uri)
    name = urlsplit(uri).hostname or "" if uri else reference.file or reference.title
    plain = unicodedata.normalize("NFKD", name.removeprefix("www.")).encode("ascii", "ignore").decode().lower()
    word = "-".join(re.findall(r"[a-z0-9]+", plain))[:_NAME].strip("-") or "source"
    year = reference.published[:4] if _DATE.fullmatch(reference.published) else ""
    digest = hashlib.sha256(
        (uri or f"{reference.file}\n{reference.title}").encode("utf-8", "surrogatepass")
    ).hexdigest()
    return "-".join(part for part in (word, year, digest[:6]) if part)


def escaped(text: str) -> str:
    """Text on one line in which nothing is a command."""
    line = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return "".join(_TEX.get(letter, letter) for letter in line)


def _entry(reference: Reference, lang: Lang, known: set[str]) -> str:
    name = wanted = key(reference)
    number = 1
    while name in known:
        number += 1
        name = f"{wanted}-{number}"
    known.add(name)
    uri = web_link(reference.uri).replace("{", "%7B").replace("}", "%7D")
    fields = {
        "title": f"{{{escaped(reference.title)}}}",
        "organization": escaped(reference.publisher),
        "howpublished": escaped(reference.file),
        "date": reference.published if _DATE.fullmatch(reference.published) else "",
        **_numbers(uri),
        "url": uri,
        "urldate": reference.fetched if uri and _DATE.fullmatch(reference.fetched) else "",
        "note": escaped(_pages(reference, lang)),
    }
    lines = "".join(f"  {field} = {{{value}}},\n" for field, value in fields.items() if value)
    return f"@{'online' if uri else 'misc'}{{{name},\n{lines}}}\n"


def _numbers(uri: str) -> dict[str, str]:
    """DOI or number at arXiv, where the address is one."""
    if doi := _DOI.fullmatch(uri):
        return {"doi": doi[1]}
    if arxiv := _ARXIV.fullmatch(uri):
        return {"eprint": arxiv[1], "eprinttype": "arxiv"}
    return {}


def _pages(reference: Reference, lang: Lang) -> str:
    """The pages, slides or sheets that the report rests on."""
    used = sorted({(passage.unit, passage.page) for passage in reference.passages if passage.page is not None})
    words = labels(lang)
    comma = "、" if lang == "ja" else ", "
    shown = comma.join(words.units[unit].format(page) for unit, page in used)
    return words.used.format(shown) if shown else ""


def _comment(text: str) -> str:
    """What stands outside of entries: `@` would begin one."""
    return " ".join(text.split()).replace("@", "(at)")
