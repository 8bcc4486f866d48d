"""Layout, placeholders, ids, alternative text and places of the shapes of one slide."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from kasen.teams.slides.building.build import slide_name
from kasen.teams.slides.building.words import SINGLE, single
from kasen.teams.slides.checking.saying import Finder
from kasen.teams.slides.checking.sheet import FIELDS, Sheet, box_of
from kasen.teams.slides.schemas.arrangement import Frame, ProblemKind
from kasen.teams.slides.schemas.deck import Deck, Slide

NEAR = 12_700
"""EMU that two places may differ by rounding."""
_TOUCH = 38_100
"""EMU of overlap, in both directions, that nobody sees."""
_KINDS: dict[str, ProblemKind] = {
    "chart": "chart", "table": "table", "picture": "media", "image": "media", "logo": "media",
}  # fmt: skip


def frame_problems(sheet: Sheet, finder: Finder) -> None:
    """Everything about shapes but their words."""
    _layout(sheet, finder)
    _placeholders(sheet, finder)
    _ids(sheet, finder)
    _alternatives(sheet, finder)
    _places(sheet, finder)
    _there(sheet, finder)


def _layout(sheet: Sheet, finder: Finder) -> None:
    try:
        part = sheet.slide.slide_layout.part
    except KeyError:
        finder.add("layout", "no_layout", severity="critical")
        return
    if sheet.arrangement is None:
        return
    layouts = [one.part for master in _masters(sheet) for one in master.slide_layouts]
    found = layouts.index(part) if part in layouts else -1
    if found != sheet.arrangement.layout:
        finder.add("layout", "other_layout", found=found, wanted=sheet.arrangement.layout)
    name = sheet.root.cSld.get("name", "")
    if name != slide_name(sheet.arrangement):
        finder.add("ids", "name", found=name, wanted=slide_name(sheet.arrangement))


def _masters(sheet: Sheet) -> Any:
    return sheet.slide.part.package.presentation_part.presentation.slide_masters


def _placeholders(sheet: Sheet, finder: Finder) -> None:
    try:
        known = {held.placeholder_format.idx for held in sheet.slide.slide_layout.placeholders}
    except KeyError:
        return
    for held in sheet.slide.placeholders:
        idx = held.placeholder_format.idx
        if idx not in known:
            finder.add("layout", "unknown_slot", where=_where(held), severity="critical", name=held.name, idx=idx)
        if held._element.tag.endswith("}sp") and not held.text_frame.text.strip():
            finder.add("empty_placeholder", "empty", where=_where(held), name=held.name)


def _where(shape: Any) -> str:
    return str(shape.name).removeprefix("kasen:")


def _ids(sheet: Sheet, finder: Finder) -> None:
    ids = Counter(held.get("id") for held in sheet.root.iter("{*}cNvPr"))
    for id, count in ids.items():
        if count > 1:
            finder.add("ids", "twice_id", severity="critical", id=id)


def _alternatives(sheet: Sheet, finder: Finder) -> None:
    """Pictures, charts, tables and groups; what stands in a group is told by the group."""
    for shape in sheet.shapes:
        silent = shape._element.tag.endswith(("}pic", "}graphicFrame", "}grpSp"))
        properties = next(shape._element.iter("{*}cNvPr"))
        if silent and not properties.get("descr", "").strip():
            finder.add("no_alt", "no_alt", where=_where(shape), name=shape.name)


def _places(sheet: Sheet, finder: Finder) -> None:
    boxes: dict[str, tuple[int, int, int, int]] = {}
    for shape in sheet.shapes:
        box = box_of(shape)
        if box is None:
            continue
        if min(box[:2]) < -NEAR or box[2] > sheet.design.width + NEAR or box[3] > sheet.design.height + NEAR:
            finder.add("outside", "outside", where=_where(shape), name=shape.name)
        if shape.name.startswith("kasen:") and "." not in shape.name:
            boxes[shape.name.removeprefix("kasen:")] = box
    for one, other in combinations(boxes, 2):
        if not {one, other} & {"image", "marks", *FIELDS} and _overlap(boxes[one], boxes[other]):
            finder.add("collision", "overlap", where=other, name=one, other=other)


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > _TOUCH and down > _TOUCH


def _there(sheet: Sheet, finder: Finder) -> None:
    """Each frame that has something to show has a shape, in its place and its placeholder."""
    for frame in sheet.frames():
        assert sheet.arrangement is not None
        if not says(frame, sheet.arrangement.slide, sheet.deck):
            continue
        shape = sheet.shape(frame.content)
        if shape is None:
            kind = _KINDS.get(frame.content, "other")
            finder.add(kind, "missing", where=frame.content, severity="critical", name=frame.content)
            continue
        _placed(frame, shape, finder, sheet)
    if sheet.arrangement is None or not sheet.arrangement.slide.marks:
        return
    if "marks" not in {frame.content for frame in sheet.frames()} and sheet.shape("marks") is None:
        finder.add("other", "missing", where="marks", severity="critical", name="marks")


def says(frame: Frame, slide: Slide, deck: Deck) -> bool:
    """Whether there is anything to stand in a frame."""
    if frame.content in SINGLE:
        return bool(single(slide, frame.content).strip())
    if frame.content in {"points", "left", "right"}:
        return bool(slide.points_in(frame.content))
    held: dict[str, object] = {
        "chart": slide.chart, "table": slide.table and slide.table.columns, "marks": slide.marks,
        "diagram": slide.diagram and slide.diagram.items, "logo": deck.logo,
    }  # fmt: skip
    return bool(held.get(frame.content, slide.picture))


def _placed(frame: Frame, shape: Any, finder: Finder, sheet: Sheet) -> None:
    box = box_of(shape)
    wanted = frame.box
    if box is not None and not _inside(box, (wanted.x, wanted.y, wanted.right, wanted.bottom)):
        finder.add("other", "moved", where=frame.content, severity="minor", name=frame.content)
    known = {slot.idx for slot in sheet.design.layout(sheet.arrangement.layout).slots} if sheet.arrangement else set()
    wants = frame.slot in known and frame.content not in {"diagram", "marks", "logo"}
    held = shape.placeholder_format.idx if shape.is_placeholder else None
    is_gap = _KINDS.get(frame.content) == "media" and shape.has_text_frame
    if wants and held != frame.slot and not is_gap and shape._element.tag.endswith(_PLACED):
        finder.add("layout", "slot", where=frame.content, name=frame.content)


_PLACED = ("}sp", "}pic", "}graphicFrame")


def _inside(box: tuple[int, int, int, int], wanted: tuple[int, int, int, int]) -> bool:
    return (
        box[0] >= wanted[0] - NEAR
        and box[1] >= wanted[1] - NEAR
        and box[2] <= wanted[2] + NEAR
        and box[3] <= wanted[3] + NEAR
    )
