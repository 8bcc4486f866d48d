"""Whether the MCP servers of the settings can be asked; for `kasen doctor`."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kasen.errors import KasenError

if TYPE_CHECKING:
    from kasen.models.connection import Connection
    from kasen.settings import Settings
    from kasen.settings.servers import McpServer


@dataclass(frozen=True, kw_only=True)
class Looked:
    """One server and what was seen of it."""

    name: str
    ok: bool
    found: str
    fix: str = ""


async def look_at_servers(settings: Settings, *, online: bool) -> list[Looked]:
    """Each server of the settings; `online` starts or asks it, and ends it again. Otherwise nothing is run or sent."""
    from kasen.models.access import access_of
    from kasen.models.connection import connection_of

    connection = connection_of(access_of(settings))
    looks = (
        _asked(name, server, connection, used=_is_used(name, settings)) if online else _waits(name, server, settings)
        for name, server in settings.mcp.items()
    )
    return list(await asyncio.gather(*looks))


async def _asked(name: str, server: McpServer, connection: Connection, *, used: str) -> Looked:
    from kasen.tools.search.mcp.provider import McpSearch

    try:
        search = McpSearch(name, server, connection)
        try:
            tools = [tool.name for tool in await search.tools()]
        finally:
            await search.close()
    except KasenError as error:
        return Looked(name=name, ok=False, found=str(error), fix=error.hint or "Look at its table in kasen.toml.")
    return Looked(name=name, ok=True, found=f"answers; searches with {', '.join(tools)}{used}")


async def _waits(name: str, server: McpServer, settings: Settings) -> Looked:
    if importlib.util.find_spec("mcp") is None:
        return Looked(name=name, ok=False, found="the package `mcp` is missing", fix="pip install 'kasen[mcp]'")
    program = server.command[0] if server.command else ""
    if program and shutil.which(program) is None:
        fix = "Install it, or write its whole path in `command`."
        return Looked(name=name, ok=False, found=f"its program `{program}` is not found", fix=fix)
    way = f"runs {program}" if program else f"asks {server.url.partition('?')[0]}"
    return Looked(name=name, ok=True, found=f"{way}; --online starts it{_is_used(name, settings)}")


def _is_used(name: str, settings: Settings) -> str:
    return "" if f"mcp:{name}" in settings.search else f"; not used: `search` does not name `mcp:{name}`"
