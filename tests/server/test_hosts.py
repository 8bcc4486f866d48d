from __future__ import annotations

import pytest

from kasen.server.errors import Rejected
from kasen.server.hosts import Hosts, address_of, check_page, is_loopback, is_same_origin, split_host


def status(hosts: Hosts, header: str, local: str = "127.0.0.1", *, is_shared: bool = True) -> int:
    try:
        hosts.check(header, local, is_shared=is_shared)
    except Rejected as refused:
        return refused.status
    return 200


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("localhost", 200),
        ("LOCALHOST:8317", 200),
        ("localhost.", 200),
        ("127.0.0.1:1", 200),
        ("127.255.0.9", 200),
        ("[::1]:8317", 200),
        ("kasen.example.com", 200),
        ("kasen.example.com:443", 200),
        ("10.0.0.5", 200),
        ("a.team.example", 200),
        ("192.0.2.9", 200),
        ("team.example", 421),
        ("evilteam.example", 421),
        ("evil.example", 421),
        ("10.0.0.6", 421),
        ("", 400),
        ("a b", 400),
        ("localhost:99999", 400),
    ],
)
def test_a_server_answers_to_its_own_names(header: str, expected: int) -> None:
    hosts = Hosts("10.0.0.5", ["kasen.example.com", ".team.example"])
    assert status(hosts, header, "192.0.2.9") == expected


def test_any_name_is_taken_only_where_a_token_is_demanded() -> None:
    """Whoever is let in for being on this machine must not be called under a foreign name."""
    hosts = Hosts("0.0.0.0", ["*"])
    assert status(hosts, "evil.example", is_shared=True) == 200
    assert status(hosts, "evil.example", is_shared=False) == 421


def test_an_address_is_one_however_it_is_written() -> None:
    assert address_of("::ffff:127.0.0.1") == address_of("127.0.0.1")
    assert is_loopback("::ffff:127.0.0.1")
    assert is_loopback("0:0:0:0:0:0:0:1")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("127.1")
    assert not is_loopback("localhost.evil.example")


def test_a_host_is_a_name_and_a_port() -> None:
    assert split_host("Kasen.Example.com.:80") == ("kasen.example.com", "80")
    assert split_host("[2001:DB8::1]") == ("2001:db8::1", "")


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://localhost:8317", "localhost:8317", True),
        ("http://LOCALHOST:8317", "localhost.:8317", True),
        ("http://kasen.example.com", "kasen.example.com", True),
        ("http://kasen.example.com", "kasen.example.com:80", True),
        ("https://kasen.example.com", "kasen.example.com", True),
        ("https://kasen.example.com", "kasen.example.com:443", True),
        ("http://[::1]:8317", "[::1]:8317", True),
        ("https://kasen.example.com", "kasen.example.com:80", False),
        ("http://localhost:8318", "localhost:8317", False),
        ("http://127.0.0.1:8317", "localhost:8317", False),
        ("http://localhost:8317/", "localhost:8317", False),
        ("http://me@localhost:8317", "localhost:8317", False),
        ("ftp://localhost:8317", "localhost:8317", False),
        ("null", "localhost:8317", False),
        ("", "localhost:8317", False),
        ("http://[", "localhost:8317", False),
        ("http://localhost:x", "localhost:8317", False),
    ],
)
def test_a_page_is_ours_when_it_came_from_where_it_calls(origin: str, host: str, same: bool) -> None:
    assert is_same_origin(origin, host) is same


def test_what_a_browser_does_not_say_is_not_held_against_it() -> None:
    check_page(None, None, "localhost")
    check_page("http://localhost", "same-origin", "localhost")
    for origin, site in (("http://evil", None), (None, "cross-site"), ("http://localhost", "same-site")):
        with pytest.raises(Rejected) as caught:
            check_page(origin, site, "localhost")
        assert caught.value.status == 403
