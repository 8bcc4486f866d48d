from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError
from kasen.settings import load_settings, redactor_of
from kasen.settings import trust as kept
from kasen.settings.files import read_toml
from kasen.settings.notify import hook_secrets, words


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("", ()),
        ([], ()),
        (["notify", "件名 です"], ("notify", "件名 です")),
        ('["notify", "--quiet"]', ("notify", "--quiet")),
    ],
)
def test_a_program_is_a_list_of_texts(given: Any, meant: tuple[str, ...]) -> None:
    assert words(given) == meant


@pytest.mark.parametrize("wrong", ["notify --quiet", '{"a": 1}', [1], ["a", 2], ["a\0b"], [" "], 7, '"notify"', True])
def test_what_is_no_program_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        words(wrong)


def test_an_address_keeps_its_query_and_the_values_in_it_are_secrets() -> None:
    url = "https://hooks.example.com/services/a/?sig=test-key-of-hook&x=1"
    settings = load_settings(notify_url=url)
    assert settings.notify_url == url
    assert list(hook_secrets(url)) == ["test-key-of-hook"]
    assert redactor_of(settings)(f"sent to {url}") == "sent to https://hooks.example.com/services/a/?sig=[redacted]&x=1"


@pytest.mark.parametrize(
    "wrong", ["ftp://a.example", "hooks.example.com/test-key", "https://a b.example/", "https:///test-key"]
)
def test_a_wrong_address_is_refused_without_being_repeated(wrong: str) -> None:
    with pytest.raises(ConfigurationError, match="`notify_url` must") as told:
        load_settings(notify_url=wrong)
    assert wrong not in str(told.value)


def test_the_environment_names_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_NOTIFY_COMMAND", '["notify", "a b"]')
    monkeypatch.setenv("KASEN_NOTIFY_SECRET", "test-key-of-hook")
    monkeypatch.setenv("KASEN_PUBLIC_URL", "https://kasen.example.com/")
    settings = load_settings()
    assert settings.notify_command == ("notify", "a b")
    assert "test-key-of-hook" not in repr(settings)
    assert settings.public_url == "https://kasen.example.com"


def test_what_a_folder_names_counts_only_when_it_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    values = {
        "notify_url": "https://hooks.example.com/x",
        "notify_command": ["./told.sh"],
        "notify_secret": "test-key-of-hook",
        "public_url": "https://kasen.example.com",
    }
    text = "\n".join(f"{name} = {json.dumps(value)}" for name, value in values.items())
    (tmp_path / "kasen.toml").write_text(text, encoding="utf-8")
    before = load_settings()
    assert (before.notify_url, before.notify_command, before.notify_secret, before.public_url) == ("", (), None, "")
    assert all(f"`{name}`" in before.warnings[0] for name in values)
    kept.allow(tmp_path, {"kasen.toml": read_toml(tmp_path / "kasen.toml", folder=True).sha256})
    after = load_settings()
    assert (after.notify_url, after.notify_command) == (values["notify_url"], ("./told.sh",))
    assert after.public_url == values["public_url"]
