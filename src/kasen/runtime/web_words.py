"""What a run says of the web: sentences for its user."""

from __future__ import annotations

import re

from kasen.models.notice import LONGEST
from kasen.prompts.outside import printable

_JAPANESE = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"there is no network", "ネットワークにつながっていない"),
        (r"is not asked for another (\d+) s: it failed", "続けて失敗したため {} 秒間は使わない"),
        (r"is not asked (?:for another \d+ s|any more): its key", "キーが拒否されたため使わない"),
        (r"is not asked|takes no call|had no place|tried again", "利用枠か失敗のため、いまは使わない"),
        (r"did not answer within ([\d.]+) s", "{} 秒以内に応答がなかった"),
        (r"was not waited for", "ほかの検索より遅いため待たなかった"),
        (r"none answered in time|answered in time", "時間内に応答がなかった"),
        (r"want fewer questions|answered 429", "検索の回数を減らすよう求められた"),
        (r"no search engine could be asked", "検索エンジンに接続できなかった"),
        (r"answered (\d{3})", "エラー {} が返った"),
        (r"no connection to|does not answer at", "接続できなかった"),
        (r"answered something that|answered JSON of|without a list", "読めない答えが返った"),
    )
)
"""Of what searches say when they fail, and what that is in Japanese; the first that fits. The rest stays as it is."""
_UNREAD = {
    "address": "読まないことになっているアドレス",
    "unreachable": "接続できなかった",
    "timeout": "時間内に読めなかった",
    "robots": "サイトが取得を望んでいない（robots.txt）",
    "redirects": "転送が多すぎるか、終わらない",
    "too_large": "大きすぎる",
    "type": "ページではない形式",
    "no_text": "本文がない",
    "unreadable": "内容を読み取れない",
}
"""Kind of an `Unfetched` in Japanese."""


def search_failed(error: str, lang: str) -> str:
    """Why a search failed, a clause in the language of the run. `error` is that of a provider, or of several."""
    if lang != "ja" or not error:
        return error
    _, several, each = error.partition("no search answered: ")
    if several:
        return "；".join(
            f"{one.split(maxsplit=1)[0].strip(':')}：{_in_japanese(one)}" for one in each.split("; ") if one
        )
    return _in_japanese(error)


def _in_japanese(error: str) -> str:
    for pattern, words in _JAPANESE:
        if found := pattern.search(error):
            return words.format(*found.groups())
    return error


def unread(kind: str, status: int | None, reason: str, lang: str) -> str:
    """Why a page was not read, a clause in the language of the run."""
    if lang != "ja":
        return reason
    if status is not None and kind == "status":
        return f"サーバーが {status} を返した"
    return _UNREAD.get(kind, reason)


def failed(provider: str, error: str, hint: str, lang: str) -> str:
    """A provider of web search failed."""
    why = _short(error.removeprefix(f"{provider}: "))
    if lang == "ja":
        return f"ウェブ検索 `{provider}` は失敗しました：{why}。{hint}".rstrip()
    return f"Web search with `{provider}` failed: {why}. {hint}".rstrip()


def no_search(query: str, run_id: str, lang: str) -> str:
    """A repetition came to a search that the run had not made."""
    if lang == "ja":
        return f"「{_short(query)}」の検索は、再現元の実行 {run_id} の記録にありません（再現中は検索しません）"
    return f"run {run_id}, which is repeated, has no search for `{_short(query)}`, and a repetition asks nobody"


def no_page(run_id: str, lang: str) -> str:
    """A repetition came to a page that the run had not read; a clause."""
    if lang == "ja":
        return f"再現元の実行 {run_id} が読んだページではありません（再現中は取得しません）"
    return f"was not read by run {run_id}, which is repeated; a repetition fetches nothing"


def no_picture(url: str, run_id: str, lang: str) -> str:
    """A repetition came to a page that the run had not taken pictures of."""
    if lang == "ja":
        return f"再現元の実行 {run_id} に {_short(url)} の画面の記録はありません（再現中は撮りません）"
    return f"run {run_id}, which is repeated, has no pictures of `{_short(url)}`, and a repetition takes none"


def by_words(model: str, lang: str) -> str:
    """Documents are searched without the vectors of a model that is elsewhere."""
    if lang == "ja":
        return f"`{model}` はこのコンピューターの外にあるため使いません。文書は語句だけで検索します。"
    return f"`{model}` is not on this machine and is not asked; documents are searched by their words only."


def _short(text: str) -> str:
    line = " ".join(printable(text).split()).rstrip(".。")
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
