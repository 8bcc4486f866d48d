from __future__ import annotations

import io
import zipfile

import pytest

from kasen.knowledge.document import Unreadable
from kasen.knowledge.hidden_word import without_hidden
from teams.resume.document.files import paragraph, run, word

GHOST = (
    '<w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:styleId="Ghost"><w:basedOn w:val="Base"/></w:style>'
)


def words(data: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml").decode()


@pytest.mark.parametrize(
    ("properties", "how"),
    [
        ("<w:vanish/>", "hidden text of Word"),
        ('<w:color w:val="FFFFFF"/>', "white text"),
        ('<w:color w:val="FEFEFE"/>', "white text"),
        ('<w:sz w:val="2"/>', "text of one point or less"),
    ],
)
def test_runs_that_nobody_sees_are_taken_out_and_told(properties: str, how: str) -> None:
    data, found = without_hidden(word(paragraph(run("seen "), run("secret", properties), run(" words", properties))))
    assert found == [(how, "secret words")]
    assert "secret" not in words(data)
    assert "seen" in words(data)


@pytest.mark.parametrize(
    "properties",
    [
        '<w:vanish w:val="0"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>',
        '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
        '<w:color w:val="auto"/>',
        '<w:color w:val="777777"/>',
        '<w:sz w:val="14"/>',
    ],
)
def test_runs_that_are_seen_stay(properties: str) -> None:
    assert without_hidden(word(paragraph(run("words", properties))))[1] == []


def test_what_a_style_hides_is_hidden_also_by_the_style_that_it_is_based_on() -> None:
    assert without_hidden(word(paragraph(run("secret"), style="Ghost"), styles=GHOST))[1] == [
        ("hidden text of Word", "secret")
    ]
    assert (
        without_hidden(word(paragraph(run("seen", '<w:vanish w:val="false"/>'), style="Ghost"), styles=GHOST))[1] == []
    )


def test_styles_in_a_circle_end() -> None:
    circle = (
        '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>'
    )
    assert without_hidden(word(paragraph(run("x"), style="A"), styles=circle))[1] == []


def test_white_words_in_a_dark_cell_are_seen() -> None:
    white = paragraph(run("head", '<w:color w:val="FFFFFF"/>'))
    shade = '<w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr>'
    cell = f"<w:tbl><w:tr><w:tc>{shade}{white}</w:tc></w:tr></w:tbl>"
    assert without_hidden(word(cell))[1] == []


def test_broken_xml_is_refused() -> None:
    with pytest.raises(Unreadable, match="broken"):
        without_hidden(word("<w:p>"))


def test_entities_are_not_followed() -> None:
    data = word(paragraph(run("words")))
    source = zipfile.ZipFile(io.BytesIO(data))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            if name == "word/document.xml":
                part = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>' + part.replace(b"words", b"&e;")
            target.writestr(name, part)
    out, _ = without_hidden(made.getvalue())
    assert "&e;" in words(out)
