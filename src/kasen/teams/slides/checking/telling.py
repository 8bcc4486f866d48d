"""What the check of the render says, in both languages."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.arrangement import Problem, ProblemKind
from kasen.teams.slides.schemas.part import Lang

Severity = Literal["critical", "major", "minor"]
_NAMES: dict[str, tuple[str, str]] = {
    "title": ("the title", "題名"),
    "subtitle": ("the subtitle", "副題"),
    "message": ("the message", "メッセージ"),
    "points": ("the points", "箇条書き"),
    "left_heading": ("the left heading", "左の見出し"),
    "left": ("the left column", "左の列"),
    "right_heading": ("the right heading", "右の見出し"),
    "right": ("the right column", "右の列"),
    "chart": ("the chart", "グラフ"),
    "table": ("the table", "表"),
    "picture": ("the picture", "画像"),
    "diagram": ("the diagram", "図"),
    "logo": ("the logo", "ロゴ"),
    "marks": ("the marks", "印"),
    "image": ("the picture of the slide", "スライドの画像"),
    "date": ("the date", "日付"),
    "footer": ("the footer", "フッター"),
    "number": ("the slide number", "スライド番号"),
}
_SAID: dict[str, tuple[str, str]] = {
    "pages": ("{wanted} slides were rendered as {found} pages.", "{wanted} 枚のスライドが {found} ページになった。"),
    "unread": (
        "The words of the PDF could not be read, so contrast was not checked.",
        "PDF の文字を読み取れず、コントラストは検査していない。",
    ),
    "overflow": (
        "The words of {name} need {percent} % of the room that there is.",
        "{name}の文字が枠に収まらず、枠の {percent} % が必要になる。",
    ),
    "outside": ("A part of {name} lies beyond the slide.", "{name}がスライドの外にはみ出して描かれる。"),
    "collision": ("{Name} and {other} run into each other.", "{name}と{other}が重なって描かれる。"),
    "blank": ("Nothing is drawn on the slide.", "スライドに何も描かれていない。"),
    "empty": ("Where {name} should be, nothing is drawn.", "{name}の場所に何も描かれていない。"),
    "contrast": (
        "Words of {name} have a contrast of {found} where {least} is needed: “{words}”.",
        "{name}の文字と背景のコントラスト比が {found} で、必要な {least} に足りない：「{words}」。",
    ),
    "unseen": ("Words of {name} cannot be seen: “{words}”.", "{name}の文字が見えない：「{words}」。"),
    "glyphs": (
        "No font of this machine has the characters {signs}.",
        "この環境のどのフォントにもない文字がある：{signs}",
    ),
    "font": ("The font {fonts} is not embedded in the PDF.", "フォント {fonts} が PDF に埋め込まれていない。"),
    "script": (
        "Japanese is drawn with {fonts}, whose shapes are not Japanese ones.",
        "日本語が、日本の字形ではない {fonts} で描かれている。",
    ),
}


class Teller:
    """Collects problems of one slide, or with 0 of the deck."""

    def __init__(self, slide: int, lang: Lang) -> None:
        self.slide = slide
        self.lang: Lang = lang
        self.told: list[Problem] = []

    def tell(
        self,
        kind: ProblemKind,
        sentence: str,
        /,
        *,
        where: str = "",
        severity: Severity = "major",
        ratio: float = 1.0,
        **values: object,
    ) -> None:
        """One more; `where` is the content of a frame or the name of a shape."""
        name = named(where, self.lang)
        text = _SAID[sentence][self.lang == "ja"].format(name=name, Name=name[:1].upper() + name[1:], **values)
        self.told.append(
            Problem(slide=self.slide, kind=kind, severity=severity, where=where, text=text, ratio=round(ratio, 3))
        )


def named(where: str, lang: Lang) -> str:
    """What a content is called in a sentence; the name of another shape in quotes."""
    if where in _NAMES:
        return _NAMES[where][lang == "ja"]
    return f"「{where}」" if lang == "ja" else f"`{where}`"
