"""Which beginning of a prompt is worth keeping in a provider's cache, learnt from the prompts as they come.

Where writing to the cache has a price of its own (Anthropic: a quarter on top of the input, reading costs a tenth),
marking every prompt loses money: most are sent once. So a beginning is marked when it is seen for the second time,
and it pays from the third on. What is not marked: a prompt that is a whole earlier one and more (a repair, which
happens once), and a beginning that another call is writing at the moment (it could not be read yet).
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from kasen.models.meter import estimate_tokens

KEPT_S = 290.0
"""Seconds that a beginning counts as kept after its last use: the provider's five minutes, less the way there."""
_PROMPTS = 8
_BEGINNINGS = 16


class Split(NamedTuple):
    """A prompt in two; `kept` is empty when nothing of it is to be marked."""

    kept: str
    rest: str


@dataclass
class _Beginning:
    readable_until: float = 0.0
    being_written: bool = False


@dataclass(kw_only=True)
class Prefixes:
    """Remembers the last prompts of one model, by what else decides about the cache (schema, thinking)."""

    least_tokens: int
    """Beginnings shorter than this are not worth a look: the provider keeps none."""
    clock: Callable[[], float] = time.monotonic
    _prompts: dict[str, deque[tuple[float, str]]] = field(default_factory=dict, init=False)
    _beginnings: OrderedDict[tuple[str, str], _Beginning] = field(default_factory=OrderedDict, init=False)

    @contextmanager
    def split(self, prompt: str, kind: str) -> Iterator[Split]:
        """The prompt, divided for one call; the call is made inside the block, a failed one counts as not written."""
        text = self._worth_keeping(prompt, kind)
        beginning = self._beginning(kind, text) if text else None
        if beginning is None or beginning.being_written:
            yield Split("", prompt)
            return
        beginning.being_written = beginning.readable_until < self.clock()
        try:
            yield Split(text, prompt[len(text) :])
            beginning.readable_until = self.clock() + KEPT_S
        finally:
            beginning.being_written = False

    def _worth_keeping(self, prompt: str, kind: str) -> str:
        now = self.clock()
        before = self._prompts.setdefault(kind, deque(maxlen=_PROMPTS))
        shared = self._shared(prompt, [text for at, text in before if at + KEPT_S > now])
        before.append((now, prompt))
        known = max(
            (
                text
                for (other, text), kept in self._beginnings.items()
                if other == kind and prompt.startswith(text) and (kept.being_written or kept.readable_until > now)
            ),
            key=len,
            default="",
        )
        # A little more in common is no reason to write another beginning: what is kept can be read at once.
        return shared if len(shared) > 2 * len(known) else known

    def _shared(self, prompt: str, before: Sequence[str]) -> str:
        """The longest beginning that is shared with an earlier prompt, whole lines, if it is long enough."""
        best = 0
        for other in before:
            size = _common(prompt, other)
            if size == len(other) < len(prompt):
                return ""
            best = max(best, size if size == len(prompt) else prompt.rfind("\n", 0, size) + 1)
        text = prompt[:best]
        return text if estimate_tokens(text) >= self.least_tokens else ""

    def _beginning(self, kind: str, text: str) -> _Beginning:
        found = self._beginnings.setdefault((kind, text), _Beginning())
        self._beginnings.move_to_end((kind, text))
        while len(self._beginnings) > _BEGINNINGS:
            self._beginnings.popitem(last=False)
        return found


def _common(one: str, other: str) -> int:
    """Characters that two texts begin with alike; halving, since comparing them one by one is slow in Python."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
