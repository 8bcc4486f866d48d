from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.programs.turn import Counters
from kasen.teams.code.worker.sessions import KEPT, Sessions


def test_what_was_begun_is_known_after_an_end(tmp_path: Path) -> None:
    path = tmp_path / "sessions.json"
    assert Sessions(path).begin("t", 1) == 0
    Sessions(path).opened("t", "s-1")
    known = Sessions(path)
    assert (known.session("t"), known.unfinished("t"), known.token("t")) == ("s-1", True, 1)
    assert known.begin("t", 1) == 1
    assert Sessions(path).begin("t", 1) == 2
    assert Sessions(path).begin("t", 2) == 0  # another claim
    known = Sessions(path)
    assert (known.session("t"), known.unfinished("t"), known.token("t")) == ("s-1", True, 2)
    known.over("t")
    assert not Sessions(path).unfinished("t")
    assert Sessions(path).begin("t", 2) == 0
    assert (known.session("u"), known.unfinished("u"), known.token("u")) == ("", False, 0)


def test_costs_of_a_session_are_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "sessions.json"
    first = Counters(input_tokens=100, output_tokens=10, usd=0.5)
    assert Sessions(path).spent("s", first) == first
    more = Sessions(path).spent("s", Counters(input_tokens=150, output_tokens=15, usd=0.75))
    assert more == Counters(input_tokens=50, output_tokens=5, usd=0.25)
    assert Sessions(path).spent("s", Counters()) == Counters()  # it was killed and told nothing
    more = Sessions(path).spent("s", Counters(input_tokens=160, output_tokens=16, usd=0.80))
    assert (more.input_tokens, more.output_tokens) == (10, 1)
    assert Sessions(path).spent("other", first) == first
    assert Sessions(path).spent("", first) == first


@pytest.mark.parametrize("data", [b"", b"no json", b'{"tasks": 3}'])
def test_a_file_that_is_none_is_begun_anew(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "sessions.json"
    path.write_bytes(data)
    assert Sessions(path).session("t") == ""
    Sessions(path).opened("t", "s")
    assert Sessions(path).session("t") == "s"


def test_the_latest_are_remembered(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path / "sessions.json")
    for number in range(KEPT + 1):
        sessions.begin(str(number), 1)
    again = Sessions(tmp_path / "sessions.json")
    assert (again.token("0"), again.token("1"), again.token(str(KEPT))) == (0, 1, 1)
