"""Opening what an address names, with the network of the user and the credentials that the libraries find."""

from __future__ import annotations

import importlib.util

from kasen.errors import ConfigurationError
from kasen.models.connection import DIRECT, Connection
from kasen.tools.objects.cloud import Client, Cloud
from kasen.tools.objects.folder import Folder
from kasen.tools.objects.model import Objects, scheme_of

NEEDS = {"gs": ("gcsfs", "gcs"), "s3": ("s3fs", "s3")}
"""Scheme → the package that it takes, and the extra of Kasen that brings it."""


def require(url: str) -> None:
    """Raises ConfigurationError where the package is missing that the address takes."""
    package, extra = NEEDS.get(scheme_of(url), ("", ""))
    if package and importlib.util.find_spec(package) is None:
        raise ConfigurationError(
            f"files are to be kept at `{url}`, which needs the package `{package}`",
            hint=f"Run: pip install 'kasen[{extra}]'",
        )


def opened(url: str, *, endpoint: str = "", connection: Connection = DIRECT) -> Objects:
    """What keeps files at addresses of this scheme; nothing is called yet.

    `endpoint` stands for the provider's own address. Raises ConfigurationError for a package that is missing.
    """
    require(url)
    if scheme_of(url) == "file":
        return Folder()

    def make() -> Client:
        if scheme_of(url) == "gs":
            from kasen.tools.objects import google as provider
        else:
            from kasen.tools.objects import amazon as provider  # type: ignore[no-redef]
        return provider.client(endpoint, connection)

    return Cloud(make)
