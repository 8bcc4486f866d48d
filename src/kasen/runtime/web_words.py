"""What a run says of the web: sentences for its user."""

from __future__ import annotations

from kasen.models.notice import LONGEST
from kasen.prompts.outside import printable


def failed(provider: str, error: str, hint: str, lang: str) -> str:
    """A provider of web search failed."""
    why = _short(error)
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


def by_words(model: str, lang: str) -> str:
    """Documents are searched without the vectors of a model that is elsewhere."""
    if lang == "ja":
        return f"`{model}` はこのコンピューターの外にあるため使いません。文書は語句だけで検索します。"
    return f"`{model}` is not on this machine and is not asked; documents are searched by their words only."


def _short(text: str) -> str:
    line = " ".join(printable(text).split()).rstrip(".。")
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
