from __future__ import annotations

from collections.abc import Sequence

import pytest

from kasen.errors import ConfigurationError, KeyRefused, Retryable, UnknownName
from kasen.models.access import Access
from kasen.models.embedder import Steady, embedder_of, open_embedder
from kasen.models.embedder_kinds import Kind
from kasen.settings import Settings
from kasen.testing.clock import FakeClock


class Flaky:
    """Fails as often as it is told to, then answers."""

    model = "flaky:one"
    kinds = ""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls = 0

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return [[float(len(text))] for text in texts]


async def test_what_is_worth_asking_again_is_asked_three_times_in_all() -> None:
    clock = FakeClock()
    flaky = Flaky(Retryable("503"), Retryable("429", retry_after=2))
    steady = Steady(flaky.model, lambda: flaky, sleep=clock.sleep)
    assert await steady.embed(["茶", "coffee"]) == [[1.0], [6.0]]
    assert (flaky.calls, clock()) == (3, 6.0)
    assert steady.tokens > 0


async def test_the_last_failure_comes_out() -> None:
    flaky = Flaky(*[Retryable(f"503, {n}") for n in range(1, 9)])
    with pytest.raises(Retryable, match="503, 3"):
        await Steady(flaky.model, lambda: flaky, sleep=FakeClock().sleep).embed(["a"])
    assert flaky.calls == 3


async def test_a_refused_key_is_not_tried_again() -> None:
    flaky = Flaky(KeyRefused("401"))
    with pytest.raises(KeyRefused):
        await Steady(flaky.model, lambda: flaky, sleep=FakeClock().sleep).embed(["a"])
    assert flaky.calls == 1


def test_an_unknown_provider_of_embeddings_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownName, match=r"no provider `nosuch` .*google, ollama, openai"):
        open_embedder("nosuch:model", Access())


async def test_a_key_that_is_missing_is_noticed_at_the_first_text_and_a_name_that_cannot_be_at_once() -> None:
    steady = embedder_of(Settings(embeddings="openai:text-embedding-3-small"))
    assert steady is not None
    assert steady.model == "openai:text-embedding-3-small"
    with pytest.raises(ConfigurationError, match="needs a key"):
        await steady.embed(["茶"])
    with pytest.raises(UnknownName):
        embedder_of(Settings(embeddings="nosuch:model"))


class Told(Flaky):
    """Remembers which kind it was told."""

    kind: Kind | None = None

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        self.kind = kind
        return await super().embed(texts, kind)


async def test_the_kind_reaches_the_embedder_at_every_try() -> None:
    told = Told(Retryable("503"))
    await Steady(told.model, lambda: told, sleep=FakeClock().sleep).embed(["茶"], "passage")
    assert (told.kind, told.calls) == ("passage", 2)


def test_what_an_index_remembers_is_known_before_a_key_is_asked_for() -> None:
    def kinds(name: str, told: str = "") -> str:
        found = embedder_of(Settings(embeddings=name, embeddings_kinds=told))
        assert found is not None
        return found.kinds

    assert kinds("openai:text-embedding-3-small") == ""
    assert kinds("gemini:gemini-embedding-001") == "task_type=RETRIEVAL_QUERY||RETRIEVAL_DOCUMENT"
    assert kinds("ollama:nomic-embed-text") == "search_query: ||search_document: "
    assert kinds("ollama:nomic-embed-text", "none") == ""
    assert kinds("compatible:m", "input_type=query||passage") == "input_type=query||passage"
