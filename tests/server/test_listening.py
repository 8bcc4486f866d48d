from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import pytest
import uvicorn

from kasen.errors import ConfigurationError
from kasen.server import listening
from kasen.server.listening import Patient, is_here, listen


def test_a_free_port_is_found_and_only_this_machine_reaches_it() -> None:
    (opened,) = listen("127.0.0.1", 0)
    with opened:
        assert opened.getsockname()[1] > 0
        assert is_here([opened])


def test_a_name_with_two_addresses_is_listened_at_on_one_port() -> None:
    opened = listen("localhost", 0)
    try:
        assert len({one.getsockname()[1] for one in opened}) == 1
        assert is_here(opened)
    finally:
        for one in opened:
            one.close()


def test_all_addresses_are_not_this_machine_alone() -> None:
    (opened,) = listen("0.0.0.0", 0)
    with opened:
        assert not is_here([opened])


def test_a_port_that_is_taken_is_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ConfigurationError, match=f"port {port} of `127.0.0.1` is taken") as caught:
            listen("127.0.0.1", port)
        assert "--port 0" in caught.value.hint
        assert caught.value.exit_code == 3


def test_what_is_no_address_is_a_sentence() -> None:
    """One of elsewhere is tried by `tests/cli/test_serve.py`, in a process of its own."""
    with pytest.raises(ConfigurationError, match=r"`a\.\.b` is no address of this machine"):
        listen("a..b", 0)


async def test_a_request_that_does_not_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a byte of it comes now and then; an answer may take as long as it takes."""
    monkeypatch.setattr(listening, "HEADER_S", 0.2)

    async def hello(_scope: object, _receive: object, send: object) -> None:
        assert callable(send)
        await asyncio.sleep(2 * listening.HEADER_S)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    sockets = listen("127.0.0.1", 0)
    config = uvicorn.Config(hello, http=Patient, ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve(sockets))
    reader, writer = await asyncio.open_connection(*sockets[0].getsockname())
    request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    writer.write(request)
    assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
    writer.write(request[:5])
    late = asyncio.create_task(reader.read())
    for letter in request[5:-1]:
        if late.done():
            break
        writer.write(bytes([letter]))
        await asyncio.wait({late}, timeout=0.05)
    with suppress(ConnectionResetError):  # what a closing with letters still unread is told as
        assert await late == b""
    writer.close()
    server.should_exit = True
    await serving
