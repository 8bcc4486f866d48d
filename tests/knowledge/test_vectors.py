"""A base knows which embedding made its vectors: the model, and how it was told questions from passages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.search import parse
from kasen.knowledge.store import KnowledgeBase
from kasen.knowledge.vectors import Embedding, embedding_in, put_embedding
from kasen.models.embedder_kinds import Kind
from kasen.settings.kinds import read_kinds


class Sides:
    """One model: what it is told of a text decides its vector, as E5 does, and nothing else."""

    model = "fake:sides"

    def __init__(self, kinds: str = "") -> None:
        self.kinds = kinds
        self.asked: list[tuple[str, Kind | None]] = []

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        told = read_kinds(self.kinds or "none").texts(texts, kind)
        self.asked += [(text, kind) for text in told]
        return [[1.0, float(text.startswith("q: ")), float(text.startswith("p: "))] for text in told]


async def test_passages_are_embedded_as_passages_and_questions_as_questions(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    sides = Sides("q: ||p: ")
    base = await KnowledgeBase.open(tmp_path, "v", embedder=sides)
    await base.add([write("docs/a.txt", tea)])
    await base.search("日本一の茶産地はどこですか")
    assert [(text[:3], kind) for text, kind in sides.asked] == [("p: ", "passage"), ("q: ", "query")]
    await (await KnowledgeBase.open(tmp_path, "v")).embed()
    again = Sides("q: ||p: ")
    await (await KnowledgeBase.open(tmp_path, "v", embedder=again)).embed()
    assert [kind for _, kind in again.asked] == ["passage"]


async def test_vectors_of_one_model_that_was_told_otherwise_are_not_mixed(
    tmp_path: Path, write: Callable[..., Path], tea: str, caplog: pytest.LogCaptureFixture
) -> None:
    old = await KnowledgeBase.open(tmp_path, "v", embedder=Sides())
    await old.add([write("docs/a.txt", tea)])
    told = Sides("q: ||p: ")
    base = await KnowledgeBase.open(tmp_path, "v", embedder=told)
    with caplog.at_level(logging.WARNING):
        assert await base.nearest(parse("茶産地")) == []
    assert "made with the embedding model `fake:sides`, not with the embedding model `fake:sides`, told" in caplog.text
    assert "`kasen kb embed v`" in caplog.text
    assert (await base.search("茶産地"))[0].source.title == "a", "words still find it"
    with pytest.raises(ConfigurationError, match=r"told `q: \|\|p: `"):
        await base.add([write("docs/b.txt", "another text")])
    assert told.asked == [], "nothing was sent"
    assert await base.embed() == 1
    assert base.model == "fake:sides"
    assert len(await base.nearest(parse("茶産地"))) == 1
    assert await old.nearest(parse("茶産地")) == []


async def test_the_vector_of_a_question_is_kept_for_each_way_of_its_own(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    plain, told = Sides(), Sides("q: ||p: ")
    base = await KnowledgeBase.open(tmp_path, "v", embedder=plain)
    await base.add([write("docs/a.txt", tea)])
    await base.search("茶産地")
    base = await KnowledgeBase.open(tmp_path, "v", embedder=told)
    await base.embed()
    await base.search("茶産地")
    await base.search("茶産地")
    assert [text[:3] for text, kind in told.asked if kind == "query"] == ["q: "], "asked anew, and once"


def test_a_base_of_before_has_vectors_that_were_told_nothing(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "catalogue.sqlite")
    assert embedding_in(catalogue) == Embedding()
    catalogue.put("model", "ollama:m")
    assert embedding_in(catalogue) == Embedding("ollama:m", "")
    put_embedding(catalogue, Embedding("ollama:m", "q: ||"))
    assert embedding_in(catalogue) == Embedding("ollama:m", "q: ||")
    put_embedding(catalogue, Embedding())
    assert embedding_in(catalogue) == Embedding()


def test_it_is_named_in_words() -> None:
    assert str(Embedding()) == "no embedding model"
    assert str(Embedding("a:b")) == "the embedding model `a:b`"
    assert str(Embedding("a:b", "q: ||")) == "the embedding model `a:b`, told `q: ||`"
    assert Embedding("a:b").key == "a:b" != Embedding("a:b", "q: ||").key
