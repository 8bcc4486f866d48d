from __future__ import annotations

from kasen.models.connection import Connection
from kasen.tools.objects.amazon import client


def test_the_endpoint_the_proxy_and_the_certificates_are_those_of_the_settings() -> None:
    network = Connection(proxy="http://proxy.example.org:3128", ca_bundle="/etc/ssl/cert.pem")
    plain = client("", network).system
    assert plain.config_kwargs["proxies"] == dict.fromkeys(("http", "https"), "http://proxy.example.org:3128")
    assert plain.client_kwargs == {"verify": "/etc/ssl/cert.pem"}
    assert "s3" not in plain.config_kwargs
    own = client("http://127.0.0.1:9000", network).system
    assert own.endpoint_url == "http://127.0.0.1:9000"
    assert own.config_kwargs["proxies"] == {}, "this machine is reached without it"
    assert own.config_kwargs["s3"] == {"addressing_style": "path"}
    assert client("", Connection()).system.client_kwargs == {}


async def test_one_that_was_not_used_is_closed_at_once() -> None:
    await client("", Connection()).close()
