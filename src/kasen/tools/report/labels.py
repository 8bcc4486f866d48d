"""The fixed words of a report in both languages."""

from __future__ import annotations

from typing import NamedTuple

from kasen.tools.report.model import CitedPassage, Lang, Reference, Ruling


class Labels(NamedTuple):
    """Headings and signs."""

    summary: str
    findings: str
    analysis: str
    disagreements: str
    not_covered: str
    references: str
    how_made: str
    marks: dict[str, str]
    units: dict[str, str]
    passage: str
    close: str
    open_passage: str
    role: str
    by: str
    searched: str
    documents: str
    web: str
    found: str
    failed: str
    figures: str
    claims: str
    replay: str
    costs: dict[str, str]
    """Headings of the cost table, in its order."""
    total: str
    silent: str
    """Behind a model that gave no usable answer."""
    reused: str
    prices: str
    unknown: str
    unknown_price: str
    nothing: str
    modes: dict[str, str]
    rulings: dict[str, str]
    confidence: str
    published: str
    fetched: str
    as_table: str
    """Opens a picture as a table."""
    not_drawn: str
    radar: str
    """Says what a radar chart shows."""
    criterion: str
    open_axis: str
    causes: str
    """Says what a graph of causes shows."""
    kinds: dict[str, str]
    cause: str
    effect: str
    strength: str
    has_evidence: str
    yes: str
    no: str
    strength_key: str
    dashed_key: str
    """Follows `strength_key`, where a line is dashed."""
    page_of: str
    """Page of pages, on paper."""
    used: str
    """Pages that a report rests on."""
    history: str
    """Says what a chart of scores shows."""
    score: str
    score_with_spread: str
    spread_from: str
    spread_to: str
    round: str
    threshold: str


EN = Labels(
    summary="Executive Summary",
    findings="Key Findings",
    analysis="Detailed Analysis",
    disagreements="Where sources disagree",
    not_covered="Not covered",
    references="References",
    how_made="How this was made",
    marks={"partial": "partly supported", "single_origin": "single origin", "disputed": "disputed"},
    units={"page": "p. {}", "slide": "slide {}", "sheet": "sheet {}"},
    passage="Passage",
    close="Close",
    open_passage="Show the passage of source {}",
    role="Part",
    by="made by",
    searched="Searched for",
    documents="documents",
    web="web",
    found="{} found",
    failed="failed: {}",
    figures="{sources} sources and {passages} passages read · {calls} model calls, {rules} answers by rules · "
    "{tokens} tokens · {price} · {seconds:.1f} s",
    claims="Checked against their passages: {supported} supported, {partial} partly, {removed} taken out.",
    replay="Repeat it without network",
    costs={
        "role": "Part",
        "by": "made by",
        "calls": "Calls",
        "in": "Tokens in",
        "out": "Tokens out",
        "usd": "Cost",
    },
    total="Total",
    silent="no answer",
    reused="{} answers of earlier runs",
    prices="Prices: {}",
    unknown="unknown",
    unknown_price="price unknown",
    nothing="Nothing.",
    modes={
        "quick": "quick research",
        "deep": "deep research",
        "supervised": "supervised research",
        "fact-check": "fact-check",
        "compare": "comparison",
        "causal": "causal analysis",
    },
    rulings={
        "supported": "Supported",
        "refuted": "Refuted",
        "disputed": "Disputed",
        "not_enough": "Not enough evidence",
    },
    confidence="confidence {:.0%}",
    published="published {}",
    fetched="read {}",
    as_table="As a table",
    not_drawn="The picture is shown as a table here.",
    radar="Radar chart: {names}, compared by {axes}, each from 0 to {maximum}.",
    criterion="Criterion",
    open_axis="Where a mark is missing, the value is unknown.",
    causes="Graph of causes of: {symptoms}. {nodes} boxes, {edges} links; arrows lead from cause to effect.",
    kinds={"symptom": "Symptom", "cause": "Cause", "root": "Root cause"},
    cause="Cause",
    effect="Effect",
    strength="Strength",
    has_evidence="Evidence",
    yes="yes",
    no="no",
    strength_key="Figures and width: strength of the link, 0 to 1.",
    dashed_key=" Dashed: no evidence supports it.",
    page_of="{page} / {pages}",
    used="Used: {}",
    history="Score by round, from 0 to {maximum}: {values}. Threshold: {threshold}.",
    score="Score",
    score_with_spread="Score; the bar is its spread",
    spread_from="from",
    spread_to="to",
    round="Round",
    threshold="threshold",
)
JA = Labels(
    summary="要約",
    findings="主な発見",
    analysis="詳しい分析",
    disagreements="出典の食い違い",
    not_covered="扱えなかったこと",
    references="出典",
    how_made="作成の記録",
    marks={"partial": "一部のみ支持", "single_origin": "単一の出所", "disputed": "食い違いあり"},
    units={"page": "{} ページ", "slide": "スライド {}", "sheet": "シート {}"},
    passage="該当箇所",
    close="閉じる",
    open_passage="出典 {} の該当箇所を見る",
    role="役割",
    by="担当",
    searched="検索",
    documents="資料",
    web="ウェブ",
    found="{} 件",
    failed="失敗：{}",
    figures="読んだ出典 {sources} 件・箇所 {passages} 件 · モデル呼び出し {calls} 回、規則による回答 {rules} 回 · "
    "{tokens} トークン · {price} · {seconds:.1f} 秒",
    claims="出典との照合：支持 {supported} 件、一部 {partial} 件、除去 {removed} 件。",
    replay="ネットワークなしで再現する",
    costs={
        "role": "役割",
        "by": "担当",
        "calls": "呼び出し",
        "in": "入力トークン",
        "out": "出力トークン",
        "usd": "費用",
    },
    total="合計",
    silent="回答なし",
    reused="以前の回答を再利用 {} 件",
    prices="価格表：{}",
    unknown="不明",
    unknown_price="価格不明",
    nothing="なし。",
    modes={
        "quick": "簡易調査",
        "deep": "詳細調査",
        "supervised": "査読つき調査",
        "fact-check": "事実確認",
        "compare": "比較",
        "causal": "原因分析",
    },
    rulings={
        "supported": "支持される",
        "refuted": "否定される",
        "disputed": "見解が分かれる",
        "not_enough": "根拠が足りない",
    },
    confidence="確信度 {:.0%}",
    published="公開 {}",
    fetched="閲覧 {}",
    as_table="表で見る",
    not_drawn="図は表で示します。",
    radar="レーダーチャート：{names}を{axes}で比べたもの。各軸は 0 から {maximum} まで。",
    criterion="基準",
    open_axis="印のない軸は値が不明です。",
    causes="「{symptoms}」の原因の図。項目 {nodes} 件、つながり {edges} 件。矢印は原因から結果へ向かいます。",
    kinds={"symptom": "症状", "cause": "原因", "root": "根本原因"},
    cause="原因",
    effect="結果",
    strength="強さ",
    has_evidence="根拠",
    yes="あり",
    no="なし",
    strength_key="数字と線の太さ：つながりの強さ（0 から 1）。",
    dashed_key="破線：支持する根拠がないもの。",
    page_of="{page} / {pages}",
    used="参照箇所：{}",
    history="各回の点数（0 から {maximum} まで）：{values}。合格点：{threshold}。",
    score="点数",
    score_with_spread="点数（縦線はばらつき）",
    spread_from="下端",
    spread_to="上端",
    round="回",
    threshold="合格点",
)


def labels(lang: Lang) -> Labels:
    """The words of a language."""
    return JA if lang == "ja" else EN


def mode_name(mode: str, lang: Lang) -> str:
    """The name of a mode for readers; one that is not known here stays as it is."""
    return labels(lang).modes.get(mode, mode)


def dates(reference: Reference, lang: Lang) -> str:
    """When a source was published and when it was read; the one date there is, where it is not known which."""
    words = labels(lang)
    said = [words.published.format(reference.published)] if reference.published else []
    said += [words.fetched.format(reference.fetched)] if reference.fetched else []
    return " · ".join(said) or reference.date


def ruling_line(ruling: Ruling, lang: Lang) -> str:
    """The confidence and the note of a ruling on one line; empty without either."""
    sure = "" if ruling.confidence is None else labels(lang).confidence.format(min(max(ruling.confidence, 0), 1))
    return " · ".join(part for part in (sure, ruling.note) if part)


def place(reference: Reference | None, passage: CitedPassage | None, lang: Lang) -> str:
    """Where words stand: file or publisher (when the reference is given), page, headings."""
    parts = [reference.file or reference.publisher] if reference else []
    if passage is not None:
        parts.append(labels(lang).units[passage.unit].format(passage.page) if passage.page is not None else "")
        parts.append(" › ".join(passage.headings))
    return " · ".join(part for part in parts if part)


def price(usd: float | None, lang: Lang) -> str:
    """Dollars as a reader wants them: `$0`, cents and below to four places, more to two."""
    if usd is None:
        return labels(lang).unknown_price
    return "$0" if usd == 0 else f"${usd:.4f}" if usd < 1 else f"${usd:.2f}"
