"""Pages through the user's proxy, at the addresses that were checked.

The proxy is asked to connect to an address and looks nothing up: so it cannot be led, by a name that answers it
differently, to what lies in its own network. A proxy that wants to look names up itself (`socks5h`) is not used.
"""

from __future__ import annotations

import base64
import importlib.util
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

from kasen.models.connection import Connection, shown
from kasen.models.reach import is_near
from kasen.tools.addresses import Checked
from kasen.tools.fetch.failure import Failure

_HEAD = 16_384
"""Most bytes of a proxy's answer."""


def transport_to(target: Checked, connection: Connection, tls: ssl.SSLContext) -> httpx.AsyncHTTPTransport:
    """What carries one request to a checked address: directly, or through the proxy. Raises Failure."""
    proxy = "" if any(map(is_near, target.addresses)) else connection.proxy_for(target.url)
    if not proxy:
        return httpx.AsyncHTTPTransport(verify=tls, trust_env=False)
    scheme = proxy.partition(":")[0]
    if scheme == "socks5h":
        raise Failure("unreachable", f"is not asked: the proxy {shown(proxy)} would look its address up unchecked")
    if scheme == "socks5":
        if importlib.util.find_spec("socksio") is None:
            raise Failure("unreachable", f"is not asked: the proxy {shown(proxy)} needs `pip install socksio`")
        return httpx.AsyncHTTPTransport(verify=tls, trust_env=False, proxy=httpx.Proxy(proxy))
    transport = httpx.AsyncHTTPTransport(verify=tls, trust_env=False)
    # httpx has no parameter for it; its own proxy support would check certificates against the address.
    transport._pool = httpcore.AsyncConnectionPool(ssl_context=tls, network_backend=Tunnel(httpx.Proxy(proxy), tls))
    return transport


class Tunnel(httpcore.AsyncNetworkBackend):
    """Connections through an HTTP proxy, each made by CONNECT to an address and a port."""

    def __init__(self, proxy: httpx.Proxy, tls: ssl.SSLContext) -> None:
        self._url = proxy.url
        self._auth = proxy.raw_auth
        self._tls = tls
        self._direct = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to that address. Raises what httpcore raises, ProxyError when the proxy will not."""
        secure = self._url.scheme == "https"
        stream = await self._direct.connect_tcp(self._url.host, self._url.port or (443 if secure else 80), timeout)
        try:
            if secure:
                stream = await stream.start_tls(self._tls, self._url.host, timeout)
            await stream.write(self._request(f"[{host}]:{port}" if ":" in host else f"{host}:{port}"), timeout)
            await _be_connected(stream, timeout)
        except BaseException:
            await stream.aclose()
            raise
        return stream

    def _request(self, target: str) -> bytes:
        lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
        if self._auth is not None:
            lines.append(f"Proxy-Authorization: Basic {base64.b64encode(b':'.join(self._auth)).decode()}")
        return "\r\n".join([*lines, "", ""]).encode("ascii")


async def _be_connected(stream: httpcore.AsyncNetworkStream, timeout: float | None) -> None:
    head = b""
    while b"\r\n\r\n" not in head:
        piece = await stream.read(_HEAD, timeout)
        head += piece
        if not piece or len(head) > _HEAD:
            raise httpcore.ProxyError("the proxy sent no answer")
    status = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 1)[-1]
    if not status.startswith("2"):
        raise httpcore.ProxyError(status)
