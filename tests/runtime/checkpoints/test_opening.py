from __future__ import annotations

from typing import Any

import pytest

from kasen.errors import ConfigurationError
from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.checkpoints.opening import InDatabase, missing_for_redis, states_of
from kasen.runtime.checkpoints.redis import InRedis
from kasen.settings import load_settings


def named(**given: Any) -> Any:
    return states_of(load_settings(**given))


@pytest.mark.parametrize("address", [None, "", "sqlite:", "postgresql:"])
def test_nothing_else_means_the_database(address: str | None) -> None:
    assert isinstance(named(checkpoints=address) if address is not None else named(), InDatabase)
    assert named().elsewhere == ""


def test_each_address_opens_its_place() -> None:
    assert isinstance(named(checkpoints="memory:"), InMemory)
    assert named(checkpoints="memory:").elsewhere == "memory"
    assert missing_for_redis() == ""
    found = named(checkpoints="redis://127.0.0.1:6390/2")
    assert isinstance(found, InRedis)
    assert found.elsewhere == "redis"


def test_redis_alone_is_the_server_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationError, match="no server is named") as error:
        named(checkpoints="redis:")
    assert "REDIS_HOST" in error.value.hint
    monkeypatch.setenv("REDIS_HOST", "::1")
    monkeypatch.setenv("REDIS_PORT", "7000")
    assert isinstance(named(checkpoints="redis:"), InRedis)
