from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.tools.chromium import BROWSERS, chromium


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="Chromium is not installed")
async def test_a_page_gets_no_network_and_runs_no_script_and_what_goes_wrong_is_one_sentence() -> None:
    async def misuse() -> None:
        async with chromium() as context:
            page = await context.new_page()
            asked: list[str] = []
            failed: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.on("requestfailed", lambda request: failed.append(request.url))
            await page.set_content(
                "<title>as it was</title><script>document.title = 'ran'</script><img src='http://127.0.0.1:9/x.png'>"
            )
            assert await page.title() == "as it was"
            assert asked == failed == ["http://127.0.0.1:9/x.png"]
            await page.goto("http://127.0.0.1:9/")

    with pytest.raises(ConfigurationError, match="Chromium failed: ") as error:
        await misuse()
    assert "\n" not in str(error.value)


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


async def test_without_the_package_the_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(ConfigurationError, match="playwright") as error:
        async with chromium():
            pass
    assert "kasen[export]" in error.value.hint
