from __future__ import annotations

import socket
from collections.abc import Sequence

import pytest

from kasen.errors import Refused, Retryable
from kasen.testing.network import NetworkBlocked, NetworkGuard
from kasen.tools.addresses import MAX_URL, Addresses, AddressRefused, look_up
from tools.fetch.site import resolver

PUBLIC = "93.184.216.34"
KNOWN = {
    "example.org": [PUBLIC, "2606:4700::1111"],
    "mixed.example.org": [PUBLIC, "10.0.0.1"],
    "inside.example.org": ["192.168.1.10"],
    "metadata.example.org": ["169.254.169.254"],
    "zone.example.org": ["fe80::1%eth0"],
    "odd.example.org": ["not an address"],
}


def policy(*, shared: bool = False) -> Addresses:
    return Addresses(resolve=resolver(KNOWN), shared=shared)


async def test_a_public_page_may_be_asked_at_the_addresses_that_were_judged() -> None:
    checked = await policy().check("HTTPS://Example.ORG:443/茶?q=宇治&x=%7e#part")
    assert checked.url == "https://example.org/%E8%8C%B6?q=%E5%AE%87%E6%B2%BB&x=%7e"
    assert checked.addresses == (PUBLIC, "2606:4700::1111")
    assert (checked.origin, checked.authority, checked.typed) == (("https", "example.org", 443), "example.org", False)


async def test_a_port_and_an_ipv6_address_stand_in_the_authority() -> None:
    checked = await policy().check("http://[2606:4700::1111]:8080/", typed=True)
    assert (checked.authority, checked.addresses) == ("[2606:4700::1111]:8080", ("2606:4700::1111",))


@pytest.mark.parametrize(
    "host", ["mixed.example.org", "inside.example.org", "metadata.example.org", "zone.example.org"]
)
async def test_one_bad_address_among_the_answers_is_enough(host: str) -> None:
    with pytest.raises(AddressRefused, match=host):
        await policy().check(f"http://{host}/")


async def test_an_answer_that_is_no_address_is_refused() -> None:
    with pytest.raises(AddressRefused, match="cannot be read"):
        await policy().check("http://odd.example.org/")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8080/", "http://192.168.1.10/", "http://[::1]:3000/", "http://localhost:8888/", "http://nas.local/",
        "http://inside.example.org:9200/", "http://router/",
    ],
)  # fmt: skip
async def test_what_the_user_typed_may_be_private_and_on_any_port(url: str) -> None:
    addresses = Addresses(resolve=resolver(KNOWN, default=["127.0.0.1"]))
    assert (await addresses.check(url, typed=True)).typed
    with pytest.raises(AddressRefused):
        await addresses.check(url)


async def test_on_a_shared_server_nobody_types() -> None:
    with pytest.raises(AddressRefused, match="did not type"):
        await policy(shared=True).check("http://192.168.1.10/", typed=True)
    assert not (await policy(shared=True).check("http://example.org/", typed=True)).typed


@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/", "http://metadata.google.internal/", "http://0.0.0.0/", "http://[fd00:ec2::254]/"]
)
async def test_metadata_services_are_not_asked_even_when_they_are_typed(url: str) -> None:
    with pytest.raises(AddressRefused, match="no web page lies there"):
        await policy().check(url, typed=True)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.org/", "only http and https"),
        ("javascript:alert(1)", "only http and https"),
        ("//example.org/", "only http and https"),
        ("", "only http and https"),
        ("http://a:b@example.org/", "user or password"),
        ("http://example.org\\@evil.example/", "backslashes"),
        ("http://example.org/\r\nX: 1", "control characters"),
        ("http://example.org:0/", "port"),
        ("http://example.org:65536/", "port"),
        ("http://example.org:８０/", "port"),
        ("http://[::1/", "valid"),
        ("http://[::1]x/", "valid"),
        ("http:///path", "no host"),
        ("http://example.org:22/", "only 80 and 443"),
        ("http://example.org/" + "a" * MAX_URL, "more than 4096"),
    ],
)
async def test_what_is_no_sound_address_is_refused_with_the_reason(url: str, why: str) -> None:
    with pytest.raises(AddressRefused, match=why):
        await policy().check(url)


async def test_a_refusal_never_repeats_path_query_or_password() -> None:
    for url in (
        "http://u:hunter2@example.org/",
        "http://10.0.0.1/hunter2?k=hunter2",
        "http://[hunter2/",
        "http://exa℀.org/hunter2",
    ):
        with pytest.raises(AddressRefused) as told:
            await policy().check(url)
        assert "hunter2" not in str(told.value)


async def test_a_pair_that_is_allowed_allows_nothing_beside_it() -> None:
    addresses = Addresses(allow={("127.0.0.1", 8123)}, resolve=resolver({}, default=["127.0.0.1"]))
    assert (await addresses.check("http://127.0.0.1:8123/")).addresses == ("127.0.0.1",)
    assert (await addresses.check("http://any.example.org:8123/")).addresses == ("127.0.0.1",)
    for url in (
        "http://127.0.0.1/",
        "http://127.0.0.1:8124/",
        "http://127.0.0.2:8123/",
        "http://any.example.org/",
        "http://localhost:8123/",
    ):
        with pytest.raises(AddressRefused):
            await addresses.check(url)


async def test_a_name_is_looked_up_once_and_forbidden_ones_never() -> None:
    looked_up: list[str] = []
    addresses = Addresses(resolve=resolver(KNOWN, looked_up=looked_up))
    await addresses.check("http://example.org/")
    for url in ("http://db.internal/", "http://localhost/", "http://example.org:25/", "http://0x7f.1/"):
        with pytest.raises(AddressRefused):
            await addresses.check(url)
    assert looked_up == ["example.org"]


# --- redirects ------------------------------------------------------------------------------------------------------


async def test_a_redirect_on_the_same_origin_keeps_the_addresses_and_the_typing() -> None:
    looked_up: list[str] = []
    addresses = Addresses(resolve=resolver({"nas.local": ["192.168.1.10"]}, looked_up=looked_up))
    start = await addresses.check("http://nas.local:8080/a/b", typed=True)
    onward = await addresses.follow(start, "../c d?x=1#y")
    assert (onward.url, onward.addresses, onward.typed) == ("http://nas.local:8080/c%20d?x=1", ("192.168.1.10",), True)
    assert looked_up == ["nas.local"]


@pytest.mark.parametrize(
    "location",
    [
        "http://nas.local:8081/", "https://nas.local/", "http://192.168.1.10:8080/", "//localhost/", "file:///etc/passwd",
        "javascript:1", "data:text/html,x", "http://[::1", "/a\r\nb", "/a\\b", "http://127.0.0.1/",
    ],
)  # fmt: skip
async def test_a_redirect_elsewhere_is_judged_as_found(location: str) -> None:
    addresses = Addresses(resolve=resolver({}, default=["192.168.1.10"]))
    start = await addresses.check("http://nas.local:8080/", typed=True)
    with pytest.raises(AddressRefused):
        await addresses.follow(start, location)


async def test_a_name_whose_answer_changes_is_asked_at_the_first_answer_or_refused() -> None:
    answers: list[Sequence[str]] = [[PUBLIC], ["127.0.0.1"]]

    async def rebinding(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    addresses = Addresses(resolve=rebinding)
    start = await addresses.check("http://evil.example/")
    assert (await addresses.follow(start, "/again")).addresses == (PUBLIC,)
    with pytest.raises(AddressRefused):
        await addresses.check("http://evil.example/")


# --- looking up -----------------------------------------------------------------------------------------------------


async def test_the_system_is_asked_for_addresses() -> None:
    assert "127.0.0.1" in await look_up("127.0.0.1", 80)
    assert set(await look_up("localhost", 80)) <= {"127.0.0.1", "::1"}


async def test_without_an_injected_resolver_the_system_is_asked(network: NetworkGuard) -> None:
    with pytest.raises(NetworkBlocked):
        await Addresses().check("http://example.org/")
    assert network.expect_blocked() == ["socket.getaddrinfo example.org"]


async def test_a_name_that_does_not_exist_and_a_server_that_does_not_answer_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(error: Exception) -> object:
        def fail(*_: object, **__: object) -> object:
            raise error

        return fail

    monkeypatch.setattr(socket, "getaddrinfo", failing(socket.gaierror(socket.EAI_NONAME, "no such name")))
    with pytest.raises(Refused, match="no address"):
        await look_up("nowhere.example", 80)
    monkeypatch.setattr(socket, "getaddrinfo", failing(socket.gaierror(socket.EAI_AGAIN, "try again")))
    with pytest.raises(Retryable, match="no name server"):
        await look_up("example.org", 80)


async def test_a_name_without_addresses_is_refused() -> None:
    with pytest.raises(Refused, match="no address"):
        await policy().check("http://nothing.example.org/")
