from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.tools.chromium import BROWSERS, check_installed, chromium


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="Chromium is not installed")
async def test_a_page_gets_no_network_and_runs_no_script_and_what_goes_wrong_is_one_sentence() -> None:
    reached: list[str] = []

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append("page")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/x.png"

    async def misuse() -> None:
        async with chromium() as context:
            page = await context.new_page()
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            await page.set_content(
                f"<title>as it was</title><script>document.title = 'ran'</script><img src='{address}'>"
            )
            assert await page.title() == "as it was"
            assert asked == [address]
            await page.goto(address)

    async with server:
        with pytest.raises(ConfigurationError, match="Chromium failed: ") as error:
            await misuse()
    assert "\n" not in str(error.value)
    assert reached == []


async def test_without_chromium_the_command_that_installs_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    node = shutil.which("node")
    if node:
        (tmp_path / "node").symlink_to(node)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match="needs Chromium") as error:
        async with chromium():
            pass
    assert "apt-get install chromium" in error.value.hint
    with pytest.raises(ConfigurationError, match="needs Chromium"):
        await check_installed()


async def test_without_the_package_the_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(ConfigurationError, match="playwright") as error:
        async with chromium():
            pass
    assert "kasen[export]" in error.value.hint
