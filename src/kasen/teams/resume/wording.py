"""Sentences of the team in both languages: refusals, notes, reasons."""

from __future__ import annotations

from pathlib import Path

from kasen.teams.resume.schemas.feedback import Feedback, Scored
from kasen.teams.resume.schemas.result import Result

_SHOWN = 60
"""Characters of a line of the résumé that a question quotes."""

_REFUSED = {
    "place": ("There is no such line to write behind.", "その行の後には書き足せない。"),
    "words": ("The words to be changed do not stand in that line.", "変えるべき語句がその行にない。"),
    "twice": ("The words to be changed stand there more than once.", "変えるべき語句がその場所に二つ以上ある。"),
    "protected": (
        "It would change markup, code or an address, which stay as they are.",
        "マークアップ、コード、リンク先を変えることになる。これらは変えない。",
    ),
    "identity": (
        "It touches a name, an employer, a title, a date or a degree; these are yours alone to change.",
        "氏名、勤務先、役職、年月、学位に触れている。これらを変えられるのは本人だけ。",
    ),
    "facts": (
        "It says something else than the words that it stands for, or more.",
        "元の記述にないことを述べているか、元の記述と食い違う。",
    ),
    "markup": ("The file would no longer be sound with it.", "これを入れるとファイルが壊れる。"),
    "conflict": ("Another edit changes the same words.", "別の修正が同じ語句を変えている。"),
    "empty": ("It changes nothing.", "何も変わらない。"),
}


def refused(reason: str, lang: str) -> str:
    """Why an edit was not made, one sentence."""
    english, japanese = _REFUSED[reason]
    return japanese if lang == "ja" else english


def said(feedback: Feedback, lang: str) -> str:
    """One line about what a critic says."""
    found, total = len(feedback.findings), len(feedback.criteria)
    if feedback.score is None:
        return "判定なし" if lang == "ja" else "not judged"
    if feedback.verdict in ("pass", "fail"):
        score = f"{feedback.score:.1f}"
        if lang == "ja":
            return f"{score}・指摘 {found} 件"
        return f"{score} · {found} finding{'' if found == 1 else 's'}"
    if lang == "ja":
        return f"{total} 項目中 {feedback.measured} 項目を測定・指摘 {found} 件"
    return f"{feedback.measured} of {total} criteria measured · {found} finding{'' if found == 1 else 's'}"


def _near(value: float, threshold: float) -> str:
    """To one place, to two where rounding would move it over the threshold."""
    text = f"{value:.1f}"
    return text if (float(text) >= threshold) == (value >= threshold) else f"{value:.2f}"


def score_line(scored: Scored, threshold: float, lang: str) -> str:
    """The weighted score with its spread and the threshold, or what was measured."""
    if scored.score is None:
        return "点数なし" if lang == "ja" else "no score"
    if not scored.judged or scored.low is None or scored.high is None:
        if lang == "ja":
            return f"{scored.total} 項目中 {scored.measured} 項目を測定（{scored.score:.1f}）・判定なし"
        return f"{scored.measured} of {scored.total} criteria measured ({scored.score:.1f}); not judged"
    value, low, high = (_near(one, threshold) for one in (scored.score, scored.low, scored.high))
    spread = f"{value} ({low}–{high})"
    if lang == "ja":
        return f"{spread}／基準 {threshold:g}・{'合格' if scored.passed else '未達'}"
    return f"{spread} of {threshold:g} needed: {'passed' if scored.passed else 'not yet'}"


NAMES = {
    "recruiter": ("recruiter", "採用担当者"),
    "tech_writer": ("technical writer", "テクニカルライター"),
    "copywriter": ("copywriter", "コピーライター"),
    "ux_designer": ("UX designer", "UX デザイナー"),
    "visual_designer": ("visual designer", "ビジュアルデザイナー"),
}


def name(critic: str, lang: str) -> str:
    """What a critic is called."""
    return NAMES[critic][lang == "ja"]


def shared_out(scored: Scored, lang: str) -> str:
    """That critics have no share, and how the others' weights stand; empty where all five count."""
    if not scored.left_out or scored.score is None:
        return ""
    gone = [name(one, lang) for one in scored.left_out]
    has_score = any(scored.by_critic.get(one) is not None for one in scored.left_out)
    rest = [f"{name(one, lang)} {f'{weight:.3f}'.lstrip('0')}" for one, weight in scored.weights.items()]
    if lang == "ja":
        why = "の点は数えないため" if has_score else "の点はないため"
        return f"{'、'.join(gone)}{why}、重みを残りに配分した（{'、'.join(rest)}）。"
    why = "Not counted is the score of the" if has_score else "No score from the"
    return f"{why} {' and the '.join(gone)}; the weights are shared out: {', '.join(rest)}."


_NOTES = {
    "sent": (
        "The page {url} is opened in Chromium on this machine; pictures of it, unmasked, go to: {models}.",
        "{url} をこのコンピューターの Chromium で開き、画面の画像を(個人情報を隠さずに)次へ送る: {models}。",
    ),
    "kept": ("no model: nothing is sent", "モデルなし(何も送らない)"),
    "no_shot": (
        "No picture of the page: {why}. The visual designer does not judge.",
        "画面の画像なし: {why}。ビジュアルデザイナーは判定しない。",
    ),
    "local_only": ("this run opens nothing", "このコンピューターから何も送らない実行のため開かない"),
    "left_out": (
        "What other files hold (include, embed, var) is not in the picture of the page: it is not masked.",
        "他のファイルの内容(include、embed、var)は個人情報を隠せないため、画面の画像に入れていない。",
    ),
    "preview": (
        "The page was made by the preview renderer, not by Quarto with your theme: the visual designer's findings are "
        "shown, its score does not count.",
        "画面は Quarto ではなく簡易レンダラーで作ったため、ビジュアルデザイナーの指摘は示すが点数には数えない。",
    ),
    "facts": (
        "{count} confirmed facts of {file} count as said.",
        "{file} の確認済みの事実 {count} 件を本文と同じに扱う。",
    ),
    "cut": (
        "Only the first {count} of {all} characters of the posting were read.",
        "求人票は {all} 文字のうち最初の {count} 文字だけを読んだ。",
    ),
    "hidden": (
        "Hidden words or orders to models were found ({count}); they are shown below and do not count.",
        "隠れた文字やモデルへの指示が {count} 件あった。下に示し、評価には数えない。",
    ),
    "no_role": ("No role was named; it is reviewed for: {role}.", "応募職種の指定がないため「{role}」として評価した。"),
    "not_judged": (
        "No model judged: code measured what can be measured and offers mechanical corrections only.",
        "モデルによる判定なし。測れるものだけを測り、機械的な修正だけを示す。",
    ),
    "dead": ("The {critic} could not be asked: {why}.", "{critic}に尋ねられなかった: {why}。"),
    "dropped": (
        "Findings left out, because they quote nothing that stands in the text or are in another language: {count}.",
        "本文にない語句を引いた指摘や、別の言語で書かれた指摘 {count} 件を除いた。",
    ),
    "invalid": (
        "Revisions of round {iteration} did not validate; the last valid version stands.",
        "{iteration} 回目の改稿は検証を通らなかったため、その前の版を残した。",
    ),
    "chosen_invalid": (
        "With the edits that were chosen the file is not sound: {problem}",
        "選ばれた修正だけではファイルが壊れる: {problem}",
    ),
    "not_written": ("`{file}` was not written: {why}.", "`{file}` は書き換えなかった: {why}。"),
    "no_form": ("The revision could not be made as .{form}: {why}.", "改稿を .{form} にできなかった: {why}。"),
    "same_vendor": (
        "The comparison was made by a model of the revisor's own vendor; there is no other.",
        "比較は改稿と同じ提供元のモデルによる(他にない)。",
    ),
    "spent": ("The budget was spent before the review was done.", "予算を使い切ったため、途中までの結果。"),
}


def note(kind: str, lang: str, **values: object) -> str:
    """A sentence for the reader about how the review came about."""
    english, japanese = _NOTES[kind]
    return (japanese if lang == "ja" else english).format(**values)


def is_true(words: str, lang: str) -> str:
    """The question whether words that were refused are a fact."""
    return f"「{words}」は事実ですか。" if lang == "ja" else f"Is this so: “{words}”?"


def asked_about(words: str, question: str, lang: str) -> str:
    """A question that is asked of other words too, with those that it is about."""
    said = " ".join(words.split())
    said = said if len(said) <= _SHOWN else f"{said[: _SHOWN - 1]}…"
    return f"「{said}」：{question}" if lang == "ja" else f"“{said}”: {question}"


_OUTCOMES = {
    "passed": ("passed as it is", "このままで合格"),
    "improved": ("the revision is better", "改稿のほうがよい"),
    "no_gain": ("it did not get better: the original stays", "良くならなかったので元の文書を残す"),
    "not_compared": ("edits are offered; nobody compared them", "修正案あり・比較なし"),
    "reviewed": ("reviewed", "評価のみ"),
    "unchanged": ("nothing was changed", "変更なし"),
}


def ended(result: Result) -> str:
    """The line that a run ends with: where it was written, what came of it, edits."""
    english, japanese = _OUTCOMES[result.outcome]
    count, name = len(result.changes), Path(result.written).name
    if result.lang == "ja":
        head = f"{name} に書き込み・" if name else ""
        return f"{head}{japanese}・修正 {count} 件"
    head = f"written to {name}, " if name else ""
    return f"{head}{english}, {count} edit{'' if count == 1 else 's'}"
