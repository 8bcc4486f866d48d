"""Word and PDF files as a person sees them, in Markdown, and what only a machine finds in them.

The file is read in a process of its own, which is killed when it hangs or eats memory: such files come from anybody.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import resource
import signal
import sys
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from kasen.knowledge.document import Unreadable
from kasen.knowledge.workers.pool import WorkerLimits

_ITEM = re.compile(r"^[ \t\u3000]*[•‣◦▪・●○■□◆◇➢➤✓✔*·][ \t\u3000]*(?=\S)")
_SECONDS = 60.0
_FULL = 0.85
"""A résumé has short lines; only one that is nearly full goes on in the next."""


class SeenHidden(BaseModel):
    """Words that nobody sees."""

    model_config = ConfigDict(frozen=True)

    how: str
    text: str
    page: int = 0
    """Counted from 1; 0 where the form has no pages."""


class Seen(BaseModel):
    """A document as it is seen. `refused` is the reason, in one clause, when it cannot be read."""

    model_config = ConfigDict(frozen=True)

    text: str = ""
    hidden: tuple[SeenHidden, ...] = ()
    problems: tuple[str, ...] = ()
    pages: int = 0
    refused: str = ""


async def seen(path: str, limits: WorkerLimits | None = None) -> Seen:
    """The visible text of a .docx or .pdf file as Markdown, with what is hidden in it listed and left out."""
    limits = limits or WorkerLimits(seconds=_SECONDS)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kasen.knowledge.hidden", str(limits.seconds), str(limits.memory), path,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        answer, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == 0:
        return Seen.model_validate_json(answer)
    if process.returncode == -signal.SIGALRM:
        return Seen(refused=f"takes more than {limits.seconds:g} s to read")
    if process.returncode in (-signal.SIGKILL, -signal.SIGABRT):
        return Seen(refused="needs more memory than a conversion may use")
    return Seen(refused=f"makes its reader crash (exit {process.returncode})")


def look(name: str, data: bytes) -> Seen:
    """As `seen`, for bytes, in this process. Raises Unreadable; other exceptions are the readers' own."""
    return _pdf(data) if name.lower().endswith(".pdf") else _word(data)


def _pdf(data: bytes) -> Seen:
    import pypdfium2

    from kasen.knowledge.formats.pdf import read_pdf
    from kasen.knowledge.hidden_pdf import seen_pages

    try:
        with pypdfium2.PdfDocument(data) as document:
            pages = seen_pages(document)
            count = len(document)
    except pypdfium2.PdfiumError as error:
        raise Unreadable("is encrypted" if "assword" in str(error) else "is broken: not a readable PDF") from None
    converted = read_pdf(data, texts=pages.pages, fill=_FULL)
    text = "\n\n".join(converted.text[block.start : block.end] for block in converted.blocks)
    return Seen(
        text=_items(text),
        hidden=tuple(SeenHidden(how=how, text=words, page=page) for how, words, page in pages.hidden),
        problems=(*pages.problems, *converted.problems),
        pages=count,
    )


def _items(text: str) -> str:
    """Paragraphs that begin with a mark become items of a list."""
    made: list[str] = []
    was_item = False
    for paragraph in text.split("\n\n"):
        item = _ITEM.match(paragraph)
        gap = "" if not made else "\n" if item and was_item else "\n\n"
        made.append(gap + ("- " + paragraph[item.end() :] if item else paragraph))
        was_item = item is not None
    return "".join(made).strip() + "\n"


def _word(data: bytes) -> Seen:
    from kasen.knowledge.formats.office import check_archive
    from kasen.knowledge.hidden_word import without_hidden

    check_archive(data, "a Word")
    from markitdown import StreamInfo
    from markitdown.converters import DocxConverter

    data, hidden = without_hidden(data)
    converter = DocxConverter()  # type: ignore[no-untyped-call]
    text = str(converter.convert(io.BytesIO(data), StreamInfo(extension=".docx")).markdown)
    if not text.strip():
        raise Unreadable("holds no text")
    return Seen(
        text=re.sub(r"\n{3,}", "\n\n", text).strip() + "\n",
        hidden=tuple(SeenHidden(how=how, text=words) for how, words in hidden),
    )


def main() -> None:
    """The process: seconds, bytes of address space and a path; prints a `Seen` as JSON."""
    seconds, memory, path = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        made = look(path, Path(path).read_bytes())
    except Unreadable as reason:
        made = Seen(refused=str(reason))
    except OSError as error:
        made = Seen(refused=f"cannot be read ({error.strerror or error})")
    except MemoryError:
        made = Seen(refused="needs more memory than a conversion may use")
    except Exception as error:  # noqa: BLE001 - readers of broken files raise whatever they like; this is the process's edge
        made = Seen(refused=f"is broken ({type(error).__name__}: {' '.join(str(error).split())[:120]})")
    answers.write(made.model_dump_json().encode("utf-8", "replace"))
    answers.flush()


if __name__ == "__main__":
    main()
