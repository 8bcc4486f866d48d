"""Changes that need no model: forms that say exactly what is to stand where."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from kasen.teams.slides.editing.speaking import said_of
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.edit import EditSaid

_SLIDE = re.compile(
    r"^\s*(?:(?:slide|page)\s*(?P<en>\d{1,3})|(?:スライド|ページ)\s*(?P<ja>\d{1,3})|第?(?P<n>\d{1,3})\s*(?:枚目|ページ目?|枚))"
    r"\s*(?:の|を|は|[::、,])?\s*",
    re.IGNORECASE,
)
_DELETE = re.compile(r"^(?:delete|remove)\s+(?:slide|page)\s+(\d{1,3})\.?$", re.IGNORECASE)
_GONE = re.compile(
    r"^(?:を)?(?:削除|消す|消して|取る|外す)(?:する|して|してください|ください)?。?$|^(?:delete|remove)(?: it)?\.?$",
    re.IGNORECASE,
)
_MOVE = re.compile(
    r"^move\s+(?:slide|page)\s+(\d{1,3})\s+(?:to|before)\s+(?:slide\s+|position\s+)?(\d{1,3})\.?$", re.IGNORECASE
)
_MOVED = re.compile(
    r"^(?:を)?(\d{1,3})\s*(?:枚目|番目|ページ目?)?\s*(?:へ|に)\s*(?:移動|移す|動かす)\S*$|^move\s+to\s+(\d{1,3})\.?$",
    re.IGNORECASE,
)
_TITLE = re.compile(r"^(?:title|タイトル|題名|見出し)\s*(?:を|は|[::=]|to)\s*(.+)$", re.IGNORECASE | re.DOTALL)
_MESSAGE = re.compile(r"^(?:message|メッセージ|要点)\s*(?:を|は|[::=])\s*(.+)$", re.IGNORECASE | re.DOTALL)
_NOTES = re.compile(r"^(?:notes?|ノート|発表者ノート)\s*(?:を|は|[::=])\s*(.+)$", re.IGNORECASE | re.DOTALL)
_REPLACE = re.compile(
    r"^(?:replace\s+)?[\"“「『'](?P<old>[^\"”」』']+)[\"”」』']\s*(?:with|by|→|->|を)\s*[\"“「『'](?P<new>[^\"”」』']*)[\"”」』']"
    r"\s*(?:に(?:置き換え|変更|する|して)?\S*)?\.?$",
    re.IGNORECASE,
)
_CHARTS = {
    "line": r"line|折れ線",
    "column": r"column|縦棒|棒",
    "bar": r"bar|横棒",
    "pie": r"pie|円",
    "doughnut": r"dough?nut|ドーナツ",
    "area": r"area|面",
}
_QUOTES = "\"“”「」『』' 　。"


def explicit(wish: str, slides: Sequence[Slide]) -> list[EditSaid]:
    """The changes of a wish in such a form; none where it is in no such form or means a slide that is not there."""
    folded = " ".join(unicodedata.normalize("NFKC", wish).split())
    if found := _DELETE.match(folded):
        return _there([EditSaid(slide=int(found[1]), action="delete")], slides)
    if found := _MOVE.match(folded):
        return _there([EditSaid(slide=int(found[1]), action="move", to=int(found[2]))], slides)
    head = _SLIDE.match(folded)
    if head is None:
        return []
    number = int(head["en"] or head["ja"] or head["n"])
    if not 1 <= number <= len(slides):
        return []
    return _there(_of_one(number, folded[head.end() :].strip(), slides[number - 1]), slides)


def _of_one(number: int, order: str, slide: Slide) -> list[EditSaid]:
    if _GONE.match(order):
        return [EditSaid(slide=number, action="delete")]
    if found := _MOVED.match(order):
        return [EditSaid(slide=number, action="move", to=int(found[1] or found[2]))]
    if found := _NOTES.match(order):
        said = said_of(number, slide).model_copy(update={"notes": found[1].strip(_QUOTES)})
        return [EditSaid(slide=number, action="notes", said=said)]
    for pattern, name in ((_TITLE, "title"), (_MESSAGE, "message")):
        if found := pattern.match(order):
            return [_rewritten(number, slide, {name: _bare(found[1])})]
    if found := _REPLACE.match(order):
        return _replaced(number, slide, found["old"], found["new"])
    return _charted(number, order, slide)


def _bare(text: str) -> str:
    """The words without quotation marks and the verb that Japanese puts behind them."""
    return re.sub(r"」?\s*に(?:する|して(?:ください)?|変更(?:する|して(?:ください)?)?)?。?$", "", text).strip(_QUOTES)


def _rewritten(number: int, slide: Slide, update: dict[str, Any]) -> EditSaid:
    said = said_of(number, slide).model_copy(update=update)
    return EditSaid(slide=number, action="rewrite", said=said)


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
    if slide.chart is None or len(order) > 40:
        return []
    kinds = [kind for kind, words in _CHARTS.items() if re.search(words, order, re.IGNORECASE)]
    if "bar" in kinds and "column" in kinds:  # 横棒 holds 棒
        kinds.remove("column")
    return [EditSaid.model_validate({"slide": number, "action": "chart", "chart": kinds[0]})] if len(kinds) == 1 else []


def _there(edits: list[EditSaid], slides: Sequence[Slide]) -> list[EditSaid]:
    numbers = range(1, len(slides) + 1)
    return [one for one in edits if one.slide in numbers and (one.action != "move" or one.to in numbers)]
