from __future__ import annotations

import hashlib
import logging
import threading
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, InputError, UnknownName, UsageError
from kasen.server.tokens import PREFIX, TOKENS, Tokens, hash_of, new_token


def test_a_token_is_shown_once_and_only_its_hash_is_kept(tmp_path: Path) -> None:
    token = Tokens(tmp_path).add("yuki")
    kept = (tmp_path / TOKENS).read_text(encoding="utf-8")
    assert token not in kept
    assert token.removeprefix(PREFIX) not in kept
    assert f'yuki = "sha256:{hashlib.sha256(token.encode()).hexdigest()}"' in kept
    assert (tmp_path / TOKENS).stat().st_mode & 0o777 == 0o600
    assert Tokens(tmp_path).owner(token) == "yuki"


def test_tokens_are_32_random_bytes_in_letters_that_headers_take() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(len(token) == len(PREFIX) + 43 and token.isascii() for token in made)


@pytest.mark.parametrize("token", ["", "kasen_", "yuki", "hash", "é", "\ud800", "a" * 100_000])
def test_what_is_no_token_is_nobody_s(tmp_path: Path, token: str) -> None:
    tokens = Tokens(tmp_path, {"ken": hash_of("test-key-of-ken")})
    made = tokens.add("yuki")
    shown = {"hash": hash_of(made)}.get(token, token)
    assert tokens.owner(shown) is None


@pytest.mark.parametrize("name", ["", "_", "Yuki", "雪", "a b", "../x", "a" * 41, "-x", "a.b", "a\n", "con:1"])
def test_names_are_words_that_can_be_folders(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name of a token"):
        Tokens(tmp_path).add(name)
    assert not (tmp_path / TOKENS).exists()


def test_a_name_has_one_token(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path, {"ken": hash_of("test-key")})
    tokens.add("yuki")
    for name in ("yuki", "ken"):
        with pytest.raises(UsageError, match=f"there is a token `{name}` already"):
            tokens.add(name)


def test_what_another_process_changes_counts_at_once(tmp_path: Path) -> None:
    here, there = Tokens(tmp_path), Tokens(tmp_path)
    assert not here.has_any()
    token = there.add("yuki")
    assert here.owner(token) == "yuki"
    there.remove("yuki")
    assert here.owner(token) is None
    assert there.add("yuki") != token


def test_tokens_that_are_not_there_cannot_be_removed(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path, {"ken": hash_of("test-key")})
    with pytest.raises(UnknownName, match="there is no token `mio`"):
        tokens.remove("mio")
    with pytest.raises(UnknownName) as caught:
        tokens.remove("ken")
    assert caught.value.hint == "It stands in KASEN_TOKENS."


@pytest.mark.parametrize(
    "text",
    [
        "yuki = ",
        "yuki = 5",
        'yuki = "abc"',
        'Yuki = "sha256:' + "0" * 64 + '"',
        "[yuki]\na = 1",
        '"../x" = "y"',
        "\xff",
        "yuki = " + "9" * 5_000,
        "yuki = " + "[" * 5_000,
    ],
)
def test_a_file_that_cannot_be_read_lets_nobody_in_and_is_never_no_file(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    tokens = Tokens(tmp_path, {"ken": hash_of("test-key-of-ken")})
    made = tokens.add("yuki")
    assert tokens.owner(made) == "yuki"
    (tmp_path / TOKENS).write_bytes(text.encode("latin-1"))
    with caplog.at_level(logging.ERROR, "kasen.server"):
        assert tokens.owner(made) is None
        assert tokens.owner(made) is None
    assert len(caplog.records) == 1, "it is said once"
    assert tokens.owner("test-key-of-ken") == "ken"
    assert Tokens(tmp_path).has_any()
    with pytest.raises(ConfigurationError, match=r"tokens.toml`"):
        Tokens(tmp_path).hashes()
    with pytest.raises(ConfigurationError):
        tokens.add("mio")
    assert (tmp_path / TOKENS).read_bytes() == text.encode("latin-1"), "nothing is written over what cannot be read"


def test_a_file_that_others_may_write_is_refused(tmp_path: Path) -> None:
    Tokens(tmp_path).add("yuki")
    (tmp_path / TOKENS).chmod(0o622)
    with pytest.raises(ConfigurationError, match="may be written by others") as caught:
        Tokens(tmp_path).hashes()
    assert "chmod 600" in caught.value.hint


def test_tokens_that_are_added_at_once_are_all_kept(tmp_path: Path) -> None:
    adding = [threading.Thread(target=Tokens(tmp_path).add, args=(f"n{number}",)) for number in range(8)]
    for thread in adding:
        thread.start()
    for thread in adding:
        thread.join()
    assert sorted(Tokens(tmp_path).hashes()) == [f"n{number}" for number in range(8)]
