"""Deeds that the edit claims and the original only names: `analysed samples`, of `samples for analysis`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.ledger.words import words
from kasen.teams.resume.schemas.change import Doubt

_DEEDS = frozenset({"did", "lead", "result"})
_AGENTS = frozenset({"under", "others"})
"""Limits whose words name a deed of somebody else: `supervised by`."""
_DONE = re.compile(r"(?:し|す|さ|せ|。|、|$|\n|を?(?:担当|実施|行[いうっ]|遂行|経験))")
_DOING = re.compile(r"(?:し[たて、。]|する|さ[せれ]|[ぁ-ん]{1,3}(?:[。、]|$|\n)|[。、]|$|\n)")
_USED_FOR = re.compile(r"[用器機者室課部班費表]")
_OF_OTHERS = re.compile(r"(?:[a-z]['’]s?|their|his|her)\s(?:[a-z]+\s)?$")


def borrowed(pair: Pair) -> Iterator[Doubt]:
    """Deeds that are done in the edit and stand in the original only in the name of a thing, or as another's."""
    if pair.translated:
        return
    for token in pair.after.tokens:
        if token.free or not token.kinds & _DEEDS or not _is_done(pair.after, token):
            continue
        if any(mark.limit in _AGENTS and mark.span[0] <= token.start < mark.span[1] for mark in pair.after.marks):
            continue
        sources = [one for text in pair.bearer.texts for one in text.tokens if one.groups & token.groups]
        sources = [one for one in sources if one.kind == token.kind]
        if sources and all(
            _only_names(text, one) for text in pair.bearer.texts for one in text.tokens if one in sources
        ):
            yield pair.doubt("authorship", token.written, _around(pair.before, sources[0]))
            return


def instead(pair: Pair) -> set[tuple[int, int]]:
    """Where a plain deed of the edit stands for one that it no longer names: `readied` for `prepared`."""
    lost = [one for one in pair.before.tokens if _plain(one, pair.before) and not pair.kept.bears(one)]
    new = [one for one in pair.after.tokens if _plain(one, pair.after) and not pair.bearer.bears(one)]
    if not new or len(new) > len(lost) or pair.translated:
        return set()
    if any(one.known for one in new):
        return set()
    return {(one.start, one.end) for one in new}


def _plain(token: Token, text: Text) -> bool:
    """Whether it is a deed as such: neither a result nor leading, and not a word for a thing."""
    if (
        token.free
        or token.name
        or token.kinds & {"result", "lead", "title", "degree", "level", "scope", "claim", "frequency"}
    ):
        return False
    if token.kind == "latin":
        verb = token.text.split()[0]
        return (not token.known and verb.endswith("ed")) or (
            "did" in token.kinds and (verb.endswith("ed") or _opens(text, token))
        )
    return (
        token.kind == "kanji"
        and ("did" in token.kinds or not token.known)
        and bool(_DOING.match(text.folded, token.end))
    )


def _is_done(text: Text, token: Token) -> bool:
    """Whether the word is what was done, and not a part of a name."""
    if token.kind == "latin":
        return token.text.split()[0].endswith("ed") and len(token.roots) == 1
    return token.kind == "kanji" and bool(_DONE.match(text.folded, token.end))


def _only_names(text: Text, token: Token) -> bool:
    """Whether the word only says what kind of thing another word is, or what others do."""
    following = next((one for one in text.tokens if one.start >= token.end), None)
    if token.kind != "latin":
        if _USED_FOR.match(text.folded, token.end):
            return True
        return following is not None and following.start == token.end and _is_thing(following)
    if (
        text.folded[: token.start].endswith("to ")
        or token.text.endswith(("ed", "ing"))
        or len(token.roots) > 1
        or "noun" not in token.kinds
    ):
        return False
    if _OF_OTHERS.search(text.folded[max(0, token.start - 24) : token.start]):
        return True
    next_to = following is not None and text.folded[token.end : following.start] == " "
    return next_to and following is not None and _is_thing(following) and not _opens(text, token)


def _is_thing(token: Token) -> bool:
    heads = words().heads
    return (
        not token.free and not token.kinds & _DEEDS and not heads & {*token.roots, token.text} and "noun" in token.kinds
    )


def _opens(text: Text, token: Token) -> bool:
    """Whether it is the first word of its line: `Test machines` is what was done."""
    return not text.folded[: token.start].rsplit("\n", 1)[-1].strip()


def _around(text: Text, token: Token) -> str:
    return text.written[max(0, token.start - 12) : token.end + 16].strip()
