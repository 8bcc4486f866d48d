from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from kasen.errors import ConfigurationError, Refused, Retryable, UnknownName
from kasen.models.local.hub import LARGEST_LIST, Hub, check_redirect
from kasen.testing.network import NetworkGuard
from models.loopback_hub import FILE, REPO, LoopbackHub, content, serving


async def test_files_are_listed_with_size_and_checksum_over_several_pages() -> None:
    for pages in (1, 2):
        async with serving(LoopbackHub(files={FILE: content(), "茶 2.gguf": content(seed=2)}, pages=pages)) as hub:
            files = {file.path: file for file in await Hub(url=f"{hub.url}/").files(REPO)}
        assert set(files) == {"README.md", FILE, "茶 2.gguf"}
        assert files[FILE].size == len(content())
        assert len(files[FILE].sha256) == 64
        assert files["README.md"].sha256 == ""
        assert len(hub.seen) == pages


@pytest.mark.parametrize(
    ("status", "code", "kind", "words"),
    [
        (404, "", UnknownName, "no public model"),
        (401, "RepoNotFound", UnknownName, "no public model"),
        (401, "GatedRepo", Refused, "accepted its licence"),
        (403, "", Refused, "accepted its licence"),
        (401, "", Refused, "accepted its licence"),
        (400, "", Refused, "answered 400"),
        (429, "", Retryable, "answered 429"),
        (503, "", Retryable, "answered 503"),
    ],
)
async def test_a_refusal_is_a_sentence(status: int, code: str, kind: type[Exception], words: str) -> None:
    async with serving(LoopbackHub(repo_status=(status, code))) as hub:
        with pytest.raises(kind, match=words) as failure:
            await Hub(url=hub.url).files(REPO)
        if "licence" in words:
            assert f"{hub.url}/{REPO}" in getattr(failure.value, "hint", "")


@pytest.mark.parametrize(
    "listed",
    [
        {"lfs": 7},
        {"size": "many", "lfs": None},
        {"path": None, "lfs": {"size": "x"}},
        {"lfs": {"size": float("inf")}},
    ],
)
async def test_a_list_that_makes_no_sense_is_refused(listed: dict[str, object]) -> None:
    async with serving(LoopbackHub(files={FILE: content()}, listed=listed)) as hub:
        with pytest.raises(Refused, match="cannot be read"):
            await Hub(url=hub.url).files(REPO)


@asynccontextmanager
async def saying(*pieces: bytes) -> AsyncIterator[tuple[str, list[int]]]:
    """The address of a server that says this to everybody, and the sizes of the pieces that it got rid of."""
    sent: list[int] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                sent.append(len(piece))
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", sent


async def test_a_list_without_end_is_given_up_after_some_megabytes() -> None:
    spaces = b" " * (1 << 20)
    async with saying(b"[", *[spaces] * (4 * LARGEST_LIST >> 20)) as (url, sent):
        with pytest.raises(Refused, match="has no end"):
            await Hub(url=url).files(REPO)
    assert sum(sent) < 2 * LARGEST_LIST


@pytest.mark.usefixtures("deep_stack")
async def test_a_list_in_ten_thousands_of_brackets_is_refused() -> None:
    async with saying(b"[" * 100_000) as (url, _):
        with pytest.raises(Refused, match="cannot be read"):
            await Hub(url=url).files(REPO)


async def test_no_network_is_worth_trying_again() -> None:
    with pytest.raises(Retryable, match=r"no connection to 127\.0\.0\.1:9"):
        await Hub(url="http://127.0.0.1:9").files(REPO)


async def test_the_token_goes_to_the_hub_and_to_no_other_address() -> None:
    files = {FILE: content()}
    async with serving(LoopbackHub(files=files)) as cdn, serving(LoopbackHub(redirect=cdn.url)) as front:
        hub = Hub(url=front.url, token="test-token")
        async with hub.get(hub.file(REPO, FILE), REPO, Range="bytes=5-") as response:
            assert response.status_code == 206
            assert len(await response.aread()) == len(content()) - 5
    assert [one.headers.get("authorization") for one in front.seen] == ["Bearer test-token"]
    assert [one.headers.get("authorization") for one in cdn.seen] == [None]
    assert "test-token" not in repr(hub)


async def test_redirects_that_go_round_end() -> None:
    async with serving(LoopbackHub()) as hub:
        hub.redirect = f"{hub.url}/resolve"
        with pytest.raises(Refused, match="redirects more than 5 times"):
            async with Hub(url=hub.url).get(f"{hub.url}/a/resolve/b", REPO):
                pass


async def test_redirects_are_looked_at_while_they_are_followed() -> None:
    async with serving(LoopbackHub(redirect="ftp://127.0.0.1:1")) as hub:
        with pytest.raises(Refused, match="not http or https"):
            async with Hub(url=hub.url).get(f"{hub.url}/a/resolve/b", REPO):
                pass


async def test_a_list_that_goes_on_elsewhere_is_not_followed() -> None:
    async with serving(LoopbackHub(files={FILE: content()})) as other, serving(LoopbackHub(pages=2)) as hub:
        hub.next_page = f"{other.url}/api/models/{REPO}/tree/main?cursor=2"
        with pytest.raises(Refused, match="goes on at another address"):
            await Hub(url=hub.url).files(REPO)
    assert other.seen == []


@pytest.mark.parametrize("target", ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://x"])
async def test_a_redirect_leads_to_http_only(target: str) -> None:
    with pytest.raises(Refused, match="not http or https"):
        await check_redirect("http://127.0.0.1:1", target)


@pytest.mark.parametrize("inside", ["http://127.0.0.1:1", "http://10.1.2.3/x", "http://[::1]/", "http://localhost:5"])
async def test_a_public_hub_may_not_lead_inside_and_a_private_one_may(inside: str, network: NetworkGuard) -> None:
    with pytest.raises(Refused, match="into a private network"):
        await check_redirect("https://203.0.114.5", inside)
    await check_redirect("http://127.0.0.1:7", inside)
    await check_redirect("https://203.0.114.5", "https://198.41.0.4/file")
    assert network.blocked == []


@pytest.mark.parametrize("token", ["test-token-鍵", "test-token\nX-Other: 1"])
async def test_a_token_that_cannot_be_sent_is_a_mistake_in_the_settings_and_is_not_shown(token: str) -> None:
    with pytest.raises(ConfigurationError, match="copy it again") as failure:
        await Hub(url="http://127.0.0.1:9", token=token).files(REPO)
    assert "test-token" not in str(failure.value)
