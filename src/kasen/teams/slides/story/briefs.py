"""From outline to briefs: which figure each slide shows, what it may cite, how much it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.slides.fitting.capacity import capacity
from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import SlideBrief
from kasen.teams.slides.schemas.deck import SlideKind
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.state import Task
from kasen.teams.slides.story.likeness import likeness

MOST_ADDED = 4
"""Slides that are put in for figures which no slide of the outline shows."""
FEWEST_SUMMED = 3
"""Slides from which a summary says more than it repeats."""
_FORMS = ("chart", "table")


def figured(task: Task) -> tuple[OutlineOutput, dict[int, str]]:
    """See `with_figures`: the outline of a deck as its slides are numbered, for all who work on them."""
    outline = task["outline"]
    assert outline is not None, "slides wait for the outline"
    most = max(task["plan"].slides - 1, len(outline.slides))
    request = task["request"]
    asked = max(request.slides - 1, 0)
    return with_figures(outline, task["figures"], most=most, asked=asked, agreed="outline" in request.approve)


def with_figures(
    outline: OutlineOutput, figures: Sequence[Figure], *, most: int, asked: int = 0, agreed: bool = False
) -> tuple[OutlineOutput, dict[int, str]]:
    """The outline whose charts have figures, and the figure of each slide by its number, each figure once.

    A chart that gets no figure becomes a slide of points; one of which nothing was said goes, unless there is no figure
    at all: then the first stays and says so. Figures that are left get slides of their own beside the others, as long
    as there are no more than `most` slides. A summary of next to nothing goes, unless there would be fewer slides than
    were `asked` for. Of an outline that a person `agreed` to no slide goes.
    """
    shown = [figure for figure in figures if figure.chart is not None or figure.table is not None]
    taken = _assigned(outline.slides, shown)
    deck: list[tuple[OutlineSlide, str]] = [
        (_as_shown(one, taken[n]), taken[n].id) if n in taken else (one, "")
        for n, one in enumerate(outline.slides, start=1)
    ]
    waiting = [one for one, id in deck if one.kind == "chart" and not id and not one.message]
    gone = [] if agreed else waiting if shown else waiting[1:]
    deck = [(_without(one) if not id else one, id) for one, id in deck if not any(one is other for other in gone)]
    left = [figure for figure in shown if figure.id not in {one.id for one in taken.values()}]
    at = _after_figures(deck)
    deck[at:at] = [(_own_slide(one), one.id) for one in left[: max(min(MOST_ADDED, most - len(deck)), 0)]]
    if shown and not agreed and len(deck) > asked:
        deck = _without_summary(deck)
    assigned = {n: id for n, (_, id) in enumerate(deck, start=1) if id}
    return outline.model_copy(update={"slides": [one for one, _ in deck]}), assigned


def _after_figures(deck: Sequence[tuple[OutlineSlide, str]]) -> int:
    """Behind the last slide that shows a figure, else before the closing."""
    last = max((n for n, (_, id) in enumerate(deck, start=1) if id), default=0)
    return last or len(deck) - (1 if deck and deck[-1][0].kind == "closing" else 0)


def _without_summary(deck: list[tuple[OutlineSlide, str]]) -> list[tuple[OutlineSlide, str]]:
    """The slides without a closing that says nothing of its own, where there is too little to sum up."""
    told = [one for one, _ in deck if one.kind not in ("title", "agenda", "section", "closing")]
    if len(told) >= FEWEST_SUMMED:
        return deck
    return [(one, id) for one, id in deck if one.kind != "closing" or one.message or one.covers]


def _assigned(slides: Sequence[OutlineSlide], figures: Sequence[Figure]) -> dict[int, Figure]:
    """Best pairs first; a figure that is named by its id goes where it is named."""
    waiting = [(n, one) for n, one in enumerate(slides, start=1) if one.kind in _FORMS or one.figure]
    pairs = [(_fits(one, figure), -n, -k, n, figure) for n, one in waiting for k, figure in enumerate(figures)]
    taken: dict[int, Figure] = {}
    used: set[str] = set()
    for _, _, _, n, figure in sorted(pairs, key=lambda pair: pair[:3], reverse=True):
        if n not in taken and figure.id not in used and slides[n - 1].kind in (*_FORMS, "bullets"):
            taken[n] = figure
            used.add(figure.id)
    return taken


def _fits(one: OutlineSlide, figure: Figure) -> float:
    if one.figure.strip() == figure.id:
        return 10.0
    words = " ".join([one.title, one.message, one.covers, one.figure])
    about = " ".join([figure.title, figure.shows, *figure.ref.columns, figure.ref.file])
    return likeness(words, about) + (0.3 if one.kind == figure.kind else 0.0)


def _as_shown(one: OutlineSlide, figure: Figure) -> OutlineSlide:
    return one.model_copy(update={"kind": "chart" if figure.chart is not None else "table", "figure": figure.id})


def _without(one: OutlineSlide) -> OutlineSlide:
    """A table of words may stand without a figure, a chart may not; what it waited for stays with it."""
    if one.kind != "chart":
        return one
    return one.model_copy(update={"kind": "bullets", "figure": one.figure or one.title[:50]})


def _own_slide(figure: Figure) -> OutlineSlide:
    kind = "chart" if figure.chart is not None else "table"
    return OutlineSlide.model_validate(
        {"kind": kind, "title": figure.title, "message": figure.shows, "figure": figure.id}
    )


def _room(design: DesignContext, kind: SlideKind, lang: Lang) -> Capacity:
    """What the slide holds; a closing that has points is laid out as they are."""
    room = capacity(design, kind, lang)
    return capacity(design, "bullets", lang) if kind == "closing" and not room.lines else room


def briefs(
    outline: OutlineOutput,
    assigned: Mapping[int, str],
    fitting: Mapping[int, tuple[str, ...]],
    design: DesignContext,
    lang: Lang,
) -> list[SlideBrief]:
    """One brief per slide of the outline, in order."""
    return [
        SlideBrief(
            number=n,
            kind=one.kind,
            title=one.title,
            message=one.message,
            covers=one.covers,
            figure=assigned.get(n, ""),
            capacity=_room(design, one.kind, lang),
            passages=fitting.get(n, ()),
        )
        for n, one in enumerate(outline.slides, start=1)
    ]
