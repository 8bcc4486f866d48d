"""What was said becomes a slide: known ids only, figures put in by code, kinds that fit what is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kasen.teams.slides.schemas.brief import SlideBrief
from kasen.teams.slides.schemas.deck import Column, Diagram, DiagramItem, Point, Slide, Table
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, PointSaid, SlideSaid
from kasen.teams.slides.schemas.part import Lang

MOST_TEXT, MOST_WORDS = 4_000, 16_000
"""Characters of one text of a slide, and of all its points: far more than a slide can show."""
_MARKS = re.compile(r"^\s*(?:[-*•・●◦▪–]|\d{1,2}[.)．）])\s+")
_EMPHASIS = re.compile(r"\*\*([^*]+)\*\*|__([^_]+)__|`([^`]+)`")
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2728\ufe0f\u200d]+")
_CITED = re.compile(r"\s*[\[［(（](?:[PRFDW]\d+(?:-\d+)?(?:[,、，;\s]+[PRFDW]\d+(?:-\d+)?)*)[\])）］]")


@dataclass(frozen=True)
class Shelf:
    """What slides are composed with."""

    outline: OutlineOutput
    pool: Sequence[Evidence]
    figures: Sequence[Figure]
    lang: Lang

    @cached_property
    def known(self) -> dict[str, str]:
        """What a writer may cite → the id of the reference it stands for."""
        passages = {one.ref.id: one.ref.id for one in self.pool}
        return {**passages, **{one.id: one.ref.id for one in self.figures}}

    def figure(self, id: str) -> Figure | None:
        """The figure of that id."""
        return next((one for one in self.figures if one.id == id), None)


def slide_id(number: int) -> str:
    """`s-01`."""
    return f"s-{number:02d}"


def plain(text: str) -> str:
    """One line without bullets, Markdown marks and citations that a writer put into the words."""
    text = " ".join(text[: 2 * MOST_TEXT].split())[:MOST_TEXT]
    text = _CITED.sub("", text)
    text = _EMPHASIS.sub(lambda match: next(group for group in match.groups() if group is not None), text)
    return _MARKS.sub("", _EMOJI.sub("", text)).strip()


def composed(shelf: Shelf, brief: SlideBrief, said: SlideSaid | None, by: str) -> Slide:
    """The slide of a brief. Without words (`said` None) it is what the outline says, and nothing is made up."""
    fields: dict[str, Any] = {"id": slide_id(brief.number), "title": brief.title, "message": brief.message, "by": by}
    if brief.kind == "title":
        subtitle = shelf.outline.subtitle or (brief.message if brief.message != brief.title else "")
        opening = {"title": shelf.outline.title, "message": "", "notes": _notes(shelf.outline.opening)}
        return Slide(kind="title", **{**fields, **opening}, subtitle=subtitle)
    if brief.kind == "agenda":
        return Slide(kind="agenda", **{**fields, "message": ""})
    if said is not None:
        fields |= {
            "title": plain(said.title) or brief.title,
            "message": plain(said.message) or plain(brief.message),
            "notes": _notes(said.notes),
            "points": points(shelf, said.points, by),
            "refs": _known(shelf, said.sources),
        }
    body = _body(shelf, brief, said, by)
    if fields.get("points") and body["kind"] == "bullets":
        body.pop("points", None)
    return Slide(**{**fields, **body})


def _body(shelf: Shelf, brief: SlideBrief, said: SlideSaid | None, by: str) -> dict[str, Any]:
    """Kind and what carries it: a kind that has nothing to carry becomes points."""
    figure = shelf.figure(brief.figure)
    if figure is not None and (figure.chart is not None or figure.table is not None):
        kind = "chart" if figure.chart is not None else "table"
        refs = (figure.ref.id, *_known(shelf, said.sources if said else ()))
        return {"kind": kind, "chart": figure.chart, "table": figure.table, "refs": tuple(dict.fromkeys(refs))}
    if said is None:
        return {"kind": "bullets" if brief.kind not in ("section", "statement", "closing", "picture") else brief.kind}
    if brief.kind == "two_columns" and (said.left or said.right):
        left = Column(heading=plain(said.left_heading), points=points(shelf, said.left, by))
        right = Column(heading=plain(said.right_heading), points=points(shelf, said.right, by))
        return {"kind": "two_columns", "columns": (left, right), "points": ()}
    if brief.kind == "diagram" and said.diagram and len(said.items) >= 2:
        items = tuple(DiagramItem(label=plain(one.label), text=plain(one.text)) for one in said.items if one.label)
        alt = "、".join(one.label for one in items) if shelf.lang == "ja" else ", ".join(one.label for one in items)
        return {"kind": "diagram", "diagram": Diagram(kind=said.diagram, items=items, alt=f"{brief.title}: {alt}")}
    if brief.kind == "table" and said.columns and said.rows:
        return {"kind": "table", "table": _table(brief, said)}
    if brief.kind in ("section", "statement", "closing", "picture"):
        return {"kind": brief.kind}
    both = [*said.left, *said.right]
    told = [PointSaid(text=f"{one.label}: {one.text}" if one.text else one.label) for one in said.items]
    return {"kind": "bullets", "points": points(shelf, both or told, by)}


def _table(brief: SlideBrief, said: SlideSaid) -> Table:
    """A table of words: each row gets as many cells as there are columns."""
    width = len(said.columns)
    rows = tuple(tuple((*(plain(cell) for cell in row), *[""] * width)[:width]) for row in said.rows if any(row))
    columns = tuple(plain(name) for name in said.columns)
    return Table(id=f"T{brief.number}", columns=columns, rows=rows, alt=f"{brief.title}: {', '.join(columns)}")


def points(shelf: Shelf, said: Sequence[PointSaid], by: str) -> tuple[Point, ...]:
    """Bullets with references that are known; the first is never a detail of nothing."""
    made: list[Point] = []
    for one in said:
        text = plain(one.text)
        if not any(char.isalnum() for char in text):
            continue
        refs = _known(shelf, one.sources)
        level = min(max(one.level, 0), 1) if made else 0
        made.append(Point(text=text, level=level, refs=refs, by=by))
        if sum(len(point.text) for point in made) > MOST_WORDS:
            break
    return tuple(made)


def _known(shelf: Shelf, ids: Sequence[str]) -> tuple[str, ...]:
    """The references that are meant by ids, each once; what is not known is nothing."""
    return tuple(dict.fromkeys(shelf.known[id] for id in map(_id, ids) if id in shelf.known))


def _id(text: str) -> str:
    return text.strip().strip("[]()（）［］").strip()


def with_agenda(slides: Sequence[Slide]) -> list[Slide]:
    """The slides with an agenda of what the others came to be called: sections where there are any, else all others."""
    sections = [one.title for one in slides if one.kind == "section"]
    others = [_topic(one) for one in slides if one.kind not in ("title", "agenda", "closing", "section")]
    points = tuple(Point(text=text, by="rule") for text in (sections if len(sections) > 1 else others))
    return [one.model_copy(update={"points": points}) if one.kind == "agenda" else one for one in slides]


def _topic(slide: Slide) -> str:
    """What a slide is about: a rule titles a figure by what it says, and the figure by what it is."""
    part = slide.chart or slide.table
    return part.title if part is not None and part.title and slide.by == "rule" else slide.title


def _notes(text: str) -> str:
    lines = [_CITED.sub("", " ".join(line.split())) for line in text[:MOST_WORDS].splitlines()]
    return "\n".join(line for line in lines if line)
