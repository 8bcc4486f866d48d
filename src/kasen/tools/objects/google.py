"""Google Cloud Storage, through gcsfs."""

from __future__ import annotations

import logging

import aiohttp
import google.auth.exceptions
import requests
from gcsfs.core import GCSFileSystem
from gcsfs.retry import ChecksumError, HttpError, NonRetryableError

from kasen.models.connection import Connection
from kasen.tools.objects.cloud import CONNECT_S, FAILURES, READ_S, Client

ADDRESS = "https://storage.googleapis.com"
BOUNDARY = b"--==0=="
"""What gcsfs sets between the parts of an upload in one piece: bytes that hold it are sent as a resumable upload."""


def client(endpoint: str, connection: Connection) -> Client:
    """A client with Google's default credentials; none go to an endpoint without TLS, for that is an emulator.

    Raises OSError, ValueError or GoogleAuthError where credentials cannot be read.
    """
    # `gcsfs.GCSFileSystem` would ask another service, over gRPC, what kind of bucket it is.
    logging.getLogger("gcsfs").setLevel(logging.CRITICAL + 1)  # it tells each failure with a traceback; we say it once
    system = GCSFileSystem(
        token="anon" if endpoint.startswith("http://") else None,
        endpoint_url=endpoint or None,
        requests_timeout=aiohttp.ClientTimeout(sock_connect=CONNECT_S, sock_read=READ_S),
        use_listings_cache=False,
        skip_instance_cache=True,
    )
    proxy = connection.proxy_for(endpoint or ADDRESS)

    async def ready() -> None:
        if system._session is None:
            system.session_kwargs = {"connector": aiohttp.TCPConnector(ssl=connection.tls), "proxy": proxy or None}
            await system._set_session()

    async def put(path: str, data: bytes, media_type: str, mode: str) -> None:
        whole = {"chunksize": len(data)} if BOUNDARY in data else {}
        await system._pipe_file(path, data, content_type=media_type, consistency="md5", mode=mode, **whole)

    async def close() -> None:
        if system._session is not None:
            await system._session.close()

    return Client(
        system=system,
        ready=ready,
        put=put,
        close=close,
        failures=(
            *FAILURES,
            HttpError,
            ChecksumError,
            NonRetryableError,
            aiohttp.ClientError,
            google.auth.exceptions.GoogleAuthError,
            requests.RequestException,
        ),
        login="Log in with `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS.",
    )
