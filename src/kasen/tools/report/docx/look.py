"""The reference document that pandoc takes its looks from: styles, page, footer, language; written here as XML."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from kasen.tools.report.model import Lang

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MADE = (2026, 1, 1, 0, 0, 0)


class Look(NamedTuple):
    """Fonts, language and sizes (half points; line spacing in 240ths of a line)."""

    latin: str
    asian: str
    lang: str
    size: int
    line: int
    note_line: int


LOOKS: dict[Lang, Look] = {
    "ja": Look(latin="Yu Gothic", asian="Yu Gothic", lang="ja-JP", size=21, line=264, note_line=240),
    "en": Look(latin="Calibri", asian="Yu Gothic", lang="en-US", size=22, line=288, note_line=252),
}


def reference_document(title: str, lang: Lang) -> bytes:
    """A .docx without content; the same each time."""
    look = LOOKS[lang]
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": _document(),
        "word/_rels/document.xml.rels": _relations(
            {
                "rId1": ("styles", "styles.xml"),
                "rId2": ("settings", "settings.xml"),
                "rId3": ("footer", "footer1.xml"),
            }
        ),
        "word/styles.xml": _template("styles.xml.j2").render(look=look),
        "word/settings.xml": _settings(look),
        "word/footer1.xml": _footer(title),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _MADE), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _xml(body: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}'


def _content_types() -> str:
    kinds = {"document": "document.main", "styles": "styles", "settings": "settings", "footer1": "footer"}
    base = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    parts = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{base}.{kind}+xml"/>' for name, kind in kinds.items()
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    return _xml(
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Default Extension="rels" ContentType="{relations}"/>{parts}</Types>'
    )


def _relations(targets: dict[str, tuple[str, str]]) -> str:
    lines = "".join(
        f'<Relationship Id="{id}" Type="{_OFFICE}/{kind}" Target="{target}"/>' for id, (kind, target) in targets.items()
    )
    return _xml(f'<Relationships xmlns="{_PACKAGE}/relationships">{lines}</Relationships>')


def _document() -> str:
    """One section on A4 (twentieths of a point), with the footer; pandoc keeps it and fills the rest."""
    page = (
        '<w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" '
        'w:header="709" w:footer="624" w:gutter="0"/>'
    )
    return _xml(
        f'<w:document xmlns:w="{_WORD}" xmlns:r="{_OFFICE}"><w:body><w:p/><w:sectPr>{page}</w:sectPr></w:body>'
        "</w:document>"
    )


def _settings(look: Look) -> str:
    return _xml(
        f'<w:settings xmlns:w="{_WORD}"><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>'
        '<w:characterSpacingControl w:val="compressPunctuation"/>'
        f'<w:themeFontLang w:val="{look.lang if look.lang != "ja-JP" else "en-US"}" w:eastAsia="ja-JP"/></w:settings>'
    )


def _footer(title: str) -> str:
    shown = "".join(character for character in " ".join(title.split())[:60] if character.isprintable())
    said = f'<w:r><w:t xml:space="preserve">{escape(shown)}</w:t></w:r><w:r><w:tab/></w:r>'
    number = '<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    of = '<w:r><w:t xml:space="preserve"> / </w:t></w:r>'
    pages = '<w:fldSimple w:instr="NUMPAGES"><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    style = '<w:pPr><w:pStyle w:val="Footer"/></w:pPr>'
    return _xml(f'<w:ftr xmlns:w="{_WORD}"><w:p>{style}{said}{number}{of}{pages}</w:p></w:ftr>')


@cache
def _template(name: str) -> Any:
    from jinja2 import Environment, StrictUndefined

    text = (files("kasen.tools.report.docx") / name).read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        text
    )
