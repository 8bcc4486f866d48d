"""Whether the numbers and addresses of a text stand in what it may rest on, and whether it is only a gap to fill in."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kasen.evidence.types import Passage
from kasen.teams.slides.data.multiples import ratios
from kasen.teams.slides.data.numbers import figure_numbers, figure_texts, untraced
from kasen.teams.slides.schemas.brief import About, SlideBrief
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.story.composing import Shelf

_GAP = re.compile(
    r"lorem ipsum|\bT(?:BD|BC|ODO)\b|\bXX+\b|[〇○●◯]{2,}|＿{2,}|_{3,}|\[(?:insert|your|name|date|company)[^\]]*\]"
    r"|（?(?:要確認|未定|後日追記)）?$|【[^】]{0,20}(?:入力|記入|入れ|挿入|貼)[^】]*】",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://[^\s）)」]+|[\w.+-]+@[\w-]+\.[\w.]+")


def is_gap(text: str) -> bool:
    """Whether a writer left something to be filled in."""
    return bool(_GAP.search(text))


def rests_on(slide: Slide) -> set[str]:
    """Ids of all that a slide and its points cite."""
    return {*slide.refs, *(ref for point in slide.all_points for ref in point.refs)}


@dataclass(frozen=True)
class Tracing:
    """Looks numbers up. `passages`: those that were read whole, by id."""

    shelf: Shelf
    wish: str
    about: About
    passages: Mapping[str, Passage]

    def lost(
        self, text: str, refs: Collection[str], brief: SlideBrief, *, beside: Collection[str] = (), spoken: bool = False
    ) -> list[str]:
        """What of its numbers and addresses stands in nothing that it may rest on.

        That is what it cites. Without citations it is what the slide cites beside it and its own figure, and of all
        else that the slide was shown what it says without rounding; of what is `spoken`, rounded too.
        """
        found = self._addresses(text)
        if refs:
            return [*found, *self._untraced(text, refs, brief)]
        everything = {*brief.passages, *beside, *(one.ref.id for one in self.shelf.figures)}
        if spoken:
            return [*found, *self._untraced(text, everything, brief)]
        near = self._untraced(text, beside, brief)
        far = set(self._untraced(text, everything, brief, exact=True)) if near else set[str]()
        return [*found, *(one for one in near if one in far)]

    def _untraced(self, text: str, ids: Collection[str], brief: SlideBrief, *, exact: bool = False) -> list[str]:
        texts = [self.wish, *self.about.answers, self.about.audience]
        for one in self.shelf.pool:
            if one.ref.id in ids:
                texts += [self._whole(one.ref.passage_id, one.text), one.finding, one.ref.where]
        shown = [one for one in self.shelf.figures if one.ref.id in ids or one.id == brief.figure]
        texts += figure_texts(shown)
        return untraced(text, numbers=figure_numbers(shown), texts=texts, ratios=ratios(shown), exact=exact)

    def _whole(self, passage_id: str, shown: str) -> str:
        passage = self.passages.get(passage_id)
        return passage.text if passage else shown

    def _addresses(self, text: str) -> list[str]:
        found: Sequence[str] = _ADDRESS.findall(text)
        if not found:
            return []
        known = "\n".join([self.wish, *self.about.answers, *(f"{one.text}\n{one.ref.uri}" for one in self.shelf.pool)])
        return [address for address in found if address not in known]
