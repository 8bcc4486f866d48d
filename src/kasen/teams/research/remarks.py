"""Fixed sentences of mode supervised, in both languages: messages, reasons, and what stands in the report's banner."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas.supervised import DraftReview, Ended, NextAction, Progress, Review, Scores
from kasen.teams.research.steering import MIN_RESEARCH_DATA_COUNT, Why
from kasen.teams.research.wording import Lang

_WHY_JA: dict[Why, str] = {
    "iterations": "最大イテレーション数に到達した",
    "too_few": "データが不足している（{count} 件）",
    "enough": "十分なデータが集まった（{count} 件）",
    "only_earlier": "前の調査の出典（{count} 件）だけでは足りない",
    "dry": "続けて調べても新しい出典が無いため、あるものから書く（{count} 件）",
    "cap_near": "最大イテレーション数が近いため、あるものから書く（{count} 件）",
    "reviewed": "査読のあと",
}
_WHY_EN: dict[Why, str] = {
    "iterations": "the cap on iterations is reached",
    "too_few": "there is too little data ({count} sources)",
    "enough": "there is enough data ({count} sources)",
    "only_earlier": "the sources of the report before ({count}) do not hold what is asked now",
    "dry": "searching on finds nothing new, so it is written from what there is ({count} sources)",
    "cap_near": "the cap on iterations is near, so it is written from what there is ({count} sources)",
    "reviewed": "after the review",
}
_LONGEST = 80
"""Characters of a statement that is named in a message."""
_CRITERIA_JA = {"fact_check": "事実", "completeness": "網羅性", "logic": "論理", "format": "形式"}
_CRITERIA_EN = {"fact_check": "facts", "completeness": "completeness", "logic": "logic", "format": "format"}


def decided(action: NextAction, why: str, lang: Lang) -> str:
    """Message of the supervisor (seed 004 §3.2.4)."""
    return f"次のアクション: {action}\n理由: {why}" if lang == "ja" else f"Next action: {action}\nReason: {why}"


def reason(why: Why, progress: Progress, lang: Lang) -> str:
    """Why code decided so."""
    said = (_WHY_JA if lang == "ja" else _WHY_EN)[why].format(count=progress.data_count)
    share = round(progress.coverage * 100)
    return (
        f"{said}（計画の語の {share} % を被覆）" if lang == "ja" else f"{said}; {share} % of the plan's words are held"
    )


def corrected(role: str, proposed: str, action: NextAction, lang: Lang) -> str:
    """Said when a model proposed an action that is not its to take."""
    given = " ".join(proposed.split())[:40]
    if lang == "ja":
        return f"{role} の提案「{given}」は取れないため {action} とした。"
    return f"The {role} proposed “{given}”, which it may not; {action} was taken instead."


def searched(new: int, total: int, failed: int, lang: Lang) -> str:
    """Message of the researcher."""
    if lang == "ja":
        return f"検索完了: {new} 件の新しい結果を追加した（合計: {total} 件）" + (
            f"、失敗 {failed} 件" if failed else ""
        )
    return f"Searched: {new} new sources ({total} in all)" + (f", {failed} searches failed" if failed else "")


def exhausted(lang: Lang) -> str:
    """Message of the researcher when there is nothing left that it could send."""
    return (
        "まだ送っていない検索語も資料も無い。" if lang == "ja" else "No query and no document is left to be searched."
    )


def written(length: int, lang: Lang) -> str:
    """Message of the writer with a first draft."""
    return (
        f"ドラフトを生成した（長さ: {length} 文字）" if lang == "ja" else f"A draft was written ({length} characters)."
    )


def revised(applied: int, refused: int, lang: Lang) -> str:
    """Message of the writer with a revision."""
    if lang == "ja":
        return f"ドラフトの {applied} か所を直した。" + (f"従わなかった編集 {refused} 件。" if refused else "")
    text = f"{applied} {'place' if applied == 1 else 'places'} of the draft changed."
    return text + (f" Edits that were not followed: {refused}." if refused else "")


def cannot_follow(lang: Lang) -> str:
    """Said when a person wants something of the draft and a rule writes it."""
    if lang == "ja":
        return "規則は自由な文による指示に従えないため、ドラフトについての次の要望は反映していない："
    return "A rule cannot follow free text, so this wish about the draft was not carried out: "


def reviewed(review: DraftReview, lang: Lang) -> str:
    """Message of the reviewer."""
    words = scores(review.scores, review.overall_score, lang)
    if lang == "ja":
        head = "レビュー完了: ドラフトは承認された" if review.approved else "レビュー結果: 改善が必要"
        return f"{head}（{words}）" + (f"\nフィードバック: {review.feedback}" if review.feedback else "")
    head = "Reviewed: the draft passed" if review.approved else "Reviewed: the draft needs work"
    return f"{head} ({words})" + (f"\nFeedback: {review.feedback}" if review.feedback else "")


def contradicts(approved: bool, lang: Lang) -> str:
    """Said when a reviewer's word does not go with its scores; the scores count."""
    if lang == "ja":
        return f"査読者の判定（{'承認' if approved else '不承認'}）は点数と合わない。点数に従った。"
    return f"The reviewer said {'approved' if approved else 'not approved'} against its own scores; the scores count."


def scores(given: Scores, overall: float | None, lang: Lang) -> str:
    """Every score in one line; what nobody judged is called that."""
    names = _CRITERIA_JA if lang == "ja" else _CRITERIA_EN
    unknown = "判断せず" if lang == "ja" else "not judged"
    said = [
        f"{name} {unknown if (score := getattr(given, key)) is None else f'{score:.2f}'}" for key, name in names.items()
    ]
    total = "総合" if lang == "ja" else "overall"
    return (
        ("、" if lang == "ja" else ", ").join(said)
        + ("、" if lang == "ja" else ", ")
        + (f"{total} {unknown}" if overall is None else f"{total} {overall:.2f}")
    )


def weak_statement(text: str, why: str, lang: Lang) -> str:
    """A finding of code: a statement that its citations do not say."""
    said = _short(text)
    if lang == "ja":
        return f"引用が言っていない記述：「{said}」" + (f"（{why}）" if why else "")
    return f"Its citations do not say this: “{said}”" + (f" ({why})" if why else "")


def mended_statement(text: str, lang: Lang) -> str:
    """A finding of code: a statement that was put right."""
    return (
        f"引用に合わせて直した記述：「{_short(text)}」"
        if lang == "ja"
        else f"Put right by its citations: “{_short(text)}”"
    )


def open_point(point: str, *, has_evidence: bool, lang: Lang) -> str:
    """A finding of code: a point of which the draft cites too few words; whether it is answered was not judged."""
    if lang == "ja":
        rest = "使っていない根拠がある" if has_evidence else "ほかの根拠はまだ無い"
        return f"「{point}」の語は、その節の引用に少ししか無い（{rest}）。"
    rest = "there is evidence that it does not cite" if has_evidence else "there is no other evidence yet"
    return f"Few words of “{point}” stand in what its section cites ({rest})."


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"


def missing_part(part: str, lang: Lang) -> str:
    """A finding of code: a part that is not there or not in form."""
    return (
        f"部分 `{part}` が無いか、長さか数が合わない。" if lang == "ja" else f"Part `{part}` is missing or out of form."
    )


def ended(why: Ended, *, rounds: int, iterations: int, lang: Lang) -> str:
    """Why the review went no further."""
    said: dict[Ended, str]
    if lang == "ja":
        said = {
            "passed": f"{rounds} 回目の査読に合格した。",
            "no_gain": f"査読 {rounds} 回で、手直ししても良くならなくなった。最も良い版を出す。",
            "iterations": f"最大イテレーション数（{iterations}）に到達した。最も良い版を出す。",
            "budget": "予算の上限に達し、査読を続けられなかった。最も良い版を出す。",
            "not_reviewed": "査読者の回答が得られず、この報告は査読されていない。",
            "person": "人の判断で査読を終えた。",
        }
        return said[why]
    said = {
        "passed": f"It passed review {rounds}.",
        "no_gain": f"After {rounds} review(s) it got no better; the best draft is given.",
        "iterations": f"The cap on iterations ({iterations}) was reached; the best draft is given.",
        "budget": "The budget was spent before the review was over; the best draft is given.",
        "not_reviewed": "The reviewer gave no answer that could be used: this report was not reviewed.",
        "person": "A person ended the review.",
    }
    return said[why]


def banner(review: Review, *, sources: int, lang: Lang) -> list[str]:
    """What the report says of its review at the top: marked where it did not pass or rests on little."""
    best = review.rounds[review.best]
    line = scores(best.scores, best.overall_score, lang)
    if lang == "ja":
        said = [f"査読：{review.reason}{line}（合格は総合 0.8 かつ事実 0.9 以上）。"]
    else:
        said = [f"Review: {review.reason} {line[0].upper()}{line[1:]} (to pass: overall 0.8 and facts 0.9)."]
    if best.verdict in ("no_verdict", "infra_failed") and review.ended != "not_reviewed":
        said.append(ended("not_reviewed", rounds=0, iterations=0, lang=lang))
    if sources < MIN_RESEARCH_DATA_COUNT:
        said.append(few_sources(sources, lang))
    return said


def few_sources(sources: int, lang: Lang) -> str:
    """Said when the draft was written from fewer sources than it should be."""
    if lang == "ja":
        return f"出典は {sources} 件で、目安の {MIN_RESEARCH_DATA_COUNT} 件に満たない。あるものから書いた。"
    found = "1 source was" if sources == 1 else f"{sources} sources were"
    return f"Only {found} found, fewer than {MIN_RESEARCH_DATA_COUNT}; it is written from what there is."


def plan_told(points: Sequence[str], queries: Sequence[str], lang: Lang) -> str:
    """One line for people: how much was planned."""
    if lang == "ja":
        return f"{len(points)} 点、検索 {len(queries)} 件"
    return f"points: {len(points)}, queries: {len(queries)}"
