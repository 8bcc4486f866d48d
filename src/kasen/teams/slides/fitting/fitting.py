"""A slide becomes one arrangement, or several: layout, places, explicit sizes, and no word lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kasen.teams.slides.building.citing import line, numbers
from kasen.teams.slides.fitting import plan
from kasen.teams.slides.fitting.diagrams import hopeless
from kasen.teams.slides.fitting.leaving import left_out, unsaid
from kasen.teams.slides.fitting.places import only_message, sheet
from kasen.teams.slides.fitting.plan import Sheet, Sitting, objects_of, opens
from kasen.teams.slides.fitting.sizing import LISTS, Limits, Sized, sized
from kasen.teams.slides.fitting.splitting import listed, measured, parts
from kasen.teams.slides.fitting.style import LEAST, LOWEST_BODY
from kasen.teams.slides.fitting.trimming import shortened_line, trimmed
from kasen.teams.slides.fitting.wording import numbered, said, with_notes
from kasen.teams.slides.schemas.arrangement import Arrangement, Content, Problem
from kasen.teams.slides.schemas.deck import Deck, Point, Slide
from kasen.teams.slides.schemas.design import DesignContext

_HEADINGS: tuple[Content, ...] = ("left_heading", "right_heading")
_SAME: Mapping[Content, tuple[Content, ...]] = {
    **dict.fromkeys(LISTS, LISTS),
    **dict.fromkeys(_HEADINGS, _HEADINGS),
    "table": ("table",),
    "title": ("title",),
}
"""Contents that are of one size with others of their slide."""
_GENTLE = 2
"""Points that text may become smaller before the message gives up its line."""


def fitted(
    slide: Slide,
    deck: Deck,
    design: DesignContext,
    *,
    tighten: Mapping[str, float] = {},
    most_parts: int | None = None,
) -> list[Arrangement]:
    """The slide as it is built, in one part or up to `most_parts`; None: as many as its kind may have.

    Tried in this order: its usual sizes, a little smaller, without the line of its message, smaller down to 14 points,
    several slides, 12 points, and at last fewer words with a mark. What is not shown stands in the notes in full.
    `tighten`: content → share of its height that is used, where a render showed that it needs more than was measured.
    Raises InputError where the template has no layout at all.
    """
    sitting = Sitting(design, numbers(deck), bool(deck.logo), dict(tighten))
    whole = _flat(slide, deck)
    pages = _pages(whole, sitting, deck, plan.most_parts(slide) if most_parts is None else max(1, most_parts))
    made = [_arranged(page, at, len(pages), sitting, deck) for at, page in enumerate(pages, 1)]
    made = _alike(made, sitting)
    if _drawn(whole):
        return [_with_its_words(made[0], whole, deck)]
    missing = left_out(whole, made)
    last = made[-1]
    notes = with_notes(last.slide.notes, missing, deck.lang)
    return [*made[:-1], last.model_copy(update={"slide": last.slide.model_copy(update={"notes": notes})})]


def _flat(slide: Slide, deck: Deck) -> Slide:
    """The same words in a form that places are known for."""
    if _drawn(slide):
        return slide
    changes: dict[str, Any] = {}
    if slide.kind == "sources" and not slide.points:
        known = numbers(deck)
        refs = [ref for ref in deck.refs if ref.id in known]
        changes["points"] = tuple(Point(text=line(ref, lang=deck.lang), refs=(ref.id,)) for ref in refs)
    columns = [column for column in slide.columns if column.heading or column.points]
    if columns and (objects_of(slide) or len(slide.columns) != 2 or slide.kind == "title"):
        changes["points"] = (*slide.points, *(point for column in columns for point in listed(column)))
        changes["columns"] = ()
    if slide.table is not None and not slide.table.columns:
        changes["table"] = None
    if slide.diagram is not None and not slide.diagram.items:
        changes["diagram"] = None
    return slide.model_copy(update=changes) if changes else slide


def _pages(slide: Slide, sitting: Sitting, deck: Deck, most: int) -> list[Slide]:
    """The parts of a slide; their words fit at the lowest sizes, those of the last perhaps cut."""
    if opens(slide) or _drawn(slide):
        return [trimmed(slide, sitting, deck.lang)]
    for lowest in (LEAST,) if slide.kind == "sources" else (LOWEST_BODY, LEAST):
        over = _over(measured(slide, sitting, lowest))
        if not over:
            return [slide]
        if "message" in over and only_message(slide):
            slide = slide.model_copy(update={"points": (Point(text=slide.message, refs=slide.refs),), "message": ""})
        found = parts(slide, sitting, most, lowest)
        if not any(_over(measured(page, sitting, lowest)) for page in found):
            return found
    found = parts(slide, sitting, most, LEAST)
    if any(_hopeless(page, sitting) for page in found):
        return _pages(_listing(slide), sitting, deck, most)
    return [trimmed(page, sitting, deck.lang) for page in found]


def _hopeless(page: Slide, sitting: Sitting) -> bool:
    place = sheet(page, sitting, message=False).place("diagram")
    if place is None or page.diagram is None:
        return False
    return hopeless(page.diagram, place.box, sitting.design, sitting.factor("diagram"))


def _drawn(slide: Slide) -> bool:
    """Whether its words stand in a picture of it."""
    return slide.kind == "image" and slide.picture is not None


def _with_its_words(made: Arrangement, whole: Slide, deck: Deck) -> Arrangement:
    """A slide that is a picture of itself, with the words that it shows; what its picture does not say is noted."""
    alt = whole.picture.alt if whole.picture is not None else ""
    missing = unsaid(left_out(whole, [made]), f"{alt}\n{whole.notes}")
    update = {"notes": with_notes(whole.notes, missing, deck.lang), "marks": made.slide.marks}
    return made.model_copy(update={"slide": whole.model_copy(update=update)})


def _listing(slide: Slide) -> Slide:
    """A diagram that has no room, as points."""
    items = slide.diagram.items if slide.diagram is not None else ()
    listed: list[Point] = []
    for item in items:
        listed.append(Point(text=item.label or item.text))
        if item.label and item.text:
            listed.append(Point(text=item.text, level=1))
    return slide.model_copy(update={"diagram": None, "points": (*slide.points, *listed)})


def _over(measure: Sized) -> set[Content]:
    return {content for content in measure.over if content not in {"title", "marks"}}


def _arranged(page: Slide, part: int, count: int, sitting: Sitting, deck: Deck) -> Arrangement:
    """One part with the sizes that suit it best."""
    page = _titled(page, part, count, sitting, deck)
    places, found = _best(page, sitting)
    shown = {place.content for place in places.places}
    problems = tuple(
        Problem(
            slide=part,
            kind="overflow",
            where=content,
            text=said("over", deck.lang, what=content),
            ratio=round(ratio, 3),
        )
        for content, ratio in found.over.items()
    )
    return Arrangement(
        slide=_only_shown(page, shown),
        layout=places.layout.index,
        frames=found.frames,
        problems=problems,
        part=part,
        parts=count,
    )


def _best(page: Slide, sitting: Sitting) -> tuple[Sheet, Sized]:
    """With its message while text stays near its usual size, else without."""
    if page.message and not opens(page) and not only_message(page):
        places = sheet(page, sitting)
        if places.place("message"):
            found = sized(page, places, sitting, Limits(LOWEST_BODY, steps=_GENTLE))
            if not found.over:
                return places, found
        page = page.model_copy(update={"message": ""})
    places = sheet(page, sitting)
    for lowest in (LOWEST_BODY, LEAST):
        found = sized(page, places, sitting, Limits(lowest))
        if not found.over:
            break
    return places, found


def _titled(page: Slide, part: int, count: int, sitting: Sitting, deck: Deck) -> Slide:
    """With its number among the parts, cut at a phrase where it is too long for its frame."""
    title, notes = page.title, page.notes
    if part > 1:
        notes = said("continued", deck.lang, part=part, parts=count, title=title)
    whole = numbered(title, part, count, deck.lang)
    page = page.model_copy(update={"title": whole, "notes": notes})
    place = sheet(page, sitting).place("title") if whole else None
    if place is None:
        return page
    shown = shortened_line(place, sitting, title, whole[len(title) :])
    return page.model_copy(update={"title": shown or whole})


def _only_shown(page: Slide, shown: set[Content]) -> Slide:
    """Without words and objects that stand in no frame; its title stays, for outline and alternative texts."""
    changes: dict[str, Any] = {name: "" for name in ("subtitle", "message") if name not in shown}
    changes |= {name: () for name in ("points", "marks") if name not in shown}
    changes |= {name: None for name in ("chart", "table", "diagram") if name not in shown}
    if not {"picture", "image"} & shown:
        changes["picture"] = None
    if not {"left", "right", "left_heading", "right_heading"} & shown:
        changes["columns"] = ()
    return page.model_copy(update=changes)


def _alike(made: Sequence[Arrangement], sitting: Sitting) -> list[Arrangement]:
    """Text of one slide, in both its columns and on all its parts, has the same sizes: those of the fullest."""
    caps: dict[Content, tuple[float, ...]] = {}
    for frame in [frame for each in made for frame in each.frames if frame.sizes]:
        for content in _SAME.get(frame.content, ()):
            caps[content] = tuple(map(min, caps.get(content, frame.sizes), frame.sizes))
    found = []
    for each in made:
        if all(frame.sizes == caps.get(frame.content, frame.sizes) for frame in each.frames):
            found.append(each)
            continue
        places = sheet(each.slide, sitting)
        again = sized(each.slide, places, sitting, Limits(LEAST, at_most=caps))
        same = not again.over and {frame.content for frame in again.frames} == {frame.content for frame in each.frames}
        found.append(each.model_copy(update={"frames": again.frames}) if same else each)
    return found
