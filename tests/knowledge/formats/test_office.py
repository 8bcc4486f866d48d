from __future__ import annotations

import io
import zipfile

import pytest

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.office import check_archive, read_slides, read_word

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def archive(**files: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return buffer.getvalue()


FORMATS = "http://schemas.openxmlformats.org"
OFFICE = f"{FORMATS}/officeDocument/2006/relationships"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def relation(kind: str, target: str) -> str:
    inner = f'<Relationship Id="r1" Type="{OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{FORMATS}/package/2006/relationships">{inner}</Relationships>'


def word(body: str) -> bytes:
    types = (
        f'<Types xmlns="{FORMATS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/></Types>'
    )
    style = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    return archive(
        **{
            "[Content_Types].xml": types,
            "_rels/.rels": relation("officeDocument", "word/document.xml"),
            "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
            "word/styles.xml": f"<w:styles {W}>{style}</w:styles>",
            "word/_rels/document.xml.rels": relation("styles", "styles.xml"),
        }
    )


def slides() -> bytes:
    from pptx import Presentation

    deck = Presentation()
    for title, body in (("日本茶", "静岡県が約四割を占める"), ("まとめ", "鹿児島県が続く_強い")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
    slide.notes_slide.notes_text_frame.text = "発表者の覚え書き"
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


def test_word_gives_headings_and_text() -> None:
    made = read_word(
        word(
            '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>日本茶</w:t></w:r></w:p>'
            "<w:p><w:r><w:t>静岡県は茶産地である (約 40%).</w:t></w:r></w:p>"
        )
    )
    assert made.title == "日本茶"
    assert made.blocks[-1].headings == ("日本茶",)
    assert made.text[made.blocks[-1].start :].strip() == "静岡県は茶産地である (約 40%)."


def test_slides_give_slide_numbers_titles_and_notes() -> None:
    made = read_slides(slides())
    found = {b.page: (b.headings, made.text[b.start : b.end]) for b in made.blocks if b.kind == "text"}
    assert found[1] == (("日本茶",), "静岡県が約四割を占める")
    assert found[2][0][0] == "まとめ"
    assert "発表者の覚え書き" in found[2][1]
    assert "鹿児島県が続く_強い" in made.text


def test_an_archive_bomb_is_not_unpacked() -> None:
    with pytest.raises(Unreadable, match="archive bomb"):
        check_archive(archive(**{"word/document.xml": "0" * (1 << 27)}), "Word")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04 and then nothing", "is broken: not a Word file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "is encrypted"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "old Office format"),
    ],
)
def test_what_is_no_sound_archive_is_named(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_word(data)
