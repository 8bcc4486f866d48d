"""Settings that are tables or lists, written as TOML or on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kasen.settings.servers import NAME

SEARCHES = ("tavily", "searxng", "google", "ddgs", "arxiv")
"""Providers of web search; after `google:` its model may be named, after `mcp:` a server is."""
_KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?")


def chains(value: Any) -> dict[str, list[str]]:
    """Role, `team.role` or tier → `provider:model` strings to try in order.

    A chain is a list, or text with `>` or `,` between its models; a table inside the table holds the roles of a team.
    On one line: `planner=openai:x>google:y,reasoning=anthropic:z`. Raises ValueError saying what is wrong.
    """
    return {key: _chain(key, models) for key, models in _entries(value, "planner=openai:x>google:y")}


def rates(value: Any) -> dict[str, int]:
    """Account or provider → requests per minute. On one line: `openai=60,anthropic=30`."""
    if not isinstance(value, Mapping):
        value = dict(_on_one_line(value, "openai=60,anthropic=30"))
    found = {}
    for name, rate in value.items():
        if isinstance(rate, bool) or not re.fullmatch(r"[1-9][0-9]{0,8}", str(rate).strip()):
            raise ValueError(f"must give whole requests per minute, more than 0, for `{name}`")
        found[str(name).strip()] = int(rate)
    return found


def searches(value: Any) -> tuple[str, ...]:
    """Providers of web search, each once; `none` stands alone. On one line: `tavily,arxiv`."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ValueError("must be a list of search providers, or one line like `tavily,arxiv`")
    names = tuple(dict.fromkeys(_search(part.strip()) for part in parts if part.strip()))
    if "none" in names and len(names) > 1:
        raise ValueError("must not name other search providers beside `none`")
    return names


def _search(name: str) -> str:
    provider, colon, model = name.partition(":")
    provider = provider.lower()
    if not colon and provider in {*SEARCHES, "none"}:
        return provider
    if provider == "google" and model:
        return f"google:{model}"
    if provider == "mcp" and NAME.fullmatch(model):
        return f"mcp:{model}"
    known = f"{', '.join(SEARCHES)}, `mcp:NAME`"
    raise ValueError(f"must name search providers out of {known}, or `none`: `{name}` is none of these")


def _entries(value: Any, example: str) -> Iterator[tuple[str, Any]]:
    pairs = value.items() if isinstance(value, Mapping) else _on_one_line(value, example)
    for key, inner in pairs:
        if isinstance(inner, Mapping):
            yield from ((_key(f"{key}.{role}"), models) for role, models in inner.items())
        else:
            yield _key(key), inner


def _on_one_line(value: Any, example: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, str):
        raise ValueError(f"must be a table, or one line like `{example}`")  # noqa: TRY004  pydantic words ValueErrors
    for entry in filter(None, (part.strip() for part in value.split(","))):
        key, equals, rest = entry.partition("=")
        if not equals:
            raise ValueError(f"must be written `{example}`: `{entry}` has no `=`")
        yield key.strip(), rest.strip()


def _key(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise ValueError(f"must be by role, `team.role` or tier: `{key}` is none of these")
    return key


def _chain(key: str, models: Any) -> list[str]:
    parts = re.split(r"[,>]", models) if isinstance(models, str) else models
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(f"must name the models of `{key}` as text or a list")
    names = [part.strip() if isinstance(part, str) else "" for part in parts]
    for name in names:
        provider, _, model = name.partition(":")
        if not provider or not model or re.search(r"\s", name):
            raise ValueError(f"must name models as `provider:model`: `{name}` of `{key}` does not")
    return names
