"""Pictures of a page and facts about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError
from kasen.models.connection import DIRECT, Connection
from kasen.tools.screenshot.model import Shot

if TYPE_CHECKING:
    from kasen.tools.addresses import Addresses


async def shoot_url(url: str, addresses: Addresses, *, connection: Connection = DIRECT) -> Shot:
    """The page at an address that the user typed."""
    raise ConfigurationError(f"pictures of `{url}` cannot be taken yet")


async def shoot_page(html: str, *, folder: str = "", source: str) -> Shot:
    """A page that was made here."""
    raise ConfigurationError(f"pictures of `{source}` cannot be taken yet")
