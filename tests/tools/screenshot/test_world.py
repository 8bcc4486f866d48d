from __future__ import annotations

import importlib.util

import pytest
from playwright.async_api import Browser

from kasen.errors import ConfigurationError, InputError
from kasen.tools.screenshot.world import Moved, World, axe

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_what_measures_is_neither_seen_nor_changed_nor_forbidden_by_the_page(browser: Browser) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.set_content(
        """<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'"><title>t</title><p>words here
        <script>Promise.race = Array.prototype.map = Range.prototype.getClientRects = () => { throw Error("mine") };
        window.setTimeout = () => 0; window.axe = { run: () => ({ violations: [] }), version: "0" };</script>"""
    )
    world = await World.of(page)
    assert await world.measure("settle", 30_000, 3, 500, seconds=5) == 720
    assert (await world.measure("facts", seconds=5))["fonts"] != []
    found = await world.measure("violations", seconds=10, first=axe())
    assert found["axe"] != "0"
    assert "html-has-lang" in {problem["rule"] for problem in found["problems"]}
    assert await page.evaluate("Object.keys(window.axe).join()") == "run,version"
    await context.close()


async def test_pages_that_fail_under_a_measurement_are_sentences(browser: Browser) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    world = await World.of(page)
    with pytest.raises(InputError, match="could not be measured: TypeError"):
        await world.measure("nothing", seconds=5)
    with pytest.raises(InputError, match=r"busy for more than 0\.2 s"):
        await world.measure("text", seconds=0.2, first="while (true) {}")
    await context.close()
    with pytest.raises(Moved, match="goes on to another"):
        await world.ask("Page.getFrameTree", {}, seconds=5)


async def test_axe_is_the_whole_of_it_and_without_its_package_the_extra_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(axe()) > 100_000
    axe.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ConfigurationError, match="axe") as error:
        axe()
    assert "kasen[resume]" in error.value.hint
