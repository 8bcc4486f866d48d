from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.settings.files import read_dotenv, read_toml


def test_a_file_is_read_once_and_its_hash_is_that_of_what_was_read() -> None:
    path = Path(".env")
    path.write_bytes("\ufeff# 鍵\r\nexport OPENAI_API_KEY='test-key'\r\nOTHER=1\r\n".encode())
    layer = read_dotenv(path)
    assert dict(layer.values) == {"openai_api_key": "test-key"}
    assert layer.where("openai_api_key") == ".env:2"
    assert layer.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (layer.folder, layer.name) == (True, ".env")


def test_the_first_variable_of_a_setting_wins_and_the_other_serves_when_it_is_alone() -> None:
    Path(".env").write_text("GEMINI_API_KEY=second\nGOOGLE_API_KEY=first\n", encoding="utf-8")
    assert read_dotenv(Path(".env")).values == {"google_api_key": "first"}
    Path(".env").write_text("GEMINI_API_KEY=second\n", encoding="utf-8")
    assert read_dotenv(Path(".env")).values == {"google_api_key": "second"}


def test_no_file_says_nothing() -> None:
    assert (read_dotenv(Path(".env")).values, read_dotenv(Path(".env")).sha256) == ({}, "")
    assert read_toml(Path("kasen.toml"), folder=True).values == {}


def test_a_table_of_toml_has_the_line_of_its_head() -> None:
    Path("kasen.toml").write_text('lang = "ja"\n\n[models]\nplanner = "openai:x"\n', encoding="utf-8")
    layer = read_toml(Path("kasen.toml"), folder=True)
    assert layer.where("models") == "kasen.toml:3"
    assert layer.values["models"] == {"planner": "openai:x"}


def test_a_layer_can_be_split() -> None:
    Path("kasen.toml").write_text('lang = "ja"\npreset = "none"\n', encoding="utf-8")
    layer = read_toml(Path("kasen.toml"), folder=True)
    assert layer.only(frozenset({"lang"})).values == {"lang": "ja"}
    assert layer.without(frozenset({"lang"})).values == {"preset": "none"}
    assert layer.without(frozenset({"lang"})).sha256 == layer.sha256


@pytest.mark.parametrize("name", [".env", "kasen.toml"])
def test_a_file_that_cannot_be_read_is_named(name: str) -> None:
    Path(name).write_bytes(b"lang=\xff")
    with pytest.raises(ConfigurationError, match=f"`{re.escape(name)}` cannot be read: it is not UTF-8"):
        read_dotenv(Path(name)) if name == ".env" else read_toml(Path(name), folder=True)
