from __future__ import annotations

import io

from PIL import Image

from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.background import Sheet, background, behind, covers_slide, mean_colour, over, shown
from kasen.teams.slides.template.colors import Paint, Palette
from kasen.teams.slides.template.shapes import Shape, decoration
from teams.slides.odd_templates import picture, rectangle, solid, xml

SLIDE = Box(x=0, y=0, w=9_144_000, h=6_858_000)
PALETTE = Palette({"dk1": "000000", "lt1": "FFFFFF", "accent1": "336699"}, {})
THEME = xml(
    "<a:theme><a:themeElements><a:fmtScheme><a:bgFillStyleLst>"
    '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    '<a:solidFill><a:schemeClr val="phClr"><a:lumMod val="50000"/></a:schemeClr></a:solidFill>'
    "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
)


def sheet(inner: str = "", *, blob: bytes = b"") -> Sheet:
    element = xml(f"<p:sldLayout><p:cSld>{inner}<p:spTree/></p:cSld></p:sldLayout>")
    return Sheet(element, PALETTE, THEME, lambda id: blob, lambda id: b"")


def of_shapes(*shapes: object) -> list[tuple[Shape, Sheet]]:
    tree = xml("<p:spTree/>")
    tree.extend(shapes)
    return [(each, sheet()) for each in decoration(tree)]


def test_the_layout_goes_before_the_master_and_both_before_the_theme() -> None:
    red = f"<p:bg><p:bgPr>{solid('FF0000')}</p:bgPr></p:bg>"
    accent = f"<p:bg><p:bgPr>{solid('accent1')}</p:bgPr></p:bg>"
    assert background(sheet(red), sheet(accent)) == "FF0000"
    assert background(sheet(), sheet(accent)) == "336699"
    assert background(sheet(), sheet()) == "FFFFFF"


def test_a_reference_puts_its_colour_into_the_theme_s_fill() -> None:
    assert (
        background(sheet('<p:bg><p:bgRef idx="1001"><a:schemeClr val="accent1"/></p:bgRef></p:bg>'), sheet())
        == "336699"
    )
    assert (
        background(sheet('<p:bg><p:bgRef idx="1002"><a:schemeClr val="accent1"/></p:bgRef></p:bg>'), sheet())
        == "19334D"
    )
    assert (
        background(sheet('<p:bg><p:bgRef idx="0"><a:schemeClr val="accent1"/></p:bgRef></p:bg>'), sheet()) == "FFFFFF"
    )
    assert (
        background(sheet('<p:bg><p:bgRef idx="1099"><a:schemeClr val="accent1"/></p:bgRef></p:bg>'), sheet())
        == "336699"
    )


def test_a_picture_is_its_mean_and_what_is_none_is_nothing() -> None:
    blip = '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId1"/></a:blipFill></p:bgPr></p:bg>'
    assert background(sheet(blip, blob=picture()), sheet()) == "305070"
    assert background(sheet(blip, blob=b"no picture"), sheet()) == "FFFFFF"
    assert mean_colour(b"") is None
    glass = io.BytesIO()
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(glass, "PNG")
    assert mean_colour(glass.getvalue()) == Paint("000000", 0.0)


def test_a_picture_of_too_many_pixels_is_not_unpacked() -> None:
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    import zlib

    header += zlib.crc32(header[12:]).to_bytes(4, "big")
    assert mean_colour(header + b"\x00\x00\x00\x00IDAT") is None


def test_a_shape_over_all_is_the_background_and_one_behind_a_box_is_its_fill() -> None:
    shapes = of_shapes(rectangle(1, (0, 0, 10, 7.5), solid("112233")), rectangle(2, (0, 0, 10, 1.5), solid("accent1")))
    assert over("FFFFFF", shapes, SLIDE) == "112233"
    inside, beside = Box(x=500_000, y=100_000, w=8_000_000, h=900_000), Box(x=0, y=3_000_000, w=100, h=100)
    assert behind(inside, "112233", shapes, SLIDE) == "336699"
    assert behind(beside, "112233", shapes, SLIDE) == ""
    assert covers_slide(SLIDE, SLIDE)
    assert not covers_slide(Box(x=SLIDE.w, y=0, w=SLIDE.w, h=SLIDE.h), SLIDE)


def test_a_shape_takes_its_colour_from_its_style_where_it_says_none_itself() -> None:
    plain = rectangle(1, (0, 0, 1, 1), "")
    plain.append(xml('<p:style><a:fillRef idx="1"><a:schemeClr val="accent1"/></a:fillRef></p:style>'))
    clear = rectangle(1, (0, 0, 1, 1), "<a:noFill/>")
    (one, of), (other, _) = of_shapes(plain, clear)
    assert shown(one, of) == Paint("336699")
    assert shown(other, of) is None
