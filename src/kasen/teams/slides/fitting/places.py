"""Which content stands where, before sizes are known."""

from __future__ import annotations

from dataclasses import replace

from kasen.teams.slides.fitting.columns import columns, is_lone
from kasen.teams.slides.fitting.geometry import GAP, across, clear, contained
from kasen.teams.slides.fitting.ground import Chosen, Ground, Held, free, grounds, object_and_text, pair, single
from kasen.teams.slides.fitting.openers import opener
from kasen.teams.slides.fitting.plan import Place, Sheet, Sitting, objects_of, opens
from kasen.teams.slides.fitting.strips import led, with_marks, with_message
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.design import DesignContext, Slot, SlotKind
from kasen.teams.slides.schemas.part import Box

_SLOTS: dict[Content, tuple[SlotKind, ...]] = {
    "points": ("body", "object"),
    "message": ("body", "object"),
    "chart": ("chart", "object"),
    "table": ("table", "object"),
    "picture": ("picture", "object"),
}
_OBJECT_SHARE = 0.6
"""Of the width, where an object stands beside text and the placeholders leave it less."""


def sheet(slide: Slide, sitting: Sitting, *, message: bool = True) -> Sheet:
    """Places for a slide, with or without a line for its message."""
    if slide.kind == "image" and slide.picture is not None:
        return _whole(slide, sitting)
    if opens(slide):
        return opener(slide, sitting)
    chosen = _chosen(slide, sitting.design)
    under: list[Place] = []
    if slide.marks:
        chosen, strip = with_marks(chosen, slide, sitting)
        under.append(strip)
    shown = _title(slide, chosen.ground)
    if message and slide.message and not only_message(slide):
        chosen, line = with_message(chosen, slide, sitting)
        shown += [line] if line else []
    return Sheet(chosen.ground.layout, (*shown, *_assigned(slide, chosen, sitting), *under))


def only_message(slide: Slide) -> bool:
    """Whether the message is all that the slide says under its title."""
    return not (slide.points or slide.columns or objects_of(slide))


def _title(slide: Slide, ground: Ground) -> list[Place]:
    if not slide.title or ground.title is None:
        return []
    return [Place("title", ground.title.slot, ground.title.box)]


def _whole(slide: Slide, sitting: Sitting) -> Sheet:
    every = grounds(sitting.design, titled=False)
    order = {"title_only": 0, "blank": 1}  # the picture lies over the title, which screen readers and outline keep
    ground = min(every, key=lambda each: (order.get(each.layout.role, 2), len(each.layout.slots)))
    chosen, under = Chosen(ground, (Held(None, ground.page),)), []
    if slide.marks:
        feet = [slot.box for slot in ground.layout.slots if slot.kind in {"date", "footer", "number"}]
        room = Held(None, clear(ground.page, feet, ground.page))
        chosen, strip = with_marks(Chosen(ground, (room,)), slide, sitting)
        under.append(strip)
    whole = _shaped(Place("image", None, chosen.held[0].box), slide)
    return Sheet(ground.layout, (whole, *under))


def _chosen(slide: Slide, design: DesignContext) -> Chosen:
    things = objects_of(slide)
    if not things:
        if len(slide.columns) >= 2 and not is_lone(slide):
            found = pair(design, headings=any(column.heading for column in slide.columns))
            return found or single(design, "body", "object")
        has_words = slide.points or slide.columns or slide.message
        return single(design, "body", "object") if has_words else free(design)
    if len(things) > 1 or (slide.points and stacked(slide)):
        return single(design, "body", "object")
    if slide.points:
        return pair(design, wide=_SLOTS.get(things[0], ("object", "chart"))) or single(design, "body", "object")
    return single(design, *_SLOTS[things[0]]) if things[0] in _SLOTS else free(design)


def stacked(slide: Slide) -> bool:
    """Whether text stands above the object rather than beside it: what is wide needs the width."""
    if slide.table is not None:
        return len(slide.table.columns) >= 4
    return slide.diagram is not None and slide.diagram.kind in {"process", "timeline"}


def _assigned(slide: Slide, chosen: Chosen, sitting: Sitting) -> list[Place]:
    things = objects_of(slide)
    main = chosen.held[0]
    if things and slide.points:
        return [_shaped(place, slide) for place in _beside(slide, things, chosen, sitting)]
    if things:
        boxes = across(main.box, [1.0] * len(things))
        slot = main.slot if len(things) == 1 else None
        return [
            _shaped(Place(thing, _taken(thing, slot), box), slide) for thing, box in zip(things, boxes, strict=True)
        ]
    if len(slide.columns) >= 2:
        return columns(slide, chosen, sitting)
    content: Content = "points" if slide.points else "message"
    return [Place(content, _taken(content, main.slot), main.box)] if slide.points or slide.message else []


def _beside(slide: Slide, things: list[Content], chosen: Chosen, sitting: Sitting) -> list[Place]:
    """Places for points and objects."""
    if len(chosen.held) == 2:
        thing, text = object_and_text(chosen, _SLOTS.get(things[0], ("object", "chart")))
        wide, narrow = (thing.box, text.box) if things[0] == "picture" else _wider(thing.box, text.box)
        return [Place("points", text.slot, narrow), Place(things[0], _taken(things[0], thing.slot), wide)]
    main = Held(_taken("points", chosen.held[0].slot), chosen.held[0].box)
    if stacked(slide) or len(things) > 1:
        words, rest = led(slide, main, sitting)
    else:
        words, rest = across(main.box, (1 - _OBJECT_SHARE, _OBJECT_SHARE))
    boxes = across(rest, [1.0] * len(things))
    return [
        Place("points", main.slot, words),
        *(Place(thing, None, box) for thing, box in zip(things, boxes, strict=True)),
    ]


def _taken(content: Content, slot: Slot | None) -> Slot | None:
    """The placeholder, where it takes such content."""
    return slot if slot is not None and slot.kind in _SLOTS.get(content, ()) else None


def _wider(thing: Box, text: Box) -> tuple[Box, Box]:
    """Two boxes side by side, the object's with at least its share of the width."""
    width = int((thing.w + text.w) * _OBJECT_SHARE)
    change = width - thing.w
    if change <= GAP:
        return thing, text
    if thing.x > text.x:
        moved = thing.model_copy(update={"x": thing.x - change, "w": width})
        return moved, text.model_copy(update={"w": text.w - change})
    moved = thing.model_copy(update={"w": width})
    return moved, text.model_copy(update={"x": text.x + change, "w": text.w - change})


def _shaped(place: Place, slide: Slide) -> Place:
    """A picture keeps its shape."""
    if place.content not in {"picture", "image"} or slide.picture is None:
        return place
    return replace(place, box=contained(slide.picture.width, slide.picture.height, place.box))
