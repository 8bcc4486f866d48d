from __future__ import annotations

import pytest

from kasen.tools.validation.addresses import destinations, host_of, hosts, is_plain, read, scheme_of


def found(text: str) -> list[tuple[str, bool]]:
    return [(one.address, one.is_image) for one in destinations(text)]


def test_links_pictures_definitions_and_autolinks_are_found() -> None:
    text = "[a](https://x.test 'title') ![b](p.png) [![c](q.png)](y.html)\n\n[r]: <z.html> \"t\"\n<tel:1>\n[^1]: note\n"
    assert found(text) == [
        ("https://x.test", False), ("p.png", True), ("q.png", True), ("y.html", False), ("z.html", False),
        ("tel:1", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "written",
    ["javascript:x", "JAVA&#x53;CRIPT:x", "java%73cript:x", " java\tscript:x", "java\u200bscript:x", "javascript\\:x"],
)
def test_an_address_is_read_as_browsers_read_it(written: str) -> None:
    assert scheme_of(read(written)) == "javascript"
    assert not is_plain(read(written))


def test_plain_addresses_are_plain() -> None:
    assert all(map(is_plain, ["https://x.test", "mailto:a@x.test", "tel:+81", "#a", "//x.test", ""]))
    assert not any(map(is_plain, ["file:///x", "data:text/html,x", "a.html", "../a"]))
    assert scheme_of("C:\\x") == ""


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://a.test:8080/x", "a.test"), ("HTTPS://A.TEST", "a.test"), ("//a.test/x", "a.test"),
        ("https://b.test@a.test/", "a.test"), ("https:\\\\a.test/@b.test", "a.test"), ("https:/a.test/x", "a.test"),
        ("https:a.test", "a.test"), ("https://///a.test", "a.test"), ("www.a.test/x", "a.test"),
        ("https://[::1]:80/", "::1"), ("a.html", ""), ("#a", ""), ("https://[bad", "https://[bad"),
    ],
)  # fmt: skip
def test_the_host_is_the_one_that_a_browser_goes_to(address: str, host: str) -> None:
    assert host_of(address).removeprefix("www.") == host


def test_hosts_of_bare_addresses_and_mails_count() -> None:
    text = "see https://a.test/x、mail me@b.test, www.c.test and 3://4 or 10//20"
    assert {host for host, _ in hosts(text)} == {"a.test", "me@b.test", "www.c.test"}


def test_of_two_readings_of_a_backslash_both_hosts_count() -> None:
    assert {host for host, _ in hosts("[a](https://evil.test\\@b.test/)")} >= {"evil.test", "b.test"}
