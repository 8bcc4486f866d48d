"""How models of embeddings want to be told a question from a passage: what is known of them by name and provider."""

from __future__ import annotations

import re

from kasen.errors import ConfigurationError
from kasen.settings.kinds import Kind as Kind
from kasen.settings.kinds import Kinds as Kinds
from kasen.settings.kinds import read_kinds

_SEARCHING = "Represent this sentence for searching relevant passages: "
_INSTRUCT = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
FAMILIES = (
    (r"\be5\b.*instruct", f"{_INSTRUCT} ||"),
    (r"\be5\b", "query: ||passage: "),
    (r"nomic-embed-text", "search_query: ||search_document: "),
    (r"embeddinggemma|gemini-embedding-2", "task: search result | query: ||title: none | text: "),
    (r"qwen3-embedding", f"{_INSTRUCT}||"),
    (r"arctic-embed(2|.*v2)", "query: ||"),
    (r"arctic-embed|mxbai-embed|bge-(small|base|large)(-en|:|$)", f"{_SEARCHING}||"),
    (r"ruri-v3", "検索クエリ: ||検索文書: "),
    (r"ruri", "クエリ: ||文章: "),
)
"""What a model's name says → what its makers want before a question and before a passage, in the form of the setting
`embeddings_kinds`; the first that fits counts."""
BY_PROVIDER = {
    "google": "task_type=RETRIEVAL_QUERY||RETRIEVAL_DOCUMENT",
    "sentence-transformers": "prompt_name=query||document",
}
"""What holds at a provider for models of no family; elsewhere they make both alike."""
UNTOUCHED = frozenset({"openai"})
"""Providers whose models make both alike, whatever they are called."""


def kinds_of(provider: str, model: str, told: str = "") -> Kinds:
    """What is `told` by the setting; where nothing is, what is known of the model's name, else of its provider."""
    if told:
        return read_kinds(told)
    name = model.casefold().replace("_", "-")
    family = next((kinds for pattern, kinds in FAMILIES if re.search(pattern, name)), "")
    found = "" if provider in UNTOUCHED else family or BY_PROVIDER.get(provider, "")
    return read_kinds(found) if found else Kinds()


def only_field(name: str, kinds: Kinds, known: str = "") -> Kinds:
    """The same kinds. Raises ConfigurationError where they name a field that requests to this model do not have."""
    if kinds.field not in ("", known):
        raise ConfigurationError(
            f"`{name}` takes no field `{kinds.field}`, which `embeddings_kinds` names",
            hint="Write what stands before the texts, as `query: ||passage: `, or `none`.",
        )
    return kinds
