from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.server.door import Door, Shown, session_of
from kasen.server.errors import Rejected
from kasen.server.tokens import TOKENS, hash_of
from kasen.settings import load_settings


def test_tokens_of_settings_and_of_the_file_both_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_TOKENS", f"ken:{hash_of('test-key-of-ken')}")
    door = Door(load_settings())
    made = door.tokens.add("yuki")
    for token, owner in (("test-key-of-ken", "ken"), (made, "yuki")):
        found = door.find(Shown(authorization=f"Bearer  {token} "))
        assert (found.caller.owner, found.ambient) == (owner, False)


def test_a_file_of_tokens_that_cannot_be_read_opens_no_door() -> None:
    settings = load_settings()
    settings.home.mkdir(parents=True)
    (settings.home / TOKENS).write_text("yuki = 5", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"tokens\.toml"):
        Door(settings)
    (settings.home / TOKENS).unlink()
    door = Door(settings)
    assert not door.is_shared
    (settings.home / TOKENS).write_text("yuki = 5", encoding="utf-8")
    assert door.is_shared, "somebody meant to lock it"


def test_a_cookie_is_found_among_others_and_must_be_alone() -> None:
    assert session_of(["a=b; kasen_session=x ;c=d"]) == "x"
    assert session_of(["a=b", 'kasen_session="x"']) == "x"
    assert session_of(["kasen_session=x; kasen_session=y"]) == ""
    assert session_of(["kasen_session=x", "kasen_session=x"]) == ""
    assert session_of(["my_kasen_session=x; ; =; kasen_session"]) == ""
    assert session_of([]) == ""


def test_the_owner_of_a_session_is_said_by_a_browser_on_its_own(clean_environment: Path) -> None:
    door = Door(load_settings())
    token = door.tokens.add("yuki")
    session = door.sessions.begin("yuki", token)
    found = door.find(Shown(cookies=[f"kasen_session={session}"]))
    assert (found.caller.owner, found.ambient) == ("yuki", True)
    door.tokens.remove("yuki")
    with pytest.raises(Rejected) as caught:
        door.find(Shown(cookies=[f"kasen_session={session}"]))
    assert caught.value.status == 401
