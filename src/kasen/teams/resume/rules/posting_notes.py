"""What the rule of the posting matcher says beside a status, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from kasen.teams.resume.schemas.part import Lang

Key = Literal[
    "nowhere",
    "none_of_examples",
    "only_listed",
    "undated",
    "years",
    "total",
    "no_dates",
    "points",
    "grade",
    "no_figure",
]
_SAID: Mapping[Key, Mapping[Lang, str]] = {
    "nowhere": {"ja": "{terms} は書かれていない。", "en": "{terms}: not named in the résumé."},
    "none_of_examples": {
        "ja": "例に挙がる {terms} は書かれていない。",
        "en": "None of the examples is named: {terms}.",
    },
    "only_listed": {
        "ja": "{terms} はスキルに挙がるが、どの経歴にも出てこない。",
        "en": "{terms}: listed, but in no entry of work.",
    },
    "undated": {"ja": "{terms} を使った期間は書かれていない。", "en": "{terms}: no dated entry of work names it."},
    "years": {
        "ja": "{terms} が出てくる経歴は合わせて{months}（求めは{asked}）。",
        "en": "{terms}: {months} in the entries that name it (asked: {asked}).",
    },
    "total": {
        "ja": "職歴は合わせて{months}（求めは{asked}）。",
        "en": "{months} of work in all (asked: {asked}).",
    },
    "no_dates": {"ja": "職歴に期間が書かれていない。", "en": "No entry of work is dated."},
    "points": {"ja": "{shown}点（求めは{asked}点）。", "en": "{shown} points (asked: {asked})."},
    "grade": {"ja": "求める級に届かない。", "en": "Below the grade that is asked for."},
    "no_figure": {"ja": "点数・級は書かれていない。", "en": "No score or grade is given."},
}


def note(key: Key, lang: Lang, *, terms: Sequence[str] = (), months: int = 0, asked: int = 0, shown: str = "") -> str:
    """One sentence. `months` is a time; `asked` is one too where `months` is given."""
    return _SAID[key][lang].format(
        terms=("、" if lang == "ja" else ", ").join(terms),
        months=duration(months, lang),
        asked=duration(asked, lang) if months else asked,
        shown=shown,
    )


def duration(months: int, lang: Lang) -> str:
    """Months as people say them: `5年6か月`, `5 y 6 m`."""
    years, rest = divmod(months, 12)
    if lang == "ja":
        return (f"{years}年" if years else "") + (f"{rest}か月" if rest or not years else "")
    return " ".join([f"{years} y"] * bool(years) + [f"{rest} m"] * bool(rest or not years))
