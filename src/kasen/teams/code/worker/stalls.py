"""When a program that says nothing is taken for one that hangs: it is one thing to live, another to get on."""

from __future__ import annotations

import time
from collections.abc import Callable

from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.programs.turn import Told


class Stalls:
    """The timers of one turn: its first word, silence without a running tool, one tool, the whole."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._began = self._heard = clock()
        self._spoke = False
        self._tools: dict[str, tuple[str, float]] = {}

    def heard(self) -> None:
        """The program printed something, whatever it was."""
        self._spoke, self._heard = True, self._clock()

    def told(self, one: Told) -> None:
        """What it printed told this."""
        if one.kind == "tool":
            # Programs tell of a tool again while it runs: what counts is when it began.
            self._tools.setdefault(one.id, (one.text, self._clock()))
        elif one.kind == "tool_done":
            self._tools.pop(one.id, None)

    @property
    def tool(self) -> str:
        """The tool that runs, the last that began; empty while the model thinks."""
        return next((text for text, _ in reversed(self._tools.values())), "")

    @property
    def why(self) -> str:
        """Why the program is taken for one that hangs, one sentence; empty while it is not."""
        now, limits = self._clock(), self._limits
        if now - self._began > limits.turn_seconds:
            return f"its turn took longer than {limits.turn_seconds:g} s"
        for text, since in self._tools.values():
            if now - since > limits.tool_seconds:
                return f"its tool `{text[:100]}` ran longer than {limits.tool_seconds:g} s"
        if not self._spoke and now - self._began > limits.first_word_seconds:
            return f"it said nothing for {limits.first_word_seconds:g} s after its start"
        if self._spoke and not self._tools and now - self._heard > limits.silent_seconds:
            return f"it said nothing for {limits.silent_seconds:g} s, and none of its tools ran"
        return ""
