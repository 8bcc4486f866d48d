from __future__ import annotations

import pytest

from kasen.errors import ProviderError, Refused
from kasen.models.connection import DIRECT
from kasen.settings.servers import McpServer
from kasen.tools.search.mcp.session import Session
from tools.search.site import Page, site


async def refusal(page: Page, **headers: str) -> tuple[str, str, list[dict[str, str]]]:
    async with site(page) as here:
        server = McpServer.model_validate({"url": f"{here.url}/mcp", "headers": headers})
        with pytest.raises(ProviderError) as raised:
            await Session("docs", server, DIRECT).tools()
        return str(raised.value), raised.value.hint, [dict(one.headers) for one in here.asked]


async def test_a_key_that_is_not_taken_is_said_and_sent_to_nobody_else() -> None:
    said, hint, asked = await refusal(Page(status=401), Authorization="Bearer test-key-planted")
    assert said == "MCP server `docs` answered 401: it does not let us in"
    assert "`headers`" in hint
    assert asked[0]["authorization"] == "Bearer test-key-planted"
    assert "test-key-planted" not in said


async def test_a_redirect_to_another_place_is_not_followed() -> None:
    async with site(Page(body=b"{}")) as trap:
        page = Page(status=307, headers={"location": f"{trap.url}/mcp"})
        said, _, _ = await refusal(page, Authorization="Bearer test-key-planted")
        assert trap.asked == []
    assert said.startswith("MCP server `docs`")
    assert "edirect" in said or "307" in said


@pytest.mark.parametrize(
    "page",
    [
        Page(body=b"<html>Welcome</html>", headers={"content-type": "text/html"}),
        Page(body=b"{", headers={"content-type": "application/json"}),
        Page(body=b"event: message\ndata: {\n\n", headers={"content-type": "text/event-stream"}),
        Page(body=b"{}", headers={"content-type": "application/json", "content-encoding": "br"}),
        Page(status=500),
        Page(status=404),
    ],
)
async def test_what_is_no_mcp_ends_in_one_sentence(page: Page) -> None:
    said, _, _ = await refusal(page)
    assert said.startswith("MCP server `docs`")
    assert "\n" not in said


async def test_compression_that_was_not_asked_for_is_refused() -> None:
    async with site(Page(body=b"x", headers={"content-type": "application/json", "content-encoding": "br"})) as here:
        with pytest.raises(Refused):
            await Session("docs", McpServer(url=here.url), DIRECT).tools()
