"""`kasen mcp`: the teams as tools of an MCP client."""

from __future__ import annotations

import importlib.util

import typer

from kasen.errors import ConfigurationError


def mcp(ctx: typer.Context) -> None:
    """Offer the teams to an MCP client, over standard input and output; the client starts it.

    In the settings of the client, under `mcpServers`: "kasen": {"command": "kasen", "args": ["mcp"]}

    Examples:
    claude mcp add kasen -- kasen mcp
    """
    if importlib.util.find_spec("mcp") is None:
        raise ConfigurationError(
            "MCP needs a package that is not installed: `mcp`", hint="Run: pip install 'kasen[mcp]'"
        )
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async
    from kasen.server.mcp.serving import serve

    run_async(serve(begin(ctx.obj)))
