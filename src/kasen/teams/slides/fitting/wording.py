"""What fitting adds to slides and notes, in the language of the deck."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.schemas.part import Lang

_WORDS: dict[Lang, dict[str, str]] = {
    "ja": {
        "cut": "この内容の全文はノートにあります。",
        "rows": "表の続き（{count}行）はノートにあります。",
        "columns": "表の列のうち{count}列はノートにあります。",
        "full": "スライドに載せきれなかった内容（全文）:",
        "continued": "前のスライドの続き（{part}/{parts}）: {title}",
        "over": "{what}が枠に収まりません。",
        "no_place": "{what}を置く場所がありません。",
    },
    "en": {
        "cut": "The full text is in the notes.",
        "rows": "{count} more rows of the table are in the notes.",
        "columns": "{count} columns of the table are in the notes.",
        "full": "In full, what did not fit on the slide:",
        "continued": "Continued from the previous slide ({part}/{parts}): {title}",
        "over": "The {what} does not fit into its frame.",
        "no_place": "There is no place for the {what}.",
    },
}
_CONTENTS_JA = {
    "title": "タイトル", "subtitle": "サブタイトル", "message": "メッセージ", "points": "箇条書き", "left": "左の列",
    "right": "右の列", "left_heading": "左の見出し", "right_heading": "右の見出し", "chart": "グラフ", "table": "表",
    "picture": "画像", "diagram": "図", "logo": "ロゴ", "marks": "注記", "image": "画像",
}  # fmt: skip


def said(key: str, lang: Lang, **values: object) -> str:
    """A sentence."""
    if "what" in values and lang == "ja":
        values["what"] = _CONTENTS_JA.get(str(values["what"]), str(values["what"]))
    elif "what" in values:
        values["what"] = str(values["what"]).replace("_", " ")
    return _WORDS[lang][key].format(**values)


def numbered(title: str, part: int, parts: int, lang: Lang) -> str:
    """The title of one of several slides that were one."""
    if parts == 1:
        return title
    return f"{title}（{part}/{parts}）" if lang == "ja" else f"{title} ({part}/{parts})".strip()


def with_notes(notes: str, added: Sequence[str], lang: Lang) -> str:
    """Notes, with what did not fit on the slide under them."""
    if not added:
        return notes
    return "\n\n".join(part for part in (notes, "\n".join([said("full", lang), *added])) if part.strip())
