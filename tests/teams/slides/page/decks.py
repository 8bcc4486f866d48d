"""A small deck and what became of it, to be shown on pages."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.schemas.arrangement import Problem
from kasen.teams.slides.schemas.deck import Chart, Column, Deck, Diagram, DiagramItem, Point, Ref, Series, Slide, Table
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.result import Cost, Result, SlidePicture, Version

REFS = (
    Ref(id="W", kind="wish"),
    Ref(id="P1", kind="passage", title="Buyers", uri="https://example.com/tea", where="p. 3", quote="They paid twice."),
    Ref(id="D1", kind="rows", file="tea.csv", where="rows 2–7", uri="/x/tea.csv"),
)
CHART = Chart(
    id="C1",
    kind="line",
    categories=("2020", "2022"),
    series=(Series(name="USA", values=(1200.0, None)),),
    refs=("D1",),
)
SLIDES = (
    Slide(id="s-01", kind="title", title="Tea abroad", subtitle="For the board", notes="Good morning."),
    Slide(
        id="s-02",
        kind="bullets",
        title="Buyers pay more",
        points=(Point(text="They paid twice.", refs=("P1", "W")), Point(text="We plant more.", level=1)),
    ),
    Slide(id="s-03", kind="chart", title="Exports", message="Exports grow.", chart=CHART, marks=("No picture.",)),
    Slide(
        id="s-04",
        kind="two_columns",
        title="Risks",
        columns=(Column(heading="Risk", points=(Point(text="Frost."),)), Column(heading="Answer")),
    ),
)


def slide(kind: Any = "bullets", title: str = "T", **more: Any) -> Slide:
    """Any slide."""
    return Slide(id=more.pop("id", "s-09"), kind=kind, title=title, **more)


def table(*rows: tuple[str, ...]) -> Table:
    """A table of two columns."""
    return Table(id="T1", columns=("a", "b"), rows=rows)


def diagram(*items: tuple[str, str]) -> Diagram:
    """A process of these boxes."""
    return Diagram(kind="process", items=tuple(DiagramItem(label=label, text=text) for label, text in items))


def deck(*slides: Slide, **more: Any) -> Deck:
    """A deck of these slides, else of the usual ones."""
    fields: dict[str, Any] = {"title": "Tea abroad", "lang": "en", "refs": REFS, "made": "2026-01-31"}
    return Deck(**{**fields, "slides": slides or SLIDES, **more})


def result(*slides: Slide, **more: Any) -> Result:
    """What a run gave; fields of the deck are handed over as `deck`."""
    step = Step(
        id="S1", role="storywriter", title="Outline", instruction="x", status="completed", result_summary="4 slides"
    )
    fields: dict[str, Any] = {
        "outcome": "deck",
        "lang": "en",
        "deck": deck(*slides),
        "template": "light",
        "plan": Plan(title="T", slides=4, steps=(step,), by="rule"),
        "renders": (SlidePicture(slide_id="s-01", artifact="slide-01.png", sha256="0"),),
        "problems": (Problem(slide=2, kind="font", text="Too small."),),
        "costs": (Cost(role="planner", by="rule", calls=1, input_tokens=0, output_tokens=0, usd=None),),
        "versions": (Version(number=1, made="2026-01-31", what="Tea"),),
    }
    return Result(**{**fields, **more})
