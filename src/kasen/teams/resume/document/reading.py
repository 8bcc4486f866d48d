"""A résumé's file as text: .qmd and .md as they are, .docx, .pdf and JSON Resume as Markdown."""

from __future__ import annotations

import asyncio
import hashlib
import re
import stat
from pathlib import Path
from typing import Literal

from kasen.errors import InputError
from kasen.teams.resume.document.decoding import decoded
from kasen.teams.resume.document.headings import KNOWN, folded
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.json_resume import as_markdown
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.schemas.posting import Hidden

_Form = Literal["qmd", "md", "docx", "pdf", "json"]
_FORMS: dict[str, _Form] = {
    ".qmd": "qmd",
    ".rmd": "qmd",
    ".md": "md",
    ".markdown": "md",
    ".txt": "md",
    ".text": "md",
    ".docx": "docx",
    ".docm": "docx",
    ".pdf": "pdf",
    ".json": "json",
}
_TAKEN = "Give a .qmd, .md, .txt, .docx or .pdf file, or JSON Resume (.json)."
_ADVICE = {
    ".doc": "Save it as .docx.",
    ".odt": "Save it as .docx or .pdf.",
    ".rtf": "Save it as .docx or .pdf.",
    ".pages": "Export it as .docx or .pdf.",
    ".tex": "Convert it to Markdown (pandoc cv.tex -o cv.md), or give the PDF.",
    ".html": "Convert it to Markdown (pandoc cv.html -o cv.md), or print it to PDF.",
    ".htm": "Convert it to Markdown (pandoc cv.htm -o cv.md), or print it to PDF.",
}
_MB = 1 << 20
MAX_TEXT = 1 * _MB
MAX_PACKED = 20 * _MB
"""Largest files that are read, in bytes: text, and Word and PDF files. A résumé has some thousandths of that."""
_MAX_CHARS = 400_000


async def read(path: str) -> Read:
    """The résumé in a file, with the words that are hidden in it.

    Raises InputError in one sentence for what is missing, a folder, empty, too large, encrypted, a scan without text,
    not a résumé's type, or text that would not give the same bytes again.
    """
    data = await asyncio.to_thread(_bytes, Path(path))
    suffix = Path(path).suffix.lower()
    if suffix in (".docx", ".docm", ".pdf"):
        return await _converted(path, data, _FORMS[suffix])
    return await asyncio.to_thread(_text, Path(path).name, data, _FORMS[suffix])


def _bytes(path: Path) -> bytes:
    suffix = path.suffix.lower()
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise InputError(f"`{path}` is a folder, not a résumé", hint=_TAKEN)
        if not stat.S_ISREG(about.st_mode):
            raise InputError(f"`{path}` is no regular file", hint=_TAKEN)
        if suffix not in _FORMS:
            kind = f"of a type that is no résumé's (`{suffix}`)" if suffix else "without a suffix"
            raise InputError(f"`{path}` is {kind}", hint=_ADVICE.get(suffix, _TAKEN))
        limit = MAX_PACKED if _FORMS[suffix] in ("docx", "pdf") else MAX_TEXT
        if about.st_size > limit:
            raise InputError(
                f"`{path}` is too large for a résumé: {_size(about.st_size)}; at most {_size(limit)} are read"
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"there is no file `{path}`", hint="Check the path of the résumé.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"`{path}` cannot be read: {getattr(error, 'strerror', '') or error}") from error
    if not data.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise InputError(f"`{path}` is empty")
    return data


def _size(count: int) -> str:
    return f"{count / _MB:.1f} MB"


def _text(name: str, data: bytes, form: _Form) -> Read:
    found = decoded(data)
    if found is None and b"\0" in data:
        raise InputError(f"the file `{name}` is no text", hint=_TAKEN)
    if found is None:
        raise InputError(
            f"`{name}` is no text in an encoding that gives the same bytes again",
            hint="Save it as UTF-8 in your editor and give it again.",
        )
    text, encoding = found
    problems: list[str] = []
    if form == "json":
        text, problems = as_markdown(text)
        encoding = ""
    return _read(name, data, text, form, encoding=encoding, problems=tuple(problems))


def _read(
    name: str,
    data: bytes,
    text: str,
    form: _Form,
    *,
    encoding: str = "",
    hidden: tuple[Hidden, ...] = (),
    problems: tuple[str, ...] = (),
) -> Read:
    if not re.search(r"[^\W_]", text):
        raise InputError(f"`{name}` holds no words")
    if len(text) > _MAX_CHARS:
        raise InputError(f"`{name}` has {len(text):,} characters; a résumé of at most {_MAX_CHARS:,} is read")
    return Read(
        text=text,
        form=form,
        name=name,
        encoding=encoding,
        sha256=hashlib.sha256(data).hexdigest(),
        hidden=(*hidden, *find_hidden(text, where="resume")[1]),
        problems=problems,
    )


async def _converted(path: str, data: bytes, form: _Form) -> Read:
    """A Word or PDF file, read in a process of its own, without the words that nobody sees."""
    from kasen.knowledge.hidden import seen

    name = Path(path).name
    made = await seen(path)
    if made.refused:
        raise InputError(f"`{name}` {made.refused}", hint=_hint(made.refused))
    hidden = tuple(Hidden(where="resume", how=one.how, text=one.text[:300]) for one in made.hidden)
    text = await asyncio.to_thread(_with_headings, made.text)
    return await asyncio.to_thread(lambda: _read(name, data, text, form, hidden=hidden, problems=made.problems))


def _hint(reason: str) -> str:
    if "encrypted" in reason:
        return "Save it without a password."
    if "scan" in reason:
        return "Give the file that it was printed from, or put it through OCR."
    return ""


def _with_headings(text: str) -> str:
    """Lines that are nothing but the name of a section become headings of Markdown."""
    blocks = text.split("\n\n")
    return "\n\n".join(f"## {block.strip()}" if _is_heading(block) else block for block in blocks).rstrip() + "\n"


def _is_heading(block: str) -> bool:
    return (
        "\n" not in block.strip() and len(block) <= 40 and not block.startswith(("#", "-")) and folded(block) in KNOWN
    )
