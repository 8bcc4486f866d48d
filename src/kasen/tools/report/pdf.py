"""A report on paper: the HTML page printed by Chromium on A4, with page numbers, links and bookmarks."""

from __future__ import annotations

from html import escape

from kasen.tools.chromium import LONGEST_MS, chromium
from kasen.tools.report.drawing.lettering import wrapped
from kasen.tools.report.html import html
from kasen.tools.report.labels import labels
from kasen.tools.report.model import Report
from kasen.tools.report.pdf_text import with_ideographs

MARGINS = {"top": "20mm", "bottom": "22mm", "left": "21mm", "right": "21mm"}
_TITLE_EMS = 58
_FOOTER = (
    '<div style="font: 7.5pt sans-serif; color: #555; width: 100%; padding: 0 21mm; display: flex; gap: 8mm; '
    'justify-content: space-between" lang="{lang}"><span>{title}</span>'
    '<span style="white-space: nowrap">{page}</span></div>'
)


async def pdf(report: Report) -> bytes:
    """The file. Its text can be searched and copied as it was written.

    Raises:
        ConfigurationError: Chromium or the package that drives it is missing.
    """
    async with chromium() as context:
        page = await context.new_page()
        await page.set_content(html(report), wait_until="load", timeout=LONGEST_MS)
        printed = await page.pdf(
            format="A4",
            margin=MARGINS,  # type: ignore[arg-type]
            print_background=True,
            display_header_footer=True,
            header_template="<span></span>",
            footer_template=_footer(report),
            tagged=True,
            outline=True,
        )
    return with_ideographs(printed)


def _footer(report: Report) -> str:
    pages = labels(report.lang).page_of.format(
        page='<span class="pageNumber"></span>', pages='<span class="totalPages"></span>'
    )
    title = escape(wrapped(report.title, _TITLE_EMS, lines=1)[0]) if report.title.strip() else ""
    return _FOOTER.format(lang=report.lang, title=title, page=pages)
