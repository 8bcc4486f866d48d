from __future__ import annotations

import pytest

from kasen.teams.slides.template.colors import Palette
from kasen.teams.slides.template.inherited import Style, body_of
from teams.slides.odd_templates import xml

PALETTE = Palette({"dk1": "101010", "lt1": "FFFFFF"}, {})


def levels(*each: str) -> object:
    return xml(f"<a:lstStyle>{''.join(each)}</a:lstStyle>")


def test_the_nearest_that_says_something_is_followed_for_each_thing_by_itself() -> None:
    near = levels('<a:lvl1pPr algn="ctr"><a:defRPr b="1"/></a:lvl1pPr>')
    far = levels(
        '<a:lvl1pPr marL="100" algn="r"><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buChar char="x"/>'
        '<a:defRPr sz="2400" b="0" cap="all"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr>'
        "</a:lvl1pPr>",
        '<a:lvl2pPr marL="300"><a:defRPr sz="2000"/></a:lvl2pPr>',
    )
    style = Style([near, None, far])
    assert (style.align(), style.bold(), style.caps(), style.bullets()) == ("center", True, True, True)
    assert style.sizes() == (24.0, 20.0, 18.0, 18.0, 18.0)
    assert style.indents() == (100, 300, 0, 0, 0)
    assert style.space_before() == 6.0
    assert style.color(PALETTE, "FFFFFF") == "101010"


def test_where_nothing_is_said_it_is_what_powerpoint_takes() -> None:
    style = Style([None])
    assert style.sizes()[0] == 18.0
    assert (style.align(), style.bold(), style.caps(), style.bullets()) == ("left", False, False, False)
    assert (style.line_spacing(), style.space_before(), style.color(PALETTE, "FFFFFF")) == (1.0, 0.0, "")


def test_no_bullet_nearer_by_goes_before_a_bullet_further_off() -> None:
    near, far = levels("<a:lvl1pPr><a:buNone/></a:lvl1pPr>"), levels('<a:lvl1pPr><a:buChar char="x"/></a:lvl1pPr>')
    assert not Style([near, far]).bullets()
    assert Style([far, near]).bullets()


def test_what_is_said_for_all_levels_counts_where_a_level_says_nothing() -> None:
    style = Style([levels('<a:defPPr algn="just"><a:defRPr sz="1400"/></a:defPPr>')])
    assert style.align() == "justify"
    assert style.size(3) == 14.0


@pytest.mark.parametrize(
    ("inner", "share"),
    [
        ('<a:lnSpc><a:spcPct val="90000"/></a:lnSpc>', 0.9),
        ('<a:lnSpc><a:spcPct val="90%"/></a:lnSpc>', 0.9),
        ('<a:lnSpc><a:spcPts val="2880"/></a:lnSpc>', 1.0),
        ('<a:lnSpc><a:spcPct val="900000000"/></a:lnSpc>', 5.0),
        ('<a:lnSpc><a:spcPct val="x"/></a:lnSpc>', 1.0),
    ],
)
def test_line_spacing_is_a_share_of_a_line(inner: str, share: float) -> None:
    style = Style([levels(f'<a:lvl1pPr>{inner}<a:defRPr sz="2400"/></a:lvl1pPr>')])
    assert style.line_spacing() == pytest.approx(share)


def test_insets_and_anchor_come_from_wherever_they_are_said() -> None:
    def body(attributes: str) -> object:
        return xml(f"<p:sp><p:txBody><a:bodyPr {attributes}/></p:txBody></p:sp>")

    made = body_of([body('lIns="0"'), body('lIns="9" tIns="7" anchor="b" vert="horz"')])
    assert made.insets == (0, 7, 91_440, 45_720)
    assert (made.anchor, made.vertical) == ("bottom", False)
    assert body_of([body('vert="eaVert"')]).vertical
    assert body_of([]).insets == (91_440, 45_720, 91_440, 45_720)
    assert body_of([body('lIns="-5" tIns="99999999999"')]).insets[:2] == (0, 5_000_000)
