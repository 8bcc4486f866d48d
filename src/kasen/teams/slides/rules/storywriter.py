"""Slides without a model: sentences of the sources, quoted, and what was computed of the data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kasen.evidence.sentences import sentences
from kasen.teams.slides.schemas.brief import About, Finding, SlideBrief
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, PointSaid, SlideSaid, StoryCritique, StorywriterOutput
from kasen.teams.slides.story.likeness import likeness
from kasen.teams.slides.story.tongue import is_in

MOST_POINTS = 4
MOST_MORE = 3
"""Further sentences of its own subject that a speaker finds in the notes."""
FEWEST = 2
"""Sentences of its own subject from which a slide does without those that lean on another."""
SAME = 0.85
"""Likeness, both ways, from which two sentences say the same."""
QUESTIONS = {
    "ja": {
        "背景": "いま何が起きているか。なぜ今この話をするのか。",
        "課題": "誰が、何に、どれだけ困っているか。放っておくとどうなるか。",
        "目的": "いつまでに、何がどうなればよいか。何で測るか。",
        "提案": "何をするか。ほかの案ではなく、なぜこの案か。",
        "効果と費用": "いくらかかり、何がどれだけ良くなるか。いつ元が取れるか。",
        "次の一歩": "今日決めてほしいことは何か。誰が、いつまでに、何をするか。",
    },
    "en": {
        "Background": "What is happening now, and why talk about it today?",
        "The problem": "Who suffers from what, and how much? What follows if nothing is done?",
        "Goal": "What is to be different by when, and how is it measured?",
        "Proposal": "What is to be done, and why this rather than something else?",
        "Effects and cost": "What does it cost, what gets better by how much, and when does it pay?",
        "Next steps": "What is to be decided today? Who does what by when?",
    },
}
"""What each slide of a skeleton is to answer, by its title."""
SHORTEST, LONGEST = 12, 150
"""Characters of a sentence that can stand as a point; twice as many for English."""
_LINES = 2
"""Lines that a point may take."""
_DIGITS = re.compile(r"\d+")
_LEANING = 0.3
_LEANS = re.compile(
    r"(?:これ|それ|この|その|また|しかし|だが|そのため|このため|そこで|さらに|一方|なお|同)|"
    r"(?:it|this|that|these|those|they|he|she|his|her|their|its|but|however|also|therefore|and|so)\b",
    re.IGNORECASE,
)
"""Beginnings of sentences that lean on the one before: they stand alone only where there is nothing better."""
_OF_ITSELF = re.compile(
    r"(?:本(?:稿|資料|書|章|節|記事|文書|ページ)|この(?:資料|記事|章|節|文書|ページ|ノート|メモ|表|図))|"
    r"(?:this|the following) (?:note|article|paper|chapter|document|page|section|report|file|table|figure|text)\b",
    re.IGNORECASE,
)
"""Beginnings of sentences that a document says of itself."""
_NARROW = 0.55
"""Width of a Latin letter or digit, of a full one."""


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
            said.append(_closing(brief, said, figures, about, lang))
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
    """The sentences that fit best, those of the slide's own subject first, in the order in which they were written."""
    own = set(brief.covers.split())
    found = _sentences(f"{brief.title} {about.wish}", sources, used, lang)
    alone = [one for one in found if one.id in own and not _LEANS.match(one.text)]
    if len(alone) >= FEWEST:
        found = [one for one in found if not _LEANS.match(one.text)]
    found.sort(key=lambda one: (one.id not in own, -one.score))
    limit = brief.capacity.line * _LINES
    fitting = [one for one in found if len(one.text) <= limit] or found
    most = min(MOST_POINTS, max(brief.capacity.lines // _LINES, 1))
    chosen: list[_Sentence] = []
    for one in fitting:
        if len(chosen) < most and not any(_is_same(one.text, other) for other in [*used, *(c.text for c in chosen)]):
            chosen.append(one)
    chosen.sort(key=lambda one: (one.rank, one.at))
    used.update(one.text for one in chosen)
    points = [PointSaid(text=one.text, sources=[one.id]) for one in chosen]
    more = sorted((one for one in found if one.id in own and one.text not in used), key=lambda one: (one.rank, one.at))
    notes = _talk([*chosen, *more[:MOST_MORE]], lang) or _to_answer(brief.title, lang)
    return SlideSaid(number=brief.number, title=brief.title, points=points, notes=notes)


@dataclass(frozen=True)
class _Sentence:
    """One sentence of a source; `rank` and `at` are where it stands."""

    text: str
    id: str
    rank: int
    at: int
    score: float


def _sentences(wanted: str, sources: Sequence[Evidence], used: set[str], lang: str) -> list[_Sentence]:
    found: list[_Sentence] = []
    for rank, one in enumerate(sources):
        for at, text in enumerate(quotable(one.text, lang)):
            if text not in used:
                score = likeness(wanted, text) - 0.05 * rank - (_LEANING if _LEANS.match(text) else 0)
                found.append(_Sentence(text, one.ref.id, rank, at, score))
    return found


def quotable(text: str, lang: str) -> list[str]:
    """The sentences of a passage that can stand on a slide by themselves, in order."""
    found = (" ".join(text[start:end].split()) for start, end in sentences(text))
    return [one for one in found if _can_stand(one, lang)]


def _is_same(text: str, other: str) -> bool:
    """Whether two sentences say the same in nearly the same words, with the same numbers."""
    if _DIGITS.findall(text) != _DIGITS.findall(other):
        return False
    return likeness(text, other) >= SAME and likeness(other, text) >= SAME


def _to_answer(title: str, lang: str) -> str:
    """Of an empty frame the question that it is to answer, for whoever fills it."""
    question = QUESTIONS[lang].get(title, "")
    if not question:
        return ""
    return f"このスライドで答えること：{question}" if lang == "ja" else f"What this slide is to answer: {question}"


def _talk(chosen: Sequence[_Sentence], lang: str) -> str:
    return ("" if lang == "ja" else " ").join(one.text for one in chosen)


def _can_stand(text: str, lang: str) -> bool:
    factor = 1 if lang == "ja" else 2
    if not is_in(text, lang) or _OF_ITSELF.match(text):
        return False
    ends = text.endswith(("。", ".", "！", "!", "」", "）", ")"))
    return SHORTEST <= len(text) <= LONGEST * factor and ends and "|" not in text and not text.startswith("#")


def _figure(brief: SlideBrief, figure: Figure, lang: str) -> SlideSaid:
    says = [text for text in figure.shows.splitlines() if text.strip()] or [figure.title]
    points = [PointSaid(text=text, sources=[figure.id]) for text in says[1:4]]
    fits = 0 < _room(figure.headline, lang) <= brief.capacity.title
    title = figure.headline if fits else figure.title or brief.title
    notes = _spoken(figure, says, lang)
    return SlideSaid(number=brief.number, title=title, message=says[0], points=points, figure=figure.id, notes=notes)


def _room(text: str, lang: str) -> float:
    """Characters that a title takes: in Japanese, of Latin letters and digits two count as about one."""
    return sum(1.0 if lang == "en" or not one.isascii() else _NARROW for one in text)


def _spoken(figure: Figure, says: Sequence[str], lang: str) -> str:
    """What is seen, what it says, and how it was computed, which a speaker is asked first."""
    name = (("グラフ", "表") if lang == "ja" else ("chart", "table"))[figure.table is not None]
    how = figure.ref.quote.rstrip("。.")
    if lang == "ja":
        return f"この{name}が示すのは、{figure.title}。" + "".join(says) + (f"数値の出し方は、{how}。" if how else "")
    end = f" How the numbers came about: {how}." if how else ""
    return f"This {name} shows {figure.title}. {' '.join(says)}{end}"


def _closing(
    brief: SlideBrief, before: Sequence[SlideSaid], figures: Sequence[Figure], about: About, lang: str
) -> SlideSaid:
    """Of each slide its main point, with its source; where there are figures and words, of both."""
    tables = {figure.id for figure in figures if figure.kind == "table"}
    told = [one for one in before if (one.points or one.message) and one.figure not in tables]
    words = sum(not one.figure for one in told)
    left = {True: max(MOST_POINTS - words, MOST_POINTS // 2), False: MOST_POINTS}
    points: list[PointSaid] = []
    for one in told:
        shows = bool(one.figure)
        if left[shows] > 0 and len(points) < MOST_POINTS:
            left[shows] -= 1
            points.append(_main(one, about))
    notes = ("要点を振り返る。" if lang == "ja" else "The main points once more.") if points else ""
    return SlideSaid(number=brief.number, title=brief.title, points=points, notes=notes)


def _main(said: SlideSaid, about: About) -> PointSaid:
    """What a slide says: of one that shows a figure the first sentence about it, else the point nearest to the wish."""
    if said.message:
        start, end = next(iter(sentences(said.message)), (0, len(said.message)))
        return PointSaid(text=said.message[start:end].strip(), sources=[said.figure] if said.figure else [])
    return max(said.points, key=lambda point: likeness(f"{about.wish} {said.title}", point.text))


def judge_nothing(*, about: About, outline: OutlineOutput, slides: Sequence[SlideSaid], lang: str) -> StoryCritique:
    """A rule does not judge a story."""
    del about, outline, slides, lang
    return StoryCritique(findings=[], verdict="fail")
