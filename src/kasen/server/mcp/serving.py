"""The MCP server over standard input and output: `kasen mcp`."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from kasen.errors import KasenError
from kasen.runtime.local import open_runner
from kasen.server.mcp import resources
from kasen.server.mcp.desk import Desk
from kasen.server.mcp.offered import tools
from kasen.server.mcp.said import Said, result_of, said_of

if TYPE_CHECKING:
    import mcp_types as types
    from mcp.server.lowlevel import Server

    from kasen.runtime.runner import Runner
    from kasen.settings import Settings

GRACE_S = 1.0
"""Seconds that runs get to end their step when the client leaves: clients kill what is still there after two."""
LOGGER = logging.getLogger("kasen.server.mcp")
INSTRUCTIONS = (
    "Each team is a tool that starts a run and waits for it. A result that waits for a person names the question and "
    "the schema of its answer: ask your user, then call `answer`. A call that is cancelled stops its run after the "
    "step that is running; `continue` carries it on. Files that runs made are resources."
)


async def serve(settings: Settings) -> None:
    """Serve until the input ends. Nothing but the protocol goes to standard output.

    Raises:
        HomeUnusable: the home cannot be used.
    """
    from mcp.server.stdio import stdio_server

    async with open_runner(settings) as runner:
        server = server_of(Desk(runner, settings))
        with stopping_with(runner):
            async with stdio_server() as (read, write):
                await server.run(read, write, server.create_initialization_options())
                await runner.close(grace_s=GRACE_S)


@contextmanager
def stopping_with(runner: Runner) -> Iterator[None]:
    """A signal ends the runs first, then this process, as it would have without us: its input cannot be left."""
    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def told(number: int) -> None:
        tasks.append(loop.create_task(end(number)))

    async def end(number: int) -> None:
        await runner.close(grace_s=GRACE_S)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, told, number)
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


def server_of(desk: Desk) -> Server[Any]:
    """The protocol over the tools."""
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.shared.exceptions import MCPError

    store = desk.runner.store
    offered = tools(Said.model_json_schema())

    async def list_tools(_ctx: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=offered)

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        async def tell(number: int, text: str) -> None:
            await ctx.session.report_progress(number, None, text)

        if params.name not in {tool.name for tool in offered}:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool `{params.name[:60]}`")
        try:
            row = await desk.call(params.name, params.arguments or {}, tell)
            return result_of(await said_of(store, row), row)
        except KasenError as error:
            return refused(error)

    async def list_resources(_ctx: Any, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=await resources.listed(store))

    async def list_templates(_ctx: Any, _params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=resources.templates())

    async def read_resource(_ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            return await resources.read(store, str(params.uri))
        except KasenError as error:
            raise MCPError(types.INVALID_PARAMS, in_words(error), {"uri": str(params.uri)}) from error

    return Server(
        "kasen",
        version=version("kasen"),
        title="Kasen",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def refused(error: KasenError) -> types.CallToolResult:
    """A sentence as an error of a tool: who called reads it, and may do better."""
    import mcp_types as types

    LOGGER.info("a call was refused: %s", error)
    return types.CallToolResult(content=[types.TextContent(text=in_words(error))], is_error=True)


def in_words(error: KasenError) -> str:
    """What is wrong, and the next step."""
    return f"{error}. {error.hint}".strip() if error.hint else str(error)
