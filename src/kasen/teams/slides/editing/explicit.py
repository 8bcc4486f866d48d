"""Changes of a deck that a run made which need no model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from kasen.teams.slides import wording
from kasen.teams.slides.editing.forms import Order, understood
from kasen.teams.slides.editing.speaking import said_of
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.edit import EditSaid
from kasen.teams.slides.schemas.part import Lang

_CHARTS = {
    "line": "折れ線",
    "column": "縦棒|(?<!横)棒グラフ",
    "bar": "横棒",
    "pie": "円グラフ",
    "doughnut": "ドーナツ|donut",
    "area": "面グラフ",
}

_FORM = r"\b(?:as|to|into)\s+an?\s+{kind}\b|\b{kind}\s+(?:chart|graph|plot)\b|{words}"
LONGEST = 40
"""Characters of an order that says no more than a form of chart."""


def explicit(wish: str, slides: Sequence[Slide]) -> list[EditSaid]:
    """The changes of a wish in such a form; none where it is in no such form or means a slide that is not there."""
    order = understood(wish, len(slides))
    return [] if order is None else _edits(order, slides[order.slide - 1])


def why_unchanged(order: Order, *, is_found: bool, lang: Lang) -> str:
    """Why an order in such a form changes nothing. `is_found`: what it names stands on the slide."""
    if order.action == "replace" and not is_found:
        return wording.said("not_on_slide", lang, n=order.slide, old=order.old)
    return wording.said("as_it_stands", lang, n=order.slide)


def _edits(order: Order, slide: Slide) -> list[EditSaid]:
    number = order.slide
    if order.action == "delete":
        return [EditSaid(slide=number, action="delete")]
    if order.action == "move":
        return [EditSaid(slide=number, action="move", to=order.to)]
    if order.action == "notes":
        said = said_of(number, slide).model_copy(update={"notes": order.text})
        return [EditSaid(slide=number, action="notes", said=said)]
    if order.action in ("title", "message"):
        said = said_of(number, slide).model_copy(update={order.action: order.text})
        return [EditSaid(slide=number, action="rewrite", said=said)]
    if order.action == "replace":
        return _replaced(number, slide, order.old, order.new)
    return _charted(number, order.text, slide)


def _replaced(number: int, slide: Slide, old: str, new: str) -> list[EditSaid]:
    """Those words, wherever they stand on the slide."""
    said = said_of(number, slide)
    changed = type(said).model_validate(_mapped(said.model_dump(), lambda text: text.replace(old, new)))
    return [EditSaid(slide=number, action="rewrite", said=changed)] if changed != said else []


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in value]
    if isinstance(value, dict):
        keep = ("sources", "figure", "diagram")
        return {key: one if key in keep else _mapped(one, change) for key, one in value.items()}
    return value


def _charted(number: int, order: str, slide: Slide) -> list[EditSaid]:
    """A form of chart, where there is a chart and the order says no more than that."""
    kind = _chart_kind(order)
    if slide.chart is None or not kind:
        return []
    return [EditSaid.model_validate({"slide": number, "action": "chart", "chart": kind})]


def asks_for_a_chart(order: Order) -> bool:
    """Whether an order says no more than which form the chart of its slide is to have."""
    return order.action == "other" and bool(_chart_kind(order.text))


def _chart_kind(order: str) -> str:
    """The one form that is named: `as a line`, `line chart`, 折れ線; a line of text is none."""
    if len(order) > LONGEST:
        return ""
    kinds = [kind for kind, words in _CHARTS.items() if re.search(_FORM.format(kind=kind, words=words), order, re.I)]
    return kinds[0] if len(kinds) == 1 else ""
