"""Fixtures for tests of teams; a conftest takes them with `pytest_plugins = ["kasen.testing.pytest_plugin"]`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kasen.testing.network import NetworkGuard, block_network


@pytest.fixture(autouse=True)
def network() -> Iterator[NetworkGuard]:
    """Every test runs without a network; one that tries fails, also when its code swallowed the error."""
    with block_network() as guard:
        yield guard
    if guard.blocked:
        pytest.fail(f"the test tried to leave this machine: {', '.join(guard.blocked)}")
