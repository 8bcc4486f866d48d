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
    "not_understood": (
        "Nothing was changed: it is not clear which slide, or what.",
        "何も変えていない：どのスライドの何を変えるのかが分からなかった。",
    ),
    "needs_a_model": (
        "Nothing was changed: free wording needs a model. Without one: `slide 3: title: …`, `slide 3: notes: …`, "
        '`slide 3: replace "a" with "b"`, `slide 4: as a line chart`, `delete slide 4`, `move slide 5 to 2`.',
        "何も変えていない：自由な指示にはモデルが要る。モデルなしで使える形：「スライド3 タイトル：…」"
        "「スライド3 ノート：…」「スライド3：「a」を「b」に置き換え」「4枚目を折れ線グラフに」「4枚目を削除」"
        "「5枚目を2枚目へ移動」。",
    ),
    "no_such_slide": ("There is no slide {n}.", "スライド{n}はない。"),
    "not_all": ("Not every slide can be deleted.", "すべてのスライドを消すことはできない。"),
    "no_chart": ("Slide {n}: there is no chart to be drawn otherwise.", "スライド{n}：描き変えるグラフがない。"),
    "no_such_chart": (
        "Slide {n}: its data cannot be drawn in that form.",
        "スライド{n}：このデータはその形のグラフにできない。",
    ),
    "no_picture_here": ("Slide {n}: there is no picture to be changed.", "スライド{n}：変えられる画像がない。"),
    "changed": ("Version {n}: changed {slides}.", "第{n}版：{slides} を変えた。"),
    "restored": ("Version {n} is back.", "第{n}版に戻した。"),
    "split": ("slide “{title}” was split into {parts}", "スライド「{title}」を {parts} 枚に分けた"),
}


def said(name: str, lang: Lang, **values: object) -> str:
    """The sentence of that name."""
    return _SAID[name][lang == "ja"].format(**values)
