from __future__ import annotations

from kasen.knowledge.pdf_model import PageFont, PageRun, PageWords, PdfPages


def test_what_was_read_passes_from_process_to_process() -> None:
    run = PageRun(text="茶 tea", box=(1, 2, 3.5, 4), size=12, font="Noto", color="000000", ground="FFFFFF", contrast=21)
    pages = PdfPages(
        pictures=(b"\x89PNG\xff\x00",),
        fonts=(PageFont(name="Noto", embedded=True),),
        words=(PageWords(width=960, height=540, runs=(run,)),),
    )
    assert PdfPages.model_validate_json(pages.model_dump_json()) == pages
