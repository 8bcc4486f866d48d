"""Models that never see a secret, and whose words and failures never carry one further."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kasen.errors import KasenError
from kasen.models.provider import ChatModel, Completion, ModelRequest, OnText, OpenModel
from kasen.settings import Redactor

if TYPE_CHECKING:
    from kasen.models.embedder import Embedder
    from kasen.models.embedder_kinds import Kind


def redacted(open_model: OpenModel, redact: Redactor) -> OpenModel:
    """Opens the same models; secrets are taken out of prompts, answers, streamed words and errors."""
    if not redact:
        return open_model

    def open_redacted(name: str) -> ChatModel:
        return RedactedModel(open_model(name), redact)

    return open_redacted


class RedactedModel:
    """One model behind a redactor."""

    def __init__(self, model: ChatModel, redact: Redactor) -> None:
        self._model = model
        self._redact = redact
        self.id = model.id
        self.by_hand = model.by_hand
        self.account = model.account
        self.patience = model.patience

    @property
    def silent(self) -> bool:
        """As the model says now: some find out only when they are asked that they cannot stream."""
        return bool(getattr(self._model, "silent", False))

    async def complete(self, request: ModelRequest) -> Completion:
        """What the model answers to the redacted prompt, redacted. Pictures are not looked into."""
        text, reasoning = (_Words(self._redact, words) for words in (request.on_text, request.on_reasoning))
        request = replace(
            request,
            prompt=self._redact(request.prompt),
            on_text=text.add if request.on_text else None,
            on_reasoning=reasoning.add if request.on_reasoning else None,
        )
        try:
            completion = await self._model.complete(request)
        except KasenError as error:
            _clean(error, self._redact)
            raise
        await text.end()
        await reasoning.end()
        return replace(
            completion,
            text=self._redact(completion.text),
            value=self._redact.data(completion.value),
            note=self._redact(completion.note),
        )


class RedactedEmbedder:
    """An embedder that is not told secrets, and whose errors carry none further."""

    def __init__(self, embedder: Embedder, redact: Redactor) -> None:
        self.model = embedder.model
        self.kinds = embedder.kinds
        self._embedder = embedder
        self._redact = redact

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """See `Embedder`."""
        try:
            return await self._embedder.embed([self._redact(text) for text in texts], kind)
        except KasenError as error:
            _clean(error, self._redact)
            raise


def _clean(error: KasenError, redact: Redactor) -> None:
    error.args = tuple(map(redact.data, error.args))
    error.hint = redact(error.hint)
    if redact(told := "".join(traceback.format_exception(error))) != told:
        # A client library's error below it holds the server's own words, and these the key: tracebacks are sent too.
        error.__cause__ = error.__context__ = None


class _Words:
    """Streamed words on their way out."""

    def __init__(self, redact: Redactor, out: OnText | None) -> None:
        self._stream = redact.stream()
        self._out = out

    async def add(self, delta: str) -> None:
        await self._say(self._stream.feed(delta))

    async def end(self) -> None:
        await self._say(self._stream.end())

    async def _say(self, words: str) -> None:
        if words and self._out is not None:
            await self._out(words)
