from __future__ import annotations

import asyncio
import gzip
import socket
from pathlib import Path

import pytest

from kasen.tools.addresses import Addresses, Checked
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.media import LIMITS, Medium
from kasen.tools.fetch.wire import Wire
from tools.fetch.certificates import server_and_client
from tools.fetch.site import Answer, Site, resolver, site

HTML = {"Content-Type": "text/html"}


async def page(served: Site, path: str = "/", headers: dict[str, str] | None = None) -> tuple[Medium, bytes]:
    target = await served.addresses().check(served.named(path))
    async with Wire().get(target, headers or {}) as answer:
        return await answer.page()


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def test_the_address_is_asked_under_the_name_and_nothing_else_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with site({"/a?b=1": Answer("tea")}) as served:
        assert await page(served, "/a?b=1#c", {"User-Agent": "Kasen"}) == ("html", b"tea")
        (asked,) = served.asked
        assert asked.path == "/a?b=1"
        assert asked.headers == {
            "host": f"site.example.org:{served.port}", "user-agent": "Kasen", "connection": "close",
        }  # fmt: skip


async def test_no_connection_is_used_twice() -> None:
    async with site({"/": Answer("tea")}) as served:
        target = await served.addresses().check(served.named())
        wire = Wire()
        for _ in range(3):
            async with wire.get(target, {}) as answer:
                await answer.page()
        assert served.connections == 3


async def test_names_of_headers_are_in_lower_case_and_values_are_text() -> None:
    raw = "HTTP/1.1 302 Found\r\nLOCATION: /茶\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 0\r\n\r\n".encode()
    async with site({"/": Answer(raw=raw)}) as served:
        target = await served.addresses().check(served.named())
        async with Wire().get(target, {}) as answer:
            assert (answer.status, answer.headers["location"], answer.headers["x-a"]) == (302, "/茶", "1, 2")


async def test_the_next_address_is_tried_when_one_takes_no_connection() -> None:
    async with site({"/": Answer("tea")}) as served:
        addresses = Addresses(
            allow={("127.0.0.1", served.port), ("127.0.0.2", served.port)},
            resolve=resolver({}, default=["127.0.0.2", "127.0.0.1"]),
        )
        target = await addresses.check(served.named())
        async with Wire().get(target, {}) as answer:
            assert (await answer.page())[1] == b"tea"


async def test_addresses_of_both_kinds_are_tried() -> None:
    async with site({"/": Answer("tea")}) as served:
        addresses = ("::1", "::2", "::3", "::4", "127.0.0.1")
        target = Checked(served.named(), "http", "site.example.org", served.port, addresses, typed=False)
        async with Wire().get(target, {}) as answer:
            assert (await answer.page())[1] == b"tea"


async def test_a_server_that_is_not_there_takes_no_connection() -> None:
    port = closed_port()
    target = Checked(f"http://a.example:{port}/", "http", "a.example", port, ("127.0.0.1",) * 9, typed=False)
    with pytest.raises(Failure, match="takes no connection") as told:
        async with Wire().get(target, {}):
            raise AssertionError("nobody answers")
    assert told.value.again


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"SSH-2.0-OpenSSH_9\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000,
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
)
async def test_what_is_no_http_is_a_failure(raw: bytes) -> None:
    async with site({"/": Answer(raw=raw)}) as served:
        with pytest.raises(Failure, match="broke off or sent no sound HTTP") as told:
            await page(served)
        assert told.value.kind == "unreachable"


# --- sizes ----------------------------------------------------------------------------------------------------------


async def test_a_body_is_read_only_until_it_is_too_large() -> None:
    sent = 0

    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        try:
            while sent < 100 * LIMITS["html"]:
                writer.write(b"a" * 65536)
                sent += 65536
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(endless, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    target = await Addresses(allow={("127.0.0.1", port)}).check(f"http://127.0.0.1:{port}/")
    with pytest.raises(Failure, match="larger than 5 MB"):
        async with Wire().get(target, {}) as answer:
            await answer.page()
    server.close()
    assert LIMITS["html"] < sent < 4 * LIMITS["html"]


async def test_the_limit_follows_from_the_kind_of_page() -> None:
    six = b" " * (6 << 20)
    async with site({
        "/pdf": Answer(b"%PDF-1.7" + six, headers={"Content-Type": "application/pdf"}),
        "/html": Answer(b"<html>" + six, headers=HTML),
        "/zipped": Answer(gzip.compress(b"<html>" + six), headers={**HTML, "Content-Encoding": "gzip"}),
        "/image": Answer(b"\x89PNG" + six, headers={"Content-Type": "image/png"}),
    }) as served:  # fmt: skip
        kind, data = await page(served, "/pdf")
        assert (kind, len(data)) == ("pdf", 8 + len(six))
        for path, why in (("/html", "larger than 5 MB"), ("/zipped", "larger|bomb"), ("/image", "`image/png`")):
            with pytest.raises(Failure, match=why):
                await page(served, path)


async def test_the_beginning_of_a_body_is_enough_where_only_that_is_wanted() -> None:
    async with site({"/": Answer(b"ab" * 100_000), "/short": Answer(b"ab")}) as served:
        for path, wanted in (("/", b"ababa"), ("/short", b"ab")):
            target = await served.addresses().check(served.named(path))
            async with Wire().get(target, {}) as answer:
                assert await answer.beginning(5) == wanted


# --- TLS ------------------------------------------------------------------------------------------------------------


async def test_a_certificate_is_asked_for_by_name_and_must_be_that_of_the_name(tmp_path: Path) -> None:
    server, client = server_and_client(tmp_path, "site.example.org")
    asked: list[str | None] = []
    server.sni_callback = lambda _socket, name, _context: asked.append(name)
    async with site({"/": Answer("tea")}, tls=server) as served:
        target = await served.addresses().check(served.named().replace("http:", "https:"))
        async with Wire(client).get(target, {}) as answer:
            assert (await answer.page())[1] == b"tea"
        other = await served.addresses().check(served.named(host="other.example.org").replace("http:", "https:"))
        for wire, place in ((Wire(client), other), (Wire(), target)):
            with pytest.raises(Failure, match="certificate") as told:
                async with wire.get(place, {}):
                    raise AssertionError("the certificate is of somebody else")
            assert not told.value.again
        assert asked == ["site.example.org", "other.example.org", "site.example.org"]
