from __future__ import annotations

import pytest

from kasen.tools.screenshot.relay import Broken, Spend, request_of


def test_a_tunnel_names_its_host_and_another_request_its_url() -> None:
    tunnel = request_of(b"CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n")
    assert (tunnel.is_tunnel, tunnel.target) == (True, "a.example:443")
    plain = request_of("GET http://a.example/é?x HTTP/1.1\r\nHost: a.example\r\n\r\n".replace("é", "%C3%A9").encode())
    assert (plain.is_tunnel, plain.target) == (False, "http://a.example/%C3%A9?x")


@pytest.mark.parametrize(
    "head",
    [
        *(
            b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            b"GET a.example HTTP/1.1\r\nHost: a\r\n\r\n",
            b"no http\r\n\r\n",
            b"\r\n\r\n",
        ),
        *(b"CONNECT a.example:443/x HTTP/1.1\r\nHost: a\r\n\r\n", b"GET http://a/ HTTP/1.1\r\nA B: c\r\n\r\n"),
        b"GET http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    ],
)
def test_what_could_be_read_in_two_ways_is_read_in_none(head: bytes) -> None:
    with pytest.raises(Broken):
        request_of(head)


def test_bytes_are_counted_over_everything() -> None:
    spend = Spend(5)
    assert spend.take(b"abc") == b"abc"
    assert spend.take(b"de") == b"de"
    with pytest.raises(Broken, match="more bytes"):
        spend.take(b"f")
