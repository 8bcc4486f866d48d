"""What a server saw: one entry for each request, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["model", "search", "page", "other"]


@dataclass
class Entry:
    """One request; seconds are those of one clock."""

    kind: Kind
    what: str
    """Role and part of a model's answer, the query, or the address."""
    began: float
    ended: float = 0.0
    """0 until it was answered."""
    status: int = 200
    tokens_in: int = 0
    tokens_out: int = 0
    pages: tuple[str, ...] = ()
    """Addresses of the pages whose text went out with the answer."""


class Span(NamedTuple):
    """A call from its first byte in to its last byte out."""

    began: float
    ended: float


def serial(spans: Iterable[Span]) -> int:
    """The longest chain of calls of which each began after the one before had ended."""
    depths: list[tuple[float, int]] = []
    for span in sorted(spans):
        before = [depth for ended, depth in depths if ended <= span.began]
        depths.append((span.ended, 1 + max(before, default=0)))
    return max((depth for _, depth in depths), default=0)


def figures(log: Sequence[Entry]) -> dict[str, int]:
    """Counts of what was asked for, over requests that were answered."""
    answered = [one for one in log if one.ended]
    calls = [one for one in answered if one.kind == "model"]
    sent = Counter(url for one in answered if one.status == 200 for url in one.pages)
    return {
        "calls": len(calls),
        "serial": serial(Span(one.began, one.ended) for one in calls),
        "tokens_in": sum(one.tokens_in for one in calls),
        "tokens_out": sum(one.tokens_out for one in calls),
        "searches": sum(one.kind == "search" for one in answered),
        "searches_twice": _twice(one.what for one in answered if one.kind == "search"),
        "pages": len(sent),
        "pages_sent": sent.total(),
        "pages_twice": sum(count > 1 for count in sent.values()),
        "failed": sum(one.status != 200 for one in answered),
    }


def _twice(keys: Iterable[str]) -> int:
    return sum(count > 1 for count in Counter(keys).values())


def again(before: Sequence[Entry], after: Sequence[Entry], kind: Kind) -> int:
    """Requests after a kill that repeat one which had been answered before it, each as often as both were made."""
    old = Counter(one.what for one in before if one.kind == kind and one.ended and one.status == 200)
    new = Counter(one.what for one in after if one.kind == kind)
    return (old & new).total()
