from __future__ import annotations

import pytest

from kasen.teams.slides.template.colors import Paint, Palette, contrast, fill_of, says_fill, scheme_of
from teams.slides.odd_templates import xml

SCHEME = {"dk1": "000000", "lt1": "FFFFFF", "dk2": "203040", "lt2": "EEEEEE", "accent1": "4F81BD"}
PALETTE = Palette(SCHEME, {})


def color(inner: str) -> str:
    paint = PALETTE.of(xml(f"<a:solidFill>{inner}</a:solidFill>"))
    return "" if paint is None else paint.rgb


@pytest.mark.parametrize(
    ("inner", "rgb"),
    [
        ('<a:srgbClr val="1a2b3c"/>', "1A2B3C"),
        ('<a:srgbClr val="zzzzzz"/>', ""),
        ('<a:schemeClr val="tx1"/>', "000000"),
        ('<a:schemeClr val="dk2"/>', "203040"),
        ('<a:schemeClr val="nothing"/>', ""),
        ('<a:sysClr val="windowText" lastClr="123456"/>', "123456"),
        ('<a:sysClr val="window"/>', "FFFFFF"),
        ('<a:prstClr val="dkBlue"/>', "00008B"),
        ('<a:prstClr val="no colour"/>', ""),
        ('<a:scrgbClr r="100000" g="0" b="0"/>', "FF0000"),
        ('<a:hslClr hue="7200000" sat="100000" lum="50000"/>', "00FF00"),
        ('<a:schemeClr val="accent1"><a:lumMod val="75000"/></a:schemeClr>', "376092"),
        ('<a:schemeClr val="accent1"><a:lumMod val="40000"/><a:lumOff val="60000"/></a:schemeClr>', "B9CDE5"),
        ('<a:schemeClr val="tx1"><a:lumMod val="50000"/><a:lumOff val="50000"/></a:schemeClr>', "808080"),
        ('<a:schemeClr val="tx1"><a:tint val="75000"/></a:schemeClr>', "898989"),
        ('<a:srgbClr val="FFFFFF"><a:shade val="50000"/></a:srgbClr>', "BCBCBC"),
        ('<a:srgbClr val="FF0000"><a:gray/></a:srgbClr>', "363636"),
        ('<a:srgbClr val="FFFFFF"><a:lumMod val="85%"/></a:srgbClr>', "D9D9D9"),
    ],
)
def test_a_colour_is_six_digits_with_its_changes_applied(inner: str, rgb: str) -> None:
    """`376092`, `B9CDE5` and `898989` are those of Office's palette for its theme of 2007."""
    assert color(inner) == rgb


def test_a_map_turns_text_and_background() -> None:
    turned = PALETTE.remapped({"bg1": "dk1", "tx1": "lt1"})
    assert (turned.named("bg1"), turned.named("tx1"), turned.named("accent1")) == ("000000", "FFFFFF", "4F81BD")
    assert PALETTE.named("bg1") == "FFFFFF"
    assert "accent2" not in turned.all()


def test_what_is_half_seen_through_is_mixed_with_what_lies_below() -> None:
    paint = PALETTE.of(xml('<a:solidFill><a:srgbClr val="000000"><a:alpha val="50000"/></a:srgbClr></a:solidFill>'))
    assert paint == Paint("000000", 0.5)
    assert paint.over("FFFFFF") == "808080"


def test_a_gradient_and_a_pattern_are_their_mean_and_a_placed_colour_is_put_in() -> None:
    stops = '<a:gs pos="0"><a:srgbClr val="FF0000"/></a:gs><a:gs pos="1"><a:schemeClr val="phClr"/></a:gs>'
    holder = xml(f"<p:bgPr><a:gradFill><a:gsLst>{stops}</a:gsLst></a:gradFill></p:bgPr>")
    assert fill_of(holder, PALETTE, "0000FF") == Paint("800080")
    pattern = '<a:fgClr><a:srgbClr val="000000"/></a:fgClr><a:bgClr><a:srgbClr val="FFFFFF"/></a:bgClr>'
    assert fill_of(xml(f"<p:bgPr><a:pattFill>{pattern}</a:pattFill></p:bgPr>"), PALETTE) == Paint("808080")


def test_no_fill_and_a_picture_show_no_colour() -> None:
    for inner in ("<a:noFill/>", "<a:blipFill/>"):
        holder = xml(f"<p:spPr>{inner}</p:spPr>")
        assert fill_of(holder, PALETTE) is None
        assert says_fill(holder)
    assert not says_fill(xml("<p:spPr/>"))
    assert not says_fill(None)
    assert fill_of(None, PALETTE) is None


def test_a_theme_without_colours_has_none() -> None:
    assert scheme_of(None) == {}
    assert scheme_of(xml("<a:theme/>")) == {}
    inner = '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:prstClr val="nope"/></a:lt1>'
    assert scheme_of(xml(f"<a:themeOverride><a:clrScheme>{inner}</a:clrScheme></a:themeOverride>")) == {"dk1": "000000"}


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("000000", "FFFFFF") == contrast("FFFFFF", "000000") == pytest.approx(21)
    assert contrast("777777", "FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("336699", "336699") == 1
