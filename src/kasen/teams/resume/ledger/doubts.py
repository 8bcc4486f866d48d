"""The sentences in which the ledger says why it refuses an edit, in the language of the text."""

from __future__ import annotations

from kasen.teams.resume.schemas.change import Doubt

_SENTENCES: dict[str, tuple[str, str, str, str]] = {
    "number": (
        "The figure “{new}” does not stand in the words before the edit{known}.",
        "Is it {new}?{known_ask}",
        "「{new}」という数値は元の記述にありません{known}。",
        "「{new}」で正しいですか。{known_ask}",
    ),
    "moved": (
        "“{new}” is said of something else in the résumé{known}.",
        "Does “{new}” belong to this statement?{known_ask}",
        "「{new}」は、職務経歴書では別のことについて書かれています{known}。",
        "「{new}」はこの記述についての事実ですか。{known_ask}",
    ),
    "date": (
        "The date “{new}” is not what the résumé says{known}.",
        "Is the date {new} right?{known_ask}",
        "「{new}」という時期は職務経歴書の記載と異なります{known}。",
        "時期は「{new}」で正しいですか。{known_ask}",
    ),
    "name": (
        "The name “{new}” does not stand in the words before the edit{known}.",
        "Is “{new}” right?{known_ask}",
        "「{new}」という名称は元の記述にありません{known}。",
        "「{new}」で正しいですか。{known_ask}",
    ),
    "skill": (
        "The words before the edit do not name “{new}”{known}.",
        "Have you used “{new}”?{known_ask}",
        "「{new}」は元の記述に書かれていません{known}。",
        "「{new}」を使った経験がありますか。{known_ask}",
    ),
    "title": (
        "The words before the edit do not give the title “{new}”{known}.",
        "Was your title “{new}”?{known_ask}",
        "「{new}」という役職は元の記述にありません{known}。",
        "役職は「{new}」でしたか。{known_ask}",
    ),
    "degree": (
        "The résumé does not give “{new}”{known}.",
        "Do you hold “{new}”?{known_ask}",
        "「{new}」は職務経歴書の資格・学位・評価と異なります{known}。",
        "「{new}」で正しいですか。{known_ask}",
    ),
    "authorship": (
        "“{new}” claims another part in the work than the résumé does{known}.",
        "Was your part “{new}”?{known_ask}",
        "「{new}」は、職務経歴書と異なる関わり方を述べています{known}。",
        "ご自身の役割は「{new}」でしたか。{known_ask}",
    ),
    "scale": (
        "“{new}” says another extent than the résumé does{known}.",
        "Did it reach as far as “{new}”?{known_ask}",
        "「{new}」は、職務経歴書と異なる範囲を述べています{known}。",
        "範囲は「{new}」で正しいですか。{known_ask}",
    ),
    "hedge": (
        "“{new}” is surer or less sure than the résumé{known}.",
        "Is “{new}” certain?{known_ask}",
        "「{new}」は、職務経歴書と確かさや程度が異なります{known}。",
        "「{new}」と言い切れますか。{known_ask}",
    ),
    "denial": (
        "“{new}” denies what the résumé says, or the other way round{known}.",
        "Is “{new}” so?{known_ask}",
        "「{new}」は、職務経歴書の肯定・否定と食い違います{known}。",
        "「{new}」で正しいですか。{known_ask}",
    ),
    "lost": (
        "The edit drops “{known_words}”, which the résumé says.",
        "May “{known_words}” be left out?",
        "職務経歴書にある「{known_words}」が失われます。",
        "「{known_words}」を省いてもよいですか。",
    ),
    "added": (
        "Nothing in the words before the edit bears “{new}”{known}.",
        "Is “{new}” true, and where does it show?{known_ask}",
        "「{new}」を裏づける語が元の記述にありません{known}。",
        "「{new}」は事実ですか。{known_ask}",
    ),
}
_LONGEST = 160


def doubt(kind: str, new: str, known: str = "", *, japanese: bool, words: str = "") -> Doubt:
    """A doubt about the words `new` of an edit; `known` is what the résumé says, `words` what of it is dropped."""
    told = kind if new.strip() or kind == "lost" else "lost"
    why_en, ask_en, why_ja, ask_ja = _SENTENCES["number" if told == "unit" else told]
    new, known, words = _short(new), _short(known), _short(words)
    if japanese:
        values = {
            "known": f"（記載：「{known}」）" if known else "",
            "known_ask": f"職務経歴書には「{known}」とあります。" if known else "",
        }
        why, ask = why_ja, ask_ja
    else:
        values = {
            "known": f": it says “{known}”" if known else "",
            "known_ask": f" Your résumé says “{known}”." if known else "",
        }
        why, ask = why_en, ask_en
    values |= {"new": new, "known_words": words or known}
    return Doubt(kind=kind, claim=new, known=known or words, why=why.format_map(values), ask=ask.format_map(values))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
