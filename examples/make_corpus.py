"""Write the binary documents of `corpus/` from the texts in `sources/`: `python examples/make_corpus.py [FOLDER]`.

Word, PowerPoint and Excel files come out byte for byte the same each time. The PDF is printed by Chromium when that is
installed; its bytes depend on the version of Chromium and on the fonts.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
SOURCES = HERE / "sources"
_MADE = datetime(2026, 1, 1)  # noqa: DTZ001 - the date that files carry, in no time zone
_PDF_DATE = re.compile(rb"(/(?:CreationDate|ModDate) \(D:)\d{14}([^)]*\))")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PRINT = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --no-pdf-header-footer"

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/><w:rPr><w:b/>'
    f'<w:sz w:val="{40 - 8 * n}"/></w:rPr></w:style>'
    for n in (1, 2)
)


def main(folder: Path) -> None:
    """Write the four documents into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in (
        ("shaded-tea.en.docx", docx((SOURCES / "shaded-tea.en.md").read_text(encoding="utf-8"))),
        ("ochatsubo.ja.pptx", pptx((SOURCES / "ochatsubo.ja.md").read_text(encoding="utf-8"))),
        ("regions.xlsx", xlsx((SOURCES / "regions.csv").read_text(encoding="utf-8"))),
        ("uji-cha.ja.pdf", pdf(SOURCES / "uji-cha.ja.html")),
    ):
        if data is None:
            sys.stderr.write(f"{name} is left as it is: Chromium is not installed\n")
        else:
            (folder / name).write_bytes(data)


def docx(text: str) -> bytes:
    """A Word file of headings and paragraphs."""
    body = "".join(_paragraph(block) for block in text.strip().split("\n\n"))
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "[Content_Types].xml": _docx_types(),
        "_rels/.rels": _relations(f"{relation}/officeDocument", "word/document.xml"),
        "word/_rels/document.xml.rels": _relations(f"{relation}/styles", "styles.xml"),
        "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{_WORD}">{_STYLES}</w:styles>',
    }
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return _zip({name: (head + xml).encode() for name, xml in parts.items()})


def _docx_types() -> str:
    main_part = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main_part}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{main_part}.styles+xml"/></Types>'
    )


def _relations(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" Type="{kind}" Target="{target}"/>'
        "</Relationships>"
    )


def _paragraph(block: str) -> str:
    marks = re.match(r"(#*) *", block)
    level = len(marks[1]) if marks else 0
    style = f'<w:pPr><w:pStyle w:val="Heading{level}"/></w:pPr>' if level else ""
    words = escape(" ".join(block.lstrip("# ").split()))
    return f'<w:p>{style}<w:r><w:t xml:space="preserve">{words}</w:t></w:r></w:p>'


def pptx(text: str) -> bytes:
    """A PowerPoint file: each heading a slide, the first with its subtitle, the others with their bullets."""
    from pptx import Presentation

    deck = Presentation()
    for number, block in enumerate(re.split(r"^# ", text.strip(), flags=re.MULTILINE)[1:]):
        title, *lines = [line.removeprefix("- ") for line in block.strip().split("\n")]
        slide = deck.slides.add_slide(deck.slide_layouts[0 if number == 0 else 1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(lines)
    deck.core_properties.title = "御茶壺道中"
    deck.core_properties.created = deck.core_properties.modified = _MADE
    made = io.BytesIO()
    deck.save(made)
    return _same_each_time(made.getvalue())


def xlsx(text: str) -> bytes:
    """An Excel file: the first column names the sheet."""
    from openpyxl import Workbook  # type: ignore[import-untyped]

    book = Workbook()
    book.remove(book.active)
    _, *rows = csv.reader(io.StringIO(text))
    for name, *cells in rows:
        sheet = book[name] if name in book.sheetnames else book.create_sheet(name)
        sheet.append([int(cell) if cell.isdigit() else cell or None for cell in cells])
    book.properties.title = "Tea regions of Japan 日本の茶産地"
    book.properties.created = _MADE
    made = io.BytesIO()
    book.save(made)
    return _same_each_time(made.getvalue())


def pdf(page: Path) -> bytes | None:
    """A PDF printed from an HTML page; None when there is no Chromium."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "page.pdf"
        options = [*_PRINT.split(), f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}"]
        subprocess.run([browser, *options, page.resolve().as_uri()], check=True, capture_output=True, timeout=120)
        stamp = f"{_MADE:%Y%m%d%H%M%S}".encode()
        return _PDF_DATE.sub(rb"\g<1>" + stamp + rb"\g<2>", made.read_bytes())


def _same_each_time(archive: bytes) -> bytes:
    """The same parts without the time of writing."""
    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    stamp = f"{_MADE:%Y-%m-%dT%H:%M:%SZ}".encode()
    core = "docProps/core.xml"
    parts[core] = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + stamp, parts[core])
    return _zip(parts)


def _zip(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _MADE.timetuple()[:6]), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "corpus")
