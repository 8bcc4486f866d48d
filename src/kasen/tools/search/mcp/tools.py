"""Which tool of a server is searched with, and what it is given: found out from the JSON schema of its arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kasen.errors import Refused
from kasen.tools.search.cleaning import one_line
from kasen.tools.search.wanted import Wanted

if TYPE_CHECKING:
    from mcp_types import Tool

QUERY = (
    "query", "q", "search_query", "searchquery", "search_term", "searchterm", "keywords", "keyword", "search",
    "question", "text", "prompt", "input", "queries",
)  # fmt: skip
"""Names of the argument that takes what is looked for, without regard to case; those that say it best first."""
LIMIT = (
    "max_results", "maxresults", "limit", "count", "num_results", "numresults", "num", "n", "top_k", "topk", "k",
    "size", "per_page", "page_size", "rows",
)  # fmt: skip
DOMAINS = ("include_domains", "includedomains", "domains", "sites")
EXCLUDED = ("exclude_domains", "excludedomains")
SINCE = ("start_date", "startdate", "since", "from_date", "start_published_date", "startpublisheddate")
LANG = ("lang", "language", "hl")
_TEXT = ("string",)
_NUMBER = ("integer", "number")
_LIST = ("array",)


def chosen_tools(tools: Sequence[Tool], named: Sequence[str], server: str) -> list[Tool]:
    """The tools to search with: those that were named, else the one that takes a query. Raises Refused.

    Of several the one whose name speaks of searching is taken; never one that says it changes something.
    """
    if named:
        known = {tool.name: tool for tool in tools}
        missing = [name for name in named if name not in known]
        if missing:
            raise Refused(f"{server} has no tool `{missing[0]}`; it has: {_listed(tools)}")
        return [known[name] for name in named]
    fitting = [tool for tool in tools if query_of(tool) and not _changes(tool)]
    searching = [tool for tool in fitting if "search" in tool.name.lower()]
    for choice in (fitting, searching):
        if len(choice) == 1:
            return choice
    if not fitting:
        raise Refused(f"{server} has no tool that takes a query; it has: {_listed(tools)}")
    raise Refused(
        f"{server} has several tools that take a query: {_listed(fitting)}", hint="Name those to use in its `tools`."
    )


def query_of(tool: Tool) -> str:
    """Name of the argument that takes what is looked for; empty for a tool that takes no text."""
    given = _properties(tool)
    texts = {name: schema for name, schema in given.items() if _is(schema, _TEXT) or _takes_texts(schema)}
    known = _first(texts, QUERY)
    if known:
        return known
    plain = [name for name, schema in texts.items() if _is(schema, _TEXT) and "enum" not in schema]
    needed = [name for name in _required(tool) if name in plain]
    for choice in (needed, plain):
        if len(choice) == 1:
            return choice[0]
    return ""


def arguments_of(tool: Tool, want: Wanted, fixed: Mapping[str, Any], server: str) -> dict[str, Any]:
    """What the tool is called with; what was fixed goes before what is worked out. Raises Refused."""
    given = _properties(tool)
    query = query_of(tool)
    if not query and not (set(fixed) & set(given)):
        raise Refused(f"{server}: its tool `{one_line(tool.name)}` takes no query")
    found = dict(_worked_out(given, query, want))
    found.update(fixed)
    for name in _required(tool):
        if name not in found and not _has_default(given.get(name, {})):
            value = _only_choice(given.get(name, {}))
            if value is None:
                raise Refused(
                    f"{server}: its tool `{one_line(tool.name)}` needs `{one_line(name)}`, which no search tells",
                    hint="Give it in `arguments` of its table `[mcp.…]`.",
                )
            found[name] = value
    return found


def _worked_out(given: Mapping[str, Any], query: str, want: Wanted) -> Iterator[tuple[str, Any]]:
    if query:
        yield query, [want.query] if _is(given[query], _LIST) else want.query
    limit = _first(given, LIMIT, _NUMBER)
    if limit:
        yield limit, _within(given[limit], want.reach)
    for names, value in ((DOMAINS, want.domains), (EXCLUDED, want.exclude_domains)):
        name = _first(given, names, _LIST)
        if name and value:
            yield name, list(value)
    since = _first(given, SINCE, _TEXT)
    if since and want.since:
        yield since, want.since.isoformat()
    lang = _first(given, LANG, _TEXT)
    if lang and want.lang and want.lang in given[lang].get("enum", [want.lang]):
        yield lang, want.lang


def _properties(tool: Tool) -> dict[str, dict[str, Any]]:
    found = tool.input_schema.get("properties")
    if not isinstance(found, dict):
        return {}
    return {name: schema for name, schema in found.items() if isinstance(schema, dict)}


def _required(tool: Tool) -> list[str]:
    found = tool.input_schema.get("required")
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def _first(given: Mapping[str, Any], names: Sequence[str], types: Sequence[str] = ()) -> str:
    by_name = {name.lower(): name for name in given if not types or _is(given[name], types)}
    return next((by_name[name] for name in names if name in by_name), "")


def _is(schema: Mapping[str, Any], types: Sequence[str]) -> bool:
    """Whether a schema takes one of these types, also as one of several."""
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    more = schema.get("anyOf")
    kinds = [*kinds, *(one.get("type") for one in more if isinstance(one, dict))] if isinstance(more, list) else kinds
    return any(one in types for one in kinds if isinstance(one, str))


def _takes_texts(schema: Mapping[str, Any]) -> bool:
    items = schema.get("items")
    return _is(schema, _LIST) and isinstance(items, dict) and _is(items, _TEXT)


def _within(schema: Mapping[str, Any], value: int) -> int:
    """The number, not below the schema's least and not above its most."""
    for bound, pick in (("minimum", max), ("maximum", min)):
        limit = schema.get(bound)
        if isinstance(limit, int | float) and not isinstance(limit, bool) and abs(limit) < 1e9:
            value = pick(value, int(limit))
    return value


def _has_default(schema: Mapping[str, Any]) -> bool:
    return "default" in schema


def _only_choice(schema: Mapping[str, Any]) -> Any:
    """The value of an argument that has no other."""
    choices = schema.get("enum")
    if "const" in schema:
        return schema["const"]
    return choices[0] if isinstance(choices, list) and len(choices) == 1 else None


def _changes(tool: Tool) -> bool:
    return tool.annotations is not None and tool.annotations.read_only_hint is False


def _listed(tools: Sequence[Tool]) -> str:
    names = [f"`{one_line(tool.name)[:60]}`" for tool in tools]
    return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "") or "none"
