"""What is said of a template, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

from kasen.teams.slides.schemas.design import LayoutRole
from kasen.teams.slides.schemas.part import Lang

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "no_title_no_body": ("it has neither a title nor a place for text", "タイトルも本文の枠もありません"),
    "title_nowhere": ("its title has no place or no size", "タイトルの枠に位置か大きさがありません"),
    "title_outside": ("its title stands outside the slide", "タイトルの枠がスライドの外にあります"),
    "title_vertical": ("its title is vertical", "タイトルが縦書きです"),
    "body_outside": (
        "its places for content stand outside the slide or have no size",
        "本文の枠がスライドの外にあるか、大きさがありません",
    ),
    "body_vertical": ("its text is vertical only", "本文が縦書きだけです"),
    "no_footers": (
        "No usable layout has a footer or a slide number.",
        "使えるレイアウトに、フッターもスライド番号もありません。",
    ),
    "no_ea": (
        "The theme names no Japanese font; PowerPoint chooses one for Japanese text.",
        "テーマに日本語フォントの指定がありません。日本語の書体は PowerPoint が選びます。",
    ),
    "hard_to_read": (
        "Text can hardly be told from what lies behind it on: {layouts}.",
        "文字が背景に紛れて読みにくいレイアウト：{layouts}。",
    ),
    "missing_fonts": (
        "Fonts that are not on this machine: {fonts}. Lines may break elsewhere where they are.",
        "この環境にないフォント：{fonts}。フォントがある環境では改行位置が変わることがあります。",
    ),
    "shown_as": ("{font} (shown as {substitute})", "{font}（{substitute} で表示）"),
    "cut_layouts": (
        "Only the first {most} of its {count} layouts are read.",
        "レイアウト {count} 個のうち、最初の {most} 個だけを読みます。",
    ),
    "about": (
        "{name}: {aspect}, {usable} of {count} layouts can be used",
        "{name}：{aspect}、レイアウト {count} 個のうち {usable} 個を使えます",
    ),
    "about_masters": (", {masters} masters", "、マスター {masters} 個"),
    "slides_left": (
        "Its slides ({slides}) are not taken over.",
        "テンプレートのスライド {slides} 枚は引き継ぎません。",
    ),
    "can": ("Layouts: {layouts}", "レイアウト：{layouts}"),
    "cannot": ("Not used: {layout}, because {why}", "使わないレイアウト：{layout}（{why}）"),
    "lacking": (
        "No layout for: {roles}. The nearest other one is taken, or free shapes.",
        "次の用途のレイアウトがありません：{roles}。近いレイアウトか図形で代えます。",
    ),
    "none": ("no layout of `{name}` can be used: {why}", "`{name}` には使えるレイアウトがありません（{why}）"),
    "none_at_all": ("it has no layouts", "レイアウトが 1 つもありません"),
    "other_template": (
        "Give another template, or leave it out: three come with Kasen (light, dark, business).",
        "ほかのテンプレートを指定するか、指定を外してください。Kasen には light、dark、business があります。",
    ),
    "took_slides": (
        "Of `{name}` the design is used; its slides ({count}) are not taken over.",
        "`{name}` のスライド {count} 枚は引き継がず、デザインだけを使います。",
    ),
    "took_macros": ("Macros of `{name}` were taken out.", "`{name}` のマクロは取り除きました。"),
    "took_add_ins": ("Add-ins of `{name}` were taken out.", "`{name}` のアドインは取り除きました。"),
    "took_objects": (
        "Embedded objects and controls of `{name}` were taken out.",
        "`{name}` に埋め込まれたオブジェクトとコントロールは取り除きました。",
    ),
    "took_charts": (
        "Charts and diagrams on the layouts of `{name}` were taken out.",
        "`{name}` のレイアウト上のグラフと SmartArt は取り除きました。",
    ),
    "took_media": ("Sound and video of `{name}` were taken out.", "`{name}` の音声と動画は取り除きました。"),
    "took_links": (
        "Links of `{name}` to files elsewhere were taken out.",
        "`{name}` にある外部ファイルへのリンクは取り除きました。",
    ),
    "took_programs": (
        "Links of `{name}` that start programs or macros were taken out.",
        "`{name}` にある、プログラムやマクロを起動するリンクは取り除きました。",
    ),
    "took_outside": (
        "Entries of `{name}` whose names lead out of the file were left out.",
        "`{name}` にある、ファイルの外を指す項目は除きました。",
    ),
}  # fmt: skip
_ROLES: Mapping[LayoutRole, tuple[str, str]] = {
    "title": ("title", "表紙"),
    "section": ("section", "セクション"),
    "content": ("content", "コンテンツ"),
    "two_content": ("two columns", "2 段組み"),
    "comparison": ("comparison", "比較"),
    "title_only": ("title only", "タイトルのみ"),
    "picture": ("picture", "図"),
    "blank": ("blank", "白紙"),
    "other": ("other", "その他"),
}


def say(sentence: str, lang: Lang, **parts: object) -> str:
    """The sentence of that name."""
    return _SENTENCES[sentence][lang == "ja"].format(**parts)


def role_name(role: LayoutRole, lang: Lang) -> str:
    """What a kind of layout is called."""
    return _ROLES[role][lang == "ja"]


def listed(parts: list[str], lang: Lang) -> str:
    """Parts with the comma of the language."""
    return ("、" if lang == "ja" else ", ").join(parts)
