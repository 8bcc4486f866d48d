"""S3 and servers that speak as it does, through s3fs."""

from __future__ import annotations

import errno
from typing import Any

import botocore.exceptions
import s3fs

from kasen.models.connection import Connection
from kasen.tools.objects.cloud import CONNECT_S, FAILURES, READ_S, Client

ADDRESS = "https://s3.amazonaws.com"


def client(endpoint: str, connection: Connection) -> Client:
    """A client with the default credentials of the AWS libraries."""
    proxy = connection.proxy_for(endpoint or ADDRESS)
    config: dict[str, Any] = {
        "connect_timeout": CONNECT_S,
        "read_timeout": READ_S,
        "request_checksum_calculation": "when_required",
        "response_checksum_validation": "when_required",
        "proxies": {"http": proxy, "https": proxy} if proxy else {},
    }
    if endpoint:  # servers that speak as S3 does rarely have a name for each bucket
        config["s3"] = {"addressing_style": "path"}
    system = s3fs.S3FileSystem(
        endpoint_url=endpoint or None,
        config_kwargs=config,
        client_kwargs={"verify": connection.ca_bundle} if connection.ca_bundle else {},
        use_listings_cache=False,
        skip_instance_cache=True,
    )

    async def ready() -> None:
        await system.set_session()

    async def put(path: str, data: bytes, media_type: str, mode: str) -> None:
        try:
            await system._pipe_file(path, data, mode=mode, ContentType=media_type)
        except OSError as error:  # servers that speak as S3 does do not all say which condition failed
            if mode == "create" and error.errno == errno.EINVAL:
                raise FileExistsError(path) from error
            raise

    async def close() -> None:
        if system._s3 is not None:
            await system._s3creator.__aexit__(None, None, None)

    return Client(
        system=system,
        ready=ready,
        put=put,
        close=close,
        failures=(*FAILURES, botocore.exceptions.BotoCoreError, botocore.exceptions.ClientError),
        login="Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.",
    )
