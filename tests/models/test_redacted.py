from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kasen.errors import KasenError, KeyRefused, Refused, Retryable
from kasen.models.embedder_kinds import Kind
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.redacted import RedactedEmbedder, redacted
from kasen.settings import Redactor

KEY = "sk-test-0123456789abcdef"
REQUEST = ModelRequest(role="planner", prompt=f"plan with {KEY}", schema={}, schema_name="Plan")


class Echo:
    """Says what it is told to, in pieces of three letters, and keeps what it was asked."""

    id = "fake:echo"
    by_hand = False
    silent = True
    account = "fake@127.0.0.1"
    patience = 2.5

    def __init__(
        self, *, says: str = "", value: Mapping[str, Any] | None = None, fails: Exception | None = None
    ) -> None:
        self.says, self.value, self.fails = says, value, fails
        self.prompts: list[str] = []

    async def complete(self, request: ModelRequest) -> Completion:
        self.prompts.append(request.prompt)
        for out in (request.on_text, request.on_reasoning):
            for start in range(0, len(self.says) if out else 0, 3):
                await out(self.says[start : start + 3])  # type: ignore[misc]
        if self.fails is not None:
            raise self.fails
        return Completion(model=self.id, text=self.says, value=self.value, note=f"note {KEY}")


def behind(model: ChatModel, *secrets: str) -> ChatModel:
    return redacted(lambda name: model, Redactor(secrets))("fake:echo")


async def test_a_model_is_not_told_secrets_and_tells_none_on() -> None:
    model = Echo(says=f'{{"a": "{KEY}"}}', value={"a": [KEY]})
    completion = await behind(model, KEY).complete(REQUEST)
    assert model.prompts == ["plan with [redacted]"]
    assert completion.text == '{"a": "[redacted]"}'
    assert completion.value == {"a": ["[redacted]"]}
    assert completion.note == "note [redacted]"


async def test_words_are_streamed_without_secrets_and_nothing_is_lost() -> None:
    shown: list[str] = []
    thought: list[str] = []

    async def on_text(delta: str) -> None:
        shown.append(delta)

    async def on_reasoning(delta: str) -> None:
        thought.append(delta)

    says = f"tea {KEY} sk-test-01"
    await behind(Echo(says=says), KEY).complete(replace(REQUEST, on_text=on_text, on_reasoning=on_reasoning))
    assert "".join(shown) == "".join(thought) == "tea [redacted] sk-test-01"
    assert len(shown) > 3


@pytest.mark.parametrize(
    "error",
    [
        KeyRefused(f"wrong key {KEY}", hint=f"look at {KEY}"),
        Retryable(f"busy {KEY}", hint="", retry_after=7.0),
    ],
)
async def test_an_error_stays_what_it_is_without_the_secret(error: KasenError) -> None:
    with pytest.raises(type(error)) as caught:
        await behind(Echo(fails=error), KEY).complete(REQUEST)
    assert KEY not in f"{caught.value} {caught.value.args} {caught.value.hint}"
    assert "[redacted]" in str(caught.value)
    assert getattr(caught.value, "retry_after", 7.0) == 7.0


class Vectors:
    """Keeps what it was given."""

    model = "fake:vectors"
    kinds = ""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.kind: Kind | None = None

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        self.given += texts
        self.kind = kind
        if any("fail" in text for text in texts):
            raise KeyRefused(f"wrong key {KEY}")
        return [[1.0] for _ in texts]


async def test_an_embedder_is_not_told_secrets_and_its_errors_tell_none() -> None:
    vectors = Vectors()
    embedder = RedactedEmbedder(vectors, Redactor([KEY]))
    assert await embedder.embed([f"a {KEY}", "b"], "query") == [[1.0], [1.0]]
    assert (embedder.model, vectors.given, vectors.kind) == ("fake:vectors", ["a [redacted]", "b"], "query")
    with pytest.raises(KeyRefused) as caught:
        await embedder.embed(["fail"])
    assert str(caught.value) == "wrong key [redacted]"


async def test_what_the_runtime_asks_of_a_model_is_passed_on() -> None:
    model = behind(Echo(), KEY)
    assert (model.id, model.by_hand, model.account, model.patience) == ("fake:echo", False, "fake@127.0.0.1", 2.5)
    assert getattr(model, "silent", None) is True


async def test_a_model_that_turns_out_not_to_stream_is_known_for_it_at_once() -> None:
    inner = Echo()
    inner.silent = False
    model = behind(inner, KEY)
    assert getattr(model, "silent", None) is False
    inner.silent = True
    assert getattr(model, "silent", None) is True


async def test_without_secrets_the_models_are_the_models() -> None:
    model = Echo()
    assert behind(model) is model


async def test_an_error_does_not_carry_a_secret_in_what_it_came_from() -> None:
    for below in (ValueError(f"the server says {KEY}"), ValueError("the server says nothing")):
        failing = Refused("fake:echo answered 400")
        failing.__cause__ = below
        with pytest.raises(Refused) as raised:
            await behind(Echo(fails=failing), KEY).complete(REQUEST)
        assert KEY not in "".join(traceback.format_exception(raised.value))
        assert (raised.value.__cause__ is None) == (KEY in str(below))
