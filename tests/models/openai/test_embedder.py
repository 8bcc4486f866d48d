from __future__ import annotations

import base64
import struct
from typing import Any

import pytest

from kasen.errors import ConfigurationError, KeyRefused, Retryable, TooLong
from kasen.models.access import Access
from kasen.models.embedder import open_embedder
from kasen.models.embedder_kinds import Kind
from kasen.models.openai.embedder import TEXTS, CompatibleEmbedder, OpenAIEmbedder
from kasen.testing.providers import FAULTS, serving
from kasen.testing.providers.vectors import vector
from models.odd_server import HOSTILE, Said, odd_server, whole

KINDS: tuple[Kind | None, ...] = ("query", "passage", None)


def lists(body: dict[str, Any]) -> Said:
    """Vectors that say which text they are of, in the wrong order."""
    found = [{"index": place, "embedding": [float(len(text)), 1.0]} for place, text in enumerate(body["input"])]
    return whole({"data": found[::-1]})


async def test_any_number_of_texts_comes_back_in_its_order() -> None:
    texts = [f"茶 {number}" for number in range(TEXTS * 2 + 5)]
    async with serving() as fake:
        for name in ("openai:text-embedding-3-small", "compatible:multilingual-e5"):
            embedder = open_embedder(name, fake.access())
            found = await embedder.embed(texts)
            assert embedder.model == name
            assert [[round(one, 5) for one in row] for row in found] == [
                [round(one, 5) for one in vector(text, 64)] for text in texts
            ]
            assert await embedder.embed([]) == []
    assert [len(call.body["input"]) for call in fake.calls[:3]] == [TEXTS, TEXTS, 5]
    assert {call.body["encoding_format"] for call in fake.calls} == {"float"}
    assert {call.path for call in fake.calls} == {"/v1/embeddings", "/embeddings/v1/embeddings"}


async def test_long_texts_go_in_smaller_batches() -> None:
    async with odd_server(lists) as odd:
        access = Access(compatible_base_url=odd.url)
        texts = ["茶" * 20_000, "a", "茶" * 49_999, "", "b", "茶" * 90_000, "c"]
        found = await CompatibleEmbedder("m", access).embed(texts)
    assert [row[0] for row in found] == [20_000, 1, 49_999, 1, 1, 90_000, 1]
    assert [[len(text) for text in body["input"]] for body in odd.bodies] == [
        [20_000, 1],
        [49_999],
        [1, 1],
        [90_000],
        [1],
    ]


async def test_an_empty_text_and_half_a_character_get_their_vectors_too() -> None:
    async with odd_server(lists) as odd:
        found = await CompatibleEmbedder("m", Access(compatible_base_url=odd.url)).embed(["", " \n", "茶\ud83d"])
    assert len(found) == 3
    assert odd.bodies[0]["input"] == [" ", " ", "茶?"]


async def test_each_address_has_its_own_key() -> None:
    async with serving() as fake:
        access = fake.access(compatible_api_key="test-key-chat", embeddings_api_key="test-key-vectors")
        await CompatibleEmbedder("m", access).embed(["x"])
        alone = fake.access(
            compatible_api_key="test-key-chat", embeddings_api_key="test-key-vectors", embeddings_base_url=""
        )
        await CompatibleEmbedder("m", alone).embed(["x"])
    assert [(call.provider, call.key) for call in fake.calls] == [
        ("embeddings", "test-key-vectors"),
        ("compatible", "test-key-chat"),
    ]


async def test_vectors_in_base64_are_read_as_well() -> None:
    packed = base64.b64encode(struct.pack("<2f", 0.5, -2.0)).decode()
    async with odd_server(whole({"data": [{"embedding": packed}]})) as odd:
        assert await CompatibleEmbedder("m", Access(compatible_base_url=odd.url)).embed(["x"]) == [[0.5, -2.0]]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([{"index": 0, "embedding": [1.0]}], "1 vectors for 2 texts"),
        ([{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}], "2 vectors for 2 texts"),
        ([{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}], "several lengths"),
        ([{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": ["x"]}], "not a list of numbers"),
        ([{"index": 0, "embedding": []}, {"index": 1, "embedding": []}], "not a list of numbers"),
        ([{"index": 0, "embedding": "@@@"}, {"index": 1, "embedding": "@@@"}], "neither numbers nor base64"),
        ([{"index": "a", "embedding": [1.0]}, {"index": 1, "embedding": [1.0]}], "vectors"),
        (None, "0 vectors"),
    ],
)
async def test_an_answer_that_does_not_fit_the_texts_is_no_answer(data: Any, words: str) -> None:
    async with odd_server(whole({"data": data})) as odd:
        with pytest.raises(Retryable, match=words):
            await CompatibleEmbedder("m", Access(compatible_base_url=odd.url)).embed(["x", "y"])


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("401", KeyRefused),
        ("429", Retryable),
        ("500", Retryable),
        ("dropped", Retryable),
        ("context_too_long", TooLong),
    ],
)
async def test_failures_are_those_of_any_call(fault: str, kind: type[Exception]) -> None:
    async with serving() as fake:
        fake.fault(FAULTS[fault])
        with pytest.raises(kind) as caught:
            await OpenAIEmbedder("m", fake.access(openai_api_key="test-key-secret")).embed(["x"])
        assert "test-key-secret" not in str(caught.value)


async def test_an_answer_that_is_no_json_is_worth_asking_again() -> None:
    async with odd_server(Said([b"{"], 200, "application/json")) as odd:
        with pytest.raises(Retryable):
            await CompatibleEmbedder("m", Access(compatible_base_url=odd.url)).embed(["x"])


@pytest.mark.parametrize(
    ("make", "setting"),
    [(lambda: OpenAIEmbedder("m", Access()), "OPENAI_API_KEY"),
     (lambda: CompatibleEmbedder("m", Access()), "KASEN_EMBEDDINGS_BASE_URL")],
)  # fmt: skip
def test_a_missing_key_or_address_is_said_at_once(make: Any, setting: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        make()
    assert setting in caught.value.hint


async def test_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    async with serving() as fake:
        assert len(await OpenAIEmbedder("m", fake.access()).embed(["x"])) == 1
    assert fake.calls[0].key == "test-key"


async def test_questions_and_passages_of_a_known_family_begin_with_its_words() -> None:
    async with serving() as fake:
        e5 = CompatibleEmbedder("multilingual-e5-small", fake.access())
        for kind in KINDS:
            await e5.embed(["茶", ""], kind)
        await OpenAIEmbedder("text-embedding-3-small", fake.access()).embed(["茶"], "query")
    assert [call.body["input"] for call in fake.calls] == [
        ["query: 茶", "query: "],
        ["passage: 茶", "passage: "],
        ["茶", " "],
        ["茶"],
    ]
    assert all(call.body.keys() == {"model", "input", "encoding_format"} for call in fake.calls)


async def test_a_server_that_wants_a_field_is_told_in_it() -> None:
    async with serving() as fake:
        told = CompatibleEmbedder("multilingual-e5-small", fake.access(embeddings_kinds="input_type=query||passage"))
        for kind in KINDS:
            await told.embed(["茶"], kind)
    assert [call.body.get("input_type") for call in fake.calls] == ["query", "passage", None]
    assert {call.body["input"][0] for call in fake.calls} == {"茶"}
