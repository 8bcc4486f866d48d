"""Which of the two languages words are in, as far as a glance tells."""

from __future__ import annotations

import re

_KANA = re.compile(r"[\u3040-\u30ff]")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_QUOTED = re.compile("“[^”]*”|「[^」]*」")
_LATIN = re.compile(r"[A-Za-z]{2,}")

MOST_NAMES = 3
"""Latin words from which a Japanese title is none."""


def japanese(text: str) -> int:
    """How many Japanese characters there are."""
    return len(_JAPANESE.findall(text))


def latin(text: str) -> int:
    """How many words of Latin letters there are."""
    return len(_LATIN.findall(text))


def is_in(text: str, lang: str) -> bool:
    """Whether a sentence reads as one of that language; one without any words does in both."""
    if lang == "ja":
        return japanese(text) >= latin(text) or bool(_KANA.search(text))
    return japanese(text) <= 2 * latin(text)


def is_foreign(text: str, lang: str) -> bool:
    """Whether a title is in the other language: names and short terms may be Latin in Japanese, names be quoted."""
    text = _QUOTED.sub("", text).strip() or text
    return not is_in(text, lang) and (lang != "ja" or latin(text) >= MOST_NAMES)


def own_words(title: str, lang: str) -> str:
    """Of a title in both languages, one after the other, the part in that language; any other title as it is."""
    if lang == "ja":
        kept = title[match.start() :] if (match := _JAPANESE.search(title)) else ""
        head = title[: len(title) - len(kept)]
        return kept if kept and latin(head) >= MOST_NAMES and not _JAPANESE.search(head) else title
    head = re.split(r"\s+(?=[\u3040-\u30ff\u4e00-\u9fff])", title, maxsplit=1)[0]
    return head if not _JAPANESE.search(head) and latin(head) >= 2 else title
