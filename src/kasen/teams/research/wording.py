"""Fixed sentences of the report in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from kasen.models.role import RULE
from kasen.team import RunFigures
from kasen.teams.research.schemas import PointCoverage, SearchDone, Unread
from kasen.teams.research.schemas.verification import Verification
from kasen.tools.report.labels import mode_name, price

Lang = Literal["ja", "en"]
_MOST_PAGES = 5


def made_by(mode: str, figures: RunFigures, cited: int, read: int, lang: Lang) -> str:
    """One line: mode, models or rules, sources that are cited and, where they are more, that were read, price."""
    models = sorted({by for said in figures.by_role.values() for by in said.split(", ") if by != RULE})
    if lang == "ja":
        who = "、".join(models) or "規則（モデルなし）"
        counted = f"出典 {cited} 件" + (f"（読んだのは {read} 件）" if read > cited else "")
        return f"{mode_name(mode, lang)} · {who} · {counted} · {price(figures.usd, lang)}"
    who = ", ".join(models) or "rules (no model)"
    counted = f"{cited} {'source' if cited == 1 else 'sources'}" + (f" cited, {read} read" if read > cited else "")
    return f"{mode_name(mode, lang)} · {who} · {counted} · {price(figures.usd, lang)}"


def quoted_only(lang: Lang, *, by_rule: bool) -> str:
    """Said when every sentence is a quotation."""
    if not by_rule:
        if lang == "ja":
            return "この報告の文はすべて出典からの引用です。モデルが書いた文は含みません。"
        return "Every sentence of this report is quoted from its sources; none is written by a model."
    if lang == "ja":
        return "この報告の文はすべて出典からの引用です。規則が選んで並べたもので、言い換えも判断もしていません。"
    return "Every sentence of this report is quoted from its sources; a rule chose and ordered them and judged nothing."


def written(lang: Lang, verification: Verification) -> str:
    """Said when a model wrote the report: what was compared, and by whom."""
    if verification.judged:
        if lang == "ja":
            return (
                "この報告の文はモデルが書きました。数値・日付・名前・否定・語は出典と機械的に照合し、"
                f"{verification.judged} 文は意味もモデル（{verification.by}）が引用と照合しました。"
                "番号から原文を確かめられます。"
            )
        return (
            "A model wrote the sentences of this report. Code compared their numbers, dates, names, denials and words "
            f"with the sources; {verification.judged} {'was' if verification.judged == 1 else 'were'} judged against "
            f"{'its' if verification.judged == 1 else 'their'} quotations by a model as well "
            f"({verification.by}). Each mark leads to the source's own words."
        )
    if lang == "ja":
        return (
            "この報告の文はモデルが書きました。数値・日付・名前・否定・語は出典と機械的に照合しましたが、"
            "意味までは照合していません。番号から原文を確かめられます。"
        )
    return (
        "A model wrote the sentences of this report. Code compared their numbers, dates, names, denials and words "
        "with the sources, not their meaning; each mark leads to the source's own words."
    )


def filled(lang: Lang) -> str:
    """Said when a model's draft was filled up."""
    if lang == "ja":
        return "モデルの文が出典と合わないか足りないところは、規則が選んだ出典の引用で補いました。"
    return "Where what the model wrote did not stand or did not suffice, a rule put in quotations from the sources."


def lost(count: int, lang: Lang) -> str:
    """Said when a model quoted what was not there."""
    if lang == "ja":
        return f"引用 {count} 件は示した箇所に無いため使わなかった。"
    return f"{count} quotation(s) stand in no passage that was shown and were left out."


def written_by_rules(roles: Sequence[str], lang: Lang) -> str:
    """Said when a model was there, but a rule stood in for some roles."""
    if lang == "ja":
        return f"モデルの代わりに規則が答えた役割：{'、'.join(roles)}。"
    return f"A rule stood in for the model in these roles: {', '.join(roles)}."


def models_failed(failed: Mapping[str, str], lang: Lang) -> str:
    """Said when models were asked and none answered: the first reason of each provider."""
    reasons: dict[str, str] = {}
    for why in failed.values():
        reasons.setdefault(why.partition(":")[0], why)
    if lang == "ja":
        return f"どのモデルからも回答を得られず（{'；'.join(reasons.values())}）、規則が書きました。"
    return f"All models failed ({'; '.join(reasons.values())}); rules wrote this."


def no_answer(lang: Lang) -> str:
    """Said when there is no finding at all."""
    if lang == "ja":
        return "この問いに答える記述は見つかりませんでした。"
    return "Nothing that answers this question was found."


def look_elsewhere(lang: Lang, *, web_failed: bool) -> str:
    """The next step after a search that found nothing."""
    if lang == "ja":
        if web_failed:
            return "ウェブ検索はすべて失敗しました。つながるときにもう一度尋ねるか、資料（`--docs`）を足してください。"
        return "別の言葉で尋ねるか、それについて書かれた資料（`--docs`）を足してください。"
    if web_failed:
        return "Every search of the web failed: ask again when it works, or add documents that speak of it (`--docs`)."
    return "Ask in other words, or add documents that speak of it (`--docs`)."


def only_rows(lang: Lang) -> str:
    """Stands for a summary where only rows of tables answer."""
    if lang == "ja":
        return "問いに答える記述は表の行だけで、要約にできる文は無い。行は主な発見に示す。"
    return (
        "Only rows of tables answer this question, so there is no sentence to sum up; the key findings show the rows."
    )


def each_alone(lang: Lang, *, but_disputed: bool) -> str:
    """Said once where every key finding that nothing disputes rests on one origin."""
    if lang == "ja":
        which = "主な発見は、食い違いのあるものを除き、" if but_disputed else "主な発見は、"
        return f"{which}それぞれ一つの出所だけに基づく。同じことを述べる独立した別の出典は、見つかった中に無かった。"
    which = "Each key finding that is not disputed" if but_disputed else "Each key finding"
    return f"{which} rests on a single origin: no independent second source among those found says the same."


def weak_answer(lang: Lang) -> str:
    """Said when what was found covers no point."""
    if lang == "ja":
        return "問いの語の一部しか見つからず、以下の記述は問いに答えていないかもしれません。"
    return "Only some words of the question were found; what follows may not answer it."


def open_point(point: PointCoverage, lang: Lang) -> str:
    """A point that is not covered, with the measure."""
    share = round(point.coverage * 100)
    if lang == "ja":
        lacking = dict.fromkeys(_in_full(word, point.text) for word in point.missing)
        words = f"。どこにも無い語：{'、'.join(lacking)}" if lacking else ""
        return f"「{point.text}」：根拠が足りない（語の {share} % だけが見つかった{words}）。"
    words = f"; found nowhere: {', '.join(point.missing)}" if point.missing else ""
    return f"“{point.text}”: not enough evidence ({share} % of its words were found{words})."


def _in_full(word: str, text: str) -> str:
    """A verb of which only the Chinese character was compared, as it stands in the text."""
    match = re.search(re.escape(word) + r"(?P<rest>[ぁ-ん]+?)(?:のか|か)?(?![ぁ-ん])", text)
    if len(word) > 1 or match is None or match["rest"][0] in "とでのはがをにもやへ":
        return word
    return word + match["rest"]


def heading(text: str) -> str:
    """A point as it stands over a section: with a capital where English begins, without the Japanese full stop."""
    text = text.removesuffix("。")
    return (
        text[:1].upper() + text[1:] if re.match(r"(?:what|when|where|who|whom|whose|why|which|how)\b", text) else text
    )


def words_missing(point: PointCoverage, lang: Lang) -> str:
    """A point that is covered, though some of its words are in no evidence: they may be what was asked."""
    if lang == "ja":
        return f"「{point.text}」：根拠のどこにも無い語：{'、'.join(point.missing)}。"
    return f"“{point.text}”: found nowhere in the evidence: {', '.join(point.missing)}."


def other_language(documents: int, lang: Lang) -> str:
    """Said when a rule, which cannot translate, searched documents in the other language."""
    if lang == "ja":
        return f"英語の資料 {documents} 件は、問いと同じ綴りの語でしか探していない。"
    some = "document is" if documents == 1 else "documents are"
    return f"{documents} {some} in Japanese; only words spelled as in the question were found in them."


def unnamed_point(number: int, lang: Lang) -> str:
    """Stands for a point that a model named in words that are not about the matter."""
    return f"論点{number}" if lang == "ja" else f"Point {number}"


def judged_missing(texts: Sequence[str], lang: Lang) -> str:
    """What a model found no evidence for."""
    if lang == "ja":
        return f"評価者（モデル）が根拠を見つけなかったこと：{'、'.join(texts)}。"
    return f"The evaluator, a model, found no evidence on: {'; '.join(texts)}."


def failed_searches(searches: Sequence[SearchDone], lang: Lang) -> list[str]:
    """Searches that failed, those for the same reason together."""
    by_reason: dict[str, list[str]] = {}
    for search in searches:
        if search.error:
            by_reason.setdefault(search.error, []).append(search.query)
    return [_failed(list(dict.fromkeys(queries)), reason, lang) for reason, queries in by_reason.items()]


def _failed(queries: Sequence[str], reason: str, lang: Lang) -> str:
    shown, more = queries[:_MOST_PAGES], len(queries) - _MOST_PAGES
    if lang == "ja":
        rest = f"ほか {more} 件" if more > 0 else ""
        return f"検索{''.join(f'「{query}」' for query in shown)}{rest}は失敗した：{reason}"
    rest = f" and {more} more" if more > 0 else ""
    some = "The search" if len(queries) == 1 else "The searches"
    return f"{some} {', '.join(f'“{query}”' for query in shown)}{rest} failed: {reason}"


def no_web(lang: Lang) -> str:
    """Said when the web would have been asked."""
    if lang == "ja":
        return "ウェブ検索は設定されていないため、資料だけを調べた。"
    return "No web search is configured, so only the documents were searched."


def reads_nothing(lang: Lang) -> str:
    """Why a page was not read where nothing reads pages."""
    return "この実行はページを読まない" if lang == "ja" else "this run reads no pages"


def too_old(day: str, lang: Lang) -> str:
    """Why a page that was read counts for nothing: it is older than was asked for."""
    return f"{day} の内容で、指定した期間より古い" if lang == "ja" else f"it is from {day}, older than was asked for"


def refused(what: str, lang: Lang) -> str:
    """A person did not approve the plan or the draft."""
    if lang == "ja":
        return "計画が承認されなかったため、調べていない。" if what == "plan" else "この内容は承認されなかった。"
    return "The plan was not approved, so nothing was looked up." if what == "plan" else "This draft was not approved."


def no_documents(lang: Lang) -> str:
    """Said when documents were given and none could be read."""
    if lang == "ja":
        return "読める資料が無かった。"
    return "There were no documents that could be read."


def unread_file(name: str, reason: str, lang: Lang) -> str:
    """A file and why it could not be taken in."""
    return f"{name}（{reason}）" if lang == "ja" else f"{name} ({reason})"


def skipped(names: Sequence[str], lang: Lang) -> str:
    """Files that could not be taken in."""
    shown = names[:5]
    more = len(names) - len(shown)
    if lang == "ja":
        return f"読めなかった資料：{'、'.join(shown)}" + (f"、ほか {more} 件。" if more else "。")
    return f"Documents that could not be read: {'; '.join(shown)}" + (f"; and {more} more." if more else ".")


def unread_pages(pages: Sequence[Unread], lang: Lang) -> list[str]:
    """Pages of the results that could not be read: the first ones by name, the rest by number."""
    shown = [f"{page.url} ({page.reason})" for page in pages[:_MOST_PAGES]]
    more = len(pages) - len(shown)
    if lang == "ja":
        told = [f"読めなかったページ：{page}" for page in shown]
        return [*told, f"読めなかったページが、ほかに {more} 件ある。"] if more else told
    told = [f"A page could not be read: {page}" for page in shown]
    return [*told, f"{more} more pages could not be read."] if more else told


def taken_out(replaced: int, dropped: int, repaired: int, lang: Lang) -> str:
    """Statements that did not pass the check as they were."""
    if lang == "ja":
        return f"出典と合わない記述：{replaced} 件を引用に置き換え、{repaired} 件を直し、{dropped} 件を除いた。"
    return (
        f"Statements that their sources do not support: {replaced} replaced by quotations, {repaired} mended, "
        f"{dropped} left out."
    )


def adds(lang: Lang) -> str:
    """Why a statement is only partly supported: part of it is in words that the quotations it rests on do not have."""
    if lang == "ja":
        return "一部の語が、根拠とした引用に無い"
    return "some of its words are not in the quotations it rests on"


def in_part(lang: Lang) -> str:
    """Why a statement is only partly supported: a model that verified it says so."""
    if lang == "ja":
        return "検証者（モデル）は、引用が述べるのは一部だけだと判断した"
    return "a verifier, a model, found that the quotations say it in part only"


def nothing_on(lang: Lang) -> str:
    """Stands under a point for which there is no evidence."""
    if lang == "ja":
        return "この点についての記述は見つからなかった。"
    return "Nothing was found on this point."


def unanswered(lang: Lang) -> str:
    """Stands under a point which a writer left out, and which the evidence does not cover by its words either."""
    if lang == "ja":
        return "見つかった資料はこの点に答えていない。"
    return "What was found does not answer this point."


def differ(lang: Lang) -> str:
    """Note under a disagreement."""
    if lang == "ja":
        return "数値または日付が食い違う。どちらが正しいかは判断していない。"
    return "The figures differ; which one is right was not judged."
