"""A company's network on loopback: its certificate authority, servers with its certificates, its CONNECT proxy."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Authority:
    """A certificate authority that nobody knows; `file` is its certificate."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named("Test Authority")
        self._cert = _certificate(self._name, self._name, self._key, self._key, x509.BasicConstraints(True, None))
        self.file = folder / "authority.pem"
        self.file.write_bytes(_pem(self._cert))

    def server(self, *hosts: str) -> ssl.SSLContext:
        """What a server of these names or addresses is started with."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([_general(host) for host in hosts])
        cert = _certificate(_named(hosts[0]), self._name, key, self._key, names)
        file = self._folder / f"{hosts[0]}.pem"
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        file.write_bytes(private + _pem(cert))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


@dataclass(kw_only=True)
class Proxy:
    """Takes CONNECT and leads `host:port` to a port of this machine; `targets` and `heads` say what was asked."""

    ports: Mapping[str, int]
    user: str = ""
    """`user:password` that it wants."""
    refusal: str = ""
    """Status and reason instead of every connection."""
    url: str = ""
    targets: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
        self.heads.append(head)
        target = head.split()[1]
        self.targets.append(target)
        wanted = base64.b64encode(self.user.encode()).decode()
        if self.user and f"Basic {wanted}" not in head:
            await _refuse(writer, "407 Proxy Authentication Required")
        elif self.refusal or target not in self.ports:
            await _refuse(writer, self.refusal or "502 Bad Gateway")
        else:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            await _joined(reader, writer, self.ports[target])


@asynccontextmanager
async def proxying(
    ports: Mapping[str, int], *, user: str = "", refusal: str = "", tls: ssl.SSLContext | None = None
) -> AsyncIterator[Proxy]:
    """A proxy; with `tls` it is an `https` one."""
    proxy = Proxy(ports=ports, user=user, refusal=refusal)
    async with listening(proxy.serve, tls) as port:
        sign_in = f"{user}@" if user else ""
        proxy.url = f"{'https' if tls else 'http'}://{sign_in}127.0.0.1:{port}"
        yield proxy


@asynccontextmanager
async def secured(port: int, tls: ssl.SSLContext) -> AsyncIterator[int]:
    """The server on that port, spoken to with TLS on another."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _joined(reader, writer, port)

    async with listening(serve, tls) as secure:
        yield secure


@asynccontextmanager
async def listening(serve: Serve, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A port of this machine where `serve` takes each connection."""
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await serve(reader, writer)
        finally:
            writer.close()
            tasks.discard(task)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        left = list(tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def _joined(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
    ways = [asyncio.ensure_future(_copy(*way)) for way in ((reader, inner_writer), (inner_reader, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        inner_writer.close()  # before anything is waited for: the wait may be cancelled
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
        await writer.drain()


async def _refuse(writer: asyncio.StreamWriter, status: str) -> None:
    writer.write(f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
    await writer.drain()


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    signer: ec.EllipticCurvePrivateKey,
    extension: x509.ExtensionType,
) -> x509.Certificate:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(extension, critical=False)
        .sign(signer, hashes.SHA256())
    )


def _pem(cert: x509.Certificate) -> bytes:
    return cert.public_bytes(serialization.Encoding.PEM)
