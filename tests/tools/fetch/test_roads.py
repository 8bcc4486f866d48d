from __future__ import annotations

import asyncio

import pytest

from kasen.errors import Refused, Retryable
from kasen.testing.clock import FakeClock
from kasen.tools.addresses import Addresses, Checked
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.manners import Manners
from kasen.tools.fetch.roads import MAX_REDIRECTS, Roads
from kasen.tools.fetch.wire import Wire
from tools.fetch.site import Answer, Site, redirect, site


def roads(served: Site, *, seconds: float = 10.0, gap_s: float = 0.0) -> Roads:
    clock = FakeClock()
    return Roads(served.addresses(), Wire(), Manners(clock.sleep, clock, gap_s=gap_s), seconds)


async def arrive(made: Roads, url: str) -> tuple[str, int]:
    async with made.to(await made.begin(url), {}) as (at, answer):
        return at.url, answer.status


async def test_redirects_are_followed_to_their_end() -> None:
    async with site(
        {"/a": redirect("b", 301), "/b": redirect("//other.example.org:{}/c", 307), "/c": Answer("x")}
    ) as served:
        served.pages["/b"] = redirect(served.named("/c", "other.example.org"), 307)
        assert await arrive(roads(served), served.named("/a")) == (served.named("/c", "other.example.org"), 200)
        assert [asked.headers["host"].partition(".")[0] for asked in served.asked] == ["site", "site", "other"]
        assert not any("referer" in asked.headers or "cookie" in asked.headers for asked in served.asked)


async def test_a_circle_and_a_long_way_end() -> None:
    chain: dict[str, Answer] = {f"/{n}": redirect(f"/{n + 1}") for n in range(MAX_REDIRECTS + 3)}
    async with site({"/a": redirect("/b"), "/b": redirect("/a#x"), "/self": redirect("/self")} | chain) as served:
        for path in ("/a", "/self"):
            with pytest.raises(Failure, match="circle"):
                await arrive(roads(served), served.named(path))
        served.asked.clear()
        with pytest.raises(Failure, match="more than 5 times"):
            await arrive(roads(served), served.named("/0"))
        assert len(served.asked) == MAX_REDIRECTS + 1
        served.pages[f"/{MAX_REDIRECTS}"] = Answer("x")
        assert (await arrive(roads(served), served.named("/0")))[1] == 200


async def test_a_redirect_that_leads_nowhere_is_an_answer_like_others() -> None:
    async with site({"/": Answer("", 302), "/304": Answer("", 304, {"Location": "/"})}) as served:
        assert (await arrive(roads(served), served.named()))[1] == 302
        assert (await arrive(roads(served), served.named("/304")))[1] == 304


async def test_what_is_asked_before_each_request_may_end_the_way() -> None:
    asked: list[str] = []

    async def gate(at: Checked) -> None:
        asked.append(at.url.rpartition("/")[2])
        if at.url.endswith("/b"):
            raise Failure("robots", "no")

    async with site({"/a": redirect("/b"), "/b": Answer("x")}) as served:
        made = roads(served)
        with pytest.raises(Failure, match="no"):
            async with made.to(await made.begin(served.named("/a")), {}, gate=gate):
                raise AssertionError("it must not arrive")
        assert (asked, served.paths()) == (["a", "b"], ["/a"])


@pytest.mark.parametrize(
    "answer",
    [
        Answer(raw=b"", hang=True),
        Answer(raw=b"HTTP/1.1 200 OK\r\n", hang=True),
        Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nab", hang=True),
    ],
    ids=["says nothing", "stops in its head", "stops in its body"],
)
async def test_a_server_that_hangs_is_left(answer: Answer) -> None:
    async with site({"/a": redirect("/b"), "/b": answer}) as served:
        made = roads(served, seconds=0.15)
        with pytest.raises(Failure, match=r"took more than 0\.15 s") as told:
            async with made.to(await made.begin(served.named("/a")), {}) as (_, arrived):
                await arrived.page()
        assert (told.value.kind, told.value.again) == ("timeout", False)


async def test_time_spent_waiting_for_ones_turn_does_not_count() -> None:
    async def slow(asked: object) -> Answer:
        await asyncio.sleep(0.1)
        return Answer("x")

    async with site({"/": slow}) as served:
        made = roads(served, seconds=0.7)
        begun = await made.begin(served.named())

        async def one() -> int:
            async with made.to(begun, {}) as (_, answer):
                await answer.page()
                return answer.status

        assert await asyncio.gather(*(one() for _ in range(18))) == [200] * 18
        assert served.most_at_once == 2


async def test_a_name_that_cannot_be_looked_up_is_told_from_one_that_may_not() -> None:
    problems: dict[str, Exception] = {
        "none.example.org": Refused("`none.example.org` has no address"),
        "dns.example.org": Retryable("no name server answers"),
    }

    async def resolve(host: str, port: int) -> list[str]:
        if host == "slow.example.org":
            await asyncio.sleep(60)
        if host in problems:
            raise problems[host]
        return ["10.0.0.1"]

    clock = FakeClock()
    made = Roads(Addresses(resolve=resolve), Wire(), Manners(clock.sleep, clock), 0.1)
    found = {}
    for host in ("none", "dns", "slow", "inside"):
        with pytest.raises(Failure) as told:
            await made.begin(f"http://{host}.example.org/")
        found[host] = (told.value.kind, told.value.again)
    assert found == {
        "none": ("unreachable", False), "dns": ("unreachable", True), "slow": ("unreachable", False),
        "inside": ("address", False),
    }  # fmt: skip
