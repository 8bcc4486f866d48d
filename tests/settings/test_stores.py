import pytest
from pydantic import SecretStr

from kasen.settings.fields import Settings
from kasen.settings.redact import redactor_of
from kasen.settings.stores import checkpoints_address, database_address, passwords


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("", None),
        ("sqlite:", None),
        ("sqlite:///", None),
        ("postgres://u@h/n", "postgresql://u@h/n"),
        (" postgresql:///n?host=/run/pg ", "postgresql:///n?host=/run/pg"),
    ],
)
def test_a_database_is_a_postgresql_address_or_the_file_of_the_home(given: str, meant: str | None) -> None:
    found = database_address(SecretStr(given))
    assert (found.get_secret_value() if found else None) == meant


@pytest.mark.parametrize("given", ["mysql://h/n", "postgresql://", "kasen.db", "postgresql://u:secret-word@h:port/n"])
def test_any_other_database_is_refused_without_repeating_it(given: str) -> None:
    with pytest.raises(ValueError, match="postgresql://user:password@host") as error:
        database_address(SecretStr(given))
    assert "secret-word" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("", None),
        ("memory:", "memory:"),
        ("memory://", "memory:"),
        ("sqlite:", "sqlite:"),
        ("redis:", "redis:"),
        ("redis://:pw@cache:6380/3", "redis://:pw@cache:6380/3"),
        ("valkeys://cache", "valkeys://cache"),
    ],
)
def test_checkpoints_lie_in_the_database_in_memory_or_in_redis(given: str, meant: str | None) -> None:
    found = checkpoints_address(SecretStr(given))
    assert (found.get_secret_value() if found else None) == meant


@pytest.mark.parametrize("given", ["file:///x", "memory", "redis:///0", "redis://:hidden-word@cache:x/0"])
def test_other_places_of_checkpoints_are_refused_without_repeating_them(given: str) -> None:
    with pytest.raises(ValueError, match="memory:") as error:
        checkpoints_address(SecretStr(given))
    assert "hidden-word" not in str(error.value)


def test_passwords_in_addresses_are_secrets_and_the_rest_is_not() -> None:
    settings = Settings(
        database=SecretStr("postgresql://kasen:s3cret%2Fword@db.example/kasen"),
        checkpoints=SecretStr("redis://:other-secret@cache.example/0"),
    )
    redact = redactor_of(settings)
    assert redact("db.example s3cret%2Fword s3cret/word other-secret") == "db.example [redacted] [redacted] [redacted]"
    assert list(passwords(None, SecretStr("redis://cache"))) == []
