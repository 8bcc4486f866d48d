"""A server of this machine that nobody should come to: it counts who does."""

from __future__ import annotations

import asyncio
import socketserver
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field


@dataclass
class Trap:
    """`visits` holds the first line of every connection."""

    port: int = 0
    visits: list[str] = field(default_factory=list)

    def urls(self, forms: tuple[str, ...]) -> list[str]:
        """These forms of addresses, leading here where they name a port."""
        return [form.replace("{port}", str(self.port)) for form in forms]


@asynccontextmanager
async def trap(*, hosts: tuple[str, ...] = ("127.0.0.1", "::1")) -> AsyncIterator[Trap]:
    """Listens on one port of these addresses, as far as this machine has them."""
    here = Trap()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        here.visits.append("somebody")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\nSECRET")
        writer.close()

    server = await asyncio.start_server(serve, hosts[0], 0)
    here.port = server.sockets[0].getsockname()[1]
    servers = [server]
    for host in hosts[1:]:
        try:
            servers.append(await asyncio.start_server(serve, host, here.port))
        except OSError:  # no IPv6 here
            continue
    try:
        yield here
    finally:
        for one in servers:
            one.close()
            await one.wait_closed()


@contextmanager
def trap_in_a_thread() -> Iterator[Trap]:
    """The same for what has an event loop of its own."""
    here = Trap()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            here.visits.append("somebody")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        here.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield here
        finally:
            server.shutdown()
            thread.join()
