"""How a Temporal server is reached: in plain text on a network of one's own, or over TLS, with who one is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError

if TYPE_CHECKING:
    from temporalio.client import Client

    from kasen.settings import Settings

PATIENCE = timedelta(seconds=3)
"""How long a start waits for the server; the run is recorded, and submitted later."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Connecting:
    """`await connecting()` is a new client.

    With a certificate or a key of the client, or authorities that the server's certificate is held against, it is
    reached over TLS; `tls` alone holds it against those of the system. Files are read anew for each client, which a
    worker keeps until it ends.

    Raises:
        ConfigurationError: one of the files cannot be read.
        RuntimeError: the server cannot be reached, or is not who it should be.
    """

    address: str
    namespace: str = "default"
    tls: bool = False
    authorities: str = ""
    certificate: str = ""
    private_key: str = ""
    api_key: str = ""

    async def __call__(self) -> Client:
        from temporalio.client import Client
        from temporalio.service import TLSConfig

        files = (self.authorities, self.certificate, self.private_key)
        is_secured = self.tls or bool(self.api_key) or any(files)
        authorities, certificate, private_key = (_read(file) for file in files)
        tls = TLSConfig(server_root_ca_cert=authorities, client_cert=certificate, client_private_key=private_key)
        return await Client.connect(
            self.address,
            namespace=self.namespace,
            tls=tls if is_secured else False,
            api_key=self.api_key or None,
            connect_timeout=PATIENCE,
        )


def connecting_of(settings: Settings) -> Connecting:
    """As the settings say. Raises ConfigurationError for one half of a certificate and its key."""
    if bool(settings.temporal_cert_file) != bool(settings.temporal_key_file):
        raise ConfigurationError(
            "a client certificate for Temporal needs its private key, and the other way round",
            hint="Set both KASEN_TEMPORAL_CERT_FILE and KASEN_TEMPORAL_KEY_FILE.",
        )
    key = settings.temporal_api_key
    return Connecting(
        address=settings.temporal_address,
        namespace=settings.temporal_namespace,
        tls=settings.temporal_tls,
        authorities=settings.temporal_ca_file,
        certificate=settings.temporal_cert_file,
        private_key=settings.temporal_key_file,
        api_key=key.get_secret_value() if key is not None else "",
    )


def _read(file: str) -> bytes | None:
    if not file:
        return None
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"`{file}`, which is to secure the connection to Temporal, cannot be read: {error.strerror or error}"
        ) from error
