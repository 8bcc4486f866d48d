"""Pages of a PDF: pictures, fonts, and words with where they stand and on what ground.

Each call reads in a process of its own, which is killed when it hangs or eats memory.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from collections.abc import Iterator
from typing import Any

from kasen.knowledge.pdf_model import PageFont, PdfPages
from kasen.knowledge.workers.pool import WorkerLimits

LIMITS = WorkerLimits(seconds=90.0, memory=4 << 30)
MOST_PAGES = 400
_PACKERS = 2
_AHEAD = 8
"""Pictures that may wait to be packed."""


async def pictured(pdf: bytes, *, width: int, limits: WorkerLimits = LIMITS) -> PdfPages:
    """A picture of each page, `width` pixels wide, and the fonts."""
    return await _in_process(pdf, "pictures", width, limits)


async def worded(pdf: bytes, limits: WorkerLimits = LIMITS) -> PdfPages:
    """The words of each page, and the fonts."""
    return await _in_process(pdf, "words", 0, limits)


async def _in_process(pdf: bytes, what: str, width: int, limits: WorkerLimits) -> PdfPages:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kasen.knowledge.pdf_pages", str(limits.seconds), str(limits.memory), what, str(width),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        answer, _ = await process.communicate(pdf)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == 0:
        return await asyncio.to_thread(PdfPages.model_validate_json, answer)
    if process.returncode == -signal.SIGALRM:
        return PdfPages(refused=f"takes more than {limits.seconds:g} s to read")
    if process.returncode in (-signal.SIGKILL, -signal.SIGABRT):
        return PdfPages(refused="needs more memory than a reading may use")
    return PdfPages(refused=f"makes its reader crash (exit {process.returncode})")


def look(pdf: bytes, what: str, width: int) -> PdfPages:
    """As `pictured` or `worded`, in this process."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(pdf) as document:
            if len(document) > MOST_PAGES:
                return PdfPages(refused=f"has more than {MOST_PAGES} pages")
            return _pictures(document, width) if what == "pictures" else _words(document)
    except pypdfium2.PdfiumError as error:
        return PdfPages(refused="is encrypted" if "assword" in str(error) else "is broken: not a readable PDF")


def _pictures(document: Any, width: int) -> PdfPages:
    from concurrent.futures import Future, ThreadPoolExecutor

    from kasen.knowledge.pdf_drawn import fonts_of, picture_of, png_of

    fonts: dict[str, PageFont] = {}
    coming: list[Future[bytes]] = []
    # Packing takes four times as long as drawing, and can be done beside it.
    with ThreadPoolExecutor(_PACKERS) as packers:
        for number, page in _pages(document):
            fonts_of(page, fonts)
            coming.append(packers.submit(png_of, picture_of(page, width)))
            if number >= _AHEAD:
                coming[number - _AHEAD].result()
        return PdfPages(pictures=tuple(one.result() for one in coming), fonts=tuple(fonts.values()))


def _words(document: Any) -> PdfPages:
    from kasen.knowledge.pdf_drawn import fonts_of, words_of

    fonts: dict[str, PageFont] = {}
    words = []
    for _, page in _pages(document):
        fonts_of(page, fonts)
        words.append(words_of(page))
    return PdfPages(words=tuple(words), fonts=tuple(fonts.values()))


def _pages(document: Any) -> Iterator[tuple[int, Any]]:
    for number in range(len(document)):
        page = document[number]
        try:
            yield number, page
        finally:
            page.close()


def main() -> None:
    """The process: seconds, bytes of memory, `pictures` or `words`, width; a PDF in, a `PdfPages` as JSON out."""
    seconds, memory, what, width = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Default action: the process ends, even inside a C library.
    signal.setitimer(signal.ITIMER_REAL, seconds)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        made = look(sys.stdin.buffer.read(), what, width)
    except MemoryError:
        made = PdfPages(refused="needs more memory than a reading may use")
    answers.write(made.model_dump_json().encode("utf-8", "replace"))
    answers.flush()


if __name__ == "__main__":
    main()
