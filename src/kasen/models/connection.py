"""How providers are reached: one TLS context for the process, and the proxy that an address goes through.

Clients of all vendors are opened with it, so that nothing about a network is read from the environment.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import ssl
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from kasen.errors import ConfigurationError
from kasen.models.access import Access
from kasen.models.reach import host_port, is_near, place

_SYSTEM = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Alpine, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, RHEL
    "/etc/ssl/ca-bundle.pem",  # openSUSE
    "/etc/ssl/cert.pem",
)
"""Where systems keep the authorities that they trust, for a Python that was built elsewhere."""


@dataclass(frozen=True, kw_only=True)
class Connection:
    """The network of one user, as the settings `proxy`, `no_proxy` and `ca_bundle` say."""

    proxy: str = field(default="", repr=False)
    no_proxy: str = ""
    ca_bundle: str = ""

    @property
    def tls(self) -> ssl.SSLContext:
        """The context of all connections, see `tls_context`."""
        return tls_context(self.ca_bundle)

    def options(self, address: str, http: ModuleType) -> dict[str, Any]:
        """What a client or transport of `http`, which is httpx or httpx2, is made with to call `address`.

        Raises ConfigurationError for certificates that cannot be read, or a SOCKS proxy without `socksio`.
        """
        found: dict[str, Any] = {"verify": self.tls, "trust_env": False}
        proxy = self.proxy_for(address)
        if proxy.startswith("socks") and importlib.util.find_spec("socksio") is None:
            raise ConfigurationError(
                f"the proxy {shown(proxy)} speaks SOCKS, which needs the package `socksio`",
                hint="Run: pip install socksio",
            )
        if proxy:
            found["proxy"] = http.Proxy(proxy, ssl_context=self.tls if proxy.startswith("https:") else None)
        return found

    def proxy_for(self, address: str) -> str:
        """The proxy that this address is called through; empty for none."""
        if not self.proxy:
            return ""
        try:
            host, port = host_port(address)
        except ValueError:  # the client itself says what is wrong with it
            return ""
        return "" if is_near(host) or _excepted(host, port, self.no_proxy) else self.proxy

    def entrance(self, address: str) -> str:
        """The address that is really connected to: that of the proxy, where there is one."""
        return self.proxy_for(address) or address

    def way(self, address: str) -> str:
        """`host:port`, and through which proxy; for sentences. Raises ValueError for a bad address."""
        proxy = self.proxy_for(address)
        return f"{place(address)} through the proxy {shown(proxy)}" if proxy else place(address)


DIRECT = Connection()
"""No proxy, and the system's own authorities."""


def connection_of(access: Access) -> Connection:
    """The connection that keys and addresses are used with."""
    return Connection(proxy=access.proxy, no_proxy=access.no_proxy, ca_bundle=access.ca_bundle)


def shown(proxy: str) -> str:
    """A proxy without its user and password: `http://host:3128`."""
    return f"{urlsplit(proxy).scheme}://{place(proxy)}"


@cache
def tls_context(ca_bundle: str) -> ssl.SSLContext:
    """A context that trusts this system's authorities and those of the bundle; made once for each, in 16 ms.

    Authorities of companies are often older than Python's strict checks (3.13), so these stay off, as in browsers; one
    that was issued by another may stand alone in the bundle. Raises ConfigurationError for a bundle that is none.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    file, folder = _system()
    context.load_verify_locations(file, folder)
    if ca_bundle and not _is_same(ca_bundle, file):
        try:
            is_folder = Path(ca_bundle).is_dir()
            context.load_verify_locations(None if is_folder else ca_bundle, ca_bundle if is_folder else None)
        except (OSError, ValueError) as error:  # SSLError is an OSError
            raise ConfigurationError(
                f"the certificates of `ca_bundle` (`{ca_bundle}`) cannot be read: {_reason(error)}",
                hint="KASEN_CA_BUNDLE, SSL_CERT_FILE or REQUESTS_CA_BUNDLE names a file in PEM form.",
            ) from error
    return context


def _system() -> tuple[str, str | None]:
    """File and folder of the system's authorities, by the paths compiled in: the others follow the environment."""
    paths = ssl.get_default_verify_paths()
    file = next((path for path in (paths.openssl_cafile, *_SYSTEM) if Path(path).is_file()), "")
    if not file:
        import certifi

        file = certifi.where()
    return file, paths.openssl_capath if Path(paths.openssl_capath).is_dir() else None


def _is_same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", "") or error).lower()


def _excepted(host: str, port: int, entries: str) -> bool:
    """Whether `no_proxy` names a host: itself, a domain that it is in, a network, `host:port`, or `*`."""
    return any(_names(entry, host, port) for entry in entries.lower().replace(",", " ").split())


def _names(entry: str, host: str, port: int) -> bool:
    name, colon, digits = entry.rpartition(":")
    if colon and digits.isdigit() and (":" not in name or name.endswith("]")):
        if int(digits) != port:
            return False
        entry = name
    entry = entry.strip("[]")
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(entry, strict=False)
    except ValueError:
        domain = entry.removeprefix("*").removeprefix(".")
        return entry == "*" or (bool(domain) and (host == domain or host.endswith(f".{domain}")))
