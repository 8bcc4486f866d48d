"""A body read: text, passages, and what the page says of itself. Runs in a process of its own, see `readers`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, ConfigDict

from kasen.knowledge import chunk, language, quality
from kasen.knowledge.document import Converted, Unreadable
from kasen.knowledge.formats.markdown import read_markdown
from kasen.knowledge.formats.pdf import read_pdf
from kasen.knowledge.formats.text import read_text
from kasen.tools.fetch.charsets import decode_page
from kasen.tools.fetch.media import Medium


class Job(BaseModel):
    """What is to be read; its bytes travel beside it."""

    model_config = ConfigDict(frozen=True)

    medium: Medium
    charset: str = ""
    """As the server declared it."""
    url: str
    today: str
    """ISO date."""
    plain: bool = False
    """Leave out what may take long on purpose-made pages."""


class Cut(BaseModel):
    """A passage to be: `text[start:end]` of the reading."""

    model_config = ConfigDict(frozen=True)

    start: int
    end: int
    page: int | None = None
    headings: tuple[str, ...] = ()


class Reading(BaseModel):
    """A page as text. `refusal` says why there is nothing to cite."""

    model_config = ConfigDict(frozen=True)

    text: str = ""
    cuts: tuple[Cut, ...] = ()
    title: str = ""
    author: str = ""
    site: str = ""
    published: str = ""
    language: str = ""
    canonical: str = ""
    refresh: str = ""
    problems: tuple[str, ...] = ()
    refusal: str = ""
    is_empty: bool = False
    """True where the page is sound and holds no text; else a refusal means that it is broken."""


def read(job: Job, data: bytes) -> Reading:
    """Read a body. Readers of broken PDF files may raise what they like."""
    try:
        if job.medium == "html":
            return _html(job, data)
        converted = _document(job, data)
    except Unreadable as reason:
        return Reading(refusal=str(reason))
    except (MemoryError, RecursionError):
        return Reading(refusal="needs more memory than reading a page may use")
    return _judged(converted, {"title": converted.title})


def _document(job: Job, data: bytes) -> Converted:
    if job.medium == "pdf":
        return read_pdf(data)
    text = decode_page(data, job.charset)
    return read_markdown(text) if job.medium == "markdown" else read_text(text.encode("utf-8", "replace"))


def _html(job: Job, data: bytes) -> Reading:
    # Imported here: PDF and text need neither lxml nor trafilatura.
    from kasen.tools.fetch.emptiness import is_shell, why_empty
    from kasen.tools.fetch.extract import main_text
    from kasen.tools.fetch.head import read_head
    from kasen.tools.fetch.tree import is_large, parse, tidy

    root = parse(decode_page(data, job.charset))
    if root is None:
        return Reading(refusal="holds no text", is_empty=True)
    plain = job.plain or is_large(root)
    facts = asdict(read_head(root, job.url, job.today, plain=plain))
    shell = is_shell(root)
    tidy(root)
    converted = main_text(root, plain=plain)
    empty = why_empty(converted.text, is_shell=shell)
    if empty:
        return Reading.model_validate(facts | {"refusal": empty, "is_empty": True})
    return _judged(converted, facts)


def _judged(converted: Converted, facts: dict[str, Any]) -> Reading:
    if not converted.text.strip():
        return Reading.model_validate(facts | {"refusal": "holds no text", "is_empty": True})
    score, problems = quality.measure(converted.text)
    if score < quality.REJECT_BELOW:
        return Reading.model_validate(facts | {"refusal": f"has unreadable text: {problems[0]}"})
    found = language.detect(converted.text)
    return Reading.model_validate(
        facts
        | {
            "text": converted.text,
            "cuts": [Cut(**piece._asdict()) for piece in chunk.chunks(converted)],
            "language": facts.get("language", "") if found == "und" else found,
            "problems": (*converted.problems, *problems),
        }
    )
