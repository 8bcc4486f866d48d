"""What code writes on slides and pages, in both languages."""

from __future__ import annotations

from kasen.teams.slides.schemas.part import Lang

_SAID: dict[str, tuple[str, str]] = {
    "skeleton": (
        "Empty frame: no document, no data, no model wrote this slide.",
        "空の枠：資料もデータもモデルもないため、内容がない。",
    ),
    "nothing_found": (
        "Nothing was found for this slide in what was given.",
        "渡された資料の中に、このスライドに載せる内容が見つからなかった。",
    ),
    "no_picture": ("No picture: {why}", "画像なし：{why}"),
    "no_figure": (
        "No chart: the analysis of the data failed.",
        "グラフなし：データの分析に失敗した。",
    ),
    "no_sources": (
        "No slide of this deck cites a source.",
        "このスライドには、出典を示した記述がない。",
    ),
    "sources": ("Sources", "出典"),
    "stopped": ("The run was ended before the slides were written.", "本文を書く前に終了した。"),
    "unrendered": (
        "Not rendered: LibreOffice is not on this machine, so overflow was measured with fonts only.",
        "描画していない：この環境に LibreOffice がないため、あふれは文字幅だけで測った。",
    ),
    "render_failed": ("Could not be rendered: {why}", "描画できなかった：{why}"),
    "left": ("Still wrong after repairs: {text}", "直しきれていない：{text}"),
    "step_failed": ("{title}: {why}", "{title}：{why}"),
    "tightened": ("slide {n}: {what} did not fit and was set tighter", "スライド{n}：{what}が収まらないため詰めた"),
    "split": ("slide “{title}” was split into {parts}", "スライド「{title}」を {parts} 枚に分けた"),
}


def said(name: str, lang: Lang, **values: object) -> str:
    """The sentence of that name."""
    return _SAID[name][lang == "ja"].format(**values)
