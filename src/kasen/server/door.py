"""Who is let in: by a token, by the cookie that a token was traded for, or, where no token exists, this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kasen.server.caller import Caller
from kasen.server.errors import Rejected
from kasen.server.hosts import Hosts, address_of
from kasen.server.sessions import COOKIE, Sessions
from kasen.server.tokens import Tokens
from kasen.settings import Settings
from kasen.settings.listening import hashes_by_name

_SHOW = "Send `Authorization: Bearer TOKEN`, or trade the token for a cookie at POST /api/session."


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What a request shows of who it comes from."""

    authorization: str = ""
    cookies: Sequence[str] = ()
    """Values of its `Cookie` headers."""
    client: str = ""
    """Address that the connection comes from."""


@dataclass(frozen=True)
class Found:
    """Who calls, and whether a browser would say so by itself, whichever page asks."""

    caller: Caller
    ambient: bool


class Door:
    """The tokens, sessions and names of one server."""

    def __init__(self, settings: Settings) -> None:
        fixed = hashes_by_name(settings.tokens.get_secret_value()) if settings.tokens is not None else {}
        self.tokens = Tokens(settings.home, fixed)
        self.sessions = Sessions(settings.home, self.tokens)
        self.hosts = Hosts(settings.host, settings.allowed_hosts)
        self._demands = bool(self.tokens.hashes())

    @property
    def is_shared(self) -> bool:
        """Whether a token is demanded. Once it is, it stays so: who removes the last token lets nobody in."""
        if not self._demands:
            self._demands = self.tokens.has_any()
        return self._demands

    def find(self, shown: Shown) -> Found:
        """Who calls. Raises Rejected (401) for no token or one that is not good, and for strangers without tokens."""
        if not self.is_shared:
            _check_is_here(shown.client)
            return Found(Caller(), ambient=True)
        if shown.authorization:
            scheme, _, token = shown.authorization.strip().partition(" ")
            owner = self.tokens.owner(token.strip()) if scheme.lower() == "bearer" else None
            ambient = False
        else:
            session = session_of(shown.cookies)
            owner = self.sessions.owner(session) if session else None
            ambient = True
        if owner is None:
            raise Rejected(401, "a token is needed, and none that is good was shown", hint=_SHOW)
        return Found(Caller(owner), ambient=ambient)


def session_of(cookies: Sequence[str]) -> str:
    """The id in our cookie; empty when there is none, or more than one: somebody else has set one of them."""
    found = [
        value.strip().strip('"')
        for header in cookies
        for name, _, value in (part.partition("=") for part in header.split(";"))
        if name.strip() == COOKIE
    ]
    return found[0] if len(found) == 1 else ""


def _check_is_here(client: str) -> None:
    found = address_of(client)
    if found is not None and not found.is_loopback:
        raise Rejected(401, "this server has no tokens and is for its own machine only", hint="kasen serve tokens add")
