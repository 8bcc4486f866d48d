from __future__ import annotations

from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.background import Sheet
from kasen.teams.slides.template.colors import Palette
from kasen.teams.slides.template.shapes import decoration
from kasen.teams.slides.template.slots import Found, Sheets, clean, found_slots
from teams.slides.odd_templates import rectangle, solid, xml

SLIDE = Box(x=0, y=0, w=9_144_000, h=6_858_000)
PALETTE = Palette({"dk1": "101010", "lt1": "FFFFFF", "accent1": "336699"}, {})


def holder(kind: str, idx: int, box: tuple[int, int, int, int] | None, *, style: str = "", name: str = "N") -> str:
    place = "" if box is None else (
        f'<a:xfrm><a:off x="{box[0]}" y="{box[1]}"/><a:ext cx="{box[2]}" cy="{box[3]}"/></a:xfrm>'
    )  # fmt: skip
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{idx + 2}" name="{name}"/><p:cNvSpPr/><p:nvPr>'
        f'<p:ph type="{kind}" idx="{idx}"/></p:nvPr>'
        f"</p:nvSpPr><p:spPr>{place}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle>{style}</a:lstStyle><a:p/>"
        "</p:txBody></p:sp>"
    )


def sheet(tag: str, inner: str, more: str = "") -> Sheet:
    element = xml(f"<p:{tag}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld>{more}</p:{tag}>")
    return Sheet(element, PALETTE, None, lambda id: b"", lambda id: b"")


MASTER = sheet(
    "sldMaster",
    holder("title", 0, (100, 100, 8_000_000, 900_000))
    + holder("body", 1, (100, 1_500_000, 8_000_000, 4_000_000))
    + holder("body", 7, (5, 5, 500, 500)),
    '<p:txStyles><p:titleStyle><a:lvl1pPr><a:defRPr sz="4000"/></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr>'
    '<a:buChar char="x"/><a:defRPr sz="2200"/></a:lvl1pPr></p:bodyStyle><p:otherStyle><a:lvl1pPr><a:defRPr sz="900"/>'
    "</a:lvl1pPr></p:otherStyle></p:txStyles>",
)


def found(inner: str, *shapes: object) -> list[Found]:
    tree = xml("<p:spTree/>")
    tree.extend(shapes)
    layout = sheet("sldLayout", inner)
    return found_slots(Sheets(layout, MASTER, None, SLIDE, "FFFFFF", [(each, MASTER) for each in decoration(tree)]))


def test_a_placeholder_without_a_place_takes_that_of_the_master_s_of_its_kind() -> None:
    title, content, seventh = (
        each.slot for each in found(holder("ctrTitle", 0, None) + holder("obj", 1, None) + holder("body", 7, None))
    )
    assert (title.kind, title.box.h, title.sizes) == ("title", 900_000, (40.0,))
    assert (content.kind, content.box.h, content.sizes[0], content.bullets) == ("object", 4_000_000, 22.0, True)
    assert seventh.box.h == 500, "of several of a kind the one of the same idx"


def test_each_kind_has_its_name_and_others_are_left_out() -> None:
    kinds = (
        "title",
        "subTitle",
        "body",
        "obj",
        "chart",
        "tbl",
        "pic",
        "clipArt",
        "dt",
        "ftr",
        "sldNum",
        "media",
        "dgm",
        "hdr",
    )
    made = found("".join(holder(kind, place, (1, 1, 9, 9)) for place, kind in enumerate(kinds)))
    assert [each.slot.kind for each in made] == [
        "title", "subtitle", "body", "object", "chart", "table", "picture", "picture", "date", "footer", "number",
    ]  # fmt: skip
    assert made[8].slot.sizes == (9.0,), "footers have the style of other text"


def test_of_two_with_the_same_idx_the_first_counts() -> None:
    assert len(found(holder("body", 4, (1, 1, 9, 9)) + holder("body", 4, (2, 2, 9, 9)))) == 1


def test_what_has_no_size_or_stands_outside_is_marked() -> None:
    made = found(
        holder("pic", 3, None)
        + holder("pic", 4, (0, 0, 0, 50))
        + holder("pic", 5, (9_000_000, 0, 900_000, 900_000))
        + holder("pic", 6, (0, 0, 900, 900))
    )
    assert [(each.placed, each.inside) for each in made] == [(True, True), (False, False), (True, False), (True, True)]
    lonely = found(holder("dt", 10, None))
    assert not lonely[0].placed, "neither it nor its master has a place"


def test_what_lies_behind_is_its_own_fill_else_that_of_the_shape_under_it() -> None:
    band = rectangle(9, (0, 0, 10, 2), solid("accent1"))
    style = '<a:lvl1pPr><a:defRPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:defRPr></a:lvl1pPr>'
    (title,) = found(holder("title", 0, (100, 100, 800, 800), style=style), band)
    assert (title.slot.fill, title.slot.color) == ("336699", "FFFFFF")
    (below,) = found(holder("title", 0, (100, 3_000_000, 800, 800)), band)
    assert below.slot.fill == ""


def test_a_name_is_one_plain_line() -> None:
    assert clean("a\x1b[31m\n  b" + "x" * 300) == ("a [31m b" + "x" * 300)[:120]
    (one,) = found(holder("body", 4, (1, 1, 9, 9), name="題&#10;名"))
    assert one.slot.name == "題 名"
