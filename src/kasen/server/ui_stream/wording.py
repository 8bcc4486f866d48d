"""What the server itself says in a conversation, in the language of the run."""

from __future__ import annotations

import re

from kasen.server.japanese import in_japanese

MADE = {"ja": "できたもの：", "en": "Files:"}
BETWEEN = {"ja": "、", "en": ", "}
GO_ON = {
    "ja": "「続けて」と書けば、終わったところから続けます。",
    "en": "Write “continue” and it goes on from where it was.",
}
FAILED = {"ja": "うまくいきませんでした：{why}", "en": "It did not work: {why}"}
INTERRUPTED = {"ja": "途中で止まりました。", "en": "It was stopped on the way."}
CANCELLED = {"ja": "取り消しました。", "en": "It was cancelled."}
BUDGET = {
    "ja": "予算を使い切ったところまでの結果です。上限を上げて「続けて」と書けば先へ進みます。",
    "en": "The budget is spent; this is the result so far. Raise it and write “continue” to go on.",
}
NOT_PASSED = {
    "ja": "最後まで進みましたが、合格しませんでした。",
    "en": "It came to its end, and the work did not pass.",
}
BY_PERSON = {"ja": "ここで終わりにしました。", "en": "It was ended here."}
BY_DEADLINE = {"ja": "期限までに返事がなかったので、終わりにしました。", "en": "Nobody answered in time, so it ended."}
GONE = {"ja": "この返事を作った実行は削除されました。", "en": "The run that made this answer was deleted."}
DONE = {"ja": "終わりました。", "en": "Done."}
UNANSWERED = {"ja": "返事の前に終わりました。", "en": "It ended before an answer."}
UNUSED = {"ja": "次のファイルは使いませんでした：{names}", "en": "These files were not used: {names}"}


def said(words: dict[str, str], lang: str, **fields: str) -> str:
    """The sentence in that language."""
    return words["ja" if lang == "ja" else "en"].format(**fields)


def failed(message: str, hint: str, lang: str) -> str:
    """That it did not work, why, and what to do where that is no command of a terminal."""
    why, then = _told(message, lang), _told(hint, lang)
    if not then or re.search(r"\bkasen \w|--\w", then):
        return said(FAILED, lang, why=why)
    return said(FAILED, lang, why=f"{why}{then}" if why.endswith("。") else f"{why.rstrip('.')}. {then}")


def _told(text: str, lang: str) -> str:
    return (in_japanese(text) if lang == "ja" else None) or text
