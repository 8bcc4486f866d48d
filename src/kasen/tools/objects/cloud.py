"""Files in Google Cloud Storage and S3, through gcsfs and s3fs: their own credentials, our deadlines and sentences."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from kasen.errors import StoreFailed
from kasen.tools.objects.model import place_of, scheme_of

T = TypeVar("T")
PATIENCE_S = 60.0
"""Seconds that one request may take with all retries of the library, beyond what its bytes take."""
SLOWEST = 250_000
"""Bytes a second that a connection carries at least."""
LARGE = 1 << 26
"""Bytes that a file which is read is taken to have at most."""
CONNECT_S, READ_S = 10, 60
"""Seconds until a connection stands, and between two pieces of an answer."""
FAILURES: tuple[type[Exception], ...] = (OSError, ValueError, RuntimeError)
"""What any of these libraries raises, beside errors of its own."""
LOOK = "Look at the store and the setting `artifacts` or `knowledge`, then try again or continue the run."
"""What to do about any other failure."""
SHOWN = 300
"""Characters of what a store says of its failure."""


@dataclass(frozen=True, kw_only=True)
class Client:
    """A file system of fsspec, opened, and what is particular to it."""

    system: Any
    """An `AsyncFileSystem` that works in the thread of fsspec."""
    ready: Callable[[], Awaitable[Any]]
    """Opens its connections, in the loop of fsspec, where they are not open."""
    put: Callable[[str, bytes, str, str], Awaitable[Any]]
    """Upload to `bucket/key`: path, bytes, media type, mode; `create` raises FileExistsError for one that is there."""
    close: Callable[[], Awaitable[Any]]
    failures: tuple[type[Exception], ...]
    """What it raises for a store that fails."""
    login: str
    """What to do where it has no credentials."""


class Cloud:
    """Implements `Objects` over one file system of fsspec, opened when it is first used.

    The library works in a thread and an event loop of its own, so that a token that is fetched or a listing that is
    read holds nobody here; what is given up here is cancelled there.
    """

    def __init__(self, make: Callable[[], Client], *, patience_s: float = PATIENCE_S) -> None:
        self._make = make
        self._patience_s = patience_s
        self._opening = asyncio.Lock()
        self._client: Client | None = None

    async def put(self, url: str, data: bytes, media_type: str) -> None:
        """See `Objects`."""
        try:
            await self._do(
                url, "written", lambda client, path: client.put(path, data, media_type, "overwrite"), size=len(data)
            )
        except FileNotFoundError as error:
            raise _failed(url, "written", "there is no such bucket") from error

    async def create(self, url: str, data: bytes, media_type: str) -> bool:
        """See `Objects`; an upload that was tried again because its answer was lost finds its own bytes there."""
        try:
            await self._do(url, "written", lambda client, path: client.put(path, data, media_type, "create"))
        except FileExistsError:
            with suppress(StoreFailed):  # dropped again meanwhile
                return await self.get(url) == data
            return False
        except FileNotFoundError as error:
            raise _failed(url, "written", "there is no such bucket") from error
        return True

    async def get(self, url: str) -> bytes:
        """See `Objects`."""
        try:
            return bytes(await self._do(url, "read", lambda client, path: client.system._cat_file(path), size=LARGE))
        except FileNotFoundError as error:
            raise _failed(url, "read", "it is not there") from error

    async def found(self, folder: str) -> list[str]:
        """See `Objects`."""
        try:
            paths = await self._do(folder, "listed", lambda client, path: client.system._find(path))
        except FileNotFoundError:
            return []
        return sorted(f"{scheme_of(folder)}://{path}" for path in paths if path.startswith(f"{place_of(folder)}/"))

    async def drop(self, url: str) -> None:
        """See `Objects`."""
        try:
            await self._do(url, "deleted", lambda client, path: client.system._rm_file(path))
        except FileNotFoundError:
            return

    async def close(self) -> None:
        """See `Objects`."""
        client, self._client = self._client, None
        if client is not None:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(_whole(client.close), client.system.loop))

    async def _do(self, url: str, what: str, work: Callable[[Client, str], Awaitable[T]], *, size: int = 0) -> T:
        """Raises FileNotFoundError for what is not there, StoreFailed for all else."""
        client = await self._opened(url, what)
        seconds = self._patience_s + size / SLOWEST
        path = place_of(url)

        async def ready_work() -> T:
            await client.ready()
            return await work(client, path)

        running = asyncio.run_coroutine_threadsafe(ready_work(), client.system.loop)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(running)
        except (FileExistsError, FileNotFoundError):
            raise
        except TimeoutError as error:
            running.cancel()
            raise _failed(url, what, f"no answer within {seconds:.0f} s") from error
        except client.failures as error:
            raise _failed(url, what, str(error), login=client.login) from error

    async def _opened(self, url: str, what: str) -> Client:
        async with self._opening:
            if self._client is None:
                try:
                    self._client = await asyncio.to_thread(self._make)
                except FAILURES as error:
                    raise _failed(url, what, str(error)) from error
            return self._client


async def _whole(work: Callable[[], Awaitable[T]]) -> T:
    return await work()


_DENIED = ("401", "403", "forbidden", "credential", "accessdenied", "access denied", "unauthorized", "token")


def _failed(url: str, what: str, why: str, *, login: str = "") -> StoreFailed:
    said = " ".join(why.split())[:SHOWN] or "it did not say why"
    is_denied = any(word in said.casefold() for word in _DENIED)
    hint = login if login and is_denied else LOOK
    return StoreFailed(f"`{url}` could not be {what}: {said}", hint=hint)
