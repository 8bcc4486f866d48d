"""Things that grew: of `the admin page of the shop` only `the shop` is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.ledger.words import words
from kasen.teams.resume.schemas.change import Doubt

_JOINT = re.compile(r"\s(?:of|for|in|on|to|from)\s(?:(?:the|an?|our|its|all|each)\s)?")
_LIGHT = re.compile(
    r"\b(?:conduct|perform|handl|carried out|carry out|did|do|made|make|undert|execut|deliver|provid|complet)[a-z]* "
    r"(?:the |an? |all |several )?(?:[a-z]+ ){0,2}$"
)
_LIGHT_AFTER = re.compile("(?:の)?業務|を?(?:担当|実施|行[いうっ]|遂行)")
_DEEDS = frozenset({"did", "result", "lead"})


def grown(pair: Pair) -> Iterator[Doubt]:
    """Heads that the edit drops while what they were part of takes their place."""
    if pair.translated or not pair.whole:
        return
    yield from _handled(pair)
    limits = [mark.span for mark in pair.before.marks]
    for head, part in _parts(pair.before):
        if (
            any(a <= head.start < b for a, b in limits)
            or not _droppable(head)
            or pair.kept.bears(head)
            or pair.kept.mends(head)
        ):
            continue
        if any(_is_head(pair.after, token) for token in pair.after.tokens if _same(token, part)):
            start, end = min(head.start, part.start), max(head.end, part.end)
            yield pair.doubt("scale", " ".join(pair.after.written.split()), pair.before.written[start:end])
            return


def _handled(pair: Pair) -> Iterator[Doubt]:
    """A deed that gave way to `conducted` or 担当: of `data entry for a trial`, `conducted a trial`."""
    for head, part in _parts(pair.before):
        if head.free or "did" not in head.kinds or head.kinds & {"result", "lead"} or pair.kept.bears(head):
            continue
        for token in pair.after.tokens:
            if _same(token, part) and _is_handled(pair.after, token):
                start, end = min(head.start, part.start), max(head.end, part.end)
                yield pair.doubt("authorship", " ".join(pair.after.written.split()), pair.before.written[start:end])
                return


def _is_handled(text: Text, token: Token) -> bool:
    """Whether a verb that says nothing of its own has it for its object."""
    if token.kind == "latin":
        return bool(_LIGHT.search(text.folded[max(0, token.start - 40) : token.start]))
    return bool(_LIGHT_AFTER.match(text.folded, token.end))


def _droppable(head: Token) -> bool:
    """Whether the word is a thing, so that without it something else is spoken of."""
    if head.free or head.kinds & _DEEDS or "frequency" in head.kinds or words().heads & {head.roots[-1], head.text}:
        return False
    return head.known or not head.text.endswith(("ed", "ing", "ly"))


def _same(one: Token, other: Token) -> bool:
    return not one.free and (one.text == other.text or one.roots == other.roots)


def _parts(text: Text) -> Iterator[tuple[Token, Token]]:
    """(head, what it is a part of) of each phrase."""
    phrases = _phrases(text)
    for phrase in phrases:
        if len(phrase) > 1 and not phrase[-2].name and phrase[-2].kinds.isdisjoint(_DEEDS):
            yield phrase[-1], phrase[-2]
    for left, right in pairwise(phrases):
        between = text.folded[left[-1].end : right[0].start]
        if left[-1].kind == "latin":
            if _JOINT.fullmatch(between):
                yield left[-1], right[-1]
        elif between == "の" and not left[-1].name:
            yield right[-1], left[-1]


def _phrases(text: Text) -> list[list[Token]]:
    """Words that stand next to each other without a word that only joins."""
    found: list[list[Token]] = []
    for token in text.tokens:
        if token.free:
            found.append([])
            continue
        last = found[-1][-1] if found and found[-1] else None
        gap = text.folded[last.end : token.start] if last else None
        if gap is not None and (gap == "" or (gap == " " and token.kind == "latin")):
            found[-1].append(token)
        else:
            found.append([token])
    return [phrase for phrase in found if phrase]


def _is_head(text: Text, token: Token) -> bool:
    """Whether nothing that it is a part of follows it."""
    following = next((one for one in text.tokens if one.start >= token.end), None)
    gap = text.folded[token.end : following.start if following else token.end + 2]
    if token.kind == "latin":
        return following is None or following.free or gap.strip() != "" or "\n" in gap
    return not (gap in ("", "の") and following is not None and not following.free)
