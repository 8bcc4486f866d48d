"""Any program as an agent: the task as JSON on its input, the answer as JSON on its last line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from kasen.teams.code.programs.answers import answer_in, wrong_in
from kasen.teams.code.programs.turn import Ended, Told, Turn


class Command:
    """One turn."""

    VARIABLES: tuple[str, ...] = ()

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._schema: Mapping[str, Any] = {}
        self._session = ""
        self._last = b""

    def command(self, turn: Turn) -> list[str]:
        """The program and its arguments."""
        self._schema, self._session = turn.schema, turn.session
        return self._command

    def given(self, turn: Turn) -> bytes:
        """`{"prompt", "policy", "schema", "session", "writes"}`."""
        said = {"prompt": turn.prompt, "policy": turn.policy, "schema": dict(turn.schema), "session": turn.session}
        return orjson.dumps({**said, "writes": turn.writes})

    def read(self, line: bytes) -> Iterator[Told]:
        """Every line is words; the last one is the answer."""
        if line.strip():
            self._last = line
            yield Told(kind="words", text=line.decode("utf-8", "replace").strip()[:2000])

    def ended(self, code: int) -> Ended:
        """How it ended; it has no session but that it is given again."""
        words = self._last.decode("utf-8", "replace").strip()
        answer = answer_in(words, self._schema) if code == 0 else None
        if answer is not None:
            return Ended(answer=answer, words=words, session=self._session)
        if code < 0:
            return Ended(problem="killed", why=f"it was ended by signal {-code}", words=words)
        why = wrong_in(words, self._schema) if code == 0 else f"it ended with {code}"
        return Ended(problem="no_answer" if code == 0 else "failed", why=why, words=words)
