"""Why a claim is not fully supported, in words."""

from __future__ import annotations

from typing import Literal

Lang = Literal["ja", "en"]

_WORDS = {
    "no_passage": ("the claim names no passage of this run", "この実行の出典箇所が示されていません"),
    "number": ("number {0} is not in the passage", "数値「{0}」は出典にありません"),
    "number_differs": ("the passage says {1} where the claim says {0}", "主張では「{0}」、出典では「{1}」です"),
    "number_about": ("{0} is only near the {1} of the passage", "「{0}」は出典の「{1}」に近い値にすぎません"),
    "number_in_range": ("{0} is one end of a range in the passage", "「{0}」は出典では範囲の一方の端です"),
    "elsewhere": ("{0} stands in another context in the passage", "「{0}」は出典では別の文脈にあります"),
    "date": ("date {0} is not in the passage", "日付「{0}」は出典にありません"),
    "date_differs": ("the passage says {1} where the claim says {0}", "主張では「{0}」、出典では「{1}」です"),
    "name": ("“{0}” is not in the passage", "「{0}」は出典にありません"),
    "swap": ("“{0}” is not in the passage, which says “{1}”", "「{0}」は出典になく、そこには「{1}」とあります"),
    "swap_elsewhere": (
        "where the claim says “{0}”, the sentence of the passage says “{1}”",
        "主張で「{0}」とある所が、出典の文では「{1}」です",
    ),
    "disowned": ("the passage calls it “{0}”", "出典はこれを「{0}」としています"),
    "not_yet": ("the passage says “{0}”, not that it is so", "出典は「{0}」と述べ、事実とは述べていません"),
    "not_all": ("the passage says “{0}”, the claim says all", "主張はすべてとし、出典は「{0}」と述べています"),
    "only": ("“{0}” is not in the passage", "「{0}」という限定は出典にありません"),
    "counts_another": (
        "with {0} the passage counts “{1}”",
        "「{0}」は出典では「{1}」の数です",
    ),
    "of_another": ("the passage gives {0} for something else", "「{0}」は出典では別のものについての値です"),
    "of_another_row": (
        "{0} stands in the row of “{2}”, not of “{1}”",
        "「{0}」は「{1}」ではなく「{2}」の行にあります",
    ),
    "exchanged": (
        "“{0}” and “{1}” have changed places against the passage",
        "「{0}」と「{1}」の関係が出典と入れ替わっています",
    ),
    "opposite": ("the claim says “{0}”, the passage “{1}”", "主張は「{0}」、出典は「{1}」と述べています"),
    "denied_here": (
        "the claim denies “{0}”, the passage does not",
        "主張は「{0}」を否定していますが、出典はしていません",
    ),
    "denied_there": (
        "the passage denies “{0}”, the claim does not",
        "出典は「{0}」を否定していますが、主張はしていません",
    ),
    "cut": ("the sentence of the passage takes it back", "出典の文は、これを打ち消しています"),
    "words": ("only {0} % of the claim's words are in the passage", "主張の語のうち出典にあるのは{0}%だけです"),
    "language": (
        "the passage is in another language: only numbers, dates and directions were compared",
        "出典は別の言語です。数値・日付・増減だけを照合しました",
    ),
}


def reason(key: str, lang: Lang, *values: object) -> str:
    """The sentence for `key` in the language asked for."""
    return _WORDS[key][lang == "ja"].format(*values)
