"""Slides without a model: sentences of the sources, quoted, and what was computed of the data."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.evidence.sentences import sentences
from kasen.teams.slides.schemas.brief import About, Finding, SlideBrief
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, PointSaid, SlideSaid, StoryCritique, StorywriterOutput
from kasen.teams.slides.story.likeness import likeness
from kasen.teams.slides.story.tongue import is_in

MOST_POINTS = 4
SHORTEST, LONGEST = 12, 150
"""Characters of a sentence that can stand as a point; twice as many for English."""
_LINES = 2
"""Lines that a point may take."""


def quoted_slides(
    *,
    about: About,
    instruction: str,
    outline: OutlineOutput,
    briefs: Sequence[SlideBrief],
    passages: Sequence[Evidence],
    figures: Sequence[Figure],
    before: Sequence[SlideSaid],
    lang: str,
    **_more: Sequence[Finding],
) -> StorywriterOutput:
    """Each slide quotes the passages that fit it, no sentence twice; the summary takes the first point of each."""
    del instruction, outline, before
    shown = {one.ref.id: one for one in passages}
    used: set[str] = set()
    taken = {id for brief in briefs for id in brief.covers.split() if id in shown}
    said: list[SlideSaid] = []
    for brief in briefs:
        figure = next((one for one in figures if one.id == brief.figure), None)
        if brief.kind == "closing":
            said.append(_closing(brief, said, figures, lang))
        elif figure is not None:
            said.append(_figure(brief, figure, lang))
        else:
            said.append(_quoted(brief, _sources(brief, shown, taken), used, about, lang))
    return StorywriterOutput(slides=said)


def _sources(brief: SlideBrief, shown: dict[str, Evidence], taken: set[str]) -> list[Evidence]:
    """What a slide may quote: its subject first, and nothing that is the subject of another."""
    own = [id for id in brief.covers.split() if id in shown]
    others = [id for id in brief.passages if id in shown and id not in taken]
    return [shown[id] for id in dict.fromkeys([*own, *others])]


def _quoted(brief: SlideBrief, sources: Sequence[Evidence], used: set[str], about: About, lang: str) -> SlideSaid:
    wanted = f"{brief.title} {about.wish}"
    found: list[tuple[float, int, str, str]] = []
    for rank, one in enumerate(sources):
        for start, end in sentences(one.text):
            text = " ".join(one.text[start:end].split())
            if _can_stand(text, lang) and text not in used:
                found.append((likeness(wanted, text) - 0.05 * rank, rank, one.ref.id, text))
    best = sorted(found, key=lambda item: -item[0])
    limit = brief.capacity.line * _LINES
    fitting = [item for item in best if len(item[3]) <= limit] or best
    most = min(MOST_POINTS, max(brief.capacity.lines // _LINES, 1))
    chosen = sorted(fitting[:most], key=lambda item: item[1])
    used.update(text for _, _, _, text in chosen)
    points = [PointSaid(text=text, sources=[id]) for _, _, id, text in chosen]
    return SlideSaid(number=brief.number, title=brief.title, points=points, notes=_talk(chosen, lang))


def _talk(chosen: Sequence[tuple[float, int, str, str]], lang: str) -> str:
    return ("" if lang == "ja" else " ").join(text for _, _, _, text in chosen)


def _can_stand(text: str, lang: str) -> bool:
    factor = 1 if lang == "ja" else 2
    if not is_in(text, lang):
        return False
    ends = text.endswith(("。", ".", "！", "!", "」", "）", ")"))
    return SHORTEST <= len(text) <= LONGEST * factor and ends and "|" not in text and not text.startswith("#")


def _figure(brief: SlideBrief, figure: Figure, lang: str) -> SlideSaid:
    says = [text for text in figure.shows.splitlines() if text.strip()] or [figure.title]
    points = [PointSaid(text=text, sources=[figure.id]) for text in says[1:4]]
    where = f"（{figure.ref.file}）" if lang == "ja" else f" ({figure.ref.file})"
    notes = ("" if lang == "ja" else " ").join(says) + where
    title = figure.title or brief.title
    return SlideSaid(number=brief.number, title=title, message=says[0], points=points, figure=figure.id, notes=notes)


def _closing(brief: SlideBrief, before: Sequence[SlideSaid], figures: Sequence[Figure], lang: str) -> SlideSaid:
    """First points again, with their sources; a table has no point to be repeated."""
    tables = {figure.id for figure in figures if figure.kind == "table"}
    shown = [_first(one) for one in before if (one.points or one.message) and one.figure not in tables][:MOST_POINTS]
    points = [one for one in shown if one.text]
    notes = ("要点を振り返る。" if lang == "ja" else "The main points once more.") if points else ""
    return SlideSaid(number=brief.number, title=brief.title, points=points, notes=notes)


def _first(said: SlideSaid) -> PointSaid:
    """What a slide says first: of one that shows a figure the message, which rests on it."""
    if said.message:
        return PointSaid(text=said.message, sources=[said.figure] if said.figure else [])
    return said.points[0]


def judge_nothing(*, about: About, outline: OutlineOutput, slides: Sequence[SlideSaid], lang: str) -> StoryCritique:
    """A rule does not judge a story."""
    del about, outline, slides, lang
    return StoryCritique(findings=[], verdict="fail")
