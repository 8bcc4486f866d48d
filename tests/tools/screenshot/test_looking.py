from __future__ import annotations

import asyncio

import pytest
from PIL import Image
from playwright.async_api import Browser

from kasen.testing.shots import grey_png
from tools.fetch.site import Answer, site
from tools.screenshot.visiting import picture, visited

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAZY = """<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><style>
body { margin: 0; font: 16px sans-serif } @keyframes in { from { opacity: 0 } to { opacity: 1 } }
.in { animation: in 30s } .spin { animation: in 1s infinite } .late { opacity: 0; transition: opacity 60s }
.late.seen { opacity: 1 }
header { position: fixed; top: 0; height: 20px; width: 100%; background: rgb(0, 0, 255) }</style>
<header></header><main style="padding-top: 20px"><h1 class="in">Name</h1><p class="spin">turning</p>
<div style="height: 4000px"></div><img loading="lazy" src="/black.png" alt="x" width="1200" height="200">
<p class="late" id="late">seen when scrolled to</p></main><script>
addEventListener("scroll", () => { if (scrollY > 2000) late.classList.add("seen"); });</script>"""
APP = """<!doctype html><html lang="en"><title>t</title><div id="app"></div><script>
fetch("/words").then((found) => found.text()).then((words) => { app.innerHTML = `<h1>${words}</h1>`; });</script>"""
PLAIN = """<!doctype html><html lang="en"><title>t</title><main><h1>Not made for phones</h1>
<div style="display: none"><a href="/x">hidden</a> unseen words</div></main>"""


def darkest(image: Image.Image) -> int:
    return next(shade for shade, pixels in enumerate(image.convert("L").histogram()) if pixels)


async def test_what_waits_to_be_scrolled_to_is_there_movement_is_at_its_end_and_a_fixed_head_is_seen_once(
    browser: Browser,
) -> None:
    async with site({"/": Answer(LAZY)}) as own:
        own.pages["/black.png"] = Answer(grey_png(20, 20, 0), headers={"Content-Type": "image/png"})
        shot = await visited(browser, own.url())
    assert shot.facts.images == 1
    tiles = [picture(view) for view in shot.views if view.kind == "tile"]
    assert len(tiles) == 4
    assert sum(image.convert("L").histogram()[0] for image in tiles) > 200_000, "the lazy picture"
    foot = tiles[-1].crop((0, tiles[-1].height - 40, tiles[-1].width, tiles[-1].height))
    assert darkest(foot) < 120, "the words that waited"
    assert darkest(tiles[0].crop((0, 40, 400, 75))) < 60, "the heading that was fading in"
    blues = [sum(1 for pixel in image.get_flattened_data() if pixel == (0, 0, 255)) for image in tiles]
    assert blues[0] > 0
    assert blues[1:] == [0, 0, 0]


async def test_an_application_gets_time_for_its_words_and_what_is_hidden_does_not_count(browser: Browser) -> None:
    async with site({"/app": Answer(APP), "/words": Answer("Loaded later"), "/plain": Answer(PLAIN)}) as own:
        app, plain = await asyncio.gather(visited(browser, own.url("/app")), visited(browser, own.url("/plain")))
    assert (app.facts.ats_text, app.facts.smallest_font) == (1.0, 32.0)
    assert (plain.facts.links, plain.facts.ats_text, plain.facts.lost) == (0, 1.0, ())
    assert plain.facts.mobile_overflow is not None
    assert plain.facts.mobile_overflow > 500, "without a viewport a phone lays it out at 980 pixels"
    assert (plain.views[-1].kind, plain.views[-1].width) == ("mobile", 375)
