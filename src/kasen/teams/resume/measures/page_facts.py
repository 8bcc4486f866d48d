"""What was measured on the rendered page: `contrast`, `mobile_width`, `font_size`, `line_length`, `ats_text`."""

from __future__ import annotations

from kasen.teams.resume.measures.model import BEST, Defect, Measured, by_steps, worst
from kasen.teams.resume.measures.view import View
from kasen.tools.screenshot.model import PageFacts, PageProblem

_LOST = {"critical": 2.0, "serious": 1.5, "moderate": 0.5, "minor": 0.25}
_LINES = {
    "en": ((34, 2.0), (44, 4.0), (80, 5.0), (95, 3.5), (120, 2.0)),
    "ja": ((19, 2.0), (24, 4.0), (45, 5.0), (55, 3.5), (70, 2.0)),
}
"""Characters of a line: 45 to 75 of Latin letters, about 25 to 45 of Japanese ones (see the sources in the rubric)."""
_FONTS = ((8.99, 0.0), (9.99, 1.0), (10.99, 2.5), (11.99, 4.0))
"""Pixels: 12 are the 9 points below which print is hard to read."""


def contrast(view: View) -> Measured:
    """Violations that axe-core reports; 2 points less for each critical rule, 1.5 for each serious one."""
    page = _page(view)
    if not page.axe:
        return Measured("contrast", None, view.say("axe-core did not run.", "axe-core を実行していない。"))
    score = max(BEST - sum(_LOST.get(one.impact, 0.25) for one in page.problems), 0.0)
    note = view.say(
        f"axe-core {page.axe} reports {len(page.problems)} kinds of violation.",
        f"axe-core {page.axe} の指摘は{len(page.problems)}種類。",
    )
    return Measured("contrast", score, note, worst([_violation(view, one) for one in page.problems]))


def _violation(view: View, one: PageProblem) -> Defect:
    said = one.text.rstrip(".") or one.rule
    return Defect(
        view.say(f"{said} ({one.rule}, {one.count} elements).", f"{said}（{one.rule}、{one.count}要素）。"),
        "major" if one.impact in ("critical", "serious") else "minor",
        suggestion=view.say("Mend it in the style of the page.", "ページのスタイルを直す。"),
    )


def mobile_width(view: View) -> Measured:
    """Pixels by which the page is wider than a screen of 375."""
    over = _page(view).mobile_overflow
    if over is None:
        return _unknown(view, "mobile_width")
    score = by_steps(over, ((0, 5.0), (10, 4.0), (50, 2.5), (200, 1.0)))
    note = view.say(
        f"The page exceeds a screen of 375 pixels by {max(over, 0)}.",
        f"幅375ピクセルの画面から{max(over, 0)}ピクセルはみ出す。",
    )
    advice = view.say("Let tables and long words break or scroll.", "表や長い語が折り返すようにする。")
    return _plain(view, "mobile_width", score, note, advice)


def font_size(view: View) -> Measured:
    """The smallest text in pixels."""
    size = _page(view).smallest_font
    if size is None:
        return _unknown(view, "font_size")
    note = view.say(f"The smallest text has {size:g} pixels.", f"最も小さい文字は{size:g}ピクセル。")
    advice = view.say("Use at least 12 pixels (9 points).", "12ピクセル（9ポイント）以上にする。")
    return _plain(view, "font_size", by_steps(size, _FONTS, beyond=BEST), note, advice)


def line_length(view: View) -> Measured:
    """The median of characters in a full line."""
    length = _page(view).line_length
    if length is None:
        return _unknown(view, "line_length")
    note = view.say(f"A full line has about {length:.0f} characters.", f"一行は約{length:.0f}字。")
    usual = view.say("45 to 75" if view.lang == "en" else "25 to 45", "45〜75字" if view.lang == "en" else "25〜45字")
    advice = view.say(f"Usual are {usual}: change the width of the text.", f"目安は{usual}。本文の幅を変える。")
    return _plain(view, "line_length", by_steps(length, _LINES[view.lang], beyond=1.0), note, advice)


def ats_text(view: View) -> Measured:
    """The share of the words that a text extractor reads out of the printed PDF, in order."""
    share = _page(view).ats_text
    if share is None:
        return _unknown(view, "ats_text")
    score = by_steps(1 - share, ((0.02, 5.0), (0.05, 4.0), (0.1, 3.0), (0.2, 2.0), (0.5, 1.0)))
    note = view.say(
        f"{share:.0%} of the words come out of the PDF in order.", f"PDF から順序どおり取り出せる語は{share:.0%}。"
    )
    advice = view.say(
        "Avoid columns, text in pictures and special fonts.", "段組み、画像の文字、特殊なフォントを避ける。"
    )
    return _plain(view, "ats_text", score, note, advice)


def _page(view: View) -> PageFacts:
    return view.page or PageFacts()


def _unknown(view: View, criterion: str) -> Measured:
    return Measured(criterion, None, view.say("It was not measured on this page.", "このページでは測られていない。"))


def _plain(view: View, criterion: str, score: float, note: str, advice: str) -> Measured:
    if score >= 4:
        return Measured(criterion, score, note)
    return Measured(criterion, score, note, [Defect(note, "major" if score < 2 else "minor", suggestion=advice)])
