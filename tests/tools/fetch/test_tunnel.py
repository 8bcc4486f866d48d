from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from kasen.models.connection import Connection
from kasen.tools.addresses import Addresses, Checked
from kasen.tools.fetch.fetcher import Fetcher
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.fetch.tunnel import transport_to
from models.company_network import Authority, proxying
from tools.fetch.pages import uji
from tools.fetch.site import Answer, site

NAME = "tea.example.com"
PUBLIC = "93.184.216.34"
URL = f"https://{NAME}/uji"


async def resolve(_host: str, _port: int) -> Sequence[str]:
    return [PUBLIC]


async def fetched(connection: Connection, url: str = URL, **more: Any) -> Page | Unfetched:
    async def no_sleep(_seconds: float) -> None: ...

    async with Fetcher(Addresses(resolve=resolve), connection=connection, sleep=no_sleep) as fetcher:
        return await fetcher.fetch(url, **more)


@pytest.mark.parametrize("user", ["", "person:test-password"])
async def test_the_proxy_is_given_the_checked_address_and_the_certificate_is_that_of_the_name(
    tmp_path: Path, user: str
) -> None:
    authority = Authority(tmp_path)
    async with (
        site({"/uji": Answer(uji())}, tls=authority.server(NAME)) as tea,
        proxying({f"{PUBLIC}:443": tea.port}, user=user) as proxy,
    ):
        page = await fetched(Connection(proxy=proxy.url, ca_bundle=str(authority.file)))
    assert isinstance(page, Page), page
    assert page.source.title == "宇治茶の歴史"
    assert set(proxy.targets) == {f"{PUBLIC}:443"}, "the name is not looked up there again"
    assert not [head for head in proxy.heads if NAME in head]
    assert {asked.headers["host"] for asked in tea.asked} == {NAME}


async def test_a_page_without_encryption_goes_through_a_tunnel_too_and_keeps_its_name(tmp_path: Path) -> None:
    async with site({"/uji": Answer(uji())}) as tea, proxying({f"{PUBLIC}:80": tea.port}) as proxy:
        assert isinstance(await fetched(Connection(proxy=proxy.url), f"http://{NAME}/uji"), Page)
    assert set(proxy.targets) == {f"{PUBLIC}:80"}
    assert {asked.headers["host"] for asked in tea.asked} == {NAME}


async def test_a_proxy_with_encryption_is_trusted_by_the_authorities_of_the_settings(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with (
        site({"/uji": Answer(uji())}, tls=authority.server(NAME)) as tea,
        proxying({f"{PUBLIC}:443": tea.port}, tls=authority.server("127.0.0.1")) as proxy,
    ):
        assert isinstance(await fetched(Connection(proxy=proxy.url, ca_bundle=str(authority.file))), Page)


async def test_what_the_proxy_will_not_do_is_why_the_page_is_missing() -> None:
    async with proxying({}, refusal="403 Forbidden by policy") as proxy:
        page = await fetched(Connection(proxy=proxy.url))
    assert isinstance(page, Unfetched)
    assert page.reason == "is not to be had through the proxy: 403 Forbidden by policy"
    assert not page.lasting


async def test_a_proxy_that_would_look_names_up_itself_is_not_used() -> None:
    page = await fetched(Connection(proxy="socks5h://127.0.0.1:9050"))
    assert isinstance(page, Unfetched)
    assert "would look its address up unchecked" in page.reason


async def test_no_address_is_asked_of_the_proxy_that_the_policy_forbids() -> None:
    async with proxying({}) as proxy:
        for url in ("http://10.0.0.1/", "http://127.0.0.1/", "http://169.254.169.254/latest"):
            page = await fetched(Connection(proxy=proxy.url), url)
            assert isinstance(page, Unfetched)
            assert page.kind == "address"
    assert proxy.targets == []


@pytest.mark.parametrize(
    ("addresses", "no_proxy", "through"),
    [([PUBLIC], "", True), ([PUBLIC], "example.com", False), (["10.0.0.1"], "", False)],
)
async def test_addresses_of_the_own_network_and_exceptions_are_reached_without_it(
    addresses: list[str], no_proxy: str, through: bool
) -> None:
    target = Checked(URL, "https", NAME, 443, tuple(addresses), True)
    connection = Connection(proxy="http://proxy.example:3128", no_proxy=no_proxy)
    backend: Any = transport_to(target, connection, connection.tls)._pool._network_backend
    assert (type(backend).__name__ == "Tunnel") == through


async def test_a_proxy_that_says_nothing_or_no_end_is_no_way() -> None:
    for answer in (Answer(raw=b""), Answer(raw=b"HTTP/1.1 200 OK\r\n" + b"X-Long: x\r\n" * 4000)):
        async with site({}) as silent:
            silent.pages[f"{PUBLIC}:443"] = answer
            page = await fetched(Connection(proxy=f"http://127.0.0.1:{silent.port}"))
        assert isinstance(page, Unfetched)
        assert page.kind == "unreachable"


def test_httpx_still_keeps_its_pool_where_the_tunnel_is_put() -> None:
    assert hasattr(httpx.AsyncHTTPTransport(), "_pool")
