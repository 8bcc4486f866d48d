"""What people are told of the analysis, in the language of the deck."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.data.sheet import said
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.part import Lang

_LONGEST = 160


def no_tables(lang: Lang) -> str:
    """There is nothing to analyse."""
    return said(lang, "分析する表がない。", "There are no tables to analyse.")


def unreadable(why: str, lang: Lang) -> str:
    """A table cannot be read any more."""
    return said(lang, f"表を読めなかった: {why}", f"A table could not be read: {why}.")


def no_sandbox(why: str, lang: Lang) -> str:
    """Code of a model is not run without a sandbox; how to get one."""
    cause = why or said(lang, "この実行には安全な実行環境がない", "this run has no sandbox")
    return said(
        lang,
        f"モデルの書いた分析コードは実行せず、表の形から図を作った({cause})。",
        f"No code of a model was run; the figures follow from the shape of the data ({cause}).",
    )


def no_code(lang: Lang) -> str:
    """Nobody wrote code: the model failed, or its answer had none."""
    return said(
        lang,
        "分析コードは書かれず、表の形から図を作った。",
        "No analysis code was written; the figures follow from the shape of the data.",
    )


def refused(why: str, lang: Lang) -> str:
    """The code of the model gave no figure that stands."""
    short = " ".join(why.split())[:_LONGEST]
    return said(
        lang,
        f"分析コードの結果は使えず、表の形から図を作った({short})。",
        f"The analysis code gave no figure that stands; the figures follow from the shape of the data ({short}).",
    )


def some_refused(count: int, lang: Lang) -> str:
    """A part of the figures of the model does not follow from the data."""
    return said(
        lang,
        f"分析コードの図のうち {count} 点は表の行から確かめられず、除いた。",
        f"{count} figure(s) of the analysis do not follow from the rows of the tables and were left out.",
    )


def repairing(lang: Lang) -> str:
    """The code is being mended."""
    return said(lang, "分析コードを直している", "mending the analysis code")


def nothing_to_show(lang: Lang) -> str:
    """Nothing of the tables can be drawn."""
    return said(lang, "表から図にできるものがなかった。", "Nothing in the tables can be drawn.")


def summary(figures: Sequence[Figure], *, by_rule: bool, lang: Lang) -> str:
    """How many figures, and of what."""
    titles = [figure.title for figure in figures[:4]]
    more = "…" if len(figures) > 4 else ""
    how = said(lang, "(表の形から)", " from the shape of the data") if by_rule else ""
    if lang == "ja":
        return f"図表 {len(figures)} 点{how}: {'、'.join(titles)}{more}"
    return f"{len(figures)} figure{'s' if len(figures) > 1 else ''}{how}: {', '.join(titles)}{more}"
