"""Searching with the tools of an MCP server."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain, zip_longest
from typing import TYPE_CHECKING
from urllib.parse import quote

from kasen.errors import ConfigurationError, ProviderError, Retryable
from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.models.connection import Connection
from kasen.settings.servers import McpServer
from kasen.tools.search.cleaning import iso_date, one_line, visible
from kasen.tools.search.mcp.results import Item, items_of
from kasen.tools.search.mcp.session import IDLE_S, START_S, Session
from kasen.tools.search.mcp.tools import arguments_of, chosen_tools
from kasen.tools.search.result import LONGEST_TITLE, hit_of
from kasen.tools.search.wanted import Wanted

if TYPE_CHECKING:
    from mcp_types import CallToolResult, Tool

LONGEST_TEXT = 20_000
"""Characters of a result without an address that are kept."""


class McpSearch:
    """A result with a web address leads to its page, which is read like any other; its words are the server's choice.

    A result without one is a passage of the server itself, `mcp://NAME/TOOL#…`, and evidence as it was read.
    """

    pace_s = 0.0

    def __init__(
        self,
        name: str,
        server: McpServer,
        connection: Connection,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        start_s: float = START_S,
        idle_s: float = IDLE_S,
    ) -> None:
        if importlib.util.find_spec("mcp") is None:
            raise ConfigurationError("MCP servers need the package `mcp`", hint="Run: pip install 'kasen[mcp]'")
        self.name = self.account = f"mcp:{name}"
        self._publisher = name
        self._server = server
        self._now = now
        self.session = Session(name, server, connection, start_s=start_s, idle_s=idle_s)

    async def find(self, want: Wanted) -> list[Hit]:
        """Results of its tools in their order, those of several tools in turn. Raises ProviderError when all fail."""
        tools = await self.tools()
        ended = await asyncio.gather(*(self._ask(tool, want) for tool in tools), return_exceptions=True)
        bugs = [one for one in ended if isinstance(one, BaseException) and not isinstance(one, ProviderError)]
        errors = [one for one in ended if isinstance(one, ProviderError)]
        if bugs or len(errors) == len(ended):
            raise (bugs or errors)[0]
        lists = [one for one in ended if not isinstance(one, BaseException)]
        return [hit for hit in chain.from_iterable(zip_longest(*lists)) if hit is not None]

    async def tools(self) -> list[Tool]:
        """The tools that are searched with, as the server offers them now. Raises ProviderError."""
        return chosen_tools(await self.session.tools(), self._server.tools, self.session.name)

    async def close(self) -> None:
        """End the server."""
        await self.session.close()

    async def _ask(self, tool: Tool, want: Wanted) -> list[Hit]:
        arguments = arguments_of(tool, want, self._server.arguments, self.session.name)
        try:
            result = await self.session.call(tool.name, arguments)
            if result.is_error:
                raise Retryable(f"{self.session.name}: {_said(result)}")
        except ProviderError:
            self.session.look_again()
            raise
        fetched = self._now().isoformat(timespec="seconds")
        return list(self._hits(tool.name, items_of(result), fetched))

    def _hits(self, tool: str, items: Sequence[Item], fetched: str) -> Iterator[Hit]:
        for rank, item in enumerate(items, start=1):
            if not item.url:
                yield from self._own(tool, item, rank, fetched)
                continue
            hit = hit_of(
                self.name,
                rank,
                url=item.url,
                title=item.title,
                text=item.text,
                published=item.published,
                score=item.score,
                fetched_at=fetched,
            )
            if hit is not None:
                yield hit

    def _own(self, tool: str, item: Item, rank: int, fetched: str) -> Iterator[Hit]:
        """The words of the server itself, cut as a document is."""
        from kasen.knowledge.chunk import chunks
        from kasen.knowledge.document import Writer

        writer = Writer()
        writer.add(visible(item.text)[:LONGEST_TEXT])
        document = writer.done()
        for piece in chunks(document):
            text = document.text[piece.start : piece.end]
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            uri = f"mcp://{self._publisher}/{quote(tool, safe='')}#{digest[:16]}"
            source = Source(
                id=content_id("src", uri, digest),
                kind="web",
                title=one_line(item.title)[:LONGEST_TITLE] or f"{self._publisher}: {one_line(tool)[:LONGEST_TITLE]}",
                uri=uri,
                content_hash=digest,
                fetched_at=fetched,
                publisher=self._publisher,
                published=iso_date(item.published),
            )
            passage = Passage(id=content_id("psg", source.id, text), source_id=source.id, text=text, end=len(text))
            yield Hit(passage=passage, source=source, score=1.0 / rank)


def _said(result: CallToolResult) -> str:
    texts = (block.text for block in result.content if block.type == "text")
    return one_line(" ".join(texts))[:200] or "it failed without a word"
