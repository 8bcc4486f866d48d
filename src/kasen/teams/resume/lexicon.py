"""A small bilingual lexicon of skills, tools and certificates: which names mean the same, and where they stand."""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

Kind = Literal["tool", "certificate", "language", "skill"]
_LATIN = r"A-Za-z0-9_\u00c0-\u024f"
_KATAKANA = "\u30a1-\u30fa\u30fc"
_FULL = re.compile(rf"[{_KATAKANA}]+")
_AFFIXES = (
    "チーム|プロジェクト|データ|システム|サービス|エンジニア|エンジニアリング|アーキテクチャ|アーキテクチャー|アプリ|アプリケーション"
    "|プロダクト|ツール|テスト|スキル|リーダー|マネージャー|マネジャー|コンサルタント|アナリスト|デザイナー|デザイン|プログラミング|インフラ"
    "|オーケストレーション|プラットフォーム|モデル|ソフトウェア|ソリューション|パブリック|マルチ|ネイティブ|ベース|サーバー|サーバ|フレームワーク|ライブラリ"
)
"""Words of katakana that are joined to a term without changing what it is: マイクロサービスアーキテクチャ."""
_DENYING = "准非未無反脱"
"""Characters before a Japanese term that make it another: 准看護師."""
_GAP = re.compile(r"[\s\-‐‑・/／]+")


@dataclass(frozen=True)
class Name:
    """One name of a thing. `exact`: its case of letters counts."""

    text: str
    exact: bool = False


@dataclass(frozen=True)
class Thing:
    """Something a posting asks for, with all its names, the usual one first."""

    kind: Kind
    names: tuple[Name, ...]


@lru_cache(maxsize=1)
def things() -> tuple[Thing, ...]:
    """Everything that the lexicon knows."""
    return tuple(
        Thing(kind, tuple(Name(one.removeprefix("="), one.startswith("=")) for one in names))
        for kind in ("tool", "certificate", "language", "skill")
        for names in _tables()[kind]["names"]
    )


def thing(term: str) -> Thing | None:
    """What a term is a name of; None for one that the lexicon does not know."""
    return _by_name().get(_key(term))


def names_of(term: str) -> tuple[Name, ...]:
    """The term, then every other name of the same thing."""
    known = thing(term)
    if known is None:
        return (Name(term),)
    own = [name for name in known.names if _key(name.text) == _key(term)]
    return (*own, *(name for name in known.names if name not in own))


def near(text: str) -> Iterator[tuple[Thing, Name]]:
    """The names whose first word is somewhere in a text (NFKC): a quick look before `find`."""
    folded = text.casefold()
    return ((one, name) for one, name, head in _heads() if head in folded)


def find(name: Name, text: str) -> Iterator[tuple[int, int]]:
    """Ranges of `text` (NFKC) where the name stands as whole words: Java is not in JavaScript."""
    for match in _pattern(name).finditer(text):
        span = match.span()
        if _is_whole(text, *span) and not _is_apart(name.text, text, *span):
            yield span


def _is_whole(text: str, start: int, end: int) -> bool:
    """A term of katakana may stand in a longer run of it only beside words that do not change it."""
    found = text[start:end]
    if start and text[start - 1] in _DENYING and not found[0].isascii():
        return False
    before, after = _run(text, start, -1), _run(text, end, 1)
    left = not before or not _FULL.match(found[0]) or _is_affix(before)
    return left and (not after or not _FULL.match(found[-1]) or _is_affix(after))


def _run(text: str, at: int, step: int) -> str:
    """The katakana that runs on from a position, backwards or forwards, without the mark of a long vowel."""
    end = at
    while 0 <= (here := end if step > 0 else end - 1) < len(text) and _FULL.match(text[here]) and abs(end - at) < 30:
        end += step
    run = text[at:end] if step > 0 else text[end:at]
    return run.removeprefix("ー") if step > 0 else run


def _is_affix(run: str) -> bool:
    return re.fullmatch(f"(?:{_AFFIXES})+", run) is not None


def _is_apart(name: str, text: str, start: int, end: int) -> bool:
    """True where the words are part of a longer name that is something else."""
    for longer in _apart().get(_key(name), ()):
        at = longer.lower().find(name.lower())
        if at >= 0 and text[max(start - at, 0) : start - at + len(longer)].lower() == longer.lower():
            return True
    return False


@lru_cache(maxsize=2048)
def _pattern(name: Name) -> re.Pattern[str]:
    """Words may be joined by spaces, hyphens or slashes; a last long vowel and the plural may be there or not."""
    words = [re.escape(word) for word in _GAP.split(name.text) if word]
    body = r"[\s\-‐‑・/]{0,3}".join(words)
    if _FULL.fullmatch(name.text[-1:]):
        body = body.removesuffix("ー") + "ー?"
    if re.search(r"[a-z]$", name.text) and len(name.text) > 3:
        body = f"{body}(?:e?s)?"
    before = (
        rf"(?<![{_LATIN}+#.])" if re.match(rf"[{_LATIN}]", name.text) else rf"(?<![{_LATIN}])" * (name.text[0] == ".")
    )
    after = rf"(?![{_LATIN}+#]|\.[A-Za-z])" if re.search(rf"[{_LATIN}]$", name.text) else ""
    if re.search(r"[A-Za-z]{3}$", name.text):  # A version or a score may follow at once: Python3, TOEIC700.
        after = r"(?![A-Za-z_+#]|\d+[A-Za-z]|\.[A-Za-z])"
    if name.text[-1:] in "+#":
        after = rf"(?![{_LATIN}+#])"
    return re.compile(before + body + after, 0 if name.exact else re.IGNORECASE)


@lru_cache(maxsize=1)
def _heads() -> tuple[tuple[Thing, Name, str], ...]:
    return tuple((one, name, _key(name.text).split(" ")[0].rstrip("ー")) for one in things() for name in one.names)


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Thing]:
    found: dict[str, Thing] = {}
    for one in things():
        for name in one.names:
            found.setdefault(_key(name.text), one)
    return found


@lru_cache(maxsize=1)
def _apart() -> dict[str, list[str]]:
    return {_key(name): longer for name, longer in _tables()["apart"].items()}


def _key(name: str) -> str:
    return " ".join(_GAP.split(name.strip())).casefold()


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    file = importlib.resources.files("kasen.teams.resume") / "lexicon.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
