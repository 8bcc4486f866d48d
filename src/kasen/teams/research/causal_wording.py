"""Fixed sentences of a causal inquiry in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas.causal import Kind, Status
from kasen.teams.research.wording import Lang

_KINDS: dict[Kind, tuple[str, str]] = {
    "cause": ("原因と述べる", "named as cause"),
    "correlation": ("相関・関連を述べる", "named as going together"),
    "sequence": ("順序だけを述べる", "named as coming after"),
    "none": ("つながりを述べない", "no link named"),
}
_STATES: dict[Status, tuple[str, str]] = {
    "supported": ("根拠あり", "evidence for it"),
    "contested": ("賛否の根拠あり", "evidence on both sides"),
    "refuted": ("反する根拠のみ", "only evidence against it"),
    "unsupported": ("根拠なし", "no evidence found"),
}


def kind(said: Kind, lang: Lang) -> str:
    """What sources say of a link."""
    return _KINDS[said][lang == "en"]


def status(of: Status, lang: Lang) -> str:
    """What the evidence makes of a hypothesis."""
    return _STATES[of][lang == "en"]


def would_support(cause: str, effect: str, lang: Lang) -> str:
    """What would speak for a hypothesis of a rule."""
    if lang == "ja":
        return f"「{cause}」が「{effect}」をもたらしたと、独立した出典が述べること。"
    return f"An independent source that names “{cause}” as a cause of “{effect}”."


def would_refute(cause: str, effect: str, lang: Lang) -> str:
    """What would refute a hypothesis of a rule."""
    if lang == "ja":
        return f"「{cause}」が無くても「{effect}」が起きた例、または「{cause}」があっても起きなかった例。"
    return f"“{effect}” where there was no “{cause}”, or “{cause}” without it."


def headings(lang: Lang) -> tuple[str, str, str]:
    """Of the graph, of the links, of the ranking."""
    if lang == "ja":
        return "原因の図", "つながりと根拠", "仮説（可能性の高い順）"
    return "Graph of causes", "Links and their evidence", "Hypotheses, most likely first"


def link_columns(lang: Lang) -> tuple[str, tuple[str, ...]]:
    """Corner and columns of the table of links."""
    if lang == "ja":
        return "原因", ("結果", "出典の述べ方", "強さ", "根拠", "反する根拠")
    return "Cause", ("Effect", "What sources say", "Strength", "Evidence", "Against it")


def ranking_columns(lang: Lang) -> tuple[str, tuple[str, ...]]:
    """Corner and columns of the ranking."""
    if lang == "ja":
        return "仮説", ("可能性", "判定", "これを否定するもの")
    return "Hypothesis", ("Likelihood", "Finding", "What would refute it")


def root(lang: Lang) -> str:
    """Said of a hypothesis that nothing else found brings about."""
    return "根本原因の候補" if lang == "ja" else "possible root cause"


def none_against(lang: Lang) -> str:
    """Stands where no evidence against a link was found."""
    return "見つからなかった" if lang == "ja" else "none found"


def no_links(lang: Lang) -> str:
    """Said where no source links anything to what is to be explained."""
    if lang == "ja":
        return "原因と結果を結ぶ記述は見つからなかったため、図は描いていない。"
    return "No source links a cause to what is to be explained, so no graph was drawn."


def computed(lang: Lang) -> str:
    """How strength and likelihood came about."""
    if lang == "ja":
        return "強さと可能性（0〜1）は、独立した出典の数と述べ方、反する根拠から計算した。確率ではない。"
    return (
        "Strength and likelihood (0 to 1) are computed from the number of independent origins, what they say (cause, "
        "correlation, sequence) and the evidence against; they are no probabilities."
    )


def proposed(by_rule: bool, lang: Lang) -> str:
    """Where the hypotheses come from."""
    if lang == "ja":
        return (
            "仮説は、資料が原因として述べている語句を規則が拾ったもの。"
            if by_rule
            else "仮説とそれを否定するものはモデルの提案であり、根拠が示されるまでは知見ではない。"
        )
    return (
        "The hypotheses are what the documents name as causes, picked out by a rule."
        if by_rule
        else "Hypotheses, and what would refute them, were proposed by a model; without evidence they are no findings."
    )


def verdict(name: str, said: str, lang: Lang) -> str:
    """What a model made of evidence on both sides."""
    words = {
        "holds": ("反する根拠があっても成り立つ", "holds in spite of the evidence against it"),
        "weakened": ("反する根拠により弱まる", "is weakened by the evidence against it"),
        "refuted": ("反する根拠により退けられる", "is refuted by the evidence against it"),
    }[said][lang == "en"]
    return f"「{name}」：モデルの判断では、{words}。" if lang == "ja" else f"“{name}”: a model judged that it {words}."


def only_against(lang: Lang) -> str:
    """Stands over what speaks against a hypothesis for which nothing speaks."""
    return "反する記述だけが見つかった：" if lang == "ja" else "Only this was found, and it speaks against it:"


def confounders(name: str, found: Sequence[str], lang: Lang) -> str:
    """What else could explain a link."""
    if lang == "ja":
        return f"「{name}」の交絡として挙がったもの：{'、'.join(found)}。"
    return f"What else may explain the link from “{name}”: {'; '.join(found)}."


def unsupported(names: Sequence[str], lang: Lang) -> str:
    """Hypotheses without evidence."""
    if lang == "ja":
        return f"根拠が見つからず、図に入れていない仮説：{'、'.join(f'「{name}」' for name in names)}。"
    shown = "; ".join(f"“{name}”" for name in names)
    return f"Hypotheses for which no evidence was found, and which are not in the graph: {shown}."


def no_hypotheses(lang: Lang) -> str:
    """Said where there was nothing to look for."""
    if lang == "ja":
        return "資料が原因として述べるものが見つからず、仮説を立てられなかった。"
    return "Nothing is named as a cause in what was found, so there is no hypothesis."
