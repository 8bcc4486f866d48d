"""What the hub says about its files: their sizes and checksums, and in a sentence why it does not give one out.

The calls are those of Hugging Face: `GET /api/models/{repo}/tree/main` lists, `GET /{repo}/resolve/main/{path}` gives.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import httpx

from kasen.errors import ConfigurationError, KasenError, Refused, Retryable, UnknownName
from kasen.models.connection import DIRECT, Connection
from kasen.models.failures import disconnected, retry_after

REDIRECTS = 5
TIMEOUT = httpx.Timeout(30.0, connect=15.0)
"""Seconds that the hub may be silent."""
LARGEST_LIST = 16 << 20
"""Bytes of one page of a list: a thousand files at once take half a megabyte."""
_PAGES = 20
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class HubFile:
    """One file of a repository, as the hub lists it."""

    path: str
    size: int
    sha256: str
    """Empty where the hub keeps the file outside its large-file store and gives none."""


@dataclass(frozen=True, kw_only=True)
class Hub:
    """A hub at an address that the user set or that is the default one; `token` is sent to that address only."""

    url: str
    token: str = field(default="", repr=False)
    connection: Connection = DIRECT

    def page(self, repo: str) -> str:
        """Where people read about a repository and accept its licence."""
        return f"{self.url.rstrip('/')}/{repo}"

    async def files(self, repo: str) -> list[HubFile]:
        """Every file of a repository. Raises UnknownName, Refused, or Retryable."""
        url: str | None = f"{self.url.rstrip('/')}/api/models/{repo}/tree/main?recursive=true"
        found: list[HubFile] = []
        for _ in range(_PAGES):
            if url is None:
                break
            async with self.get(url, repo) as response:
                listed, following = await _read(response, repo), response.links.get("next", {}).get("url")
            found += _listed(listed, repo)
            url = urljoin(url, following) if following else None
            if url is not None and not _same_origin(url, self.url):
                raise Refused(f"the hub's list of `{repo}` goes on at another address: {url}")
        return found

    def file(self, repo: str, path: str) -> str:
        """The address of a file."""
        return f"{self.page(repo)}/resolve/main/{quote(path)}"

    @asynccontextmanager
    async def get(self, url: str, repo: str, **headers: str) -> AsyncIterator[httpx.Response]:
        """A response of 2xx or 416 whose body is still to be read; redirects are followed and checked.

        Each goes the way of its own address. Raises UnknownName, Refused, Retryable, or ConfigurationError.
        """
        sent = {**headers, "Accept-Encoding": "identity"}
        if not self.token.isascii() or not self.token.isprintable():
            raise ConfigurationError("the token of the hub holds characters that no token has; copy it again")
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        try:
            async with AsyncExitStack() as clients:
                response = await self._followed(clients, url, sent)
                try:
                    if not response.is_success and response.status_code != httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
                        raise self._failure(response, repo)
                    yield response
                finally:
                    await response.aclose()
        except httpx.InvalidURL as error:
            raise ConfigurationError(f"the address of the hub cannot be used: {error}") from error
        except httpx.HTTPError as error:
            why = str(error) or type(error).__name__
            raise disconnected("the hub", self.connection.way(str(error.request.url)), error, why) from error

    async def _followed(self, clients: AsyncExitStack, url: str, sent: dict[str, str]) -> httpx.Response:
        following: httpx.Request | None = None
        for _ in range(REDIRECTS + 1):
            options = self.connection.options(url, httpx)
            client = await clients.enter_async_context(httpx.AsyncClient(timeout=TIMEOUT, **options))
            request = following or client.build_request("GET", url, headers=sent)
            response = await client.send(request, stream=True)
            following = response.next_request  # httpx leaves the token out where the host is another
            if following is None:
                return response
            await response.aclose()
            url = str(following.url)
            await check_redirect(self.url, url)
        raise Refused(f"{urlsplit(self.url).netloc} redirects more than {REDIRECTS} times")

    def _failure(self, response: httpx.Response, repo: str) -> KasenError:
        status, code = response.status_code, response.headers.get("x-error-code", "")
        host = urlsplit(self.url).netloc
        if status == httpx.codes.NOT_FOUND or code in ("RepoNotFound", "EntryNotFound", "RevisionNotFound"):
            return UnknownName(f"there is no public model `{repo}` on {host}", hint=f"Look at {self.page(repo)}.")
        if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            return Refused(
                f"{host} gives `{repo}` only to people who accepted its licence",
                hint=f"Accept it at {self.page(repo)} and set HF_TOKEN to a token of your account there.",
            )
        text = f"{urlsplit(str(response.url)).netloc} answered {status}"
        if status in (408, 425, 429) or status >= 500:
            return Retryable(text, retry_after=retry_after(response.headers))
        return Refused(text)


async def check_redirect(hub: str, target: str) -> None:
    """Refuse a redirect that is not http(s), or that leads from a public hub into a private network."""
    parts = urlsplit(target)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refused(f"{urlsplit(hub).netloc} redirects to an address that is not http or https")
    if await _is_private(parts.hostname) and not await _is_private(urlsplit(hub).hostname or ""):
        raise Refused(f"{urlsplit(hub).netloc} redirects into a private network: {parts.netloc}")


async def _is_private(host: str) -> bool:
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        pass
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False  # behind a proxy names may not be known here; elsewhere the connection itself fails
    return any(not ipaddress.ip_address(str(one[4][0]).partition("%")[0]).is_global for one in found)


def _same_origin(one: str, other: str) -> bool:
    return urlsplit(one)[:2] == urlsplit(other)[:2]


async def _read(response: httpx.Response, repo: str) -> bytes:
    """What a list says, uncompressed as it was asked for. Raises Refused for more than a list can be."""
    pieces: list[bytes] = []
    size = 0
    async for piece in response.aiter_raw():
        size += len(piece)
        if size > LARGEST_LIST:
            raise Refused(f"the hub's list of the files of `{repo}` has no end")
        pieces.append(piece)
    return b"".join(pieces)


def _listed(content: bytes, repo: str) -> list[HubFile]:
    try:
        entries = httpx.Response(200, content=content).json()
        return [_file(entry) for entry in entries if entry.get("type") == "file"]
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError) as error:
        raise Refused(f"the hub's list of the files of `{repo}` cannot be read") from error


def _file(entry: dict[str, Any]) -> HubFile:
    large = entry.get("lfs") or {}
    sha256 = str(large.get("oid", "")).removeprefix("sha256:").lower()
    return HubFile(
        str(entry["path"]), int(large.get("size") or entry["size"]), sha256 if _SHA256.fullmatch(sha256) else ""
    )
