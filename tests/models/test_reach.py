from __future__ import annotations

import socket
import subprocess
import sys
import time

import pytest

from kasen.errors import ConfigurationError
from kasen.models.reach import host_port, is_near, place, reachable, valid_place


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:11434", "127.0.0.1:11434"),
        ("http://localhost:11434/path", "localhost:11434"),
        ("https://api.example.com", "api.example.com:443"),
        ("http://example.com", "example.com:80"),
        ("127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://user:test-word@host:1", "host:1"),
        ("http://[::1]:9", "[::1]:9"),
    ],
)
def test_a_place_is_host_and_port(url: str, expected: str) -> None:
    assert place(url) == expected


@pytest.mark.parametrize("url", ["", "http://", "http://:x", "http://host:99999", "http://[::1"])
def test_what_is_no_address_is_neither_reachable_nor_valid(url: str) -> None:
    assert not reachable(url)
    with pytest.raises(ConfigurationError, match="OLLAMA_BASE_URL"):
        valid_place(url, "OLLAMA_BASE_URL")


def test_a_listening_port_is_reachable_and_a_closed_one_is_not(unused_tcp_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert reachable(f"http://127.0.0.1:{server.getsockname()[1]}")
    assert not reachable(f"http://127.0.0.1:{unused_tcp_port}")


def test_who_never_accepts_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server:
        port = server.getsockname()[1]
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        started = time.monotonic()
        reachable(f"http://127.0.0.1:{port}", timeout_s=0.1)
        assert time.monotonic() - started < 5
        for one in waiting:
            one.close()


def test_no_client_library_is_loaded() -> None:
    found = "[m for m in ('httpx', 'httpx2', 'ollama', 'anthropic') if m in sys.modules]"
    code = f"import sys, kasen.models.reach; print({found})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("host", "near"),
    [
        *((host, True) for host in ("127.0.0.1", "::1", "0.0.0.0", "192.168.0.9", "10.0.0.1", "172.16.3.4", "fe80::1")),
        *((host, True) for host in ("100.64.0.7", "localhost", "vllm", "box.local", "a.internal", "nas.home.arpa")),
        *((host, False) for host in ("203.0.114.9", "2600::1", "api.openai.com", "local.example", "例え.jp")),
    ],
)
def test_what_is_at_hand_is_told_from_what_is_far_away(host: str, near: bool) -> None:
    assert is_near(host) == near


def test_the_port_of_a_proxy_follows_from_its_scheme() -> None:
    assert host_port("socks5h://proxy.example") == ("proxy.example", 1080)
    assert host_port("https://proxy.example") == ("proxy.example", 443)
