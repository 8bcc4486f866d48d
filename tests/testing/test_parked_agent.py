from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from kasen.testing.parked_agent import main

TURN: dict[str, Any] = {
    "prompt": "税を足す",
    "policy": "Be brief.",
    "schema": {"type": "object"},
    "session": "",
    "writes": True,
}


def answer(folder: Path, name: str, **said: Any) -> None:
    part = folder / "answers" / f".{name}"
    part.parent.mkdir(parents=True, exist_ok=True)
    part.write_text(json.dumps(said), encoding="utf-8")
    part.replace(folder / "answers" / f"{name}.json")


def test_a_turn_is_parked_and_waits_for_the_first_answer_that_is_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    (tmp_path / "tree" / "old.py").touch()
    answer(tmp_path, "1", agent="other", answer={"no": 1})
    answer(tmp_path, "2", agent="coder-1", match="消す", answer={"no": 2})
    files = {"src/tax.py": "RATE = 10\n", "old.py": None}
    late = threading.Timer(0.3, answer, (tmp_path, "3"), {"agent": "coder-1", "files": files, "answer": {"é": "税"}})
    late.start()
    assert main(tmp_path, "coder-1", TURN) == '{"é": "税"}'
    late.join()
    assert (tmp_path / "tree" / "src" / "tax.py").read_text() == "RATE = 10\n"
    assert not (tmp_path / "tree" / "old.py").exists()
    (parked,) = (tmp_path / "turns").iterdir()
    assert parked.name == "001-coder-1.md"
    text = parked.read_text(encoding="utf-8")
    assert all(words in text for words in ("税を足す", "Be brief.", '"type": "object"', str(tmp_path / "tree"), "new"))
    assert [path.name for path in (tmp_path / "used").iterdir()] == ["3.json"]


def test_an_answer_that_is_none_is_said_as_it_stands_and_none_is_used_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer(tmp_path, "1", agent="a", says="LGTM")
    answer(tmp_path, "2", agent="a", answer={"n": 2})
    assert [main(tmp_path, "a", TURN) for _ in range(2)] == ["LGTM", '{"n": 2}']
    assert sorted(path.name for path in (tmp_path / "turns").iterdir()) == ["001-a.md", "002-a.md"]
