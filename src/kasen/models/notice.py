"""What a run says once when a model had to be left, or took too long: sentences for its user."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kasen.errors import (
    AccountClosed,
    ConfigurationError,
    Declined,
    KasenError,
    KeyRefused,
    ModelNotFound,
    Retryable,
    TooLong,
    UnknownName,
)
from kasen.models.role import RULE
from kasen.prompts.outside import printable

Lang = Literal["ja", "en"]
LONGEST = 200
_STATUS = re.compile(r"answered (\d{3})\b")
_WORDS: tuple[tuple[type[KasenError], str, str], ...] = (
    (
        KeyRefused,
        "was refused{status} by the provider: the key is wrong or may not do this",
        "キーが拒否されました{status}",
    ),
    (ModelNotFound, "was refused{status} by the provider: there is no such model", "提供元にないモデルです{status}"),
    (TooLong, "takes less text than it was given", "渡した文が長すぎました"),
    (Declined, "would not answer", "回答を断りました"),
    (AccountClosed, "is not asked at the moment: {why}", "今は使えません：{why}"),
    (ConfigurationError, "cannot be used: {why}", "使えません：{why}"),
    (UnknownName, "cannot be used: {why}", "使えません：{why}"),
    (Retryable, "gave no usable answer: {why}", "使える回答がありませんでした：{why}"),
    (KasenError, "failed: {why}", "失敗しました：{why}"),
)
"""Class of failure, most particular first → what the model did, in English and Japanese."""


@dataclass(frozen=True)
class Left:
    """A model that was left for the next one of its chain."""

    name: str
    """`provider:model`."""
    error: KasenError
    account: str = ""
    """Empty when the model could not even be opened."""

    @property
    def about(self) -> str:
        """Names the fact, so that it is said once: a key or an account is one fact for all of its models."""
        if self.account and isinstance(self.error, KeyRefused | AccountClosed):
            return f"account {self.account}"
        if isinstance(self.error, ConfigurationError):
            return f"setting {str(self.error).replace(self.name, '')}"
        return f"{self.name} {type(self.error).__name__}"


def clause(error: KasenError, name: str = "") -> str:
    """An error as one short line, without the `name` that it begins with.

    Providers put whole pages, and parts of a refused key, into theirs.
    """
    status = _STATUS.search(str(error))
    if isinstance(error, KeyRefused):
        return f"answered {status[1]}: the key was refused" if status else "the key was refused"
    text = " ".join(printable(str(error)).split())
    text = text.removeprefix(f"{name} ").removeprefix(f"{name}: ") if name else text
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def left(one: Left, by: str, lang: str) -> str:
    """What happened to a model, and who answered in its place."""
    status = _STATUS.search(str(one.error))
    said = next(words for words in _WORDS if isinstance(one.error, words[0]))
    shown = {"status": f" ({status[1]})" if status else "", "why": _why(one)}
    if lang == "ja":
        went_on = "規則で続けました。" if by == RULE else f"`{by}` で続けました。"
        return f"`{one.name}`：{said[2].format(**shown)}。{went_on}"
    went_on = "Its rule answered." if by == RULE else f"Went on with `{by}`."
    return f"`{one.name}` {said[1].format(**shown)}. {went_on}"


def _why(one: Left) -> str:
    """What happened, and where a setting or a package is missing, what mends it."""
    hint = one.error.hint.rstrip(".") if isinstance(one.error, ConfigurationError) else ""
    return clause(one.error, one.name) + (f" ({hint})" if hint else "")


def written(characters: int, lang: str) -> str:
    """How much of an answer is written so far."""
    return f"回答を {characters:,} 字まで作成" if lang == "ja" else f"{characters:,} characters of the answer"


def over_target(role: str, seconds: float, target_s: float, lang: str) -> str:
    """A role took longer than it should."""
    if lang == "ja":
        return f"`{role}` は {seconds:.0f} 秒かかりました（目標 {target_s:g} 秒）。"
    return f"`{role}` took {seconds:.0f} s; it should take {target_s:g} s."
