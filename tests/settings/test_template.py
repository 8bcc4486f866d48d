from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kasen.settings import Settings, load_settings
from kasen.settings.fields import TABLES
from kasen.settings.template import meanings, template


def set_all(text: str) -> str:
    """The file with the sign taken off every line that sets something."""
    return re.sub(r"^# (?=\w+ = |\[\w+\]$)", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("is_users", [True, False])
def test_nothing_is_set_until_a_sign_is_taken_off(is_users: bool) -> None:
    text = template(is_users=is_users)
    assert tomllib.loads(text) == {}
    assert all(line.startswith("#") for line in text.splitlines() if line)
    assert max(map(len, text.splitlines())) <= 110
    assert ("kasen trust" in text.partition("\n\n")[0]) is not is_users


def test_every_setting_that_is_no_secret_stands_there_once_with_its_meaning() -> None:
    text = template(is_users=True)
    named = re.findall(r"^# (\w+) = |^# \[(\w+)\]$", text, re.MULTILINE)
    found = [one or other for one, other in named]
    settable = {name for name in Settings.model_fields if not name.endswith(("_key", "_token", "_secret", "_headers"))}
    assert settable - {"warnings", "tokens"} <= set(found)
    assert not [name for name in found if name == "tokens" or name.endswith(("_key", "_token", "_secret"))]
    assert set(meanings()) >= settable
    assert text.index("# preset = ") < text.index("# temporal_address = ") < text.index("# [models]")


def test_what_stands_there_can_be_set(clean_environment: Path) -> None:
    written = set_all(template(is_users=True))
    given = tomllib.loads(written)
    assert len(given) >= 50
    assert set(TABLES) <= set(given)
    path = clean_environment / "config" / "kasen" / "kasen.toml"
    path.parent.mkdir(parents=True)
    path.write_text(written, encoding="utf-8")
    settings = load_settings()
    assert settings.budget_usd == 1.0
    assert settings.models["planner"] == ["openai:gpt-5", "google:gemini-3-pro"]
    assert settings.warnings == ()
