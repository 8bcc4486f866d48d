from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from mcp_types import Tool

from kasen.errors import Refused
from kasen.tools.search.mcp.tools import arguments_of, chosen_tools, query_of
from tools.search.site import search_for

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def tool(name: str = "search", required: list[str] | None = None, *, writes: bool = False, **properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": required or []}
    annotations = {"readOnlyHint": False} if writes else None
    return Tool.model_validate({"name": name, "inputSchema": schema, "annotations": annotations})


def named(tools: list[Tool], *names: str) -> list[str]:
    return [one.name for one in chosen_tools(tools, names, "MCP server `docs`")]


@pytest.mark.parametrize(
    ("properties", "query"),
    [
        ({"query": TEXT, "limit": NUMBER}, "query"),
        ({"q": TEXT}, "q"),
        ({"searchTerm": TEXT, "text": TEXT}, "searchTerm"),
        ({"Query": TEXT}, "Query"),
        ({"query": {"anyOf": [TEXT, {"type": "null"}]}}, "query"),
        ({"query": {"type": ["string", "null"]}}, "query"),
        ({"queries": {"type": "array", "items": TEXT}}, "queries"),
        ({"topic": TEXT}, "topic"),
        ({"topic": TEXT, "mode": {"type": "string", "enum": ["a", "b"]}}, "topic"),
        ({"topic": TEXT, "other": TEXT}, ""),
        ({"limit": NUMBER}, ""),
        ({}, ""),
    ],
)
def test_the_argument_that_takes_the_query_is_found(properties: dict[str, Any], query: str) -> None:
    assert query_of(tool(**properties)) == query


def test_of_several_texts_the_one_that_is_needed_is_the_query() -> None:
    assert query_of(tool(topic=TEXT, other=TEXT, required=["topic"])) == "topic"


@pytest.mark.parametrize(
    "schema", [{}, {"properties": 3}, {"properties": {"query": 3}}, {"properties": [], "required": 4}]
)
def test_a_schema_that_is_none_takes_no_query(schema: dict[str, Any]) -> None:
    assert query_of(Tool.model_validate({"name": "x", "inputSchema": schema})) == ""


def test_the_only_tool_that_takes_a_query_is_chosen() -> None:
    assert named([tool("fetch", url=NUMBER), tool("lookup", query=TEXT)]) == ["lookup"]


def test_of_several_the_one_that_speaks_of_searching_is_chosen() -> None:
    assert named([tool("ask", question=TEXT), tool("web_search", query=TEXT)]) == ["web_search"]


def test_one_that_changes_something_is_chosen_only_by_name() -> None:
    writer = tool("search_and_delete", query=TEXT, writes=True)
    assert named([writer, tool("lookup", query=TEXT)]) == ["lookup"]
    assert named([writer], "search_and_delete") == ["search_and_delete"]


@pytest.mark.parametrize(
    ("tools", "names", "said"),
    [
        ([], (), "has no tool that takes a query; it has: none"),
        ([tool("a", limit=NUMBER)], (), "has no tool that takes a query; it has: `a`"),
        ([tool("a", query=TEXT), tool("b", query=TEXT)], (), "several tools that take a query: `a`, `b`"),
        ([tool("a", query=TEXT)], ("b",), "has no tool `b`; it has: `a`"),
        ([tool("a\x1b[2J\n", query=TEXT)], ("b",), "it has: `a[2J`"),
    ],
)
def test_what_cannot_be_chosen_is_said_in_a_sentence(tools: list[Tool], names: tuple[str, ...], said: str) -> None:
    with pytest.raises(Refused) as raised:
        named(tools, *names)
    assert said in str(raised.value)
    assert "\x1b" not in str(raised.value)


def given(one: Tool, fixed: dict[str, Any] | None = None, **want: Any) -> dict[str, Any]:
    return arguments_of(one, search_for("茶", **want), fixed or {}, "MCP server `docs`")


def test_arguments_are_mapped_by_their_names_and_bounds() -> None:
    assert given(tool(q=TEXT, count={"type": "integer", "maximum": 3})) == {"q": "茶", "count": 3}
    assert given(tool(q=TEXT, count={"type": "integer", "minimum": 10})) == {"q": "茶", "count": 10}
    assert given(tool(queries={"type": "array", "items": TEXT})) == {"queries": ["茶"]}
    full = tool(
        query=TEXT,
        max_results=NUMBER,
        include_domains={"type": "array", "items": TEXT},
        exclude_domains={"type": "array", "items": TEXT},
        start_date=TEXT,
        language={"type": "string", "enum": ["en", "ja"]},
        unknown=TEXT,
    )
    wants: dict[str, Any] = {"since": date(2026, 1, 2), "domains": ["go.jp"], "exclude_domains": ["x.jp"], "lang": "ja"}
    assert given(full, **wants) == {
        "query": "茶",
        "max_results": 10,
        "include_domains": ["go.jp"],
        "exclude_domains": ["x.jp"],
        "start_date": "2026-01-02",
        "language": "ja",
    }
    assert "language" not in given(full, lang="de")


def test_fixed_arguments_go_before_all_others_and_fill_what_is_needed() -> None:
    one = tool(query=TEXT, limit=NUMBER, index=TEXT, required=["query", "index"])
    assert given(one, {"index": "tea", "limit": 1}) == {"query": "茶", "limit": 1, "index": "tea"}
    with pytest.raises(Refused, match="its tool `search` needs `index`, which no search tells") as raised:
        given(one)
    assert "`arguments`" in raised.value.hint


def test_what_has_a_default_or_one_choice_needs_no_word() -> None:
    one = tool(
        query=TEXT, a={"type": "string", "default": "x"}, b={"enum": ["only"]}, c={"const": 4}, required=["a", "b", "c"]
    )
    assert given(one) == {"query": "茶", "b": "only", "c": 4}


def test_a_named_tool_without_a_query_is_refused() -> None:
    with pytest.raises(Refused, match="takes no query"):
        given(tool(limit=NUMBER))
