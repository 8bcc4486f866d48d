"""Why a file was not taken in, in the language of its user; the index keeps reasons in English."""

from __future__ import annotations

import re

_JAPANESE = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"is empty", "空"),
        (r"is encrypted or broken", "暗号化されているか、壊れている"),
        (r"is encrypted", "暗号化されている"),
        (r"is broken\b.*", "壊れている"),
        (r"is not a sound CSV file\b.*", "CSV として壊れている"),
        (r"is binary, not text", "文字のファイルではない"),
        (r"is a scan without a text layer\b.*", "文字の無いスキャン。先に OCR にかける"),
        (r"is in an old Office format; save it as (.+)", "古い Office の形式。{} で保存し直す"),
        (r"is too large \((\d+ MB); the limit is (\d+ MB)\)", "大きすぎる（{}。上限は {}）"),
        (r"is too large\b.*", "大きすぎる"),
        (r"holds no text", "文字が無い"),
        (r"has no pages", "ページが無い"),
        (r"has text of too low a quality\b.*", "文字化けなどで読み取れない"),
        (r"is not a regular file", "ふつうのファイルではない"),
    )
)


def told(reason: str, lang: str) -> str:
    """A clause without the file's name, Japanese where `lang` is `ja`; one without words of its own stays as it is."""
    if lang == "ja":
        for pattern, words in _JAPANESE:
            if found := pattern.fullmatch(reason):
                return words.format(*found.groups())
    return reason
