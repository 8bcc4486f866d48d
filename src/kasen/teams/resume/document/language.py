"""In which language a résumé is written: counted, because statistical detectors fail on mixed and all-kanji text."""

from __future__ import annotations

import re

from kasen.teams.resume.schemas.part import Lang

_FRONT = re.compile(r"\A\ufeff?---[ \t]*\r?\n((?:.*\r?\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_SAID = re.compile(r"^lang:[ \t]*[\"']?([A-Za-z]{2,3})(?:[-_][A-Za-z]+)?[\"']?[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_NOISE = re.compile(
    r"`[^`\n]{0,500}`|<!--(?s:.{0,500}?)-->|<[A-Za-z/][^<>\n]{0,300}>|\{\{<[^\n]{0,300}?>\}\}|\{[.#][^}\n]{0,300}\}"
    r"|https?://[^\s)>\]]+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,100}|\]\([^)\n]{0,500}\)"
)
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9d]")
_HAN = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]+")
_MANY = 200_000


def language_of(text: str) -> Lang:
    """`ja` or `en`: what `lang:` of the front matter says, else by counts of kana, ideographs and Latin words.

    Code, addresses, markup and front matter do not count. A text without letters is `en`.
    """
    front = _FRONT.match(text[:20_000])
    said = _SAID.search(front[1]) if front else None
    if said and said[1].lower() in ("ja", "en"):
        return "ja" if said[1].lower() == "ja" else "en"
    words = _NOISE.sub(" ", _without_code(text[front.end() if front else 0 :][:_MANY]))
    wide = len(_KANA.findall(words)) + len(_HAN.findall(words))
    # A Japanese character carries about as much as half an English word; tools and products are Latin in both.
    return "ja" if wide > 0.8 * len(_LATIN.findall(words)) else "en"


def _without_code(text: str) -> str:
    """The text without its fenced code."""
    kept: list[str] = []
    fence = ""
    for line in text.splitlines():
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~") and mark in (fence or mark) and "`" not in line.strip().strip("`"):
            fence = "" if fence else mark
        elif not fence:
            kept.append(line)
    return "\n".join(kept)
