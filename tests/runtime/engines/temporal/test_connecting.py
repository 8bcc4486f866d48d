"""A proxy on loopback ends TLS before the real server, as a cluster that several use does."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from kasen.errors import ConfigurationError
from kasen.runtime.engines.temporal.client import TemporalDispatch, workers_of
from kasen.runtime.engines.temporal.connecting import Connecting, connecting_of
from kasen.settings import load_settings
from servers.temporal import Temporal

HOST = "127.0.0.1"


class Files(NamedTuple):
    """PEM files of an authority, and of a certificate with its key that the authority has signed."""

    authority: Path
    certificate: Path
    key: Path


def signed(folder: Path, name: str) -> Files:
    """An authority and what it has signed for this machine."""
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{name} authority")])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)

    def made(of: x509.Name, public: ec.EllipticCurvePublicKey, *, is_authority: bool) -> bytes:
        builder = x509.CertificateBuilder(issuer, of, public, x509.random_serial_number())
        builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        builder = builder.add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))])
        builder = builder if is_authority else builder.add_extension(names, critical=False)
        return builder.sign(authority_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    files = Files(*(folder / f"{name}.{kind}.pem" for kind in ("authority", "certificate", "key")))
    files.authority.write_bytes(made(issuer, authority_key.public_key(), is_authority=True))
    files.certificate.write_bytes(made(subject, key.public_key(), is_authority=False))
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    files.key.write_bytes(key.private_bytes(pem, form, plain))
    return files


@asynccontextmanager
async def secured(port: int, server: Files, clients: Files | None) -> AsyncIterator[str]:
    """The address of a proxy that lets in who shows a certificate of that authority, if one is named."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(server.certificate, server.key)
    context.set_alpn_protocols(["h2"])
    if clients is not None:
        context.load_verify_locations(clients.authority)
        context.verify_mode = ssl.CERT_REQUIRED

    open_ones: set[asyncio.Task[None]] = set()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(HOST, port)
        try:
            ways = [asyncio.create_task(pipe(reader, ours)), asyncio.create_task(pipe(theirs, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for one in (ours, writer):
                one.transport.abort()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_ones.add(asyncio.create_task(between(reader, writer)))

    async with await asyncio.start_server(serve, HOST, 0, ssl=context) as proxy:
        yield f"{HOST}:{proxy.sockets[0].getsockname()[1]}"
        for one in open_ones:
            one.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)


async def reaches(connecting: Connecting) -> bool:
    """Whether something can be submitted there."""
    return await TemporalDispatch(connecting, queue="nobody", heartbeat_s=2).submit("a-run", "")


async def test_a_server_behind_tls_is_reached_by_who_trusts_its_authority_and_shows_a_certificate(
    temporal: Temporal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server, mine, other = (signed(tmp_path, name) for name in ("server", "mine", "other"))
    async with secured(temporal.port, server, mine) as address:
        trusted = {"temporal_ca_file": str(server.authority), "temporal_address": address}
        shown = {"temporal_cert_file": str(mine.certificate), "temporal_key_file": str(mine.key)}
        foreign = {"temporal_cert_file": str(other.certificate), "temporal_key_file": str(other.key)}
        settings = load_settings(home=tmp_path, **trusted, **shown)
        assert await reaches(connecting_of(settings))
        assert await workers_of(settings) == 0
        for given in (trusted, trusted | foreign, trusted | shown | {"temporal_ca_file": str(other.authority)}):
            caplog.clear()
            assert not await reaches(connecting_of(load_settings(home=tmp_path, **given)))
            assert "cannot be reached" in caplog.text
        assert not await reaches(Connecting(address=address)), "in plain text"


async def test_a_key_alone_is_sent_over_tls_only(temporal: Temporal, tmp_path: Path) -> None:
    server = signed(tmp_path, "server")
    given = {"temporal_api_key": "a-key-of-a-namespace", "temporal_ca_file": str(server.authority)}
    async with secured(temporal.port, server, None) as address:
        connecting = connecting_of(load_settings(home=tmp_path, temporal_address=address, **given))
        client = await connecting()
        assert client.service_client.config.api_key == "a-key-of-a-namespace"
        assert await reaches(connecting)
        assert "a-key" not in repr(connecting)
    plain = load_settings(home=tmp_path, temporal_address=temporal.address, temporal_api_key="a-key-of-a-namespace")
    assert not await reaches(connecting_of(plain)), "that server speaks no TLS"


def test_half_of_a_certificate_and_a_file_that_is_gone_are_said(tmp_path: Path) -> None:
    files = signed(tmp_path, "mine")
    half = load_settings(home=tmp_path, temporal_cert_file=str(files.certificate))
    with pytest.raises(ConfigurationError, match="needs its private key"):
        connecting_of(half)
    gone = Connecting(address="127.0.0.1:1", private_key=str(tmp_path / "gone.pem"))
    with pytest.raises(ConfigurationError, match=r"gone\.pem.*cannot be read: No such file"):
        asyncio.run(gone())


async def test_a_run_waits_while_a_certificate_cannot_be_read(temporal: Temporal, tmp_path: Path) -> None:
    """It is recorded, and submitted when it can be: who asked is not told that there is none."""
    files = signed(tmp_path, "server")
    async with secured(temporal.port, files, None) as address:
        dispatch = TemporalDispatch(
            Connecting(address=address, authorities=str(files.authority)), queue="nobody", heartbeat_s=2
        )
        kept = files.authority.read_bytes()
        files.authority.unlink()
        assert not await dispatch.submit("a-run", "")
        files.authority.write_bytes(kept)
        assert await dispatch.submit("a-run", "")
