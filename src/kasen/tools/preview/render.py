"""A résumé as one HTML file, as PDF and as Word document. Nothing of it is run, nothing is fetched."""

from __future__ import annotations

import asyncio
from typing import Literal, NamedTuple

from kasen.tools.preview import by_markdown_it, by_pandoc, by_quarto
from kasen.tools.preview.clean import Pictures, clean
from kasen.tools.preview.dress import dress
from kasen.tools.preview.page import page
from kasen.tools.preview.prepare import ready
from kasen.tools.validation import programs
from kasen.tools.validation.model import Problem
from kasen.tools.validation.quarto import QuartoFailed

Lang = Literal["ja", "en"]
MARGINS = {"top": "17mm", "bottom": "17mm", "left": "18mm", "right": "18mm"}


class Rendered(NamedTuple):
    """A page and who made it: Quarto with the author's theme, or our preview."""

    html: str
    by: Literal["quarto", "preview"]
    problems: tuple[Problem, ...]
    """What was left out, and what Quarto warned of."""


async def render(text: str, *, name: str, folder: str = "", lang: Lang) -> Rendered:
    """One self-contained file with a policy under which nothing runs or loads; code cells are shown and not run.

    By Quarto where it is installed and can be given the file; else by pandoc, else by markdown-it, with a style of our
    own. Pictures come from `folder` and nowhere else; those that are elsewhere are left out and named.
    """
    noted: tuple[Problem, ...] = ()
    if program := programs.quarto():
        html, noted = await _by_quarto(program, text, name=name, folder=folder)
        if html:
            return Rendered(html, "quarto", noted)
    html, problems = await _preview(text, name=name, folder=folder, lang=lang)
    return Rendered(html, "preview", (*noted, *problems))


async def _by_quarto(program: str, text: str, *, name: str, folder: str) -> tuple[str, tuple[Problem, ...]]:
    try:
        return await by_quarto.page_of(program, text, name=name, folder=folder)
    except (QuartoFailed, OSError) as error:
        problem = Problem(rule="quarto-failed", text=f"Quarto {error}; the page is a preview.", blocking=False)
        return "", (problem,)


async def _preview(text: str, *, name: str, folder: str, lang: Lang) -> tuple[str, tuple[Problem, ...]]:
    made = await asyncio.to_thread(ready, text, folder=folder)
    fragment = await by_pandoc.fragment(made.body, name=name)
    problems = list(made.problems)
    if fragment is None:
        fragment = await asyncio.to_thread(by_markdown_it.fragment, made.body)
        said = f"The preview is simpler than it could be: {programs.missing('pandoc')}"
        if programs.pandoc():
            said = "The preview is simpler than it could be: pandoc could not read the file."
        problems.append(Problem(rule="simple-preview", text=said, blocking=False))
    pictures = Pictures(folder)
    body = await asyncio.to_thread(clean, fragment, pictures, change=dress(lang))
    for one in dict.fromkeys(pictures.left_out):
        problems.append(Problem(rule="left-out", text=f"The picture `{one}` was left out.", blocking=False))
    return page(body, made.head, lang=lang), tuple(problems)


async def pdf_of(html: str) -> bytes:
    """The page on A4, printed by a Chromium without network and scripts; its text can be searched as it was written.

    Raises:
        ConfigurationError: Chromium or the package that drives it is missing, or it fails.
    """
    from kasen.tools.chromium import LONGEST_MS, chromium
    from kasen.tools.report.pdf_text import with_ideographs

    async with chromium() as context:
        tab = await context.new_page()
        await tab.set_content(html, wait_until="load", timeout=LONGEST_MS)
        printed = await tab.pdf(
            format="A4",
            margin=MARGINS,  # type: ignore[arg-type]
            print_background=True,
            tagged=True,
            outline=True,
        )
    return with_ideographs(printed)


async def docx_of(text: str, *, lang: Lang, folder: str = "") -> bytes:
    """The résumé as a Word document with fonts for both languages; pictures are their descriptions.

    Included files come from `folder`.

    Raises:
        ConfigurationError: pandoc is missing.
        InternalError: pandoc fails or takes too long.
    """
    from kasen.tools.preview.word import document

    return await document(text, lang=lang, folder=folder)
