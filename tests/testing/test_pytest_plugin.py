from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kasen.testing.network import NetworkGuard

TESTS = """
import socket
import pytest
from kasen.testing.network import NetworkBlocked

def test_quiet():
    assert True

def test_swallows_the_error():
    try:
        socket.getaddrinfo("example.org", 443)
    except NetworkBlocked:
        pass

def test_expects_it(network):
    with pytest.raises(NetworkBlocked):
        socket.getaddrinfo("example.org", 443)
    assert network.expect_blocked()
"""


def test_a_test_that_tries_the_network_fails_even_when_its_code_hides_it(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["kasen.testing.pytest_plugin"]\n', encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    quick = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=quick)
    assert "3 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert "the test tried to leave this machine: socket.getaddrinfo example.org" in done.stdout


def test_the_guard_is_on_in_this_very_test(network: NetworkGuard, request: pytest.FixtureRequest) -> None:
    assert "network" in request.fixturenames
    assert network.blocked == []
