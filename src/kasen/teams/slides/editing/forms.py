"""Wishes in forms that say exactly what is to stand where: what a program can carry out without a model."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple

_SLIDE = re.compile(
    r"^\s*(?:(?:slide|page)\s*(?P<en>\d{1,3})|(?:スライド|ページ)\s*(?P<ja>\d{1,3})|第?(?P<n>\d{1,3})\s*(?:枚目|ページ目?|枚))"
    r"\s*(?:の|を|は|[:、,])?\s*",
    re.IGNORECASE,
)
_PAGE = re.compile(r"^(?:page|ページ|第?\d{1,3}\s*ページ)", re.IGNORECASE)
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
_TEXTS: dict[Literal["title", "message", "notes"], re.Pattern[str]] = {
    "notes": re.compile(r"^(?:notes?|ノート|発表者ノート)\s*(?:を|は|[:=])\s*(.+)$", re.IGNORECASE | re.DOTALL),
    "title": re.compile(r"^(?:title|タイトル|題名|見出し)\s*(?:を|は|[:=]|to)\s*(.+)$", re.IGNORECASE | re.DOTALL),
    "message": re.compile(r"^(?:message|メッセージ|要点)\s*(?:を|は|[:=])\s*(.+)$", re.IGNORECASE | re.DOTALL),
}
_REPLACE = re.compile(
    r"^(?:replace\s+)?[\"“「『'](?P<old>[^\"”」』']+)[\"”」』']\s*(?:with|by|→|->|を)\s*[\"“「『'](?P<new>[^\"”」』']*)[\"”」』']"
    r"\s*(?:に(?:置き換え|変更|する|して)?\S*)?\.?$",
    re.IGNORECASE,
)
_VERB = re.compile(r"」?\s*に(?:する|して(?:ください)?|変更(?:する|して(?:ください)?)?)?。?$")
_QUOTES = "\"“”「」『』' 　。"


class Order(NamedTuple):
    """What is to be done with one slide; `other` leaves it to the words in `text`."""

    slide: int
    action: Literal["delete", "move", "title", "message", "notes", "replace", "other"]
    text: str = ""
    old: str = ""
    new: str = ""
    to: int = 0


def understood(wish: str, slides: int) -> Order | None:
    """The order of a wish; None where it is in no such form or means a slide that is not there.

    Words that are to stand on the slide come out as they were written, full-width characters too.
    """
    order = _order(wish)
    return order if order is not None and _beyond(order, slides) is None else None


def beyond(wish: str, slides: int) -> int | None:
    """The number of a slide that a wish means and that is not there; None where all are, or none is named.

    A page is one of a document as often, so it counts only in a form that leaves no doubt.
    """
    order = _order(wish)
    if order is None or (order.action == "other" and _PAGE.match(_folded(wish.strip()))):
        return None
    return _beyond(order, slides)


def _order(wish: str) -> Order | None:
    given = " ".join(wish.split())
    folded = _folded(given)
    if found := _DELETE.match(folded):
        return Order(int(found[1]), "delete")
    if found := _MOVE.match(folded):
        return Order(int(found[1]), "move", to=int(found[2]))
    head = _SLIDE.match(folded)
    if head is None:
        return None
    number = int(head["en"] or head["ja"] or head["n"])
    return _of_one(number, given[head.end() :], folded[head.end() :])


def _folded(text: str) -> str:
    """Full-width characters as plain ones, each at the place where it stood."""
    plain = (unicodedata.normalize("NFKC", one) for one in text)
    return "".join(new if len(new) == 1 else old for old, new in zip(text, plain, strict=True))


def _of_one(number: int, given: str, folded: str) -> Order:
    if _GONE.match(folded):
        return Order(number, "delete")
    if found := _MOVED.match(folded):
        return Order(number, "move", to=int(found[1] or found[2]))
    for action, pattern in _TEXTS.items():
        if found := pattern.match(folded):
            text = given[found.start(1) : found.end(1)]
            return Order(number, action, text=text.strip(_QUOTES) if action == "notes" else _bare(text))
    if found := _REPLACE.match(folded):
        old, new = (given[found.start(name) : found.end(name)] for name in ("old", "new"))
        return Order(number, "replace", old=old, new=new)
    return Order(number, "other", text=folded)


def _bare(text: str) -> str:
    """The words without quotation marks and the verb that Japanese puts behind them."""
    return _VERB.sub("", text).strip(_QUOTES)


def _beyond(order: Order, slides: int) -> int | None:
    meant = (order.slide, order.to) if order.action == "move" else (order.slide,)
    return next((number for number in meant if not 1 <= number <= slides), None)
