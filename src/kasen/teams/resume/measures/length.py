"""How long things are: `sentence_length`, `summary_length`, `document_length`, `bullet_use`."""

from __future__ import annotations

from statistics import median

from kasen.evidence.sentences import sentences
from kasen.teams.resume.measures.model import BEST, Defect, Measured, by_share, by_steps, worst
from kasen.teams.resume.measures.view import Piece, View

LONGEST = {"en": 30, "ja": 80}
"""Words (English) or characters (Japanese) of a sentence or an item that is read at one go: twice the 15 advised by
plain language guides; the upper end of the 60 to 80 that is usual advice for business Japanese."""
TOO_MANY = 0.4
"""Share of longer ones at which the score is 0."""
SUMMARY = {"en": (30, 80), "ja": (150, 250)}
"""Words or characters of a summary that says enough and is still read (see the sources in the rubric)."""
OLD = 10
"""Years after which a position may stand without items."""
_PAGES = {"en": ((0.4, 2.0), (2, 5.0), (3, 3.0), (4, 1.5)), "ja": ((1, 3.5), (3, 5.0), (4, 3.0), (5, 1.5))}
_SIZE = {
    "en": ((120, 1.0), (220, 3.0), (900, 5.0), (1100, 4.0), (1400, 2.5), (2000, 1.0)),
    "ja": ((400, 1.0), (900, 2.5), (1400, 4.0), (3800, 5.0), (5000, 3.0), (7000, 1.5)),
}
"""Words or characters of the whole: about 450 words, or about 1,200 characters, make a page of A4."""
_BULLETS = {"en": (2, 7), "ja": (2, 10)}
_UNDER_PROJECTS = 8
"""Items more that an employer may have under whom several projects stand."""


def sentence_length(view: View) -> Measured:
    """The share of sentences and items longer than `LONGEST`; 0 at `TOO_MANY`."""
    units = [(one, *span) for one in (*view.prose, *view.bullets) for span in _units(one)]
    if not units:
        return Measured("sentence_length", None, view.say("There are no sentences.", "文がない。"))
    limit = LONGEST[view.lang]
    sizes = [view.size(one.text[start:end]) for one, start, end in units]
    long = sorted(((size, *unit) for size, unit in zip(sizes, units, strict=True) if size > limit), key=lambda x: -x[0])
    middle = round(median(sizes))
    note = view.say(
        f"{len(long)} of {len(units)} sentences and items exceed {limit} {_unit(view)}; the median is {middle}.",
        f"{len(units)}文のうち{len(long)}文が{limit}{_unit(view)}を超える。中央値は{middle}{_unit(view)}。",
    )
    score = BEST - by_share(len(long) / len(units), full=TOO_MANY)
    return Measured("sentence_length", round(score, 1), note, worst([_long(view, *one) for one in long[:8]]))


def _units(one: Piece) -> list[tuple[int, int]]:
    """Sentences of a piece; an item without a full stop is one."""
    return [span for span in sentences(one.text) if span[1] - span[0] > 1]


def _unit(view: View) -> str:
    if view.lang == "ja":
        return view.say("characters", "字")
    return view.say("words", "語")


def _long(view: View, size: int, one: Piece, start: int, end: int) -> Defect:
    first, last = one.span(start, end)
    return Defect(
        view.say(f"This sentence has {size} {_unit(view)}.", f"この文は{size}{_unit(view)}ある。"),
        "major" if size > 1.6 * LONGEST[view.lang] else "minor",
        first,
        last,
        suggestion=view.say("Split it: the deed in one, the result in another.", "行為と結果を別の文に分ける。"),
    )


def summary_length(view: View) -> Measured:
    """Words (English) or characters (Japanese) of the summary against `SUMMARY`; 0 without one."""
    pieces = view.of("summary")
    if not pieces:
        note = view.say("There is no summary.", "職務要約がない。")
        return Measured("summary_length", 0.0, note)
    size = sum(view.size(one.text) for one in pieces)
    low, high = SUMMARY[view.lang]
    note = view.say(
        f"The summary has {size} {_unit(view)}; {low} to {high} are usual.",
        f"職務要約は{size}{_unit(view)}（目安は{low}〜{high}{_unit(view)}）。",
    )
    steps = ((low * 0.3, 1.0), (low * 0.6, 2.5), (low - 1, 4.0), (high, 5.0), (high * 1.3, 4.0), (high * 1.8, 2.5))
    score = by_steps(size, steps, beyond=1.0)
    if low <= size <= high:
        return Measured("summary_length", score, note)
    return Measured("summary_length", score, note, [_summary_defect(view, pieces, size, score, too_long=size > high)])


def _summary_defect(view: View, pieces: list[Piece], size: int, score: float, *, too_long: bool) -> Defect:
    text = view.say(
        f"The summary is {'longer' if too_long else 'shorter'} than usual: {size} {_unit(view)}.",
        f"職務要約は{size}{_unit(view)}で、目安より{'長い' if too_long else '短い'}。",
    )
    if too_long:
        advice = view.say(
            "Keep profession, field, the strongest proof and the direction.", "職種・分野・最大の実績・方向に絞る。"
        )
    else:
        advice = view.say(
            "Add profession, field and the strongest proof from the experience below.",
            "下の職務経歴から、職種・分野・最大の実績を加える。",
        )
    start, end = pieces[0].span()
    return Defect(text, "major" if score < 3 else "minor", start, end, suggestion=advice)


def document_length(view: View) -> Measured:
    """Pages in print where they were measured, else words or characters of the whole."""
    pages = view.page.pages if view.page and view.page.pages is not None else view.material.pages
    if pages is not None:
        score = by_steps(pages, _PAGES[view.lang], beyond=0.5)
        note = view.say(f"{pages} pages of A4 in print.", f"印刷してA4で{pages}枚。")
        is_long = pages > 2
    else:
        size = sum(view.size(one.text) for one in view.pieces)
        score = by_steps(size, _SIZE[view.lang], beyond=0.5)
        about = max(size / (450 if view.lang == "en" else 1200), 0.1)
        note = view.say(
            f"{size:,} {_unit(view)}: about {about:.1f} pages, by count and not by print.",
            f"{size:,}{_unit(view)}（印刷ではなく字数からの目安でA4約{about:.1f}枚）。",
        )
        is_long = about > 1.5
    if score >= 4:
        return Measured("document_length", score, note)
    return Measured("document_length", score, note, [_length_defect(view, note, score, is_long=is_long)])


def _length_defect(view: View, note: str, score: float, *, is_long: bool) -> Defect:
    usual = view.say(
        "one to two pages" if view.lang == "en" else "two to three pages", "1〜2枚" if view.lang == "en" else "2〜3枚"
    )
    text = view.say(f"Usual are {usual}. Here: {note}", f"目安は{usual}。この書類は{note}")
    if is_long:
        advice = view.say(
            "Shorten positions older than ten years and repeated duties first.",
            "十年以上前の職歴と、繰り返しの業務から短くする。",
        )
    else:
        advice = view.say(
            "Tell more of the last two positions: what was done and what came of it.",
            "直近二つの職歴について、したことと結果を書き足す。",
        )
    return Defect(text, "major" if score < 3 else "minor", suggestion=advice)


def bullet_use(view: View) -> Measured:
    """The share of positions with a number of items that is read; positions older than `OLD` years may have none."""
    low, high = _BULLETS[view.lang]
    year = view.material.today.year
    recent = [one for one in view.positions if not one.period or not one.period.end or year - one.period.end[0] <= OLD]
    if not recent:
        return Measured("bullet_use", None, view.say("No position was found.", "職歴が見つからない。"))
    counts = [(one, sum(piece.kind == "bullet" for piece in view.under(one))) for one in recent]
    off = [(one, count) for one, count in counts if not low <= count <= high + _UNDER_PROJECTS * (view.inside(one) > 1)]
    note = view.say(
        f"{len(recent) - len(off)} of {len(recent)} positions of the last {OLD} years have {low} to {high} items.",
        f"直近{OLD}年の{len(recent)}の職歴のうち{len(recent) - len(off)}に{low}〜{high}項目の箇条書きがある。",
    )
    defects = []
    for one, count in off:
        said = view.say(f"This position has {count} items.", f"この職歴の箇条書きは{count}項目。")
        advice = view.say(
            "Cut it to those that tell most for the role." if count > high else "Set deeds and results apart as items.",
            "応募職種に響くものに絞る。" if count > high else "したことと結果を箇条書きに分ける。",
        )
        defects.append(Defect(said, "minor", line=one.first, suggestion=advice))
    return Measured("bullet_use", round(BEST * (1 - len(off) / len(recent)), 1), note, worst(defects))
