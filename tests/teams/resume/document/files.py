"""Word and PDF files made by hand, part by part, so that each hides exactly what a test wants hidden."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, style: str = "", properties: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{''.join(runs)}</w:p>"


def word(*paragraphs: str, styles: str = "") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
            'wordprocessingml.document.main+xml"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
            'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
            'Target="word/document.xml"/></Relationships>',
        )
        archive.writestr("word/document.xml", f"<w:document {_W}><w:body>{''.join(paragraphs)}</w:body></w:document>")
        archive.writestr("word/styles.xml", f"<w:styles {_W}>{styles}</w:styles>")
    return made.getvalue()


def text_at(words: str, x: int, y: int, *, size: float = 12, before: str = "") -> str:
    """Operators that draw words; `before` sets a colour or a mode."""
    return f"q {before} BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET Q"


def pdf(*pages: Sequence[str]) -> bytes:
    """A PDF whose pages hold these operators."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for operators in pages:
        stream = "\n".join(operators)
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    made = "%PDF-1.4\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    made += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{made.index('xref')}\n%%EOF\n"
    return made.encode("latin-1")
