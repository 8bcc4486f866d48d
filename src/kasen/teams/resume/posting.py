"""A job posting, read from a file or an address."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from pathlib import Path

from kasen.errors import InputError
from kasen.knowledge.convert import MAX_TEXT, size_limit
from kasen.knowledge.document import Ready, Unreadable
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.language import language_of
from kasen.teams.resume.posting_parts import pieces
from kasen.teams.resume.schemas.posting import Hidden, Posting
from kasen.teams.resume.schemas.request import is_address
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.media import Medium
from kasen.tools.fetch.page import Fetch, Unfetched
from kasen.tools.fetch.reading import Job

LONGEST = 20_000
"""Characters of a posting that are read; what it asks for stands before."""
SECONDS = 60.0
"""Most time that converting a file may take."""
_PLAIN = frozenset({".txt", ".text", ".md", ".markdown", ".qmd", ""})
_TAKEN = (".txt", ".md", ".html", ".pdf", ".docx")
_MEDIA: dict[str, Medium] = {".html": "html", ".htm": "html", ".xhtml": "html", ".pdf": "pdf"}
_SAVE = "Open it in a browser, save it as a file (.txt, .html or .pdf), and give that file with --job."
_TITLE = 120
_GENERAL = re.compile(
    r"求人(?:票|情報|広告)|募集要項|^(?:job (?:posting|description|offer)|vacancy|careers?)$", re.IGNORECASE
)


async def read_posting(job: str, fetch: Fetch | None) -> tuple[Posting, list[Hidden]]:
    """The posting of a file or an address, hidden words and orders to models taken out, and those words.

    At most its first 20,000 characters; `Posting.whole` then says how many there are. Raises InputError.
    """
    text, title = await (_page(job, fetch) if is_address(job) else _file(job))
    shown, hidden = find_hidden(text, where="posting")
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
        whole=len(shown) if len(shown) > LONGEST else 0,
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


async def _page(url: str, fetch: Fetch | None) -> tuple[str, str]:
    if fetch is None:
        raise InputError(f"the job posting at {url} is not read: this run asks nothing of the web", hint=_SAVE)
    page = await fetch.fetch(url, typed=True)
    if isinstance(page, Unfetched):
        raise InputError(f"the job posting at {url} cannot be read: it {page.reason}", hint=_SAVE)
    return page.text, page.source.title


async def _file(job: str) -> tuple[str, str]:
    path = Path(job)
    if not path.exists():
        raise InputError(
            f"there is no job posting at `{job}`", hint="Give a file or an address that begins with https."
        )
    if path.is_dir():
        raise InputError(f"`{job}` is a folder, not a job posting", hint=f"Give a file: {', '.join(_TAKEN)}.")
    try:
        if path.suffix.lower() in _PLAIN:
            return await asyncio.to_thread(_plain, path), ""
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


async def _converted(path: Path) -> tuple[str, str]:
    """The text of another kind of file, made in a process that is ended when it takes too long. Raises Unreadable."""
    medium = _MEDIA.get(path.suffix.lower())
    return await (_read_as(path, medium) if medium else _prepared(path))


async def _read_as(path: Path, medium: Medium) -> tuple[str, str]:
    """HTML and PDF as pages of the web are read: without menus and what the page hides."""
    from kasen.tools.fetch.readers import Readers, ReadingLimits

    data = await asyncio.to_thread(_bytes, path, size_limit(path.name))
    readers = Readers(ReadingLimits(seconds=SECONDS / 2), processes=1)
    try:
        reading = await readers.read(Job(medium=medium, url=path.name, today="2000-01-01"), data)
    except Failure as failure:
        raise Unreadable(failure.reason) from failure
    finally:
        await readers.close()
    if reading.refusal:
        raise Unreadable(reading.refusal)
    return reading.text, reading.title


async def _prepared(path: Path) -> tuple[str, str]:
    """Word and everything else, as documents of a knowledge base are read."""
    from kasen.knowledge.workers.pool import Pool, WorkerLimits

    limits = WorkerLimits(seconds=SECONDS)
    async with Pool(limits, processes=1) as pool, aclosing(pool.prepare([(str(path), "")])) as answers:
        async for _, answer in answers:
            if isinstance(answer, Ready):
                return _joined(answer), "" if answer.title == path.stem else answer.title
            raise Unreadable(answer.reason)
    raise AssertionError("each file is answered")


def _joined(ready: Ready) -> str:
    """The passages in their order, without what they share, under their headings."""
    lines: list[str] = []
    above: tuple[str, ...] = ()
    reached = 0
    for chunk in sorted(ready.chunks, key=lambda one: one.start):
        for depth, heading in enumerate(chunk.headings):
            if above[: depth + 1] != chunk.headings[: depth + 1]:
                lines.append(f"\n{'#' * (depth + 1)} {heading}")
        above = chunk.headings
        lines.append(chunk.text[max(0, reached - chunk.start) :])
        reached = max(reached, chunk.end)
    return "\n".join(lines).strip()


def _save_otherwise(path: Path) -> str:
    return "" if path.suffix.lower() in _PLAIN else "Save it as .txt, and give that file with --job."


def _name(job: str) -> str:
    return job if is_address(job) else Path(job).name


def _tidy(line: str) -> str:
    return " ".join(line.split()).strip(" #*【】[]<>＜＞■●◆")[:_TITLE]
