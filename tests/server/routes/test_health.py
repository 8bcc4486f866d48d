from __future__ import annotations

from importlib.metadata import version

import httpx

from kasen.server.context import ServerDeps


async def test_the_server_says_that_it_is_up_to_everybody_and_nothing_more(
    client: httpx.AsyncClient, deps: ServerDeps
) -> None:
    deps.door.tokens.add("yuki")
    answer = await client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": version("kasen")})
    assert (await client.head("/healthz")).status_code == 200
