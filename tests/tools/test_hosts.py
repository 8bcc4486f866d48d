from __future__ import annotations

import ipaddress

import pytest

from kasen.tools.hosts import place_of, read_host


@pytest.mark.parametrize(
    "spelling",
    [
        "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.1", "0X7f.0.0.1", "0177.0.0.1",
        "017700000001", "0x7f.0.0x0.1", "１２７.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1", "127．0．0．1", "0177.0x0.0.01",
    ],
)  # fmt: skip
def test_every_spelling_of_an_ipv4_address_is_that_address(spelling: str) -> None:
    assert read_host(spelling) == ipaddress.ip_address("127.0.0.1")


@pytest.mark.parametrize(
    "spelling",
    [
        "127.0.0.08", "256.0.0.1", "1.2.3.4.5", "4294967296", "1.2.3.256", "1.65536.1", "0x100000000", "127..1",
        "9" * 400,
    ],
)  # fmt: skip
def test_numbers_that_are_no_ipv4_address_are_no_name_either(spelling: str) -> None:
    with pytest.raises(ValueError, match="no valid IPv4 address"):
        read_host(spelling)


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Example.ORG", "example.org"),
        ("example.org.", "example.org"),
        ("日本語.jp", "xn--wgv71a119e.jp"),
        ("faß.de", "xn--fa-hia.de"),
        ("ｅｘａｍｐｌｅ。ｏｒｇ", "example.org"),
        ("exam\u00adple\u200b.org", "example.org"),
        ("my_site.example.org", "my_site.example.org"),
        ("xn--wgv71a119e.jp", "xn--wgv71a119e.jp"),
        ("1.2.3.4.example", "1.2.3.4.example"),
    ],
)
def test_a_name_comes_out_in_lower_case_ascii(spelling: str, name: str) -> None:
    assert read_host(spelling) == name


@pytest.mark.parametrize(
    "spelling",
    [
        "", ".", "a..b", "-a.org", "a b.org", "%31%32%37.0.0.1", "a%00.org", "a" * 64 + ".org",
        ("a" * 60 + ".") * 5 + "org",
        "ex\u2100mple.org", "exam\ud800ple.org", "a,b.org", "a/b", "[::1", "[::1%25eth0]", "[fe80::1%1]",
        "[1.2.3.4]", "[zz::]",
        "\u0301.org", "a\x00.org",
    ],
)  # fmt: skip
def test_what_is_no_host_is_refused_in_a_clause(spelling: str) -> None:
    with pytest.raises(ValueError, match=r"^it"):
        read_host(spelling)


def test_ipv6_comes_in_brackets() -> None:
    assert read_host("[2001:4860:4860::8888]") == ipaddress.ip_address("2001:4860:4860::8888")
    assert read_host("[::FFFF:7f00:1]") == ipaddress.ip_address("::ffff:127.0.0.1")


PLACES = {
    "public": [
        "8.8.8.8", "93.184.216.34", "2001:4860:4860::8888", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1",
        "::ffff:8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "2001:200::1",
    ],
    "private": [
        "127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "::1",
        "fc00::1", "fd12:3456::1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1", "2001:4860:4860::5efe:10.0.0.1", "2001:4860:4860:0:200:5efe:192.168.0.1",
    ],
    "never": [
        "0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.170.2", "192.0.2.1", "198.51.100.1", "203.0.113.1",
        "198.18.0.1",
        "192.0.0.192", "192.88.99.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "100.100.100.200",
        "168.63.129.16", "::", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0", "::1%lo", "fec0::1", "ff02::1",
        "fd00:ec2::254", "fd20:ce::254",
        "2001:db8::1",
        "2001::1", "2001:0:7f00:1::", "3fff::1", "100::1", "5f00::1", "64:ff9b:1::7f00:1", "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::", "4000::1",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("place", "address"), [(place, a) for place, all_ in PLACES.items() for a in all_])
def test_an_address_is_what_the_registries_say(place: str, address: str) -> None:
    assert place_of(ipaddress.ip_address(address)) == place


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("example.org", "public"),
        ("localhost.example.org", "public"),
        ("notlocal", "private"),
        ("localhost", "private"),
        ("a.localhost", "private"),
        ("printer.local", "private"),
        ("db.internal", "private"),
        ("router.home.arpa", "private"),
        ("metadata.google.internal", "never"),
        ("metadata", "never"),
        ("internal.example", "public"),
    ],
)
def test_names_that_tell_are_judged_before_they_are_looked_up(name: str, place: str) -> None:
    assert place_of(name) == place
