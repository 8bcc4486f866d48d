"""The coordinator without a model: every wish is clear enough to begin with."""

from __future__ import annotations

import re
from typing import Any

from kasen.teams.slides.schemas.outputs import CoordinatorOutput

LONGEST = 80
"""Characters of a title."""
_JAPANESE = re.compile(
    r"(?P<what>.{2,}?)(?:について|に関して|を)、?(?:(?P<whom>[^、。をに]{1,16}?)(?:向け)?(?:に|へ))?"
    r"(?P<act>報告|提案|説明|紹介|共有|発表|解説)"
    r"(?:する|したい|します|して(?:ください|下さい|ほしい)?)(?:ため(?:の|に))?(?:スライド|資料|プレゼン|デッキ)?"
)
_ENGLISH = re.compile(
    r"(?:please\s+)?(?:propose|present|explain|introduce|report\s+on|describe|recommend)\s+(?P<what>.+?)"
    r"(?:\s+to\s+(?P<whom>(?:the|our|my|all)\s+[^,.;]{2,40}))?",
    re.IGNORECASE,
)
_FOR = re.compile(r"(?P<what>.{3,}?),\s+(?P<whom>for\s+(?:the|our|my|all)\s+[^,.;]{2,40})", re.IGNORECASE)
_ORDER_JA = re.compile(
    r"(?:(?:について|に関して|に関する|に関しての|についての)の?|の|(?=[0-9０-９]))(?:[0-9０-９]+\s*(?:枚|ページ)(?:程度|ほど|くらい)?の?)?"
    r"(?:スライド|プレゼン(?:テーション)?(?:資料)?|(?:発表|提案|説明)?資料|デッキ)"
    r"を(?:[0-9０-９]+\s*(?:枚|ページ)(?:程度|ほど|くらい)?で)?"
    r"(?:作る|作って(?:ください|下さい|ほしい)?|作成(?:する|して(?:ください|下さい|ほしい)?)?|お願い(?:します)?)"
)
_ORDER_EN = re.compile(
    r"(?:please\s+)?(?:(?:can|could)\s+you\s+)?(?:make|create|prepare|build|write|give\s+me|i\s+(?:need|want))\s+"
    r"[^.:;]{0,40}?\b(?:deck|presentation|slides?)\s+(?:about|on|regarding|covering)\s+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:an?|the|our|my)\s+", re.IGNORECASE)


def hand_off(*, wish: str, audience: str, slides: int, materials: list[str], lang: str) -> CoordinatorOutput:
    """Hand off, and say what there is to work with; nothing is asked, for nobody judged the wish."""
    del audience
    what = "、".join(materials) if lang == "ja" else ", ".join(materials)
    if lang == "ja":
        reply = f"{what}から作ります。" if materials else "資料もデータもないので、骨組みだけを作ります。"
    else:
        reply = f"Working from {what}." if materials else "There are no documents and no data: this makes a skeleton."
    fields: dict[str, Any] = {"reply": reply, "goto": "planner", "slides": slides}
    return CoordinatorOutput(title=title_of(wish), **fields)


def title_of(wish: str) -> str:
    """The first line or sentence of the wish, as a title: what it is about."""
    what, _ = _parts(wish)
    return _cut(what)


def occasion_of(wish: str, lang: str) -> str:
    """For whom the deck is, as a subtitle, where the wish says so; else empty."""
    _, whom = _parts(wish)
    if not whom or lang == "ja":
        return whom
    return whom[:1].upper() + whom[1:]


def _parts(wish: str) -> tuple[str, str]:
    line = _first(wish)
    bare = _ORDER_EN.sub("", line) if _ORDER_EN.match(line) else line
    if (match := _ORDER_JA.search(bare)) and match.end() == len(bare) and match.start() > 1:
        bare = bare[: match.start()]
    if found := _JAPANESE.fullmatch(bare):
        return found["what"], f"{found['whom']}への{found['act']}" if found["whom"] else ""
    if found := _ENGLISH.fullmatch(bare):
        return _begun(_ARTICLE.sub("", found["what"], count=1)), f"for {found['whom']}" if found["whom"] else ""
    if found := _FOR.fullmatch(bare):
        return _begun(found["what"]), found["whom"]
    bare = re.sub(r"(?:について|に関して)$", "", bare)
    return (bare if bare == line else _begun(bare)), ""


def _first(wish: str) -> str:
    line = wish.strip().splitlines()[0].strip()
    for end in ("。", "？", "! ", "? ", ". "):
        line = line.split(end)[0]
    return line.strip(" 　.。")


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cut(line: str) -> str:
    """At the last phrase or word that ends within the length of a title."""
    if len(line) <= LONGEST:
        return line
    head = line[: LONGEST + 1]
    for ends in ("：:;；", "、,，", " 　"):
        at = max(head.rfind(end) for end in ends)
        if at > LONGEST // 3:
            return head[:at].rstrip(" 　,、，")
    return line[:LONGEST]
