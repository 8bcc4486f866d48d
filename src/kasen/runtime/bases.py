"""Where the knowledge bases of an owner are: on this machine, or at the address of the setting `knowledge`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

from kasen.knowledge.bases import Bases, LocalBases
from kasen.knowledge.homes import home_of
from kasen.settings import Settings
from kasen.tools.objects.model import Objects

COPIES = "shared"
"""Folder in an owner's home with the copies that this machine has of shared bases."""


def bases_of(settings: Settings, owner: str = "") -> Bases:
    """The bases of one owner; nothing is opened yet. Raises ConfigurationError for a package that is missing."""
    home, address = home_of(settings.home, owner), settings.knowledge
    if not address:
        return LocalBases(home)
    from kasen.knowledge.shared_bases import SharedBases, root_of
    from kasen.tools.objects.opening import require

    require(address)
    return SharedBases(home / COPIES, root_of(address, owner), partial(open_objects, settings, address))


@asynccontextmanager
async def open_objects(settings: Settings, address: str) -> AsyncGenerator[Objects]:
    """What keeps files at an address of the settings. Raises ConfigurationError for a package that is missing."""
    from kasen.models.access import access_of
    from kasen.models.connection import connection_of
    from kasen.tools.objects.opening import opened

    objects = opened(address, endpoint=_endpoint(settings), connection=connection_of(access_of(settings)))
    try:
        yield objects
    finally:
        await objects.close()


def _endpoint(settings: Settings) -> str:
    """That of the artifacts, unless they are kept with another provider."""
    schemes = {address.partition("://")[0] for address in (settings.artifacts, settings.knowledge) if address}
    return settings.artifacts_endpoint if len(schemes - {"file"}) == 1 else ""
