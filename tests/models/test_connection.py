"""Every vendor's own client, through a company's proxy and with a company's certificates."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest

from kasen.errors import ConfigurationError, KasenError, ProviderError, Refused, Retryable
from kasen.models.access import Access
from kasen.models.connection import Connection, connection_of, shown, tls_context
from kasen.models.embedder import open_embedder
from kasen.models.images import ImageRequest
from kasen.models.local.hub import Hub
from kasen.models.probe import probe
from kasen.models.provider import ModelContext, ModelRequest
from kasen.models.registry import Models
from kasen.models.served import served
from kasen.testing.network import NetworkGuard
from kasen.testing.providers import Fake, serving
from models.company_network import Authority, Proxy, proxying, secured

HOST = "models.example"
SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string"}},
    "required": ["title"],
    "additionalProperties": False,
}
Ask = Callable[[Access], Awaitable[Any]]


def chat(name: str) -> Ask:
    async def ask(access: Access) -> Any:
        request = ModelRequest(role="r", prompt="宇治の茶", schema=SCHEMA, schema_name="Plan")
        return await Models(ModelContext(access=access))(name).complete(request)

    return ask


def embed(name: str) -> Ask:
    async def ask(access: Access) -> Any:
        return await open_embedder(name, access).embed(["宇治の茶"])

    return ask


async def image(access: Access) -> Any:
    from kasen.models.google.images import GoogleImages

    made = GoogleImages("gemini-3-pro-image", ModelContext(access=access))
    return await made.make(ImageRequest(prompt="a tea field"))


async def grounding(access: Access) -> Any:
    from kasen.tools.google_search import GoogleSearch

    return await GoogleSearch("gemini-3.8-flash", access).search("Uji tea")


CHATS = ("openai:gpt-5", "anthropic:claude-sonnet-4-5", "google:gemini-3.8-flash", "ollama:llama3", "compatible:m")
EMBEDDERS = ("openai:e", "google:e", "ollama:e", "compatible:e")
ASKS: dict[str, Ask] = {
    **{name: chat(name) for name in CHATS},
    **{f"vectors of {name}": embed(name) for name in EMBEDDERS},
    "google images": image,
    "google search": grounding,
}
every_client = pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
every_sdk = pytest.mark.parametrize("ask", [ASKS[name] for name in CHATS[:4]], ids=CHATS[:4])


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@dataclass(kw_only=True)
class Company:
    """The fake providers behind TLS, and the proxy that leads to them."""

    fake: Fake
    proxy: Proxy
    port: int
    """Of the providers with TLS."""
    ca_bundle: str

    def access(self, base: str = f"https://{HOST}", **changes: Any) -> Access:
        """Access to all providers at that address, by way of the proxy."""
        bases = {name: url.replace(self.fake.url, base) for name, url in self.fake.addresses.items()}
        addresses = {f"{name}_base_url": url for name, url in bases.items() if name != "tavily"}
        given = {"proxy": self.proxy.url, "ca_bundle": self.ca_bundle, "vertex_base_url": base}
        return self.fake.access(**{**addresses, **given, **changes})


@asynccontextmanager
async def company(authority: Authority, **options: Any) -> AsyncIterator[Company]:
    async with (
        serving() as fake,
        secured(int(fake.url.rpartition(":")[2]), authority.server(HOST, "127.0.0.1")) as port,
        proxying({f"{HOST}:443": port}, **options) as proxy,
    ):
        fake.answer({"title": "茶"}, times=None)
        yield Company(fake=fake, proxy=proxy, port=port, ca_bundle=str(authority.file))


# --- every vendor's client --------------------------------------------------------------------------------------------


@every_client
async def test_a_hosted_model_is_asked_through_the_proxy_and_by_its_certificate(ask: Ask, authority: Authority) -> None:
    async with company(authority, user="me:secret-word") as here:
        assert await ask(here.access())
        assert here.fake.calls
        assert set(here.proxy.targets) == {f"{HOST}:443"}
        assert not any("proxy" in name for call in here.fake.calls for name in call.headers)
        assert not any("test-key" in head for head in here.proxy.heads)


@every_client
async def test_this_machine_is_asked_without_the_proxy(ask: Ask, authority: Authority) -> None:
    async with company(authority) as here:
        assert await ask(here.access(f"https://127.0.0.1:{here.port}"))
        assert here.fake.calls
        assert here.proxy.targets == []


@every_client
async def test_a_certificate_of_an_unknown_authority_is_refused_in_one_sentence(ask: Ask, authority: Authority) -> None:
    async with company(authority) as here:
        with pytest.raises(Refused) as caught:
            await ask(here.access(ca_bundle=""))
    assert f"the certificate of {HOST}:443 through the proxy {here.proxy.url} is not trusted" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "`ca_bundle`" in caught.value.hint
    assert here.fake.calls == []


@every_sdk
async def test_a_certificate_of_another_host_is_not_mended_by_an_authority(ask: Ask, authority: Authority) -> None:
    async with company(authority) as here, proxying({"other.example:443": here.port}) as proxy:
        with pytest.raises(Refused, match=r"not trusted: .*ame mismatch") as caught:
            await ask(here.access("https://other.example", proxy=proxy.url))
    assert caught.value.hint == ""


@every_sdk
async def test_a_proxy_that_wants_another_password_is_told_in_one_sentence_without_it(
    ask: Ask, authority: Authority
) -> None:
    async with company(authority, user="me:secret-word") as here:
        with pytest.raises(Refused, match="wants a user and password") as caught:
            await ask(here.access(proxy=here.proxy.url.replace("secret-word", "wrong-word")))
    said = f"{caught.value} {caught.value.hint}"
    assert ("wrong-word" in said, "`proxy`" in said) == (False, True)


@every_sdk
async def test_a_proxy_that_forbids_a_host_is_left_at_once_and_one_that_fails_is_asked_again(
    ask: Ask, authority: Authority
) -> None:
    async with company(authority, refusal="403 Forbidden") as here:
        with pytest.raises(Refused, match="the proxy refuses it: 403"):
            await ask(here.access())
    async with company(authority, refusal="502 Bad Gateway") as here:
        with pytest.raises(Retryable, match=f"no connection to {HOST}:443 through the proxy .*502"):
            await ask(here.access())


@every_sdk
async def test_a_proxy_that_is_down_is_named_without_its_password(ask: Ask, authority: Authority) -> None:
    async with company(authority) as here:
        with pytest.raises(ProviderError, match=f"{HOST}:443 through the proxy http://127.0.0.1:9") as caught:
            await ask(here.access(proxy="http://me:secret-word@127.0.0.1:9"))
    assert "secret-word" not in str(caught.value)


@every_sdk
async def test_the_proxy_itself_may_speak_tls_with_the_company_s_certificate(ask: Ask, authority: Authority) -> None:
    async with company(authority, tls=authority.server("127.0.0.1")) as here:
        assert here.proxy.url.startswith("https:")
        assert await ask(here.access())
        assert here.proxy.targets
        with pytest.raises(Refused, match="not trusted"):
            await ask(here.access(ca_bundle=""))


@every_sdk
async def test_a_password_is_decoded_before_it_is_sent(ask: Ask, authority: Authority) -> None:
    async with company(authority) as here, proxying({f"{HOST}:443": here.port}, user="me:p@ss:wörd-秘") as proxy:
        url = proxy.url.replace("me:p@ss:wörd-秘", "me:p%40ss%3Aw%C3%B6rd-%E7%A7%98")
        assert await ask(here.access(proxy=url))


@every_sdk
async def test_many_calls_make_one_context(ask: Ask, authority: Authority) -> None:
    async with company(authority) as here:
        access = here.access()
        await ask(access)
        before = tls_context.cache_info()
        for _ in range(3):
            await ask(access)
    after = tls_context.cache_info()
    assert (after.misses, after.hits > before.hits) == (before.misses, True)


@every_sdk
async def test_a_host_of_no_proxy_is_asked_directly(ask: Ask, authority: Authority, network: NetworkGuard) -> None:
    async with company(authority) as here:
        with pytest.raises(Exception, match=r".") as caught:
            await ask(here.access(no_proxy=HOST))
    assert isinstance(caught.value, KasenError | RuntimeError)
    assert any(HOST in seen for seen in network.expect_blocked())
    assert here.proxy.targets == []


# --- everything else that asks a provider -----------------------------------------------------------------------------


async def test_doctor_s_questions_go_through_the_proxy_and_say_what_stands_in_the_way(authority: Authority) -> None:
    async with company(authority) as here:
        found = await probe(here.access())
        assert {one.state for one in found.values()} == {"answers"}
        assert len(here.proxy.targets) == len(found) == 5
        for name, one in (await probe(here.access(ca_bundle=""))).items():
            assert one.state == "unreachable", name
            assert one.said.startswith("the certificate of models.example:443")
            assert "`ca_bundle`" in one.said


async def test_models_that_a_server_lists_are_asked_for_through_the_proxy(authority: Authority) -> None:
    import asyncio

    async with company(authority) as here:
        assert await asyncio.to_thread(served, "compatible", here.access())
        assert await asyncio.to_thread(served, "ollama", here.access())
        assert here.proxy.targets == [f"{HOST}:443"] * 2


async def test_the_hub_is_asked_through_the_proxy(authority: Authority) -> None:
    async with company(authority) as here:
        access = here.access()
        with pytest.raises(KasenError):  # the fake is no hub
            await Hub(url=access.openai_base_url, connection=connection_of(access)).files("owner/model")
        assert here.proxy.targets == [f"{HOST}:443"]
        bare = connection_of(here.access(ca_bundle=""))
        with pytest.raises(Refused, match=rf"the hub: the certificate of {HOST}:443 .* is not trusted"):
            await Hub(url=access.openai_base_url, connection=bare).files("owner/model")


# --- one address ------------------------------------------------------------------------------------------------------

PROXY = "http://me:secret-word@proxy.example:3128"


@pytest.mark.parametrize(
    ("address", "no_proxy", "goes"),
    [
        ("https://api.openai.com/v1", "", True),
        ("http://203.0.114.9:8000", "", True),
        ("http://127.0.0.1:11434", "", False),
        ("http://[::1]:11434", "", False),
        ("http://localhost:11434", "", False),
        ("http://192.168.1.20:8000/v1", "", False),
        ("http://10.1.2.3", "", False),
        ("http://vllm:8000", "", False),
        ("http://box.local", "", False),
        ("https://gateway.corp.example/v1", "corp.example", False),
        ("https://gateway.corp.example/v1", ".corp.example", False),
        ("https://gateway.corp.example/v1", "*.corp.example", False),
        ("https://GATEWAY.Corp.Example/v1", "other, gateway.CORP.example", False),
        ("https://notcorp.example/v1", "corp.example", True),
        ("https://corp.example.evil.example/v1", "corp.example", True),
        ("https://api.openai.com/v1", "*", False),
        ("https://api.openai.com/v1", "api.openai.com:443", False),
        ("https://api.openai.com/v1", "api.openai.com:8443", True),
        ("https://203.0.114.9/v1", "203.0.114.0/24", False),
        ("https://203.0.114.9/v1", "203.0.115.0/24 203.0.114.9", False),
        ("https://203.0.114.9/v1", "203.0.115.0/24", True),
        ("https://[2600::1]:8443/v1", "[2600::1]:8443", False),
        ("https://[2600::1]/v1", "2600::/16", False),
        ("https://api.openai.com/v1", ", ,", True),
        ("https://api.openai.com/v1", "*.", True),
    ],
)
def test_which_addresses_go_through_the_proxy(address: str, no_proxy: str, goes: bool) -> None:
    connection = Connection(proxy=PROXY, no_proxy=no_proxy)
    assert connection.proxy_for(address) == (PROXY if goes else "")
    assert connection.entrance(address) == (PROXY if goes else address)
    assert ("through the proxy http://proxy.example:3128" in connection.way(address)) == goes
    for http in (httpx, httpx2):
        assert ("proxy" in connection.options(address, http)) == goes


def test_without_a_proxy_every_address_is_asked_directly() -> None:
    assert Connection().proxy_for("https://api.openai.com") == ""
    assert Connection(proxy=PROXY).proxy_for("no address") == ""


def test_a_proxy_is_shown_without_its_password() -> None:
    assert shown(PROXY) == "http://proxy.example:3128"
    assert shown("socks5://me:x@[2600::1]") == "socks5://[2600::1]:1080"
    assert "secret-word" not in repr(Connection(proxy=PROXY))
    assert "secret-word" not in repr(Access(proxy=PROXY))


@pytest.mark.skipif(importlib.util.find_spec("socksio") is not None, reason="SOCKS works here")
def test_a_socks_proxy_without_its_package_is_told_in_a_sentence() -> None:
    connection = Connection(proxy="socks5h://me:secret-word@proxy.example")
    with pytest.raises(ConfigurationError, match="needs the package `socksio`") as caught:
        connection.options("https://api.openai.com", httpx)
    assert "secret-word" not in str(caught.value)
    assert "proxy" not in connection.options("http://127.0.0.1:11434", httpx)


# --- certificates -----------------------------------------------------------------------------------------------------


@pytest.fixture
def no_contexts() -> Iterator[None]:
    """Contexts of other tests and of this one are not mixed."""
    tls_context.cache_clear()
    yield
    tls_context.cache_clear()


@pytest.mark.usefixtures("no_contexts")
def test_a_context_is_made_once_for_each_bundle(authority: Authority) -> None:
    plain, own = tls_context(""), tls_context(str(authority.file))
    assert (Connection().tls, Connection(ca_bundle=str(authority.file)).tls) == (plain, own)
    assert own.cert_store_stats()["x509_ca"] == plain.cert_store_stats()["x509_ca"] + 1
    assert tls_context.cache_info().misses == 2


@pytest.mark.usefixtures("no_contexts")
def test_nothing_of_the_environment_says_what_is_trusted(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tls_context("").cert_store_stats()
    tls_context.cache_clear()
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "keys"))
    assert tls_context("").cert_store_stats() == usual
    assert usual["x509_ca"] > 50
    assert tls_context("").keylog_filename is None


@pytest.mark.parametrize("held", [b"", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", None])
def test_a_bundle_that_is_none_is_named_with_its_setting(held: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "証明書.pem"
    if held is not None:
        file.write_bytes(held)
    with pytest.raises(ConfigurationError, match=r"`ca_bundle` .*証明書\.pem") as caught:
        tls_context(str(file))
    assert "SSL_CERT_FILE" in caught.value.hint
