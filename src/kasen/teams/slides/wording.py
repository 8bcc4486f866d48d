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
        "このデッキには、出典を示した記述がない。",
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
    "texts_need_a_model": (
        "Nothing was changed: free wording needs a model. Without one: `slide 3: title: …`, `slide 3: notes: …`, "
        '`slide 3: replace "a" with "b"`, `delete slide 4`, `move slide 5 to 2`.',
        "何も変えていない：自由な指示にはモデルが要る。モデルなしで使える形：「スライド3 タイトル：…」"
        "「スライド3 ノート：…」「スライド3：「a」を「b」に置き換え」「4枚目を削除」「5枚目を2枚目へ移動」。",
    ),
    "only_texts": (
        "Of a deck that Kasen did not make, words are changed; its charts, pictures and diagrams stay as they are.",
        "Kasen が作ったのではないスライドでは文字だけを変える。グラフ・画像・図はそのまま残る。",
    ),
    "number_left_out": (
        "Slide {n}: {numbers} stands neither on the slide nor in your wish; those words were left as they were.",
        "スライド{n}：{numbers} は元のスライドにも指示にもないため、その文は元のままにした。",
    ),
    "formula_left": (
        "Slide {n}: a text with a formula was left as it was.",
        "スライド{n}：数式を含む文はそのままにした。",
    ),
    "unlinked": (
        "Slide {n} linked to a slide that is gone; the link was taken out.",
        "スライド{n}にあった、削除したスライドへのリンクは外した。",
    ),
    "outgrown": (
        "The words on “{what}” need {ratio:.1f} times the height that they have.",
        "「{what}」の文字は枠の高さの {ratio:.1f} 倍になる。",
    ),
    "shrunk": ("slide {n}: the words on “{what}” were made smaller", "スライド{n}：「{what}」の文字を小さくした"),
    "shortened": ("slide {n}: words that did not fit were shortened", "スライド{n}：収まらない文を短くした"),
    "already": ("That is version {n} as it stands; nothing was changed.", "すでに第{n}版の内容で、何も変えていない。"),
    "agenda_stays": (
        "Slide {n} lists titles and still has the old one; say `slide {n}: …` to change it.",
        "スライド{n}の目次には元の題名が残っている。変えるなら「スライド{n}：…」と指示を。",
    ),
    "beyond": (
        "Nothing was changed: there is no slide {n}; the deck has {count}.",
        "何も変えていない：スライド{n}はない（全{count}枚）。",
    ),
    "as_it_stands": (
        "Nothing was changed: slide {n} is so already.",
        "何も変えていない：スライド{n}はすでにそのとおり。",
    ),
    "not_on_slide": (
        "Nothing was changed: “{old}” does not stand on slide {n}.",
        "何も変えていない：スライド{n}に「{old}」という語はない。",
    ),
    "twin_stays": (
        "deck.native.pptx is still that of the first version; this change is not in it.",
        "deck.native.pptx は最初の版のままで、この変更は入っていない。",
    ),
    "no_such_slide": ("There is no slide {n}.", "スライド{n}はない。"),
    "not_all": ("Not every slide can be deleted.", "すべてのスライドを消すことはできない。"),
    "third_language": (
        "The wish is in neither English nor Japanese; the deck is written in English. `--lang ja` makes it Japanese.",
        "要望は日本語でも英語でもない。デッキは日本語で作る。`--lang en` で英語になる。",
    ),
    "no_chart_here": (
        "Nothing was changed: slide {n} has no chart.",
        "何も変えていない：スライド{n}にはグラフがない。",
    ),
    "no_chart": ("Slide {n}: there is no chart to be drawn otherwise.", "スライド{n}：描き変えるグラフがない。"),
    "no_such_chart": (
        "Slide {n}: its data cannot be drawn in that form.",
        "スライド{n}：このデータはその形のグラフにできない。",
    ),
    "no_picture_here": ("Slide {n}: there is no picture to be changed.", "スライド{n}：変えられる画像がない。"),
    "version": ("Version {n}: {what}.", "第{n}版：{what}。"),
    "version_same": ("Version {n}: no slide looks different.", "第{n}版：見た目の変わったスライドはない。"),
    "restored": ("Version {old} is back, as version {n}: {what}.", "第{old}版に戻した（第{n}版）：{what}。"),
    "restored_same": ("Version {old} is back, as version {n}.", "第{old}版に戻した（第{n}版）。"),
    "slide_changed": ("slide {n} changed", "スライド{n}を変更"),
    "slides_changed": ("slides {n} changed", "スライド{n}を変更"),
    "slide_added": ("slide {n} added", "スライド{n}を追加"),
    "slides_added": ("slides {n} added", "スライド{n}を追加"),
    "slide_deleted": ("slide {n} deleted", "スライド{n}を削除"),
    "slides_deleted": ("slides {n} deleted", "スライド{n}を削除"),
    "slide_moved": ("slide {n} moved to {to}", "スライド{n}を{to}枚目へ移動"),
    "slides_made": ("{n} slides", "スライド {n} 枚"),
    "slides_made_1": ("1 slide", ""),
    "charts_made": ("{n} charts", "グラフ {n} 点"),
    "charts_made_1": ("1 chart", ""),
    "tables_made": ("{n} tables", "表 {n} 点"),
    "tables_made_1": ("1 table", ""),
    "pictures_made": ("{n} pictures", "画像 {n} 点"),
    "pictures_made_1": ("1 picture", ""),
    "waiting": (
        "{n} slides are marked: their content is yours to add.",
        "{n} 枚には印がある：中身はまだなく、これから書き入れるもの。",
    ),
    "waiting_1": ("1 slide is marked: its content is yours to add.", ""),
    "marked_slides": (
        "{n} slides are marked: each says what is missing on it.",
        "{n} 枚には印がある：何が欠けているかをそこに記した。",
    ),
    "marked_slides_1": ("1 slide is marked: it says what is missing on it.", ""),
    "marked_also": (
        "{n} more are marked: each says what is missing on it.",
        "ほかに {n} 枚にも印がある：何が欠けているかをそこに記した。",
    ),
    "marked_also_1": ("1 more is marked: it says what is missing on it.", ""),
    "problems_left": (
        "The checks still find {n} problems; deck.html names them.",
        "検査で {n} 件の問題が残る（deck.html に示した）。",
    ),
    "problems_left_1": ("The checks still find 1 problem; deck.html names it.", ""),
    "steps_failed": ("{n} steps failed; deck.html says why.", "{n} 件の工程が失敗した（理由は deck.html）。"),
    "steps_failed_1": ("1 step failed; deck.html says why.", ""),
    "all_held": ("The checks found nothing.", "検査で問題は見つからなかった。"),
    "all_held_unseen": (
        "The checks of the file found nothing; it was not rendered to be looked at.",
        "ファイルの検査で問題は見つからなかった（描画しての検査はしていない）。",
    ),
    "held": (
        "{wanted} slides were asked for: on {count} slides not everything fits; all of it is in their notes.",
        "{wanted} 枚との指定のため、{count} 枚のスライドには載せきれない内容がある。全文はそのノートにある。",
    ),
    "split": ("slide “{title}” was split into {parts}", "スライド「{title}」を {parts} 枚に分けた"),
}


def said(name: str, lang: Lang, **values: object) -> str:
    """The sentence of that name."""
    return _SAID[name][lang == "ja"].format(**values)
