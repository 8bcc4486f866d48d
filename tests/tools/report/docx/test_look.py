from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

import pytest

from kasen.tools.report.docx.look import reference_document
from kasen.tools.report.model import Lang
from tools.report.sample import HOSTILE

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_part_is_sound_and_names_fonts_and_languages_for_japanese(lang: Lang) -> None:
    data = reference_document(HOSTILE + "\0", lang)
    assert data == reference_document(HOSTILE + "\0", lang)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    styles = parts["word/styles.xml"]
    fonts = styles.find(f".//{W}rFonts")
    assert fonts is not None
    assert fonts.get(f"{W}eastAsia") == "Yu Gothic"
    ids = {style.get(f"{W}styleId") for style in styles.iter(f"{W}style")}
    assert {"Heading1", "Heading2", "FootnoteText", "FootnoteReference", "Table", "BlockText", "Ruling"} <= ids
    assert "alert(1)" in "".join(parts["word/footer1.xml"].itertext())
    page = parts["word/document.xml"].find(f".//{W}pgSz")
    assert page is not None
    assert (page.get(f"{W}w"), page.get(f"{W}h")) == ("11906", "16838")
