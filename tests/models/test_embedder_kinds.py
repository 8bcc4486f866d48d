from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError
from kasen.models.access import Access
from kasen.models.embedder import EMBEDDERS, open_embedder
from kasen.models.embedder_kinds import FAMILIES, Kinds, kinds_of, only_field
from kasen.settings.kinds import read_kinds

E5, NOMIC = "query: ||passage: ", "search_query: ||search_document: "
SEARCHING = "Represent this sentence for searching relevant passages: ||"


@pytest.mark.parametrize(
    ("model", "kinds"),
    [
        ("intfloat/multilingual-e5-small", E5),
        ("yxchia/multilingual-e5-base:latest", E5),
        ("e5_large_v2", E5),
        ("nomic-embed-text", NOMIC),
        ("nomic-embed-text-v2-moe:latest", NOMIC),
        ("embeddinggemma:300m", "task: search result | query: ||title: none | text: "),
        ("mxbai-embed-large", SEARCHING),
        ("BAAI/bge-large-en-v1.5", SEARCHING),
        ("bge-large:335m", SEARCHING),
        ("snowflake-arctic-embed:m", SEARCHING),
        ("snowflake-arctic-embed2", "query: ||"),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ||"),
        ("cl-nagoya/ruri-v3-310m", "検索クエリ: ||検索文書: "),
        ("cl-nagoya/ruri-base-v2", "クエリ: ||文章: "),
        ("bge-m3", ""),
        ("all-minilm", ""),
        ("be5t", ""),
        ("BAAI/bge-large-zh-v1.5", ""),
        ("granite-embedding:278m", ""),
    ],
)
def test_what_the_makers_of_a_model_want_is_known_by_its_name(model: str, kinds: str) -> None:
    assert str(kinds_of("ollama", model)) == str(kinds_of("compatible", model)) == kinds


def test_models_that_follow_instructions_are_given_one_before_questions_only() -> None:
    for name in ("qwen3-embedding:0.6b", "intfloat/multilingual-e5-large-instruct"):
        found = kinds_of("ollama", name)
        assert found.query.startswith("Instruct: ")
        assert "\nQuery:" in found.query
        assert found.passage == ""


def test_every_family_can_be_read() -> None:
    assert all(str(read_kinds(kinds)) == kinds for _, kinds in FAMILIES)


def test_providers_have_ways_of_their_own() -> None:
    assert str(kinds_of("openai", "text-embedding-3-large")) == ""
    assert kinds_of("google", "text-embedding-005").fields("query") == {"task_type": "RETRIEVAL_QUERY"}
    assert kinds_of("google", "gemini-embedding-2-preview").query == "task: search result | query: "
    assert str(kinds_of("sentence-transformers", "some/model")) == "prompt_name=query||document"
    assert str(kinds_of("sentence-transformers", "intfloat/e5-small-v2")) == E5


def test_what_the_setting_says_goes_before_what_is_known() -> None:
    assert kinds_of("ollama", "nomic-embed-text", "none") == Kinds()
    assert str(kinds_of("openai", "m", "Q: ||")) == "Q: ||"


def test_a_field_that_a_provider_does_not_have_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="`ollama:m` takes no field `input_type`"):
        open_embedder("ollama:m", Access(embeddings_kinds="input_type=query||passage"))
    with pytest.raises(ConfigurationError, match="takes no field `input_type`"):
        open_embedder("google:m", Access(google_api_key="test-key", embeddings_kinds="input_type=query||passage"))
    assert only_field("x", Kinds("task_type", "A", "B"), "task_type").query == "A"


def test_what_an_embedder_says_of_itself_is_what_is_known_of_it() -> None:
    access = Access(google_api_key="k", openai_api_key="k", compatible_base_url="http://127.0.0.1:1/v1")
    for provider in sorted(EMBEDDERS.keys() - {"sentence-transformers"}):
        assert open_embedder(f"{provider}:e5", access).kinds == str(kinds_of(provider, "e5"))
