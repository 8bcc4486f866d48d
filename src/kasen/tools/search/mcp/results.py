"""What a tool gives, as items: read from structured content, JSON in text, labelled lines, or plain text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_types import CallToolResult

MOST_ITEMS = 40
DEEPEST = 4
"""How far inside one another lists and objects are looked into."""
LISTS = (
    "results", "result", "items", "hits", "documents", "organic_results", "organic", "web", "matches", "pages",
    "articles", "sources", "data", "response", "output",
)  # fmt: skip
URL = ("url", "link", "href", "uri", "source_url", "page_url", "permalink", "source")
TITLE = ("title", "name", "heading")
TEXT = (
    "content", "text", "page_content", "snippet", "description", "summary", "body", "excerpt", "abstract", "markdown",
)  # fmt: skip
PUBLISHED = ("published_date", "publisheddate", "published", "date", "page_age", "published_at", "publishedat")
SCORE = ("score", "relevance", "relevance_score")
_LABELS = {
    **dict.fromkeys(("title", "タイトル"), "title"),
    **dict.fromkeys(("url", "link", "source", "リンク"), "url"),
    **dict.fromkeys(
        ("description", "content", "text", "snippet", "summary", "highlights", "概要", "要約", "内容"), "text"
    ),
    **dict.fromkeys(("published", "published date", "date", "公開日"), "published"),
}
_LABEL = re.compile(
    rf"[ \t]*(?:\d+[.)][ \t]*)?(?:[-*+][ \t]+)?\**(?P<name>{'|'.join(_LABELS)})\**[ \t]*[:：][ \t]*\**(?P<rest>.*)",
    re.IGNORECASE,
)
_WEB = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Item:
    """One result of a tool. Everything in it is a stranger's."""

    url: str = ""
    """As it was given; empty for none that is of the web."""
    title: str = ""
    text: str = ""
    published: str = ""
    score: object = None


def items_of(result: CallToolResult) -> list[Item]:
    """The items of a result, in its order; structured content first, its text where that holds none."""
    found = list(islice(_items(result.structured_content, DEEPEST), MOST_ITEMS))
    return found or list(islice(_in_content(result.content), MOST_ITEMS))


def _in_content(content: Sequence[Any]) -> Iterator[Item]:
    for block in content:
        match block.type:
            case "text":
                yield from items_in_text(block.text)
            case "resource" if hasattr(block.resource, "text"):
                yield Item(url=_web(str(block.resource.uri)), text=block.resource.text)
            case "resource_link":
                yield Item(url=_web(str(block.uri)), title=block.title or block.name, text=block.description or "")


def items_in_text(text: str) -> Iterator[Item]:
    """Of a text that is JSON its items; of one with labelled lines (`URL: …`) what they say; else the text itself."""
    stripped = text.strip()
    if stripped.startswith(("{", "[")):
        try:
            yield from _items(json.loads(stripped), DEEPEST)
        except (ValueError, RecursionError):
            pass
        else:
            return
    labelled = list(_labelled(stripped))
    if any(item.url for item in labelled):
        yield from labelled
    elif stripped:
        yield Item(text=stripped)


def _items(value: Any, depth: int) -> Iterator[Item]:
    if depth < 0:
        return
    if isinstance(value, str):
        if value.strip():
            yield from items_in_text(value) if depth == DEEPEST - 1 else [Item(text=value)]
    elif isinstance(value, list):
        for one in value:
            yield from _items(one, depth - 1)
    elif isinstance(value, dict):
        item = _item(value)
        inner = None if item is not None and item.url else _inner(value)
        if inner is not None:
            yield from _items(inner, depth - 1)
        elif item is not None:
            yield item


def _inner(value: Mapping[str, Any]) -> Any:
    """The list of results inside an object, or the object that holds it."""
    by_name = {str(name).lower(): inner for name, inner in value.items()}
    known = (by_name.get(name) for name in LISTS)
    lists = (inner for inner in by_name.values() if isinstance(inner, list) and any(isinstance(x, dict) for x in inner))
    return next((inner for inner in (*known, *lists) if isinstance(inner, list | dict | str) and inner), None)


def _item(value: Mapping[str, Any]) -> Item | None:
    about = value.get("metadata")
    by_name = {str(name).lower(): inner for name, inner in (about if isinstance(about, dict) else {}).items()}
    by_name |= {str(name).lower(): inner for name, inner in value.items()}
    url = next((web for name in URL if (web := _web(by_name.get(name)))), "")
    text = next((words for name in TEXT if (words := _words(by_name.get(name)))), "")
    if not url and not text:
        return None
    return Item(
        url=url,
        title=next((words for name in TITLE if (words := _words(by_name.get(name)))), ""),
        text=text,
        published=next((words for name in PUBLISHED if (words := _words(by_name.get(name)))), ""),
        score=next((by_name[name] for name in SCORE if name in by_name), None),
    )


def _words(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n".join(value)
    return value if isinstance(value, str) else ""


def _web(value: Any) -> str:
    return value if isinstance(value, str) and _WEB.match(value.strip()) else ""


def _labelled(text: str) -> Iterator[Item]:
    """Blocks of lines like `Title: …`; a label that comes again begins the next."""
    block: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        found = _LABEL.fullmatch(line)
        if found is None:
            if last == "text" and line.strip():
                block["text"] = f"{block['text']}\n{line}"
            continue
        last = _LABELS[found["name"].lower()]
        if last in block:
            yield _of_block(block)
            block = {}
        block[last] = found["rest"].strip().strip("*").strip()
    if block:
        yield _of_block(block)


def _of_block(block: Mapping[str, str]) -> Item:
    url = _web(block.get("url", "").strip("<>"))
    return Item(url=url, title=block.get("title", ""), text=block.get("text", ""), published=block.get("published", ""))
