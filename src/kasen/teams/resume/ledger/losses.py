"""Names, titles, degrees and organisations of the original that an edit drops or changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.ledger.words import table, words
from kasen.teams.resume.schemas.change import Doubt

_KANA_NAME = re.compile(
    "(?:^|[\\s、。（(「・：:])([ぁ-ん]{2,8}(?:製作所|商店|商事|工業|大学|高等学校|高校|病院|医院|銀行|クリニック|百貨店|事務機|食品|建設|設計|運輸|電機|精機"
    "|薬局|書店|印刷|製菓|水産|農園|保育園|幼稚園|学園|株式会社|有限会社|信用金庫|研究所|会館|旅館|ホテル|学院|塾))"
)
"""An organisation whose name begins with kana: ひばり事務機."""
_DEEDS = frozenset({"did", "lead", "result", "coarse"})
_FILLER = re.compile(
    r"[^、。\n]{0,40}(?:を?(?:何より|第一|常)(?:も|に)[^、。\n]{0,12}"
    r"|(?:大切に|大事に|重視|意識|心がけ|心掛け|モットーに|念頭に|感謝)[^、。\n]{0,12}|ではありますが|ではございますが)[、。]"
    r"|(?:i am (?:very |highly |truly )?(?:passionate|enthusiastic|proud|happy|grateful|honou?red)"
    r"|it (?:is|was) (?:a|an|my) "
    r"(?:great |real |true )?(?:honou?r|pleasure|privilege|passion)|as a (?:passionate|dedicated|motivated)"
    r"|with (?:great |a lot of |much )?"
    r"(?:passion|enthusiasm|dedication|joy|pride|care))[^,.;\n]{0,60}"
)
"""Clauses that say with what mind something was done."""
_COPULA = re.compile(r"\b(?:is|are|was|were|be|been|very|really)\s$")
_LEAST_KATAKANA = 4
_KEPT_KINDS = frozenset({"title", "degree", "name"})
_PARTICLE = re.compile(r"(?<=[^ぁ-ん])(?:にて|での|として|から|より|[でにのをはがへともや])")
_STARTS = re.compile(r"(?:にて|での|として|から|より|で|に|の|を|は|が|へ|と|も|や)")
_BREAK = re.compile(r"[\s、。,.:;()（）「」『』【】\[\]/|〜~–・\d]")


def lost_names(pair: Pair) -> Iterator[Doubt]:
    """Names that are nowhere in the edit, and organisations that are called otherwise."""
    if pair.whole:
        told: set[str] = set()
        for token in pair.before.tokens:
            if not _is_fact(token, pair.before) or token.text in told or _is_kept(pair, token):
                continue
            told.add(token.text)
            yield pair.doubt("lost", "", words=token.written)
    if pair.translated:
        return
    mine, theirs = organisations(pair.after), organisations(pair.before)
    known = pair.bearer.stream
    for name in mine:
        if re.sub(r"\s", "", name) not in known:
            yield pair.doubt("name", name, theirs[0] if theirs else "")
    if pair.whole and not mine:
        for name in theirs:
            if re.sub(r"\s", "", name) not in pair.kept.stream:
                yield pair.doubt("lost", "", words=name)


def lost_things(pair: Pair) -> Iterator[Doubt]:
    """Things that the original speaks of and the edit does not: what it was done to, where, when, for whom."""
    if pair.translated or not pair.whole or not pair.after.tokens or pair.is_heading:
        return
    skip = [mark.span for mark in pair.before.marks]
    skip += [match.span() for match in _FILLER.finditer(pair.before.folded)]
    for token in pair.before.tokens:
        if (
            not _is_thing(token)
            or (not token.known and not _ends(pair.before, token))
            or any(start <= token.start < end for start, end in skip)
        ):
            continue
        if not _is_kept(pair, token):
            yield pair.doubt("lost", "", words=token.written)
            return


def _is_kept(pair: Pair, token: Token) -> bool:
    """Whether the edit says it, mends its typo, abbreviates it or leaves out the maker of a product."""
    if pair.kept.bears(token) or pair.kept.mends(token) or pair.kept.abbreviates(pair.before, token):
        return True
    following = next((one for one in pair.before.tokens if one.start >= token.end), None)
    return token.text in _vendors() and following is not None and following.name and pair.kept.bears(following)


@lru_cache(maxsize=1)
def _vendors() -> frozenset[str]:
    return frozenset(str(table("names")["vendors"]).split())


def _ends(text: Text, token: Token) -> bool:
    """Whether it is the last word of a phrase: not an adjective before what it describes, nor after `is`."""
    following = next((one for one in text.tokens if one.start >= token.end), None)
    gap = text.folded[token.end : following.start if following else token.end + 2]
    if token.kind == "latin" and _COPULA.search(text.folded[max(0, token.start - 8) : token.start]):
        return False
    return following is None or following.free or gap.strip(" ") != "" or token.kind != "latin"


def _is_thing(token: Token) -> bool:
    if token.free or token.kinds & _DEEDS or words().heads & {*token.roots, token.text}:
        return False
    if "noun" in token.kinds:
        return True
    return (
        not token.known
        and token.kind != "kana"
        and not token.text.endswith(("ly", "ed", "ing"))
        and len(token.text) > 1
    )


def _is_fact(token: Token, text: Text) -> bool:
    if token.free:
        return False
    if token.name or token.kinds & _KEPT_KINDS:
        return not token.kinds or bool(token.kinds <= _KEPT_KINDS) or (token.kind == "latin" and token.capital)
    if token.known:
        return False
    if token.kind == "katakana":
        return len(token.text) >= _LEAST_KATAKANA
    return token.kind == "kanji" and bool(_suffixed(text, token))


def _suffixed(text: Text, token: Token) -> re.Match[str] | None:
    """Whether it stands in the name of an organisation."""
    return re.match(_suffixes(), text.folded[token.end : token.end + 6])


@lru_cache(maxsize=1)
def _suffixes() -> str:
    return "|".join(str(table("names")["organisations_ja"]).split())


def organisations(text: Text) -> list[str]:
    """Names of Japanese organisations with their form: 株式会社みどり製作所."""
    found = []
    for match in re.finditer("株式会社|有限会社|合同会社", text.folded):
        after = text.folded[match.end() : match.end() + 24]
        stop = _BREAK.search(after)
        name = after[: stop.start()] if stop else after
        if name and not _STARTS.match(name):
            cut = _PARTICLE.search(name)
            found.append(match.group() + (name[: cut.start()] if cut else name))
            continue
        name = _BREAK.split(text.folded[max(0, match.start() - 24) : match.start()])[-1]
        if name:
            found.append(_PARTICLE.split(name)[-1] + match.group())
    found += [match[1] for match in _KANA_NAME.finditer(text.folded)]
    return found
