"""The adapter against a stand-in of sentence-transformers: the package itself brings torch and is not installed here.

The stand-in runs in a process of its own; it has the constructor and `encode` of version 5.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from typing import Any

import pytest

from kasen.errors import ConfigurationError
from kasen.models.access import Access
from kasen.models.embedder import open_embedder

STAND_IN = """
import threading
loads, calls, busy = [], [], threading.Lock()

class Vector(list):
    pass

class SentenceTransformer:
    def __init__(self, name, *, token=None):
        loads.append((name, token))
        self.prompts = {"ask": "ask: "}
        if name == "none":
            raise OSError("none is not a local folder\\nand is not a valid model identifier")

    def encode_query(self, texts, **options):
        return [[-one for one in vector] for vector in self.encode(texts, **options)]

    def encode_document(self, texts, **options):
        return [[10 * one for one in vector] for vector in self.encode(texts, **options)]

    def encode(self, texts, *, batch_size, normalize_embeddings, show_progress_bar, prompt_name=""):
        texts = [self.prompts.get(prompt_name, "") + text for text in texts]
        assert busy.acquire(blocking=False), "used by two threads at once"
        calls.append((len(texts), batch_size, normalize_embeddings, show_progress_bar))
        if "too much" in texts:
            busy.release()
            raise RuntimeError("out of memory")
        vectors = [Vector([len(text), 1]) for text in texts]
        busy.release()
        return vectors
"""
SCRIPT = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
from kasen.errors import KasenError
from kasen.models.access import Access
from kasen.models.embedder import open_embedder

async def main():
    embedder = open_embedder("sentence-transformers:some/model:v2", Access())
    import sentence_transformers as stand_in
    before = list(stand_in.loads)
    many = await asyncio.gather(*(embedder.embed(["茶", "tea " * n]) for n in range(1, 6)))
    found = {"model": embedder.model, "before": before, "loads": stand_in.loads, "calls": stand_in.calls}
    found |= {"many": many, "nothing": await embedder.embed([])}
    found["kinds"] = [await embedder.embed(["茶"], kind) for kind in ("query", "passage", None)]
    e5 = open_embedder("sentence-transformers:intfloat/e5-small-v2", Access())
    found["e5"] = [await e5.embed(["茶"], kind) for kind in ("query", "passage", None)]
    named = open_embedder("sentence-transformers:some/other", Access(embeddings_kinds="prompt_name=ask||document"))
    found["named"] = [await named.embed(["茶"], kind) for kind in ("query", "passage", None)]
    try:
        wrong = Access(embeddings_kinds="prompt_name=aks||document")
        await open_embedder("sentence-transformers:some/other", wrong).embed(["茶"], "query")
    except KasenError as error:
        found["wrong"] = [type(error).__name__, str(error), error.hint]
    for name, text in (("none", "a"), ("good", "too much")):
        try:
            await open_embedder(f"sentence-transformers:{name}", Access()).embed([text])
        except KasenError as error:
            found[name] = [type(error).__name__, str(error)]
    print(json.dumps(found))

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    place = tmp_path_factory.mktemp("packages")
    (place / "sentence_transformers.py").write_text(STAND_IN, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(place)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_model_is_loaded_once_when_it_is_first_used_and_sends_no_token(found: dict[str, Any]) -> None:
    assert found["model"] == "sentence-transformers:some/model:v2"
    assert found["before"] == []
    assert found["loads"][0] == ["some/model:v2", False]
    assert [name for name, _ in found["loads"]].count("some/model:v2") == 1


def test_each_text_has_its_vector_in_order_whoever_asks_meanwhile(found: dict[str, Any]) -> None:
    assert found["many"] == [[[1.0, 1.0], [4.0 * n, 1.0]] for n in range(1, 6)]
    assert all(call[1:] == [32, True, False] for call in found["calls"])


def test_no_texts_load_nothing(found: dict[str, Any]) -> None:
    assert found["nothing"] == []


def test_the_model_says_itself_how_questions_and_passages_are_told_apart(found: dict[str, Any]) -> None:
    assert found["kinds"] == [[[-1.0, -1.0]], [[10.0, 10.0]], [[1.0, 1.0]]]


def test_a_prompt_of_another_name_is_asked_for_by_it(found: dict[str, Any]) -> None:
    assert found["named"] == [[[len("ask: 茶"), 1.0]], [[10.0, 10.0]], [[1.0, 1.0]]]


def test_a_prompt_that_the_model_does_not_have_is_named(found: dict[str, Any]) -> None:
    kind, said, hint = found["wrong"]
    assert kind == "ConfigurationError"
    assert "no prompt `aks`" in said
    assert hint == "It has: ask."


def test_a_family_whose_models_do_not_say_it_has_its_words_before_the_texts(found: dict[str, Any]) -> None:
    assert found["e5"] == [[[len("query: 茶"), 1.0]], [[len("passage: 茶"), 1.0]], [[1.0, 1.0]]]


def test_failures_are_ours(found: dict[str, Any]) -> None:
    assert found["good"] == [
        "Retryable",
        "sentence-transformers:good could not turn 1 texts into vectors: out of memory",
    ]
    kind, text = found["none"]
    assert kind == "ConfigurationError"
    assert text.endswith("cannot be loaded: none is not a local folder and is not a valid model identifier")


@pytest.mark.skipif(importlib.util.find_spec("sentence_transformers") is not None, reason="it is installed here")
def test_without_the_package_the_extra_is_named() -> None:
    with pytest.raises(ConfigurationError, match="needs the package `sentence_transformers`") as failure:
        open_embedder("sentence-transformers:some/model", Access())
    assert failure.value.hint == "Run: pip install sentence-transformers"
