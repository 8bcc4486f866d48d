from __future__ import annotations

from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.shapes import box_of, decoration, placeholders, standing
from teams.slides.odd_templates import xml


def shape(x: int, y: int, w: int, h: int, *, more: str = "", about: str = "", frame: str = "") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="s" {about}/><p:cNvSpPr/><p:nvPr>{more}</p:nvPr></p:nvSpPr><p:spPr>'
        f'<a:xfrm {frame}><a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/></a:xfrm></p:spPr></p:sp>'
    )


def group(inner: str, *, outer: tuple[int, int, int, int], child: tuple[int, int, int, int]) -> str:
    (x, y, w, h), (a, b, c, d) = outer, child
    return (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>'
        f'<a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/><a:chOff x="{a}" y="{b}"/><a:chExt cx="{c}" cy="{d}"/>'
        f"</a:xfrm></p:grpSpPr>{inner}</p:grpSp>"
    )


def boxes(inner: str) -> list[Box]:
    return [each.box for each in decoration(xml(f"<p:spTree>{inner}</p:spTree>"))]


def test_placeholders_are_no_decoration_and_hidden_shapes_are_nothing() -> None:
    inner = shape(1, 2, 3, 4) + shape(0, 0, 9, 9, more="<p:ph/>") + shape(0, 0, 9, 9, about='hidden="1"')
    tree = xml(f"<p:spTree>{inner}</p:spTree>")
    assert [each.box for each in decoration(tree)] == [Box(x=1, y=2, w=3, h=4)]
    assert len(placeholders(tree)) == 1
    assert decoration(None) == []
    assert placeholders(None) == []


def test_groups_within_groups_scale_and_move_what_is_in_them() -> None:
    inner = group(shape(10, 10, 20, 20), outer=(0, 0, 100, 100), child=(0, 0, 50, 50))
    made = boxes(group(inner, outer=(1_000, 500, 200, 400), child=(0, 0, 100, 100)))
    assert made == [Box(x=1_040, y=580, w=80, h=160)]


def test_a_group_without_a_frame_of_its_children_changes_nothing() -> None:
    assert boxes(group(shape(1, 2, 3, 4), outer=(50, 50, 10, 10), child=(0, 0, 0, 0))) == [Box(x=1, y=2, w=3, h=4)]


def test_groups_that_never_end_are_left_at_some_depth() -> None:
    inner = shape(0, 0, 1, 1)
    for _ in range(60):
        inner = group(inner, outer=(0, 0, 1, 1), child=(0, 0, 1, 1))
    assert boxes(inner) == []


def test_a_shape_on_its_side_takes_up_its_height_as_width() -> None:
    assert standing(Box(x=0, y=40, w=100, h=20)) == Box(x=40, y=0, w=20, h=100)
    assert boxes(shape(0, 40, 100, 20, frame='rot="5400000"')) == [Box(x=40, y=0, w=20, h=100)]
    assert boxes(shape(0, 40, 100, 20, frame='rot="10800000"')) == [Box(x=0, y=40, w=100, h=20)]


def test_a_frame_with_half_of_its_numbers_is_none() -> None:
    assert box_of(xml('<a:xfrm><a:off x="1" y="2"/></a:xfrm>')) is None
    assert box_of(None) is None
    assert box_of(xml('<a:xfrm><a:off x="a" y="2"/><a:ext cx="-5" cy="1e99"/></a:xfrm>')) == Box(
        x=0, y=2, w=0, h=200_000_000
    )
