from __future__ import annotations

from pathlib import Path

import pytest

from kasen.server import sessions as module
from kasen.server.sessions import LIFE_S, MOST, SESSIONS, Sessions
from kasen.server.tokens import Tokens


def opened(home: Path) -> tuple[Sessions, str]:
    tokens = Tokens(home)
    return Sessions(home, tokens), tokens.add("yuki")


def test_a_session_survives_a_restart_and_its_id_is_not_kept(tmp_path: Path) -> None:
    sessions, token = opened(tmp_path)
    session = sessions.begin("yuki", token)
    kept = (tmp_path / SESSIONS).read_text(encoding="utf-8")
    assert session not in kept
    assert token not in kept
    assert (tmp_path / SESSIONS).stat().st_mode & 0o777 == 0o600
    assert Sessions(tmp_path, Tokens(tmp_path)).owner(session) == "yuki"
    assert sessions.owner(token) is None
    assert sessions.owner("") is None


def test_signing_out_ends_it_for_every_process(tmp_path: Path) -> None:
    sessions, token = opened(tmp_path)
    session, other = sessions.begin("yuki", token), sessions.begin("yuki", token)
    there = Sessions(tmp_path, Tokens(tmp_path))
    assert there.owner(session) == "yuki"
    sessions.end(session)
    sessions.end("never-begun")
    assert (there.owner(session), there.owner(other)) == (None, "yuki")


def test_a_session_goes_with_its_token_also_when_the_name_gets_another(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    sessions = Sessions(tmp_path, tokens)
    session = sessions.begin("yuki", tokens.add("yuki"))
    tokens.remove("yuki")
    assert sessions.owner(session) is None
    tokens.add("yuki")
    assert sessions.owner(session) is None


def test_a_session_ends_after_thirty_days(tmp_path: Path) -> None:
    tokens, now = Tokens(tmp_path), 1000.0
    sessions = Sessions(tmp_path, tokens, clock=lambda: now)
    session = sessions.begin("yuki", tokens.add("yuki"))
    now += LIFE_S - 1
    assert sessions.owner(session) == "yuki"
    now += 1
    assert sessions.owner(session) is None


def test_signing_in_again_ends_the_session_before(tmp_path: Path) -> None:
    sessions, token = opened(tmp_path)
    first = sessions.begin("yuki", token)
    second = sessions.begin("yuki", token, instead_of=first)
    assert (sessions.owner(first), sessions.owner(second)) == (None, "yuki")


def test_the_oldest_session_of_an_owner_gives_way_and_no_other_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens, now = Tokens(tmp_path), 0.0
    sessions = Sessions(tmp_path, tokens, clock=lambda: now)
    token, other = tokens.add("yuki"), tokens.add("mio")
    kept = sessions.begin("mio", other)
    begun = []
    for _ in range(MOST + 2):
        now += 1
        begun.append(sessions.begin("yuki", token))
    assert [sessions.owner(one) for one in begun[:3]] == [None, None, "yuki"]
    assert sessions.owner(begun[-1]) == "yuki"
    assert sessions.owner(kept) == "mio"
    monkeypatch.setattr(module, "MOST_IN_ALL", 3)
    sessions.begin("mio", other)
    assert sessions.owner(kept) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', "\xff"])
def test_a_file_that_cannot_be_read_holds_no_session(tmp_path: Path, text: str) -> None:
    sessions, token = opened(tmp_path)
    session = sessions.begin("yuki", token)
    (tmp_path / SESSIONS).write_bytes(text.encode("latin-1"))
    assert sessions.owner(session) is None
    assert sessions.owner(sessions.begin("yuki", token)) == "yuki"
