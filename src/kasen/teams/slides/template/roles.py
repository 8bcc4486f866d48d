"""What a layout is good for: told by its placeholders first, and by its name where they leave it open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kasen.teams.slides.schemas.design import Layout, LayoutRole, Slot, SlotKind
from kasen.teams.slides.schemas.part import Box

CONTENT: frozenset[SlotKind] = frozenset({"body", "object", "chart", "table"})
FOOTERS: frozenset[SlotKind] = frozenset({"date", "footer", "number"})
WANTED: tuple[LayoutRole, ...] = (
    "title", "section", "content", "two_content", "comparison", "title_only", "picture", "blank",
)  # fmt: skip
_OFFICE: Mapping[str, LayoutRole] = {
    "title": "title",
    "secHead": "section",
    "obj": "content",
    "tx": "content",
    "tbl": "content",
    "chart": "content",
    "twoObj": "two_content",
    "twoColTx": "two_content",
    "twoTxTwoObj": "comparison",
    "titleOnly": "title_only",
    "picTx": "picture",
    "blank": "blank",
    "objTx": "other",
    "vertTx": "other",
    "vertTitleAndTx": "other",
}
"""`ST_SlideLayoutType`, ECMA-376 part 1, 19.7.15."""
_NAMES: tuple[tuple[str, LayoutRole], ...] = (
    (r"vertical|縦書き|縦", "other"),
    (r"quote|引用|name card|名札|true or false|thank|closing|end slide|クロージング|結び|裏表紙", "other"),
    (r"section|divider|chapter|セクション|中扉|中表紙|章|区切り", "section"),
    (r"title only|タイトルのみ|タイトルだけ|nur titel", "title_only"),
    (r"comparison|compare|比較|vergleich", "comparison"),
    (r"two content|two column|2 ?columns?|2 ?つのコンテンツ|2 ?段|二段|zwei inhalte", "two_content"),
    (r"picture|image|photo|図|写真|画像|bild", "picture"),
    (r"blank|empty|白紙|空白|leer", "blank"),
    (r"^title( slide|, subtitle)?$|cover|^タイトル( ?スライド)?$|表紙|扉|titelfolie", "title"),
    (r"agenda|目次|contents?|コンテンツ|本文|text|テキスト|inhalt|chart|グラフ|table|表", "content"),
)
_CLOSING = re.compile(
    r"\bthank|\bclos(?:e|ing)\b|\bend\b|\bfinal\b|クロージング|結び|おわり|終|裏表紙|ご清聴|まとめ", re.IGNORECASE
)
_SECTION_BELOW = 0.2
"""Share of the slide's height: a title that begins lower, over a little text, is that of a section."""


def is_closing(layout: Layout) -> bool:
    """Whether its name says that it is for the last slide."""
    return bool(_CLOSING.search(layout.name))


def named_role(kind: str, name: str) -> LayoutRole | None:
    """What Office's own kind (`type` of the layout) says, else its name; None where neither says anything."""
    if kind in _OFFICE:
        return _OFFICE[kind]
    return next((role for pattern, role in _NAMES if re.search(pattern, name.strip(), re.IGNORECASE)), None)


def role_of(slots: Sequence[Slot], *, kind: str, name: str, centred: bool, slide: Box) -> LayoutRole:
    """The role of a layout of these placeholders; `centred`: its title is a centred one (`ctrTitle`)."""
    said = named_role(kind, name)
    title = next((slot for slot in slots if slot.kind == "title"), None)
    subtitle = any(slot.kind == "subtitle" for slot in slots)
    content = [slot for slot in slots if slot.kind in CONTENT]
    pictures = sum(slot.kind == "picture" for slot in slots)
    if title is None:
        return "other" if content or pictures or subtitle else "blank"
    if any(slot.vertical for slot in content):
        return "other"
    if pictures:
        return "picture" if pictures == 1 and len(content) <= 2 else "other"
    if not content:
        return _of_titles(said, centred=centred, subtitle=subtitle)
    if subtitle and centred:
        return "title" if said in ("title", None) else "other"
    return _of_content(content, title, said, slide)


def _of_titles(said: LayoutRole | None, *, centred: bool, subtitle: bool) -> LayoutRole:
    if said in ("section", "title"):
        return said
    if said == "other" and not centred:
        return "other"
    return "title" if centred or subtitle else "title_only"


def _of_content(content: Sequence[Slot], title: Slot, said: LayoutRole | None, slide: Box) -> LayoutRole:
    if len(content) == 1:
        if said in ("section", "title", "content", "other"):
            return said
        low = title.box.y > _SECTION_BELOW * slide.h and content[0].box.h < slide.h / 3
        return "section" if low and content[0].kind == "body" else "content"
    if len(content) == 2:
        return "two_content" if _side_by_side(content[0].box, content[1].box) else "other"
    if len(content) == 4 and _headed(content):
        return "comparison"
    return "other"


def _side_by_side(one: Box, other: Box) -> bool:
    left, right = sorted((one, other), key=lambda box: box.x)
    together = min(one.bottom, other.bottom) - max(one.y, other.y)
    alike = min(one.w, other.w) >= 0.7 * max(one.w, other.w)
    return right.x >= left.right - left.w // 10 and together >= 0.7 * max(one.h, other.h) and alike


def _headed(content: Sequence[Slot]) -> bool:
    """Two short ones over two tall ones."""
    short, tall = (sorted(content, key=lambda slot: slot.box.h)[start : start + 2] for start in (0, 2))
    above = max(slot.box.y for slot in short) < min(slot.box.bottom for slot in tall)
    return _side_by_side(tall[0].box, tall[1].box) and above and short[1].box.h < tall[0].box.h * 0.6
