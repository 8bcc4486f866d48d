from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.settings.files import Layer, read_dotenv, read_toml


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


@pytest.mark.parametrize("name", [".env", "kasen.toml"])
def test_a_pipe_or_folder_of_that_name_is_no_file_and_a_huge_one_is_refused(name: str) -> None:
    def read() -> Layer:
        return read_dotenv(Path(name)) if name == ".env" else read_toml(Path(name), folder=True)

    os.mkfifo(name)
    assert read().sha256 == ""
    Path(name).unlink()
    Path(name).mkdir()
    assert read().sha256 == ""
    Path(name).rmdir()
    with Path(name).open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ConfigurationError, match="holds more than"):
        read()


@pytest.mark.parametrize(
    "text",
    ["models = " + "[" * 5000, "models = " + "{a=" * 5000, f"models.{'a.' * 20_000}b = 1", f"lang = {'9' * 5000}"],
)
@pytest.mark.usefixtures("deep_stack")
def test_toml_that_breaks_its_parser_is_refused_in_words(text: str) -> None:
    Path("kasen.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="too deep or too long"):
        read_toml(Path("kasen.toml"), folder=True)
