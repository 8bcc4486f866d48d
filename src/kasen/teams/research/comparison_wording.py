"""Fixed sentences of a comparison in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.research.rules.scores import CODE
from kasen.teams.research.wording import Lang


def table(lang: Lang) -> str:
    """Heading of the table."""
    return "比較表" if lang == "ja" else "Comparison"


def criterion(lang: Lang) -> str:
    """What the rows of the table are."""
    return "観点" if lang == "ja" else "Criterion"


def scored(by: Mapping[str, Sequence[str]], lang: Lang) -> list[str]:
    """Who scored which criteria, one sentence each."""
    said = []
    for who, criteria in by.items():
        if lang == "ja":
            names = "、".join(criteria)
            how = "根拠の数値から計算（最良の値に比例）" if who == CODE else f"モデル（{who}）が各欄の根拠だけから採点"
            said.append(f"0〜5 の点数：{names}は{how}。")
        else:
            how = (
                "computed from the figures in the evidence, in proportion to the best"
                if who == CODE
                else f"given by a model ({who}) from the evidence of the cells alone"
            )
            said.append(f"Scores from 0 to 5: {', '.join(criteria)}: {how}.")
    return said


def not_concluded(lang: Lang) -> str:
    """Said when a rule wrote the comparison."""
    if lang == "ja":
        return "表と引用は規則が並べたもので、優劣は判断していない（モデルなし）。"
    return "A rule laid out the table and its quotations; no conclusion was drawn (no model)."


def unknown(places: Sequence[str], lang: Lang) -> str:
    """Cells for which nothing was found."""
    if lang == "ja":
        return f"述べた出典が見つからず、不明とした欄：{'、'.join(places)}。"
    return f"Unknown, for no source was found that says it: {'; '.join(places)}."


def disputed(places: Sequence[str], lang: Lang) -> str:
    """Cells in which sources differ."""
    if lang == "ja":
        return f"出典が食い違う欄：{'、'.join(places)}。どちらが正しいかは判断していない。"
    return f"Sources differ on: {'; '.join(places)}. Which one is right was not judged."
