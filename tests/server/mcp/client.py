"""`kasen mcp` as a process, asked with the client of the protocol's own SDK."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult

LAUNCHED = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid())); os.execv(sys.executable, sys.argv[2:])"


@asynccontextmanager
async def connected(folder: Path, **env: str) -> AsyncIterator[ClientSession]:
    """A client of a server with a home in `folder`; its process id stands in `pid`, its stderr in `stderr`."""
    own = {
        "HOME": str(folder),
        "KASEN_HOME": str(folder / "home"),
        "KASEN_SEARCH": "none",
        "OLLAMA_BASE_URL": "http://127.0.0.1:9",
    }
    command = ["-c", LAUNCHED, str(folder / "pid"), sys.executable, "-m", "kasen", "mcp"]
    started = StdioServerParameters(command=sys.executable, args=command, env={**own, **env}, cwd=folder)
    with (folder / "stderr").open("w", encoding="utf-8") as stderr:
        async with stdio_client(started, errlog=stderr) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            yield session


async def called(session: ClientSession, tool: str, **arguments: Any) -> CallToolResult:
    """What a tool gives."""
    result = await session.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    return result


def text_of(result: CallToolResult) -> str:
    """Its words."""
    block = result.content[0]
    assert block.type == "text"
    return block.text
