"""A model that answers what a test tells it to, and notices when it is asked too often or not often enough."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import BaseModel

from kasen.errors import ConfigurationError
from kasen.models.meter import estimate_tokens
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.role import Usage

Said: TypeAlias = "Mapping[str, Any] | BaseModel | str | Completion | BaseException"
"""A value, raw text, a whole completion, or an error to raise."""
Step: TypeAlias = "Said | Callable[[ModelRequest], Said | Awaitable[Said]]"
Steps: TypeAlias = "Iterable[Step] | Mapping[str, Said]"
Script: TypeAlias = "Iterable[Step] | Mapping[str, Steps] | Callable[[ModelRequest], Said | Awaitable[Said]]"
PIECE = 7
"""Characters per streamed piece, more where an answer is very long."""
MOST_PIECES = 10_000


class UnexpectedModelCall(AssertionError):
    """A scripted model was asked more often than its script says."""


class ScriptedModel:
    """Implements `ChatModel`: answers from a list in order, from a list per role, or from a function for every call.

    A role may have an object instead of a list: of its keys the one whose words stand first in the prompt has the
    answer, so that asks which are made at once get theirs in any order.

    `requests` holds what it was asked. One call too many raises UnexpectedModelCall; `assert_done()` fails on one too
    few. When somebody looks (`on_text`), the answer is streamed in pieces. `latency_s` goes through `sleep`.
    """

    by_hand = False
    silent = True
    account = "scripted"
    patience = 1.0

    def __init__(
        self,
        script: Script,
        *,
        id: str = "scripted:model",
        latency_s: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        usd: float | None = 0.0,
    ) -> None:
        self.id = id
        self.requests: list[ModelRequest] = []
        self._latency_s = latency_s
        self._sleep = sleep
        self._usd = usd
        self._always = script if callable(script) else None
        self._by_role: dict[str, list[Step]] = {}
        self._by_words: dict[str, Mapping[str, Said]] = {}
        if isinstance(script, Mapping):
            self._by_words = {role: steps for role, steps in script.items() if isinstance(steps, Mapping)}
            self._by_role = {role: list(steps) for role, steps in script.items() if not isinstance(steps, Mapping)}
        elif not callable(script):
            self._by_role = {"": list(script)}

    async def complete(self, request: ModelRequest) -> Completion:
        """Give the next answer of the script."""
        self.requests.append(request)
        step = self._next(request)
        if self._latency_s:
            await self._sleep(self._latency_s)
        said: Any = step
        if callable(said) and not isinstance(said, BaseException):
            said = said(request)
            said = await said if inspect.isawaitable(said) else said
        if isinstance(said, BaseException):
            raise said
        completion = self._completion(request, said)
        await _stream(request, completion)
        return completion

    def assert_done(self) -> None:
        """Fail when a part of the script was not asked for."""
        left = {role or "any role": len(steps) for role, steps in self._by_role.items() if steps}
        assert not left, f"scripted answers were not asked for: {left}"

    def _next(self, request: ModelRequest) -> Step:
        if self._always is not None:
            return self._always
        if said := self._by_words.get(request.role):
            found = {words: request.prompt.find(words) for words in said}
            return said[min(found, key=lambda words: found[words] if found[words] >= 0 else len(request.prompt))]
        steps = self._by_role.get(request.role) or self._by_role.get("")
        if not steps:
            raise UnexpectedModelCall(
                f"call {len(self.requests)} of the scripted model, by role `{request.role}`, is not in the script"
            )
        return steps.pop(0)

    def _completion(self, request: ModelRequest, said: Any) -> Completion:
        if isinstance(said, Completion):
            return replace(said, model=said.model or self.id)
        text = said if isinstance(said, str) else _json(said)
        usage = Usage(input_tokens=estimate_tokens(request.prompt), output_tokens=estimate_tokens(text))
        return Completion(model=self.id, text=text, usage=usage, usd=self._usd)


def open_scripted(model: str, context: ModelContext) -> ScriptedModel:
    """`scripted:FILE`: a JSON file with a list of answers, or a list or object per role. Raises ConfigurationError."""
    try:
        script = json.loads(Path(model).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"the script of `scripted:{model}` cannot be read: {error}") from error
    return ScriptedModel(script, id=f"scripted:{model}", sleep=context.sleep)


async def _stream(request: ModelRequest, completion: Completion) -> None:
    if request.on_text is not None:
        size = max(PIECE, len(completion.text) // MOST_PIECES)
        for start in range(0, len(completion.text), size):
            await request.on_text(completion.text[start : start + size])


def _json(value: Any) -> str:
    if isinstance(value, BaseModel):
        return value.model_dump_json(round_trip=True)
    return json.dumps(value, ensure_ascii=False)
