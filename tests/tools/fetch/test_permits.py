from __future__ import annotations

import asyncio

import pytest

from kasen.testing.clock import FakeClock
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.manners import Manners
from kasen.tools.fetch.permits import FAILED_S, KEPT_S, Permits
from kasen.tools.fetch.roads import Roads
from kasen.tools.fetch.robots import MAX_BYTES
from kasen.tools.fetch.wire import Wire
from tools.fetch.site import Answer, Site, redirect, site

TEXT = {"Content-Type": "text/plain"}


def permits(served: Site, clock: FakeClock | None = None) -> Permits:
    clock = clock or FakeClock()
    roads = Roads(served.addresses(), Wire(), Manners(clock.sleep, clock, gap_s=0.0), 1.0)
    return Permits(roads, {"User-Agent": "Kasen"}, clock)


async def may(asking: Permits, served: Site, path: str, host: str = "site.example.org") -> str:
    try:
        await asking.ask(await asking.roads.begin(served.named(path, host)))
    except Failure as failure:
        return failure.kind
    return "yes"


def robots(text: str, status: int = 200) -> Answer:
    return Answer(text, status, TEXT)


async def test_a_site_is_asked_once_and_obeyed() -> None:
    async with site({"/robots.txt": robots("User-agent: *\nDisallow: /private\nDisallow: /*?print")}) as served:
        asking = permits(served)
        found = await asyncio.gather(
            *(may(asking, served, p) for p in ("/", "/private/a", "/a?print", "/a?x", "/robots.txt"))
        )
        assert found == ["yes", "robots", "robots", "yes", "yes"]
        assert served.paths() == ["/robots.txt"]
        assert served.asked[0].headers["user-agent"] == "Kasen"


async def test_each_host_has_its_own() -> None:
    async with site({"/robots.txt": robots("User-agent: *\nDisallow: /")}) as served:
        asking = permits(served)
        assert [await may(asking, served, "/", f"{n}.example.org") for n in "ab"] == ["robots", "robots"]
        assert len(served.asked) == 2


async def test_it_is_believed_for_a_day() -> None:
    async with site({"/robots.txt": [robots("User-agent: *\nDisallow: /"), robots("")]}) as served:
        clock = FakeClock()
        asking = permits(served, clock)
        found = []
        for passed in (0.0, KEPT_S - 1, 2.0):
            clock.advance(passed)
            found.append(await may(asking, served, "/"))
        assert found == ["robots", "robots", "yes"]


@pytest.mark.parametrize("status", [401, 403, 404, 410, 429])
async def test_a_site_without_one_allows_everything(status: int) -> None:
    async with site({"/robots.txt": robots("User-agent: *\nDisallow: /", status)}) as served:
        assert await may(permits(served), served, "/") == "yes"


@pytest.mark.parametrize("status", [500, 503])
async def test_a_site_that_fails_allows_nothing_for_a_while(status: int) -> None:
    async with site({"/robots.txt": [robots("", status), robots("")]}) as served:
        clock = FakeClock()
        asking = permits(served, clock)
        assert [await may(asking, served, "/"), await may(asking, served, "/")] == ["robots", "robots"]
        clock.advance(FAILED_S)
        assert await may(asking, served, "/") == "yes"
        assert len(served.asked) == 2


async def test_it_may_be_elsewhere_but_not_inside() -> None:
    async with site(
        {"/robots.txt": redirect("/elsewhere"), "/elsewhere": robots("User-agent: *\nDisallow: /b")}
    ) as served:
        asking = permits(served)
        assert [await may(asking, served, path) for path in ("/a", "/b")] == ["yes", "robots"]
        served.pages["/robots.txt"] = redirect("http://169.254.169.254/latest")
        assert await may(permits(served), served, "/a") == "robots"
        served.pages["/robots.txt"] = redirect("/robots.txt?again")
        served.pages["/robots.txt?again"] = redirect("/robots.txt")
        assert await may(permits(served), served, "/a") == "yes", "too many redirects are no robots.txt (RFC 9309)"


async def test_only_the_beginning_of_a_long_one_is_read() -> None:
    long = "User-agent: *\nDisallow: /a\n" + "#" * MAX_BYTES + "\nDisallow: /b"
    async with site({"/robots.txt": robots(long)}) as served:
        asking = permits(served)
        assert [await may(asking, served, path) for path in ("/a", "/b")] == ["robots", "yes"]


async def test_a_site_that_cannot_be_reached_is_no_matter_of_robots() -> None:
    async with site({"/robots.txt": Answer(raw=b"", hang=True)}) as served:
        assert await may(permits(served), served, "/") == "timeout"
        served.pages["/robots.txt"] = Answer(raw=b"rubbish")
        assert await may(permits(served), served, "/") == "unreachable"
        served.pages["/robots.txt"] = robots("")
        assert await may(permits(served), served, "/") == "yes"


async def test_a_page_that_gives_up_leaves_the_others_waiting_for_an_answer() -> None:
    hold, came = asyncio.Event(), asyncio.Event()

    async def held(asked: object) -> Answer:
        came.set()
        await hold.wait()
        return robots("User-agent: *\nDisallow: /b")

    async with site({"/robots.txt": held}) as served:
        asking = permits(served)
        first = asyncio.create_task(may(asking, served, "/a"))
        others = [asyncio.create_task(may(asking, served, path)) for path in ("/a", "/b")]
        await came.wait()
        first.cancel()
        hold.set()
        assert await asyncio.gather(*others) == ["yes", "robots"]
        assert first.cancelled()
