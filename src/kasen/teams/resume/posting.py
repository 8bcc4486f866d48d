"""A job posting, read from a file or an address."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kasen.errors import InputError
from kasen.knowledge.convert import MAX_TEXT
from kasen.knowledge.document import Unreadable
from kasen.teams.resume.document.concealed import concealed_in
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.language import language_of
from kasen.teams.resume.posting_parts import pieces
from kasen.teams.resume.schemas.posting import Hidden, Posting
from kasen.teams.resume.schemas.request import is_address
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.page import Fetch, Unfetched
from kasen.tools.fetch.reading import Job

LONGEST = 20_000
"""Characters of a posting that are read; what it asks for stands before."""
_SEARCHED = 5 * LONGEST
"""Characters that are searched for hidden words: of what is longer, more is never shown."""
SECONDS = 30.0
"""Most time that reading a saved page may take."""
_PLAIN = frozenset({".txt", ".text", ".md", ".markdown", ".qmd", ""})
_TAKEN = (".txt", ".md", ".html", ".pdf", ".docx")
_HTML = frozenset({".html", ".htm", ".xhtml"})
_OFFICE = frozenset({".docx", ".pdf"})
_LOOKED_THROUGH = 1_000_000
"""Characters of HTML up to which it is searched for hidden words; of a longer page they are left out unseen."""
_NEVER_SHOWN = re.compile(r"<(?:!--|title|head|template|noscript|script|style)", re.IGNORECASE)
_SAVE = "Open it in a browser, save it as a file (.txt, .html or .pdf), and give that file with --job."
_TITLE = 120
_GENERAL = re.compile(
    r"求人(?:票|情報|広告)|募集要項|^(?:job (?:posting|description|offer)|vacancy|careers?)$", re.IGNORECASE
)


class _Text(NamedTuple):
    """What a posting says, what it calls itself, and words of its file that a reader does not see, taken out."""

    text: str
    title: str = ""
    hidden: Sequence[Hidden] = ()


async def read_posting(job: str, fetch: Fetch | None) -> tuple[Posting, list[Hidden]]:
    """The posting of a file or an address, hidden words and orders to models taken out, and those words.

    At most its first 20,000 characters; `Posting.whole` then says how many there are. Raises InputError.
    """
    text, title, concealed = await (_page(job, fetch) if is_address(job) else _file(job))
    shown, hidden = await asyncio.to_thread(find_hidden, text[:_SEARCHED], where="posting")
    hidden += [one for one in concealed if one.text not in {other.text for other in hidden}]
    if not re.search(r"\w", shown):
        raise InputError(f"the job posting `{_name(job)}` holds no text", hint=_SAVE if is_address(job) else "")
    cut = shown[:LONGEST]
    if len(shown) > LONGEST:
        cut = cut[: max(cut.rfind("\n"), LONGEST // 2)]
    posting = Posting(
        text=cut,
        title=title_of(cut) or title[:_TITLE],
        source=job,
        lang=language_of(cut),
        whole=len(text) if len(text) > LONGEST else 0,
    )
    return posting, hidden


def title_of(posting: str) -> str:
    """What post it is: what stands under 募集職種 or Position, else the first line that can be a title, else empty."""
    parts = pieces(posting)
    named = next((piece for piece in parts if piece.kind == "title"), None)
    if named is not None and not _GENERAL.search(named.text):
        return _tidy(named.text)
    lines = [_tidy(piece.text) for piece in parts[:6] if piece.kind == "head" and not piece.bullet]
    fitting = [line for line in lines if 2 <= len(line) <= 80 and not re.search(r"[。.!?！？]$", line)]
    return next((line for line in fitting if not _GENERAL.search(line)), "")


async def _page(url: str, fetch: Fetch | None) -> _Text:
    if fetch is None:
        raise InputError(f"the job posting at {url} is not read: this run asks nothing of the web", hint=_SAVE)
    page = await fetch.fetch(url, typed=True)
    if isinstance(page, Unfetched):
        raise InputError(f"the job posting at {url} cannot be read: {_told(page.reason)}", hint=_SAVE)
    return _Text(page.text, page.source.title)


def _told(reason: str) -> str:
    """Reasons go on after the name of an address, `takes no connection`; some name it themselves, or are Japanese."""
    return reason if reason.startswith("`") or not reason.isascii() else f"it {reason}"


async def _file(job: str) -> _Text:
    path = Path(job)
    if not path.exists():
        raise InputError(
            f"there is no job posting at `{job}`", hint="Give a file or an address that begins with https."
        )
    if path.is_dir():
        raise InputError(f"`{job}` is a folder, not a job posting", hint=f"Give a file: {', '.join(_TAKEN)}.")
    try:
        if path.suffix.lower() in _PLAIN:
            return _Text(await asyncio.to_thread(_plain, path))
        return await _converted(path)
    except Unreadable as reason:
        raise InputError(f"the job posting `{path.name}` {reason}", hint=_save_otherwise(path)) from reason
    except OSError as error:
        raise InputError(f"the job posting `{path.name}` cannot be read ({error.strerror or error})") from error


def _plain(path: Path) -> str:
    from kasen.knowledge.formats.text import decode

    return decode(_bytes(path, MAX_TEXT))


def _bytes(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise Unreadable(f"is too large (more than {most >> 20} MB)")
    if not data.strip():
        raise Unreadable("is empty")
    return data


async def _converted(path: Path) -> _Text:
    """The text of another kind of file, made in a process that is ended when it takes too long. Raises Unreadable."""
    suffix = path.suffix.lower()
    if suffix in _HTML:
        return await _web_page(path)
    if suffix in _OFFICE:
        return await _office(path)
    raise Unreadable(f"is not one of {', '.join(_TAKEN)}")


async def _office(path: Path) -> _Text:
    from kasen.knowledge.hidden import seen

    if path.stat().st_size > MAX_TEXT:
        raise Unreadable(f"is too large (more than {MAX_TEXT >> 20} MB)")
    made = await seen(str(path))
    if made.refused:
        raise Unreadable(made.refused)
    return _Text(made.text, "", [Hidden(where="posting", how=one.how, text=one.text[:300]) for one in made.hidden])


async def _web_page(path: Path) -> _Text:
    """HTML as pages of the web are read: without menus and what the page hides."""
    from kasen.tools.fetch.readers import Readers, ReadingLimits

    html, hidden = await asyncio.to_thread(_without_concealed, path)
    readers = Readers(ReadingLimits(seconds=SECONDS), processes=1)
    try:
        job = Job(medium="html", charset="utf-8", url=path.name, today="2000-01-01")
        reading = await readers.read(job, html.encode("utf-8", "replace"))
    except Failure as failure:
        raise Unreadable(failure.reason) from failure
    finally:
        await readers.close()
    if reading.refusal:
        raise Unreadable(reading.refusal)
    return _Text(reading.text, reading.title, hidden)


def _without_concealed(path: Path) -> tuple[str, list[Hidden]]:
    """The HTML of a file without elements that it hides by style, and their words."""
    html = _plain(path)
    found: list[Hidden] = []
    for one in concealed_in(html) if len(html) <= _LOOKED_THROUGH else ():
        if _NEVER_SHOWN.match(html, one.start):
            continue
        if re.search(r"\w\w", one.words):
            text = " ".join(one.words.split())[:300]
            found.append(Hidden(where="posting", how=one.how, text=text, line=html.count("\n", 0, one.start) + 1))
        html = html[: one.start] + " " * (one.end - one.start) + html[one.end :]
    return html, found


def _save_otherwise(path: Path) -> str:
    return "" if path.suffix.lower() in _PLAIN else "Save it as .txt, and give that file with --job."


def _name(job: str) -> str:
    return job if is_address(job) else Path(job).name


def _tidy(line: str) -> str:
    return " ".join(line.split()).strip(" #*【】[]<>＜＞■●◆")[:_TITLE]
