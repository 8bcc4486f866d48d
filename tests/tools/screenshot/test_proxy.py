from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from kasen.models.connection import Connection
from kasen.tools.addresses import Addresses
from kasen.tools.screenshot.proxy import FilteringProxy, ProxyLimits
from models.company_network import proxying
from tools.fetch.site import Answer, Asked, resolver, site

PUBLIC = "93.184.216.34"


@asynccontextmanager
async def between(
    start: str, policy: Addresses | None = None, **more: Any
) -> AsyncIterator[tuple[FilteringProxy, int]]:
    addresses = policy or Addresses()
    proxy = FilteringProxy(addresses, await addresses.check(start, typed=True), **more)
    async with proxy.running() as port:
        yield proxy, port


async def sent(port: int, request: bytes, *, then: bytes = b"") -> bytes:
    """Everything that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    found = b""
    try:
        async with asyncio.timeout(10):
            writer.write(request)
            if then:
                found = await reader.readuntil(b"\r\n\r\n")
                writer.write(then)
            found += await reader.read()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return found


def get(url: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {url} HTTP/1.1", "Host: x", *headers, "", ""]).encode()


def connect(place: str) -> bytes:
    return f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode()


async def test_the_typed_origin_is_asked_and_another_port_of_this_machine_is_not() -> None:
    async with (
        site({"/a?b=1": Answer("found")}) as own,
        site({"/": Answer("secret")}) as trap,
        between(own.url()) as (proxy, port),
    ):
        answer = await sent(port, get(own.url("/a?b=1"), "Proxy-Connection: keep-alive", "Accept: */*"))
        assert answer.startswith(b"HTTP/1.1 200 X\r\n")
        assert answer.endswith(b"found")
        for request in (get(trap.url()), connect(f"127.0.0.1:{trap.port}"), connect(f"localhost:{trap.port}")):
            assert (await sent(port, request)).startswith(b"HTTP/1.1 403 ")
        assert "only 80 and 443" in proxy.why_not(trap.url("/any"))
        assert proxy.why_not(own.url()) == ""
        tunnelled = await sent(port, connect(f"127.0.0.1:{own.port}"), then=get("/a?b=1", "Connection: close"))
        assert tunnelled.startswith(b"HTTP/1.1 200 Connection established\r\n")
        assert tunnelled.endswith(b"found")
    assert trap.connections == 0
    assert own.asked[0].headers == {"host": f"127.0.0.1:{own.port}", "accept": "*/*", "connection": "close"}


@pytest.mark.parametrize(
    "place",
    [
        *("10.0.0.1", "192.168.1.1", "169.254.169.254", "127.0.0.1", "[::1]", "localhost", "0.0.0.0", "2130706433"),
        *(
            "[::ffff:10.0.0.1]",
            "metadata.google.internal",
            "private.example",
            "mixed.example",
            "0x7f.1",
            "100.100.100.200",
        ),
    ],
)
async def test_private_and_metadata_addresses_are_not_reached_whatever_they_are_called(place: str) -> None:
    names = {"private.example": ["10.0.0.7"], "mixed.example": [PUBLIC, "127.0.0.1"]}
    policy = Addresses(resolve=resolver(names, default=[PUBLIC]))
    async with between("https://public.example/", policy) as (proxy, port):
        for request in (get(f"http://{place}/"), connect(f"{place}:443"), connect(f"{place}:80")):
            assert (await sent(port, request)).startswith(b"HTTP/1.1 403 ")
        assert proxy.refused


async def test_a_name_is_looked_up_once_and_cannot_lead_elsewhere_later() -> None:
    async with site({"/": Answer("first")}) as own, site({"/": Answer("second")}) as trap:
        asked: list[str] = []

        async def resolve(host: str, _port: int) -> Sequence[str]:
            asked.append(host)
            return ["127.0.0.1"] if asked.count(host) == 1 else ["10.0.0.1"]

        policy = Addresses(allow={("127.0.0.1", own.port), ("127.0.0.1", trap.port)}, resolve=resolve)
        async with between(f"http://cv.example:{own.port}/", policy) as (_, port):
            for name in ("cv.example", "cv.example", "other.example", "other.example"):
                assert (await sent(port, get(f"http://{name}:{own.port}/"))).endswith(b"first")
            last = get("/", "Connection: close")
            both = await asyncio.gather(*(sent(port, connect(f"new.example:{own.port}"), then=last) for _ in range(3)))
            assert all(one.endswith(b"first") for one in both)
    assert asked == ["cv.example", "other.example", "new.example"]
    hosts = {answer.headers["host"] for answer in own.asked}
    assert hosts == {f"cv.example:{own.port}", f"other.example:{own.port}", "x"}


async def test_a_body_goes_on_and_every_kind_of_answer_comes_back() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    raw = {
        "/chunked": chunked,
        "/open": b"HTTP/1.0 200 OK\r\n\r\nuntil the end",
        "/none": b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n",
        "/early": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "/garbage": b"garbage",
        "/short": b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\ntoo short",
    }
    got: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-l"))
        got.append(await reader.readexactly(length))
        writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ndone")
        await writer.drain()
        writer.close()

    async with site({path: Answer(raw=data) for path, data in raw.items()}) as own, between(own.url()) as (_, port):
        said = {path: await sent(port, get(own.url(path))) for path in raw}
    assert b"5\r\nhello\r\n0\r\n\r\n" in said["/chunked"]
    assert b"until the end" in said["/open"]
    assert said["/none"].startswith(b"HTTP/1.1 304 ")
    assert said["/early"].endswith(b"ok")
    assert b"103" not in said["/early"]
    assert said["/garbage"] == b""
    assert b"too short" in said["/short"]
    server = await asyncio.start_server(take, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with server, between(url) as (_, port):
        body = b"x" * 300_000
        head = f"POST {url} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        assert (await sent(port, head + body)).endswith(b"done")
    assert got == [body]


async def test_a_connection_carries_one_request_and_no_second_beside_the_policy() -> None:
    async with (
        site({"/": Answer("one")}) as own,
        site({"/": Answer("secret")}) as trap,
        between(own.url()) as (_, port),
    ):
        answer = await sent(port, get(own.url()) + get(trap.url()))
    assert answer.count(b"HTTP/1.1") == 1
    assert (len(own.asked), trap.connections) == (1, 0)


@pytest.mark.parametrize(
    "request_",
    [
        *(
            b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            b"garbage\r\n\r\n",
            b"CONNECT http://a.example/ HTTP/1.1\r\nHost: a\r\n\r\n",
        ),
        *(
            b"GET a.example:80 HTTP/1.1\r\nHost: x\r\n\r\n",
            b"\x16\x03\x01\r\n\r\n",
            b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        ),
    ],
)
async def test_what_is_no_request_to_a_proxy_gets_nothing(request_: bytes) -> None:
    async with site() as own, between(own.url()) as (_, port):
        answer = await sent(port, request_)
    assert answer == b""
    assert own.connections == 0


@pytest.mark.parametrize(
    "url", ["ftp://a.example/", "file:///etc/passwd", "http:///x", "http://a.example:99999/", "http://[/"]
)
async def test_other_schemes_and_broken_addresses_are_refused(url: str) -> None:
    async with site() as own, between(own.url()) as (_, port):
        assert (await sent(port, get(url))).startswith(b"HTTP/1.1 403 ")


async def test_bytes_and_connections_have_an_end() -> None:
    async with site({"/": Answer("x" * 50_000)}) as own:
        async with between(own.url(), limits=ProxyLimits(bytes=120_000)) as (_, port):
            sizes = [len(await sent(port, get(own.url()))) for _ in range(4)]
            assert sizes[0] == sizes[1] > 50_000 > sizes[2] >= sizes[3]
            through = await sent(port, connect(f"127.0.0.1:{own.port}"), then=get("/"))
            assert b"xxx" not in through
        async with between(own.url(), limits=ProxyLimits(connections=2)) as (proxy, port):
            for status in (b"200", b"200", b"403", b"403"):
                assert (await sent(port, get(own.url())))[9:12] == status
            assert "more than 2 things" in proxy.why_not(own.url())


async def test_what_hangs_is_left_and_the_end_of_a_visit_ends_every_connection() -> None:
    async with site({"/": Answer(raw=b"", hang=True)}) as own:
        async with between(own.url(), limits=ProxyLimits(idle_s=0.2)) as (_, port):
            assert await sent(port, get(own.url())) == b""
            assert await sent(port, b"GET ") == b""
            assert (await sent(port, connect(f"127.0.0.1:{own.port}"), then=get("/"))).count(b"HTTP") == 1
        async with between(own.url()) as (_, port):
            reached = asyncio.Event()

            async def hang(_: Asked) -> Answer:
                reached.set()
                return Answer(raw=b"", hang=True)

            own.pages["/later"] = hang
            waiting = asyncio.create_task(sent(port, get(own.url("/later"))))
            await reached.wait()
        assert await waiting == b""


async def test_the_users_proxy_is_given_the_checked_address() -> None:
    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return [PUBLIC]

    policy = Addresses(resolve=resolve)

    async def hello(asked: Asked) -> Answer:
        return Answer(f"for {asked.headers['host']}")

    async with site({"/": hello}) as far, proxying({f"{PUBLIC}:80": far.port}, user="me:test-password") as company:
        async with between("http://cv.example/", policy, connection=Connection(proxy=company.url)) as (_, port):
            assert (await sent(port, get("http://cv.example/"))).endswith(b"for cv.example")
            tunnelled = await sent(port, connect("cv.example:80"), then=get("/", "Connection: close"))
            assert tunnelled.endswith(b"for x")
            assert (await sent(port, get("http://127.0.0.1/"))).startswith(b"HTTP/1.1 403 ")
            assert (await sent(port, connect("cv.example:443"))).startswith(b"HTTP/1.1 403 ")
        assert company.targets == [f"{PUBLIC}:80"] * 2 + [f"{PUBLIC}:443"] * 1
        socks = Connection(proxy="socks5://127.0.0.1:1")
        async with between("http://cv.example/", policy, connection=socks) as (proxy, port):
            await sent(port, get("http://cv.example/"))
            assert "SOCKS" in proxy.why_not("http://cv.example/")


async def test_a_page_of_this_machine_is_asked_without_the_users_proxy() -> None:
    async with (
        site({"/": Answer("here")}) as own,
        proxying({}) as company,
        between(own.url(), connection=Connection(proxy=company.url)) as (_, port),
    ):
        assert (await sent(port, get(own.url()))).endswith(b"here")
    assert company.targets == []
