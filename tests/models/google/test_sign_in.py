from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from google.auth.exceptions import TransportError
from google.oauth2 import service_account

from kasen.errors import Refused, Retryable
from kasen.models.connection import Connection
from kasen.models.google.client import SCOPE
from kasen.models.google.model import GoogleModel
from kasen.models.google.sign_in import SignInLine
from kasen.models.provider import ModelContext, ModelRequest
from kasen.testing.providers import serving
from models.company_network import Authority, Proxy, listening, proxying, secured

SIGN_IN, MODELS = "sign-in.example", "models.example"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def key() -> str:
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = serialization.PrivateFormat.PKCS8
    return private.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


@asynccontextmanager
async def signing_in(authority: Authority, asked: list[str], answer: object) -> AsyncIterator[int]:
    """The port of a server that gives out tokens, with TLS."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = next((line.split(":")[1] for line in head.splitlines() if line.startswith("content-length")), "0")
        asked.append((await reader.readexactly(int(length))).decode())
        body = json.dumps(answer).encode()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body))
        writer.write(body)
        await writer.drain()

    async with listening(serve, authority.server(SIGN_IN)) as port:
        yield port


@asynccontextmanager
async def vertex(authority: Authority, key: str, asked: list[str]) -> AsyncIterator[tuple[Proxy, ModelContext, object]]:
    """The proxy, the context and the credentials of a service account, both places only reached through the proxy."""
    token = {"access_token": "test-token", "expires_in": 3600, "token_type": "Bearer"}
    async with (
        serving() as fake,
        signing_in(authority, asked, token) as sign_in,
        secured(int(fake.url.rpartition(":")[2]), authority.server(MODELS)) as models,
        proxying({f"{SIGN_IN}:443": sign_in, f"{MODELS}:443": models}) as proxy,
    ):
        fake.answer({"title": "茶"}, times=None)
        access = fake.access(
            vertex_project_id="my-project",
            vertex_base_url=f"https://{MODELS}",
            proxy=proxy.url,
            ca_bundle=str(authority.file),
        )
        told = {"client_email": "me@example.com", "private_key": key, "token_uri": f"https://{SIGN_IN}/token"}
        load = service_account.Credentials.from_service_account_info
        yield proxy, ModelContext(access=access), load(told, scopes=[SCOPE])  # type: ignore[no-untyped-call]


def asking() -> ModelRequest:
    schema = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
    return ModelRequest(role="r", prompt="宇治の茶", schema=schema, schema_name="Plan")


async def test_vertex_signs_in_and_asks_through_the_proxy(authority: Authority, key: str) -> None:
    asked: list[str] = []
    async with vertex(authority, key, asked) as (proxy, context, credentials):
        model = GoogleModel("gemini-3.8-flash", context, credentials=lambda: credentials)  # type: ignore[arg-type,return-value]
        for _ in range(2):
            assert json.loads((await model.complete(asking())).text) == {"title": "茶"}
        assert proxy.targets == [f"{SIGN_IN}:443", f"{MODELS}:443", f"{MODELS}:443"]
    assert [list(parse_qs(body)) for body in asked] == [["assertion", "grant_type"]]


async def test_a_sign_in_by_an_unknown_authority_is_refused_in_a_sentence(authority: Authority, key: str) -> None:
    async with vertex(authority, key, []) as (_, context, credentials):
        bare = ModelContext(access=replace(context.access, ca_bundle=""))
        model = GoogleModel("gemini-3.8-flash", bare, credentials=lambda: credentials)  # type: ignore[arg-type,return-value]
        with pytest.raises(Refused, match="the certificate of Google's sign-in is not trusted") as caught:
            await model.complete(asking())
    assert "`ca_bundle`" in caught.value.hint


async def test_a_sign_in_that_nobody_answers_is_worth_asking_again(authority: Authority, key: str) -> None:
    async with vertex(authority, key, []) as (_, context, credentials):
        down = ModelContext(access=replace(context.access, proxy="http://127.0.0.1:9"))
        model = GoogleModel("gemini-3.8-flash", down, credentials=lambda: credentials)  # type: ignore[arg-type,return-value]
        with pytest.raises(Retryable, match="Google's sign-in"):
            await model.complete(asking())


async def test_a_request_carries_method_body_and_headers_and_reads_nothing_of_the_environment(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere.pem")
    asked: list[str] = []
    async with (
        signing_in(authority, asked, {"x": "茶"}) as port,
        proxying({f"{SIGN_IN}:443": port}) as proxy,
    ):
        line = SignInLine(Connection(proxy=proxy.url, ca_bundle=str(authority.file)))
        said = await asyncio.to_thread(line, f"https://{SIGN_IN}/token", "POST", b"a=1", {"x-test": "1"}, 5.0)
    assert (said.status, json.loads(said.data), asked) == (200, {"x": "茶"}, ["a=1"])
    assert said.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/token", "https://", "nonsense"])
def test_what_cannot_be_asked_is_google_s_own_kind_of_error(url: str) -> None:
    with pytest.raises(TransportError):
        SignInLine(Connection(proxy="http://proxy.example"))(url)
