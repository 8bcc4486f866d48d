"""Words that give orders to a model: in whatever script they hide, in Japanese and English.

A résumé may speak of AI, of prompts and of scores; what counts is the imperative to whoever judges it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kasen.teams.resume.document.canon import canonical, spaced_out
from kasen.teams.resume.document.model import Span
from kasen.teams.resume.document.order_words import (
    ANSWER,
    ENGLISH,
    IMPERATIVE,
    JAPANESE,
    JUDGE,
    MODEL,
    PLAIN_ORDERS,
    ROLE_TAGS,
    SPEAKS_OF_IT,
    TARGET,
    TOGETHER,
    VERDICT,
    WANTED,
)

_QUOTED = re.compile(r"[\"“”「『'‘].{0,200}?[\"“”」』'’]", re.DOTALL)
_END = re.compile(
    r"[。！？!?](?=\s|$|[^\s])|\.(?=\s|$|[\"”』」)])|\n[ \t]*(?=\n|[-*+#|>•・]|\d{1,3}[.)]|:::)|(?<=\n)[ \t]*\n"
)
_ITEM = re.compile(r"[-*+#>•・|][ \t]+|\d{1,3}[.)][ \t]+")
_REACH = 400


@lru_cache(maxsize=1)
def _patterns() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in (*ENGLISH, *JAPANESE)), re.IGNORECASE)


def orders_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Sentences that order a model about (`order to a model`) and marks of a turn of a chat (`role tag`), with ranges.

    A sentence that quotes such words to say that they were defended against is none.
    """
    for tag in ROLE_TAGS.finditer(text):
        yield tag.start(), tag.end(), "role tag"
    plain, places = canonical(text)
    flat = _unwrapped(plain)
    for found in _patterns().finditer(flat):
        begin = found.start() + len(found.group()) - len(found.group().lstrip())
        start, end = _sentence(flat, begin, found.end())
        if not _is_told(flat, (begin, found.end()), (start, end)):
            yield places[start], places[end - 1] + 1, "order to a model"
    for start, end in _sentences(flat):
        if _orders(flat[start:end]):
            yield places[start], places[end - 1] + 1, "order to a model"
    for start, end, letters in spaced_out(text):
        if TOGETHER.search(letters):
            yield start, end, "order to a model"


def _sentences(text: str) -> Iterator[Span]:
    """Sentences and items, without the white space around them and the marks before them; long ones in parts."""
    start = 0
    for stop in [*_END.finditer(text), None]:
        end = stop.end() if stop else len(text)
        while start < end:
            begin, last = start, min(end, start + 2 * _REACH)
            start = last
            while begin < last and text[begin].isspace():
                begin += 1
            mark = _ITEM.match(text, begin, last)
            begin = mark.end() if mark else begin
            if begin < last:
                yield begin, begin + len(text[begin:last].rstrip())


def _orders(sentence: str) -> bool:
    """True for a sentence that asks whoever judges for a judgement, in whatever words.

    It needs what is wanted and that it is wanted, and either a model to whom it is said, or a judge and whom it is
    about, or an imperative that only a judge can follow.
    """
    if SPEAKS_OF_IT.search(sentence):
        return False
    if PLAIN_ORDERS.search(sentence):
        return True
    if not VERDICT.search(sentence):
        return False
    if IMPERATIVE.match(sentence) and TARGET.search(sentence):
        return True
    if ANSWER.search(sentence):
        return True
    return WANTED.search(sentence) is not None and any(words.search(sentence) for words in (MODEL, JUDGE))


def _unwrapped(plain: str) -> str:
    """A line end inside of a paragraph is a space; as long as before."""
    return re.sub(
        r"(?<!\n)\n(?![ \t]*(?:\n|\Z|[-*+#|>•・<\[【]|\d{1,3}[.)]|:::|(?:system|assistant|human|user)\b))", " ", plain
    )


def _sentence(text: str, start: int, end: int) -> Span:
    """The sentence around a range."""
    begin = max(start - _REACH, 0)
    begin = max((one.end() for one in _END.finditer(text, begin, start)), default=begin)
    stop = _END.search(text, max(end - 1, start), min(end + _REACH, len(text)))
    last = stop.end() if stop and stop.group().strip() else stop.start() if stop else min(end + _REACH, len(text))
    while begin < start and text[begin].isspace():
        begin += 1
    mark = _ITEM.match(text, begin, start)
    return (mark.end() if mark else begin), max(last, end)


def _is_told(text: str, found: Span, sentence: Span) -> bool:
    """True when the words stand in quotation marks and the sentence speaks of attacks and their defence."""
    words = text[sentence[0] : sentence[1]]
    if not SPEAKS_OF_IT.search(words[: found[0] - sentence[0]] + " " + words[found[1] - sentence[0] :]):
        return False
    return any(
        quoted.start() <= found[0] - sentence[0] and found[1] - sentence[0] <= quoted.end()
        for quoted in _QUOTED.finditer(words)
    )
