"""The coordinator without a model: every wish is clear enough to begin with."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.schemas.outputs import CoordinatorOutput

LONGEST = 80
"""Characters of a title."""


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
    """The first line or sentence of the wish, as a title."""
    line = wish.strip().splitlines()[0].strip()
    for end in ("。", "？", "! ", "? ", ". "):
        line = line.split(end)[0]
    return _cut(line.strip(" 　.。"))


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
