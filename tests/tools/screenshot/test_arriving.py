from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser

from kasen.tools.screenshot.arriving import Patience
from tools.fetch.site import Answer, Asked, Site, site
from tools.screenshot.visiting import BRIEF, sentence

pytestmark = pytest.mark.asyncio(loop_scope="module")


def kind(name: str, body: bytes | str = "x", **more: str) -> Answer:
    return Answer(body, headers={"Content-Type": name, **more})


def pages(trap: Site) -> dict[str, tuple[Answer, str]]:
    """Path → what it answers, and what is said of it."""
    away = f"http://127.0.0.1:{trap.port}/x"
    stops = "is not asked on port"
    return {
        "/500": (Answer("<h1>An error page is no résumé</h1>", 500), "answered 500 X"),
        "/404": (Answer("", 404), "answered 404 X"),
        "/403": (Answer("<p>not for you", 403), "answered 403 X"),
        "/pdf": (kind("application/pdf", "%PDF-1.4"), "gave no web page, but application/pdf"),
        "/text": (kind("text/plain"), "gave no web page, but text/plain"),
        "/zip": (kind("application/zip"), "gave no web page, but application/zip"),
        "/saved": (kind("text/html", **{"Content-Disposition": "attachment"}), "gave no web page, but a download"),
        "/none": (Answer(raw=b"HTTP/1.1 204 No Content\r\n\r\n"), "gave no web page"),
        "/untyped": (Answer("<p>x", headers={}), "without a type"),
        "/garbage": (Answer(raw=b"garbage\r\n\r\n"), "broke off"),
        "/loop": (Answer(status=302, headers={"Location": "/loop"}), "redirects in a circle"),
        "/away": (Answer(status=302, headers={"Location": away}), stops),
        "/script-away": (Answer(f"<p>hi<script>setTimeout(() => location = '{away}', 50)</script>"), stops),
        "/meta-away": (Answer(f"<meta http-equiv=refresh content='0;url={away}'>"), stops),
        "/blank": (Answer("<p>x<script>location = 'about:blank'</script>"), "gave no web page"),
    }


async def test_what_gives_no_page_is_one_sentence_and_no_picture(browser: Browser) -> None:
    async with site() as trap, site() as own:
        expected = pages(trap)
        own.pages.update({path: answer for path, (answer, _) in expected.items()})
        turns = asyncio.Semaphore(4)

        async def said_of(path: str) -> str:
            async with turns:
                return await sentence(browser, own.url(path))

        said = await asyncio.gather(*map(said_of, expected))
        assert trap.connections == 0
    wrong = {
        path: text
        for (path, (_, words)), text in zip(expected.items(), said, strict=True)
        if words not in text or "\n" in text
    }
    assert wrong == {}


async def test_what_never_comes_or_never_rests_is_given_up(browser: Browser) -> None:
    async with site() as own:
        own.pages["/never"] = Answer(raw=b"", hang=True)
        own.pages["/busy"] = Answer("<p>hi<script>while (true) {}</script>")
        never, busy = await asyncio.gather(
            *(sentence(browser, own.url(path), patience=BRIEF) for path in ("/never", "/busy"))
        )
    assert never == "`127.0.0.1` did not answer within 2 s"
    assert busy == "the page keeps the browser busy for more than 2 s"


async def test_nobody_at_a_port_is_one_sentence(browser: Browser) -> None:
    async with site() as own:
        url = own.url()
    assert await sentence(browser, url) == "the page cannot be shown: `127.0.0.1` takes no connection"
    assert "port that browsers do not ask" in await sentence(browser, "http://127.0.0.1:1/")


async def test_a_page_that_comes_slowly_or_goes_on_is_seen_as_far_as_it_came(browser: Browser) -> None:
    async def later(_: Asked) -> Answer:
        await asyncio.sleep(0.2)
        return Answer("<p>late, but here")

    part = Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>the beginning of it", hang=True)
    async with site() as own:
        own.pages["/late"] = later
        own.pages["/half"] = part
        own.pages["/picture"] = Answer('<p>words and a picture<img src="/never.png" alt="x">')
        own.pages["/never.png"] = Answer(raw=b"", hang=True)
        own.pages["/on"] = Answer("<p>x<script>location = '/fine'</script>")
        own.pages["/moved"] = Answer(status=301, headers={"Location": "/fine"})
        own.pages["/fine"] = Answer("<p>fine")
        own.pages["/xhtml"] = kind(
            "application/xhtml+xml", '<html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>'
        )
        paths = ("/late", "/half", "/picture", "/on", "/moved", "/xhtml")
        patience = Patience(answer_s=20.0, load_s=1.0, quiet_s=0.2, settle_s=8.0)
        said = await asyncio.gather(*(sentence(browser, own.url(path), patience=patience) for path in paths))
        assert own.paths().count("/fine") == 2
    assert dict(zip(paths, said, strict=True)) == dict.fromkeys(paths, "")
