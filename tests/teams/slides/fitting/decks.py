"""Slides of every kind and size to fit, templates to fit them to, and what must hold of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from hypothesis import strategies as some
from hypothesis.strategies import SearchStrategy

from kasen.teams.slides.building.citing import numbers
from kasen.teams.slides.fitting.plan import Place, Sitting
from kasen.teams.slides.fitting.sizing import LINES, LISTS, paragraphs, text_style
from kasen.teams.slides.fitting.style import tall
from kasen.teams.slides.schemas.arrangement import Arrangement, Content, Frame
from kasen.teams.slides.schemas.deck import (
    KINDS,
    Chart,
    Column,
    Deck,
    Diagram,
    DiagramItem,
    DiagramKind,
    PictureUse,
    Point,
    Ref,
    Series,
    Slide,
    Table,
)
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box, Lang
from kasen.teams.slides.template.bundled import NAMES, bundled
from kasen.teams.slides.template.reading import read
from teams.slides.odd_templates import four_by_three, two_masters

JA = "売上は前年より12.5%増え、特に関東の店舗で伸びた。来期は新しい店を三つ開く予定である。"
EN = "Revenue grew by 12.5% over the previous year, most of all in Kanto. Three stores will open next year. "
ODD = {"four_by_three": four_by_three, "two_masters": two_masters}
DIAGRAMS: tuple[DiagramKind, ...] = DiagramKind.__args__  # type: ignore[attr-defined]


@cache
def design(name: str) -> DesignContext:
    """One of the bundled templates, or an odd one."""
    data = bundled(name) if name in NAMES else ODD[name]()
    return read(data, name=name, bundled=name in NAMES, lang="ja")


def deck(slide: Slide, lang: Lang = "ja", *, logo: str = "") -> Deck:
    """A deck of one slide, with two sources."""
    refs = tuple(Ref(id=id, kind="passage", title=f"資料 {id}", uri=f"https://example.com/{id}") for id in ("P1", "P2"))
    return Deck(title="t", lang=lang, slides=(slide,), refs=refs, logo=logo)


def points(count: int, text: str = JA, level: int = 0) -> tuple[Point, ...]:
    """Points, each of its own words."""
    return tuple(Point(text=f"{number}: {text}", level=level, refs=("P1",)) for number in range(1, count + 1))


def table(rows: int, columns: int, text: str = "項目の内容") -> Table:
    """A table of different cells."""
    head = tuple(f"列{at}" for at in range(columns))
    body = tuple(tuple(f"{text}{row}.{at}" for at in range(columns)) for row in range(rows))
    return Table(id="t", columns=head, rows=body)


def diagram(kind: DiagramKind, count: int, text: str = "") -> Diagram:
    """A diagram of so many items."""
    return Diagram(kind=kind, items=tuple(DiagramItem(label=f"手順{at}", text=text) for at in range(count)))


CHART = Chart(id="c", kind="column", categories=("a", "b"), series=(Series(name="s", values=(1.0, 2.0)),))
PICTURE = PictureUse(artifact="p", alt="x", width=1600, height=900)


def _texts() -> SearchStrategy[str]:
    words = some.sampled_from(
        ["売上が伸びた。", "Revenue grew. ", "前年比12.5%、", "x" * 100, "長音ー", " ", "（注）", "a\nb "]
    )
    short = some.lists(words, max_size=6).map("".join)
    long = some.sampled_from([JA, EN, "句点のない長い文が続く"]).flatmap(
        lambda base: some.integers(1, 2000 // len(base)).map(lambda times: base * times)
    )
    return some.one_of(short, short, long)


def _points() -> SearchStrategy[tuple[Point, ...]]:
    one = some.builds(
        Point, text=_texts(), level=some.integers(0, 2), refs=some.sampled_from([(), ("P1",), ("P1", "P2")])
    )
    return some.one_of(
        some.lists(one, max_size=5).map(tuple), some.integers(0, 30).flatmap(lambda n: some.just(points(n)))
    )


def _tables() -> SearchStrategy[Table]:
    return some.builds(
        table,
        some.one_of(some.integers(0, 6), some.integers(0, 60)),
        some.integers(1, 12),
        some.sampled_from(["値", "項目の内容", EN, "y" * 100, "", JA * 20]),
    )


def slides() -> SearchStrategy[Slide]:
    """Any slide."""
    columns = some.lists(some.builds(Column, heading=_texts(), points=_points()), max_size=3).map(tuple)
    nothing = some.none()
    return some.builds(
        Slide,
        id=some.just("s-01"),
        kind=some.sampled_from(KINDS),
        title=_texts(),
        subtitle=some.one_of(some.just(""), _texts()),
        message=some.one_of(some.just(""), _texts()),
        points=_points(),
        columns=some.one_of(some.just(()), columns),
        chart=some.one_of(nothing, nothing, some.just(CHART)),
        table=some.one_of(nothing, nothing, _tables()),
        picture=some.one_of(
            nothing,
            some.builds(
                PictureUse,
                artifact=some.just("p"),
                alt=some.just("x"),
                width=some.integers(1, 4000),
                height=some.integers(1, 4000),
            ),
        ),
        diagram=some.one_of(
            nothing, nothing, some.builds(diagram, some.sampled_from(DIAGRAMS), some.integers(0, 12), _texts())
        ),
        notes=some.sampled_from(["", "話すこと。"]),
        marks=some.sampled_from([(), (), ("画像を作れませんでした。",), ("a" * 200, JA)]),
    )


def faults(slide: Slide, deck: Deck, design: DesignContext, made: Sequence[Arrangement]) -> list[str]:
    """What is wrong with the arrangements of a slide."""
    found = [fault for each in made for fault in _of_frames(each, deck, design)]
    if [(each.part, each.parts) for each in made] != [(at, len(made)) for at in range(1, len(made) + 1)]:
        found.append("parts are not counted")
    return found + _lost(slide, made)


def _of_frames(made: Arrangement, deck: Deck, design: DesignContext) -> list[str]:
    found = []
    page = Box(x=0, y=0, w=design.width, h=design.height)
    layout = design.layout(made.layout)
    feet = [slot.box for slot in layout.slots if slot.kind in {"date", "footer", "number"}]
    known = {slot.idx: slot for slot in layout.slots}
    over = {problem.where for problem in made.problems}
    for frame in made.frames:
        box = frame.box
        if frame.content not in over and not (
            box.x >= 0 and box.y >= 0 and box.right <= page.right and box.bottom <= page.bottom
        ):
            found.append(f"{frame.content} is outside: {box}")
        if box.w <= 0 or box.h <= 0:
            found.append(f"{frame.content} has no extent: {box}")
        if frame.content != "image" and any(_meet(box, foot) for foot in feet) and frame.content not in over:
            found.append(f"{frame.content} is on the footer: {box}")
        if frame.slot is not None and (known[frame.slot].box == box) == frame.moved:
            found.append(f"{frame.content} is moved or not: {frame}")
        if frame.content not in over:
            found += _too_much(made, frame, deck, design)
    for one, other in combinations(made.frames, 2):
        if _meet(one.box, other.box) and not {one.content, other.content} & over:
            found.append(f"{one.content} meets {other.content}: {one.box} {other.box}")
    slots = [frame.slot for frame in made.frames if frame.slot is not None]
    if len(set(slots)) < len(slots):
        found.append(f"a placeholder is filled twice: {slots}")
    return found


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _too_much(made: Arrangement, frame: Frame, deck: Deck, design: DesignContext) -> list[str]:
    """Text that is higher than its frame, a table that is not as large as its rows."""
    if frame.content in (*LISTS, *LINES):
        slot = next((slot for slot in design.layout(made.layout).slots if slot.idx == frame.slot), None)
        sitting = Sitting(design, numbers(deck))
        set_in = text_style(Place(frame.content, slot, frame.box), sitting).at(frame.sizes)
        if frame.before is not None and frame.before < set_in.before:
            set_in = replace(set_in, before=frame.before)
        needed = tall(paragraphs(made.slide, frame.content, sitting), set_in, frame.box.w) * EMU_PER_POINT
        if needed > frame.box.h + 20_000:
            return [f"{frame.content} needs {needed / frame.box.h:.2f} of its height at {frame.sizes}"]
        return [] if min(frame.sizes) >= 10 else [f"{frame.content} is too small: {frame.sizes}"]
    if frame.content == "table":
        whole = (sum(frame.column_widths), sum(frame.row_heights)) == (frame.box.w, frame.box.h)
        return [] if whole else ["the table is not as large as its cells"]
    return []


def _bare(text: str) -> str:
    return "".join(text.split())


def texts(slide: Slide) -> list[str]:
    """Every text of a slide that is shown or said."""
    found = [slide.title, slide.subtitle, slide.message, slide.notes, *slide.marks]
    found += [point.text for point in slide.points]
    for column in slide.columns:
        found += [column.heading, *(point.text for point in column.points)]
    if slide.table is not None:
        found += [*slide.table.columns, *(cell for row in slide.table.rows for cell in row)]
    if slide.diagram is not None:
        found += [text for item in slide.diagram.items for text in (item.label, item.text)]
    return found


def shown(made: Sequence[Arrangement], first: Slide) -> str:
    """All words that stand in frames or notes, without spaces; paragraphs that were divided are whole again."""
    lists: dict[str, str] = {"points": "", "left": "", "right": ""}
    rest = []
    for each in made:
        slide, frames = each.slide, {frame.content for frame in each.frames}
        whole = "".join(point.text for point in slide.points if "points" in frames)
        lists["points"] += whole
        for name, column in zip(("left", "right"), first.columns, strict=False):
            if column.heading and slide.points[:1] == (Point(text=column.heading),):
                lists[name] += "".join(point.text for point in slide.points[1:])
        for name, column in zip(("left", "right"), slide.columns, strict=False):
            lists[name] += "".join(point.text for point in column.points if name in frames)
            rest.append(column.heading if f"{name}_heading" in frames else "")
        lines: list[Content] = ["title", "subtitle", "message"]
        rest += [getattr(slide, name) for name in lines if name in frames]
        rest += list(slide.marks) if "marks" in frames else []
        rest += [slide.picture.alt] if slide.picture is not None and "image" in frames else []
        rest.append(slide.notes)
        if slide.table is not None and "table" in frames:
            rest += [*slide.table.columns, *(cell for row in slide.table.rows for cell in row)]
        if slide.diagram is not None and "diagram" in frames:
            rest += [text for item in slide.diagram.items for text in (item.label, item.text)]
    return "\0".join(map(_bare, (*lists.values(), *rest)))


def _lost(slide: Slide, made: Sequence[Arrangement]) -> list[str]:
    there = shown(made, slide)
    return [f"lost: {text[:60]!r}" for text in texts(slide) if _bare(text) not in there]
