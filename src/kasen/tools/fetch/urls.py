"""One form for the URLs of one page, so that it is stored and cited once."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit, urlunsplit

from kasen.tools.addresses import PORTS
from kasen.tools.hosts import read_host

_TRACKING = frozenset({
    "_ga", "_gl", "_hsenc", "_hsmi", "_openstat", "dclid", "fbclid", "gad_source", "gbraid", "gclid", "gclsrc", "igsh",
    "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "ref_src", "srsltid",
    "ttclid", "twclid", "vero_id", "wbraid", "yclid",
})  # fmt: skip


def canonical_url(url: str) -> str:
    """The URL as it is stored: scheme and host in lower case, host in ASCII, no default port, no fragment.

    Parameters that only tell where a visitor came from (`utm_*`, `gclid`, `fbclid` …) are dropped; the others stay as
    they are and in their order, since some sites tell pages apart by it. An empty path becomes `/`; any other keeps or
    lacks its slash at the end, since `/a` and `/a/` may be two pages. What is no http(s) URL comes back unchanged.
    """
    try:
        parts = urlsplit(url.strip())
        if parts.scheme not in PORTS:
            return url
        place = _place(parts)
    except ValueError:
        return url
    kept = [piece for piece in parts.query.split("&") if piece and not _tracks(piece.partition("=")[0].lower())]
    return urlunsplit((parts.scheme, place, parts.path or "/", "&".join(kept), ""))


def believed_canonical(declared: str, fetched: str) -> str:
    """The canonical URL that a page declares of itself, or where it was fetched when that is not to be believed.

    It is not when it points to another host or port, or from a page deep in a site to the site's front.
    """
    own, claimed = urlsplit(canonical_url(fetched)), urlsplit(canonical_url(declared))
    is_front = claimed.path == "/" and not claimed.query and (own.path, own.query) != ("/", "")
    if claimed.scheme not in PORTS or claimed.netloc != own.netloc or is_front:
        return urlunsplit(own)
    return urlunsplit(claimed._replace(scheme=own.scheme if own.scheme == "https" else claimed.scheme))


def _tracks(name: str) -> bool:
    return name in _TRACKING or name.startswith("utm_")


def _place(parts: SplitResult) -> str:
    if "@" in parts.netloc:
        raise ValueError("a URL with a user")
    text, colon, port = parts.netloc.rpartition(":")
    is_port = bool(colon) and port.isascii() and (port.isdigit() or not port)
    host = read_host(text if is_port else parts.netloc)
    place = f"[{host}]" if ":" in str(host) else str(host)
    return place if not is_port or not port or int(port) == PORTS[parts.scheme] else f"{place}:{int(port)}"
