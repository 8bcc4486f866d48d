from __future__ import annotations

import asyncio
import io
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kasen.errors import ConfigurationError
from kasen.tools.report.docx import docx
from kasen.tools.report.docx.writing import size
from kasen.tools.report.model import Lang
from tools.report.full import full
from tools.report.sample import HOSTILE, report
from tools.report.test_pdf import parts, squeezed

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def opened(data: bytes) -> dict[str, ElementTree.Element]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith("xml")}


def text_of(part: ElementTree.Element) -> str:
    return squeezed("".join(node.text or "" for node in part.iter(f"{W}t")))


@pytest.fixture
def no_chromium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))


@pytest.mark.usefixtures("no_chromium")
@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_the_document_holds_every_claim_and_reference_with_real_notes_and_tables(lang: Lang) -> None:
    whole = full(lang)
    data = await docx(whole)
    found = opened(data)
    document, notes = found["word/document.xml"], found["word/footnotes.xml"]
    text = text_of(document)
    assert [one for one in parts(whole) if squeezed(one) not in text] == []
    marks = list(document.iter(f"{W}footnoteReference"))
    assert len(marks) == sum(len(sentence.citations) for sentence in whole.sentences())
    assert "[1]" in text_of(notes)
    styles = {style.get(f"{W}val") for style in document.iter(f"{W}pStyle")}
    assert {"Title", "Subtitle", "Heading1", "Heading2", "Banner", "Ruling", "BlockText", "Reference"} <= styles
    assert {table.get(f"{W}val") for table in document.iter(f"{W}tblStyle")} == {"Table"}
    languages = list(found["word/styles.xml"].iter(f"{W}lang"))
    assert {node.get(f"{W}eastAsia") for node in languages} == {"ja-JP"}
    anchors = {node.get(f"{W}anchor") for node in notes.iter(f"{W}hyperlink")}
    assert anchors <= {node.get(f"{W}name") for node in document.iter(f"{W}bookmarkStart")}
    assert squeezed(whole.title) in text_of(found["word/footer1.xml"])


@pytest.mark.usefixtures("chromium_there")
async def test_pictures_are_files_beside_the_text() -> None:
    data = await docx(full("ja"))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pictures = [archive.read(name) for name in archive.namelist() if name.endswith(".png")]
        assert len(archive.read("word/document.xml")) < 200_000
    assert [picture[:4] for picture in pictures] == [b"\x89PNG"] * 2
    assert all(int.from_bytes(picture[16:20]) > 1000 for picture in pictures), "sharp on paper"


async def test_what_others_read_in_it_is_the_report() -> None:
    from kasen.knowledge.convert import convert

    data = await docx(full("ja").model_copy(update={"analysis": ()}))
    text = squeezed((await asyncio.to_thread(convert, "report.docx", data)).text)
    assert squeezed("宇治の茶は覆いをかけて育てるため、旨みが強い。") in text


@pytest.mark.usefixtures("no_chromium")
async def test_hostile_words_stay_words() -> None:
    data = await docx(report(text=HOSTILE, uri="https://example.org/x"))
    found = opened(data)
    assert squeezed("<script>alert(1)</script>") in text_of(found["word/document.xml"])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        relations = archive.read("word/_rels/document.xml.rels").decode()
        assert not [name for name in archive.namelist() if "media" in name], "without Chromium pictures are tables"
    outside = [node.get("Target") for node in ElementTree.fromstring(relations) if node.get("TargetMode") == "External"]
    assert set(outside) == {"https://example.org/x"}


async def test_without_pandoc_the_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypandoc", None)
    with pytest.raises(ConfigurationError, match="pypandoc") as error:
        await docx(full("ja"))
    assert "kasen[export]" in error.value.hint


def test_the_size_of_a_picture_is_read_from_it() -> None:
    assert size('<svg xmlns="http://www.w3.org/2000/svg" width="12" height="99999"/>') == (12, 4000)
