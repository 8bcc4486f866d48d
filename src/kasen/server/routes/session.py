"""Signing in and out of a browser: a token is traded for a cookie that no script reads."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, Field, SecretStr

from kasen.server.context import ServerDeps, deps_of
from kasen.server.door import Shown, session_of
from kasen.server.errors import Rejected
from kasen.server.sessions import COOKIE, LIFE_S

router = APIRouter(prefix="/api/session", tags=["session"])
Deps = Annotated[ServerDeps, Depends(deps_of)]


class TokenGiven(BaseModel):
    """What is shown once."""

    token: SecretStr = Field(max_length=200, examples=["kasen_test-token"])


class SessionShown(BaseModel):
    """Who is signed in."""

    owner: str = Field(examples=["yuki"])
    """Name of the token; empty for this machine's own user, and while nobody is signed in."""
    shared: bool = Field(examples=[True])
    """Whether a token is demanded."""
    signed_in: bool = Field(examples=[True])
    version: str = Field(examples=["0.1.0"])
    upload_bytes: int = Field(examples=[536870912])
    """Most bytes of one uploaded file: pages say so before they send it."""


@router.get("", summary="Who is signed in", operation_id="showSession")
async def show(request: Request, deps: Deps) -> SessionShown:
    """Answered without a token too, so that a page can ask for one."""
    try:
        found = deps.door.find(_shown(request))
    except Rejected:
        return _session("", deps, signed_in=False)
    return _session(found.caller.owner, deps, signed_in=True)


@router.post("", summary="Trade a token for a cookie", status_code=201, operation_id="signIn")
async def sign_in(given: TokenGiven, request: Request, response: Response, deps: Deps) -> SessionShown:
    """Gives the cookie `kasen_session` (HttpOnly, SameSite=Strict), a random id that is good for 30 days."""
    door, token = deps.door, given.token.get_secret_value()
    if not door.is_shared:
        raise Rejected(409, "this server demands no token", hint="Ask without one.")
    owner = door.tokens.owner(token)
    if owner is None:
        raise Rejected(401, "there is no such token")
    before = session_of(request.headers.getlist("cookie"))
    session = await asyncio.to_thread(door.sessions.begin, owner, token, instead_of=before)
    response.set_cookie(COOKIE, session, max_age=LIFE_S, httponly=True, samesite="strict", secure=_is_tls(request))
    return _session(owner, deps, signed_in=True)


@router.delete("", summary="Sign out", status_code=204, operation_id="signOut")
async def sign_out(request: Request, response: Response, deps: Deps) -> None:
    """Ends the session of the cookie, here and in the browser."""
    session = session_of(request.headers.getlist("cookie"))
    if session:
        await asyncio.to_thread(deps.door.sessions.end, session)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=_is_tls(request))


def _shown(request: Request) -> Shown:
    headers = request.headers
    client = request.client.host if request.client else ""
    return Shown(authorization=headers.get("authorization", ""), cookies=headers.getlist("cookie"), client=client)


def _session(owner: str, deps: ServerDeps, *, signed_in: bool) -> SessionShown:
    return SessionShown(
        owner=owner,
        shared=deps.door.is_shared,
        signed_in=signed_in,
        version=version("kasen"),
        upload_bytes=deps.uploads.most_bytes,
    )


def _is_tls(request: Request) -> bool:
    """Whether the browser sees `https://`: behind a proxy only its own `Origin` says so."""
    return request.url.scheme == "https" or request.headers.get("origin", "").startswith("https://")
