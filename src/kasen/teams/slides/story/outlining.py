"""The outline: asked for once, checked by code, shown its defects at most twice, then made sound by code."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.team import Deps
from kasen.teams.slides.schemas.deck import SlideKind
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.state import Task
from kasen.teams.slides.story.composing import plain
from kasen.teams.slides.story.roles import STORYWRITER_OUTLINE
from kasen.teams.slides.story.tongue import is_foreign
from kasen.teams.slides.telling import about_of

REPAIRS = 2
SHOWN = 16
"""Passages that the outline is made with."""
OFFERED: tuple[SlideKind, ...] = (
    "title", "agenda", "section", "bullets", "two_columns", "chart", "table", "picture", "diagram", "statement",
    "closing",
)  # fmt: skip
MOST_CHARACTERS = {"title": 190, "subtitle": 200, "opening": 1000, "message": 500, "covers": 500, "figure": 50}
"""Of each part of an outline: what a person who is asked about it may give back."""
_SLACK = 0.3
"""Share by which the number of slides may differ where the person named none."""


async def outlined(deps: Deps, task: Task) -> tuple[OutlineOutput, str]:
    """A sound outline and who wrote it: one ask, and one more for each round of defects."""
    plan = task["plan"]
    wanted = plan.slides - 1  # the last one lists the sources
    kinds = [kind for kind in OFFERED if kind != "picture" or _draws(task)]
    problems: list[str] = []
    best: OutlineOutput | None = None
    by = ""
    for _ in range(REPAIRS + 1):
        answer = await deps.ask(
            STORYWRITER_OUTLINE,
            about=about_of(task),
            instruction=task["step"].instruction,
            slides=wanted,
            kinds=kinds,
            passages=task["passages"][:SHOWN],
            tables=task["tables"],
            problems=problems,
            lang=deps.lang,
        )
        found = defects(answer.value, wanted, exact=bool(about_of(task).slides), lang=task["lang"])
        if best is None or len(found) < len(problems):
            best, by = answer.value, answer.by
        if not found or answer.is_rule:
            break
        problems = found
    return sound(best, wanted, kinds=kinds, title=plan.title, lang=task["lang"]), by


def _draws(task: Task) -> bool:
    return any(step.role == "visualizer" and step.status != "skipped" for step in task["plan"].steps)


def defects(outline: OutlineOutput, wanted: int, *, exact: bool, lang: Lang) -> list[str]:
    """What is wrong with it, one sentence each for the writer."""
    slides = outline.slides
    if not slides:
        return ["There is no slide."]
    found = []
    slack = 0 if exact else max(1, round(wanted * _SLACK))
    if abs(len(slides) - wanted) > slack:
        found.append(f"There are {len(slides)} slides; {wanted} are wanted, the title slide counted.")
    if slides[0].kind != "title":
        found.append("The first slide is not of kind `title`.")
    titles = [" ".join(one.title.split()).casefold() for one in slides]
    doubles = sorted({title for title in titles if title and titles.count(title) > 1})
    found += [f"Two slides have the title “{title[:60]}”." for title in doubles]
    found += [f"Slide {n} has no title." for n, title in enumerate(titles, start=1) if not title]
    name = "Japanese" if lang == "ja" else "English"
    found += [f"The title of the deck is not in {name}."] if is_foreign(outline.title, lang) else []
    foreign = [n for n, one in enumerate(slides, start=1) if is_foreign(one.title, lang)]
    found += [f"Titles that are not in {name}: slide {', '.join(map(str, foreign))}."] if foreign else []
    return found


def sound(
    outline: OutlineOutput | None, wanted: int, *, kinds: Sequence[SlideKind], title: str, lang: Lang
) -> OutlineOutput:
    """The outline as it is worked on: a title slide first, known kinds, titles that differ, no more slides than wanted.

    Of too many the ones before the closing are left out from the end: the beginning of a story carries the rest.
    """
    given = outline or OutlineOutput(title=title, slides=[])
    name = _line(given.title, "title") or title or _line(given.slides[0].title if given.slides else "", "title") or "—"
    slides = [
        _slide(one, kinds) for one in given.slides if one.kind not in ("sources", "image") and _line(one.title, "title")
    ]
    if not slides or slides[0].kind != "title":
        slides.insert(0, OutlineSlide(kind="title", title=name, message=""))
    slides = [slides[0], *(one for one in slides[1:] if one.kind != "title")]
    if len(slides) > wanted:
        closing = [slides[-1]] if slides[-1].kind == "closing" and wanted > 1 else []
        slides = [*slides[: wanted - len(closing)], *closing]
    words = {"subtitle": _line(given.subtitle, "subtitle"), "opening": _line(given.opening, "opening")}
    return OutlineOutput(title=name, **words, slides=_apart(slides, lang))


def _slide(one: OutlineSlide, kinds: Sequence[SlideKind]) -> OutlineSlide:
    kind = one.kind if one.kind in kinds else "bullets"
    texts = {name: _line(getattr(one, name), name) for name in ("title", "message", "covers", "figure")}
    return one.model_copy(update={"kind": kind, **texts})


def _apart(slides: Sequence[OutlineSlide], lang: Lang) -> list[OutlineSlide]:
    """Titles that are said twice are numbered."""
    seen: dict[str, int] = {}
    apart = []
    for one in slides:
        key = one.title.casefold()
        seen[key] = seen.get(key, 0) + 1
        mark = f"（{seen[key]}）" if lang == "ja" else f" ({seen[key]})"
        apart.append(one if seen[key] == 1 else one.model_copy(update={"title": one.title + mark}))
    return apart


def _line(text: str, part: str) -> str:
    return plain(text)[: MOST_CHARACTERS[part]].rstrip()
