from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from socket import create_connection, getaddrinfo

import httpx
import pytest

from kasen.testing.network import NetworkBlocked, NetworkGuard, block_network, is_local

OUTSIDE = ("192.0.2.1", 9)
"""An address of the documentation range (RFC 5737): nothing answers there."""


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *(("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("[::1]", True), ("::ffff:127.0.0.1", True)),
        *(("localhost", True), ("LOCALHOST.", True), ("", True), ("0.0.0.0", True), ("::", True), ("::1%lo", True)),
        *(("8.8.8.8", False), ("10.0.0.1", False), ("169.254.169.254", False), ("::ffff:8.8.8.8", False)),
        *(("example.org", False), ("127.0.0.1.example.org", False), ("localhost.example.org", False)),
        *(("fe80::1%eth0", False), ("2001:db8::1", False), ("日本語.example", False)),
    ],
)
def test_only_this_machine_is_local(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_connections_and_names_beyond_loopback_are_refused() -> None:
    with block_network() as guard, socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        attempts: list[Callable[[], object]] = [
            lambda: create_connection(OUTSIDE, timeout=1),
            lambda: tcp.connect(OUTSIDE),
            lambda: tcp.connect_ex(OUTSIDE),
            lambda: udp.sendto(b"x", OUTSIDE),
            lambda: udp.sendmsg([b"x"], [], 0, OUTSIDE),
            lambda: getaddrinfo("example.org", 443),
            lambda: getaddrinfo(b"example.org", 443),
            lambda: socket.gethostbyname("example.org"),
            lambda: socket.gethostbyaddr("192.0.2.1"),
        ]
        for attempt in attempts:
            with pytest.raises(NetworkBlocked, match="only loopback"):
                attempt()
    assert len(guard.blocked) == len(attempts)


async def test_the_libraries_that_kasen_uses_are_stopped_too_and_do_not_swallow_it() -> None:
    with block_network() as guard:
        with pytest.raises(NetworkBlocked):
            await asyncio.open_connection(*OUTSIDE)
        with pytest.raises(NetworkBlocked):
            await asyncio.get_running_loop().getaddrinfo("example.org", 80)
        async with httpx.AsyncClient(trust_env=False) as client:
            with pytest.raises(NetworkBlocked):
                await client.get("http://example.org/")
    assert [seen.split()[1] for seen in guard.blocked] == ["192.0.2.1", "example.org", "example.org"]


async def test_loopback_and_unix_sockets_work_and_the_guard_saw_them(tmp_path: Path) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()

    with block_network() as guard:
        for host in ("127.0.0.1", "localhost"):
            server = await asyncio.start_server(greet, host, 0)
            async with server:
                port = server.sockets[0].getsockname()[1]
                reader, writer = await asyncio.open_connection(host, port)
                assert await reader.read() == b"hello"
                writer.close()
                await writer.wait_closed()
        path = str(tmp_path / "s")
        unix = await asyncio.start_unix_server(greet, path)
        async with unix:
            reader, writer = await asyncio.open_unix_connection(path)
            assert await reader.read() == b"hello"
            writer.close()
            await writer.wait_closed()
    assert guard.blocked == []
    assert any(seen.startswith("socket.connect 127.0.0.1") for seen in guard.allowed)


def test_threads_are_guarded() -> None:
    caught: list[BaseException] = []

    def run() -> None:
        try:
            getaddrinfo("example.org", 443)
        except NetworkBlocked as error:
            caught.append(error)

    with block_network():
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert len(caught) == 1


def test_a_guard_ends_with_its_block(network: NetworkGuard) -> None:
    with block_network() as inner:
        pass
    with pytest.raises(NetworkBlocked):
        getaddrinfo("example.org", 443)
    assert inner.blocked == []
    assert network.expect_blocked() == ["socket.getaddrinfo example.org"]
    assert network.blocked == []
