from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kasen.tools.report.drawing.svg import clean, element, lines_of_text, picture, shown, words
from tools.report.sample import HOSTILE

SPACE = 'xmlns="http://www.w3.org/2000/svg"'


def test_words_and_attributes_are_escaped_and_what_cannot_be_seen_is_gone() -> None:
    drawn = picture([lines_of_text([HOSTILE, "a\0b\u202ec"], 1, 2, leading=3, class_="x")], width=9.4, height=9)
    root = ElementTree.fromstring(drawn)
    assert {node.tag.rpartition("}")[2] for node in root.iter()} == {"svg", "text", "tspan"}
    assert "".join(root.itertext()) == " ".join(HOSTILE.split()) + "abc"
    assert root.get("width") == "10"
    assert element("line", x1=0.125, stroke='"<&', dash=None) == '<line x1="0.12" stroke="&quot;&lt;&amp;"/>'
    assert (shown(" a \n b\t"), words("<")) == ("a b", "&lt;")


def test_a_picture_of_ours_passes_as_it_is() -> None:
    drawn = picture(
        [element("path", d="M1 2C3 4 5 6 7 8", fill="none"), element("text", words("<b>"))], width=1, height=1
    )
    assert clean(clean(drawn)) == clean(drawn)
    assert "&lt;b&gt;" in clean(drawn)


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<style>*{fill:url(http://evil.example)}</style>",
        '<a href="javascript:alert(1)"><text>x</text></a>',
        '<image href="http://evil.example/p.png"/>',
        '<use href="#x"/>',
        '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>',
        '<path d="M0 0" onclick="alert(1)"/>',
        '<path d="M0 0" style="fill:red"/>',
        '<path d="M0 0" fill="url(http://evil.example/x)"/>',
        '<path d="M0 0" id="x"/>',
        '<animate attributeName="href" to="x"/>',
        '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
    ],
)
def test_nothing_but_shapes_and_words_passes(inside: str) -> None:
    assert clean(f"<svg {SPACE}><g/></svg>")
    assert clean(f"<svg {SPACE}>{inside}</svg>") == ""


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "<svg>",
        "<svg/>",
        f"<g {SPACE}/>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'><text>&a;</text></svg>",
    ],
)
def test_what_is_no_picture_is_nothing(svg: str) -> None:
    assert clean(svg) == ""
