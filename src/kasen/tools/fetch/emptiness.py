"""Telling pages that only look like pages: shells for scripts, cookie notices, checks for robots."""

from __future__ import annotations

import re
from typing import Any

_NEEDS_SCRIPT = re.compile(
    r"enable\s+java\s?script|java\s?script\s+(?:is|must|has|to)\b[^.]{0,40}(?:disabled|required|enabled|run)"
    r"|requires\s+java\s?script|without\s+java\s?script|turn\s+on\s+java\s?script"
    r"|Java\s?Script\s*(?:を|が|の設定を)?\s*(?:有効|オン|ON|無効|必要|使用)",
    re.IGNORECASE,
)
_COOKIES = re.compile(
    r"cookie|クッキー|consent|GDPR|privacy\s+(?:policy|settings|preferences)|プライバシー(?:ポリシー|設定)|同意",
    re.IGNORECASE,
)
_CHECK = re.compile(
    r"verif(?:y|ying)\s+(?:that\s+)?you\s+are\s+(?:a\s+)?human|are\s+you\s+a\s+(?:robot|human)|checking\s+your\s+browser"
    r"|just\s+a\s+moment\.\.\.|captcha|unusual\s+traffic|access\s+(?:to\s+this\s+page\s+)?(?:has\s+been\s+)?denied"
    r"|ロボットではありません|アクセスが(?:拒否|制限)されました",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*|\n+")
_MOUNTS = "//div[@id='root' or @id='app' or @id='__next' or @id='__nuxt' or @id='svelte' or @id='main-app']"
_SHORT = 200
"""Characters without white space, under which a page may be a shell for scripts."""
_SMALL = 400
"""Characters under which a page may be a check for robots."""
_NOTICE = 800
"""Characters under which a page may be nothing but a notice."""
_MOSTLY = 0.6


def why_empty(text: str, *, is_shell: bool) -> str:
    """Why there is nothing to cite in a page with this main text; empty when there is."""
    size = len("".join(text.split()))
    if size < _SMALL and _CHECK.search(text):
        return "shows a check for robots instead of its text"
    if size < _SHORT and (is_shell or _NEEDS_SCRIPT.search(text)):
        return "no text without JavaScript"
    if 0 < size < _NOTICE and _share(_COOKIES, text) >= _MOSTLY:
        return "shows nothing but a notice about cookies"
    return "" if size else "holds no text"


def is_shell(root: Any) -> bool:
    """Whether the page, as parsed, has scripts and an empty element for them to fill, or a notice for who has none."""
    if not root.xpath("//script"):
        return False
    notices = " ".join("".join(element.itertext()) for element in root.iter("noscript"))
    mounts = root.xpath(_MOUNTS)
    return bool(_NEEDS_SCRIPT.search(notices)) or any(not "".join(mount.itertext()).strip() for mount in mounts)


def _share(pattern: re.Pattern[str], text: str) -> float:
    sentences = [sentence for sentence in _SENTENCE.split(text) if sentence.strip()]
    told = sum(len(sentence) for sentence in sentences if pattern.search(sentence))
    return told / max(1, sum(map(len, sentences)))
