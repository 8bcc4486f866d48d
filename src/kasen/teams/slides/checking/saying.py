"""What lint says, in both languages."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.arrangement import Problem, ProblemKind
from kasen.teams.slides.schemas.part import Lang

Severity = Literal["critical", "major", "minor"]
_SAID: dict[str, tuple[str, str]] = {
    "unreadable": ("The file cannot be opened: {why}.", "ファイルを開けない：{why}。"),
    "count": ("There are {found} slides instead of {wanted}.", "スライドが {wanted} 枚ではなく {found} 枚ある。"),
    "name": (
        "The slide is named `{found}` instead of `{wanted}`.",
        "スライドの名前が「{wanted}」ではなく「{found}」になっている。",
    ),
    "no_layout": ("The slide has no layout.", "スライドにレイアウトがない。"),
    "other_layout": (
        "The slide stands on layout {found} instead of {wanted}.",
        "スライドのレイアウトが {wanted} ではなく {found} になっている。",
    ),
    "unknown_slot": (
        "`{name}` fills placeholder {idx}, which its layout does not have.",
        "「{name}」が、レイアウトにないプレースホルダー {idx} を使っている。",
    ),
    "slot": ("`{name}` does not fill its placeholder.", "「{name}」がプレースホルダーに入っていない。"),
    "empty": ("The placeholder `{name}` is empty.", "プレースホルダー「{name}」が空のままになっている。"),
    "twice_id": ("Two shapes have the id {id}.", "図形の ID {id} が重複している。"),
    "no_alt": ("`{name}` has no alternative text.", "「{name}」に代替テキストがない。"),
    "outside": ("`{name}` reaches beyond the slide.", "「{name}」がスライドの外にはみ出している。"),
    "overlap": ("`{name}` and `{other}` lie on each other.", "「{name}」と「{other}」が重なっている。"),
    "moved": ("`{name}` does not stand where it was put.", "「{name}」が決めた位置にない。"),
    "missing": ("`{name}` is not on the slide.", "「{name}」がスライドにない。"),
    "text": (
        "`{name}` says “{found}” instead of “{wanted}”.",
        "「{name}」の文が「{wanted}」ではなく「{found}」になっている。",
    ),
    "autofit": ("`{name}` relies on automatic fitting.", "「{name}」が自動調整に頼っている。"),
    "no_size": ("Text of `{name}` has no size of its own.", "「{name}」の文字サイズが明示されていない。"),
    "small": (
        "Text of `{name}` is {size} pt, below {floor} pt.",
        "「{name}」の文字が {size} pt で、{floor} pt を下回る。",
    ),
    "no_ea": (
        "Japanese text of `{name}` names no East Asian font.",
        "「{name}」の日本語に東アジア用フォントの指定がない。",
    ),
    "no_lang": ("Text of `{name}` has no language.", "「{name}」の文字に言語の指定がない。"),
    "colors": (
        "{count} colours are written as digits instead of the theme's names.",
        "テーマの色名ではなく数値で書かれた色が {count} 色ある。",
    ),
    "chart": ("The chart is not that of the deck: {what}.", "グラフが元のデータと違う：{what}。"),
    "kind": ("it is of another kind", "種類が違う"),
    "series": ("{found} series instead of {wanted}", "系列が {wanted} ではなく {found} ある"),
    "categories": ("its categories differ", "項目が違う"),
    "names": ("the series “{name}” has another name", "系列「{name}」の名前が違う"),
    "values": ("the values of “{name}” differ", "系列「{name}」の値が違う"),
    "workbook": ("the workbook in it holds other values", "埋め込みのブックの値が違う"),
    "no_workbook": ("there is no workbook in it", "埋め込みのブックがない"),
    "table": ("The table is not that of the deck: {what}.", "表が元のデータと違う：{what}。"),
    "shape": ("{found} instead of {wanted} rows and columns", "行と列が {wanted} ではなく {found} ある"),
    "cells": ("row {row} differs", "{row} 行目が違う"),
    "grid": ("its columns or rows do not sum to its frame", "列幅または行の高さの合計が枠と合わない"),
    "no_picture": ("The picture of `{name}` is not there.", "「{name}」の画像がない。"),
    "distorted": ("The picture of `{name}` is distorted.", "「{name}」の画像の縦横比が崩れている。"),
    "no_notes": ("The slide has no notes.", "スライドにノートがない。"),
    "notes": ("The notes do not hold what is to be said.", "ノートに話す内容が入っていない。"),
    "note_source": ("The notes do not name the source {id}.", "ノートに出典 {id} がない。"),
    "unknown_ref": ("{id} is cited, but is no source of the deck.", "{id} は出典として引かれているが、一覧にない。"),
    "no_mark": ("“{text}” does not carry its mark {mark}.", "「{text}」に出典の番号 {mark} がない。"),
    "no_sources": ("There is no slide of sources.", "出典のスライドがない。"),
    "unlisted": ("The source {mark} {id} is not on the slide of sources.", "出典 {mark} {id} が出典のスライドにない。"),
    "unlinked": ("The source {mark} {id} is no link.", "出典 {mark} {id} にリンクがない。"),
    "zip": ("`{name}` is in the package twice.", "「{name}」がパッケージに二重に入っている。"),
    "type": ("`{name}` has no content type.", "「{name}」のコンテンツタイプがない。"),
    "orphan": ("Nothing refers to `{name}`.", "「{name}」がどこからも参照されていない。"),
    "dangling": ("`{name}` refers to {id}, which is not there.", "「{name}」が、存在しない {id} を参照している。"),
    "external": (
        "`{name}` refers to something outside the file: {target}",
        "「{name}」がファイルの外を参照している：{target}",
    ),
    "active": ("`{name}` can run programs.", "「{name}」はプログラムを実行できる。"),
    "no_notes_master": ("There is no notes master.", "ノートマスターがない。"),
    "order": (
        "In `{name}`, {child} stands after {before}: Office would repair the file.",
        "「{name}」で {child} が {before} の後にあり、Office が修復を求める。",
    ),
    "twice_listed": ("The id {id} is listed twice in `{name}`.", "「{name}」で ID {id} が重複している。"),
}  # fmt: skip


def said(sentence: str, lang: Lang, /, **values: object) -> str:
    """The sentence of that name."""
    return _SAID[sentence][lang == "ja"].format(**values)


class Finder:
    """Collects problems of one slide, or with 0 of the deck."""

    def __init__(self, slide: int, lang: Lang) -> None:
        self.slide = slide
        self.lang: Lang = lang
        self.found: list[Problem] = []

    def add(
        self, kind: ProblemKind, sentence: str, /, *, where: str = "", severity: Severity = "major", **values: object
    ) -> None:
        """One more."""
        text = said(sentence, self.lang, **values)
        self.found.append(Problem(slide=self.slide, kind=kind, severity=severity, where=where, text=text))
