"""Words of a slide that their own sources speak against: the wrong row of a table, another direction, a denial."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kasen.evidence.compare import Problem
from kasen.evidence.reading import Reading
from kasen.evidence.reasons import reason
from kasen.evidence.rows import Table, misplaced
from kasen.evidence.types import Passage
from kasen.evidence.verify import problems
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.part import Lang

_DENIALS = ("denied_here", "denied_there")
_WAYS = ("opposite", *_DENIALS)
_SAME = 0.75
"""Share of its words from which a text that cites nothing, and denies something, speaks of the same as a sentence."""
_UNASSERTED = re.compile(
    r"\?|？|\b(?:if|would|could|should|might|may|must|let|let's|please|imagine|avoid\w*|prevent\w*|"
    r"keep .{1,40} from|guard\w*|against|risk\w*|fear\w*|"
    r"unless|whether|do not|don't|plan\w*|propos\w*|want\w*|aim\w*|hop\w+|cannot)\b"
    r"|もし|仮に|たら|れば|なら[、ば]|場合|防[ぐいぎ]|避け|備え|抑え|止め|懸念|恐れ|べき|しましょう|ましょう|ください|でしょう|だろう|かもしれ|"
    r"しない(?:という|こと|ため)|選択|提案|目指|目標|計画|予定|たい(?:。|$)|ない(?:よう|ため|工夫|体制|仕組)|ても|せず|ずに"
)


def against(
    text: str, passages: Sequence[Passage], figures: Iterable[Figure], *, lang: Lang, cites: bool = False
) -> list[str]:
    """Why the sources speak against a text, one reason each; empty where they do not, or code cannot tell.

    `cites`: the text names these sources itself; else it only stands beside what names them, and has to share half of
    its words with them before it counts as said of the same. Wishes, fears and questions claim nothing.
    """
    found = _of_passages(text, passages, cites=cites) + _of_figures(text, figures)
    return [reason(one.key, lang, *one.values) for one in found]


def _of_passages(text: str, passages: Sequence[Passage], *, cites: bool) -> list[Problem]:
    if not passages:
        return []
    headings = list(dict.fromkeys(" > ".join(one.headings) for one in passages if one.headings))
    all_found = problems(text, "\n\n".join(one.text for one in passages), headings)
    found = [one for one in all_found if one.severity == "contradicted" or (cites and one.key == "exchanged")]
    if not cites:
        is_about = all(one.key not in ("words", "language") for one in all_found)
        found = [one for one in found if one.key == "of_another_row" or (is_about and one.key in _WAYS)]
        denied = {one.word for passage in passages for one in _read(passage.text).denials}
        found = [one for one in found if one.key != "denied_here" or one.values[0] not in denied]
        if any(one.key in _DENIALS for one in found) and _nearest(text, passages) < _SAME:
            found = [one for one in found if one.key not in _DENIALS]
    if _UNASSERTED.search(Reading(text).folded):
        found = [one for one in found if one.key not in _WAYS]
    return found


def _nearest(text: str, passages: Sequence[Passage]) -> float:
    """The share of a text's words that one sentence of the passages holds."""
    claim = Reading(text)
    return max(
        (one.reading.share_of(claim) for passage in passages for one in _read(passage.text).sentences), default=0.0
    )


@lru_cache(maxsize=32)
def _read(text: str) -> Reading:
    return Reading(text)


def _of_figures(text: str, figures: Iterable[Figure]) -> list[Problem]:
    """A number that a figure gives for another category or series than that which is named."""
    tables = [table for figure in figures for table in _tables(figure)]
    rows = tuple(row for table in tables for row in table.rows)
    claim = Reading(text)
    found = misplaced(claim, Table(rows, "\n".join(table.beside for table in tables)))
    if found is None:
        return []
    return [Problem("contradicted", "of_another_row", (claim.folded[slice(*found.span)], found.mine, found.theirs))]


def _tables(figure: Figure) -> list[Table]:
    """A figure by its rows or categories, and a chart by its series too."""
    tables = [Table.of(figure.told)]
    if figure.chart is not None and len(figure.chart.series) > 1:
        chart = figure.chart
        head = " | ".join([f"({figure.unit or chart.unit})", *chart.categories])
        lines = [
            " | ".join([one.name, *(f"{value:.12g}" for value in one.values if value is not None)])
            for one in chart.series
        ]
        tables.append(Table.of("\n".join([head, *lines])))
    return tables
