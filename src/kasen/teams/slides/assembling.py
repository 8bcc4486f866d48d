"""From slides to a whole deck: pictures in their places, gaps that say what they are, the list of sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kasen.teams.slides import wording
from kasen.teams.slides.building.citing import cited as rests_on
from kasen.teams.slides.schemas.deck import Deck, Point, Ref, Slide
from kasen.teams.slides.schemas.envelope import Plan
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.telling import about_of

NO_WORDS = ("title", "agenda", "section", "sources")
"""Kinds that are whole without points."""
NO_SENTENCE = ("bullets", "two_columns")
"""Kinds for which the sentence of the outline is not enough, where nobody wrote more."""


def assembled(state: Mapping[str, Any], *, made: str) -> Deck:
    """The deck with native slides; `made` is the day, ISO 8601."""
    lang: Lang = state["lang"]
    plan: Plan = state["plan"]
    about = about_of(state)
    is_skeleton = not (state["passages"] or state["tables"] or state.get("found")) and all(
        slide.by in ("", "rule") for slide in state["slides"]
    )
    drawn = {one.slide_id: one for one in state.get("drawn", [])}
    slides = [_finished(slide, drawn.get(slide.id), state, skeleton=is_skeleton) for slide in state["slides"]]
    refs = cited(slides, state.get("refs", []))
    if refs or not is_skeleton:  # an empty frame of a list says nothing
        slides.append(sources_slide(len(slides) + 1, refs, lang))
    front = next((one for one in slides if one.kind == "title"), None)
    title = (front.title if front else "") or plan.title or about.title
    return Deck(
        title=title,
        subtitle=front.subtitle if front else "",
        lang=lang,
        audience=about.audience,
        slides=tuple(slides),
        refs=tuple(refs),
        made=made,
        accents=tuple(state["request"].colors),
        logo=state.get("logo", ""),
        skeleton=is_skeleton,
    )


def _finished(slide: Slide, drawn: Drawn | None, state: Mapping[str, Any], *, skeleton: bool) -> Slide:
    """The slide with its picture, or a mark that says why there is none."""
    lang: Lang = state["lang"]
    marks = list(slide.marks)
    update: dict[str, Any] = {}
    if slide.kind == "picture":
        is_whole = state["request"].images == "full"  # then what was drawn is the slide itself, not a picture on it
        update, mark = _pictured(slide, None if is_whole else drawn, lang)
        marks += [mark] if mark else []
    is_empty = slide.kind not in NO_WORDS and not _carries(slide.model_copy(update=update))
    is_empty = is_empty or (slide.kind in NO_SENTENCE and slide.by in ("", "rule") and not _has_points(slide))
    if skeleton and is_empty:
        marks.append(wording.said("skeleton", lang))
    elif is_empty:
        marks.append(wording.said("nothing_found", lang))
    if slide.kind == "bullets" and _waited_for_figure(slide, state):
        marks.append(wording.said("no_figure", lang))
    notes = slide.notes or _notes(slide, state["lang"])
    return slide.model_copy(update={**update, "marks": tuple(dict.fromkeys(marks)), "notes": notes})


def _pictured(slide: Slide, drawn: Drawn | None, lang: Lang) -> tuple[dict[str, Any], str]:
    if drawn is not None and drawn.use is not None:
        return {"picture": drawn.use}, ""
    why = drawn.why if drawn is not None else ""
    return {"kind": "bullets"}, wording.said("no_picture", lang, why=why) if why else ""


def _waited_for_figure(slide: Slide, state: Mapping[str, Any]) -> bool:
    """Whether the data failed and this slide was to show some of it."""
    plan: Plan = state["plan"]
    failed = any(step.role == "data_analyst" and step.status == "failed" for step in plan.steps)
    outline = state.get("outline")
    number = int(slide.id.removeprefix("s-") or 0)
    waits = outline is not None and 0 < number <= len(outline.slides) and bool(outline.slides[number - 1].figure)
    return failed and waits


def _carries(slide: Slide) -> bool:
    parts = (slide.chart, slide.table, slide.diagram, slide.picture, slide.message)
    return any(parts) or _has_points(slide)


def _has_points(slide: Slide) -> bool:
    return bool(slide.all_points)


def _notes(slide: Slide, lang: Lang) -> str:
    """Something to say on every slide: what stands on it, where nobody wrote more."""
    texts = [slide.message, *(point.text for point in slide.points)]
    told = [
        text if text.endswith(("。", ".", "!", "?")) else text + ("。" if lang == "ja" else ".")
        for text in texts
        if text
    ]
    return ("" if lang == "ja" else " ").join(told) or slide.subtitle or slide.title


def cited(slides: Iterable[Slide], refs: Sequence[Ref]) -> list[Ref]:
    """The references that the slides name, in the order in which they do; a passage that is there twice, once."""
    known = {ref.id: ref for ref in refs}
    ids: dict[str, None] = {}
    for slide in slides:
        for id in rests_on(slide):
            if id in known:
                ids.setdefault(id)
    return [known[id] for id in ids]


def sources_slide(number: int, refs: Sequence[Ref], lang: Lang) -> Slide:
    """The last slide: each reference once, or the honest word that there is none."""
    points = tuple(Point(text=_source(ref), refs=(ref.id,), by="rule") for ref in refs)
    if not points:
        points = (Point(text=wording.said("no_sources", lang), by="rule"),)
    title = wording.said("sources", lang)
    return Slide(id=f"s-{number:02d}", kind="sources", title=title, points=points, notes=title, by="rule")


def _source(ref: Ref) -> str:
    """Title, place and address in one line."""
    shown = ref.uri if ref.uri.startswith(("http://", "https://")) else ""
    name = ref.title or ref.file or ref.uri.rpartition("/")[2]
    day = f" ({ref.fetched})" if ref.fetched else ""
    how = ref.quote if ref.kind == "rows" else ""
    return " · ".join(dict.fromkeys(part for part in (name, ref.where, how, shown) if part)) + day
