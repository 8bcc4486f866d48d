"""Where files can be kept, and what an address of one says; see `settings.addresses.folder_address`."""

from __future__ import annotations

from typing import Protocol


class Objects(Protocol):
    """Whole files by their address. Every method raises StoreFailed, with what to do, for a store that fails.

    What is put is there under its address when `put` returns, whole or not at all; who puts chooses an address that
    nobody else has.
    """

    async def put(self, url: str, data: bytes, media_type: str) -> None:
        """Keep these bytes under that address."""
        ...

    async def create(self, url: str, data: bytes, media_type: str) -> bool:
        """As `put`, unless something is kept there already: then nothing happens, and this gives False.

        Of several who create the same at once, one gets True.
        """
        ...

    async def get(self, url: str) -> bytes:
        """The bytes that are kept there. Raises StoreFailed for what is not there as well."""
        ...

    async def found(self, folder: str) -> list[str]:
        """Addresses of all files below `folder/`, none where there is nothing."""
        ...

    async def drop(self, url: str) -> None:
        """Delete what is kept there; nothing happens where there is nothing."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...


def scheme_of(url: str) -> str:
    """`gs` of `gs://bucket/prefix`."""
    return url.partition("://")[0]


def place_of(url: str) -> str:
    """`bucket/prefix` of `gs://bucket/prefix`."""
    return url.partition("://")[2]
