from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kasen.settings import plain_environment

Offered = Callable[..., list[str]]


def offered(*words: str, home: Path, **environment: str) -> list[str]:
    """What bash is given for a line whose last word is not finished."""
    done = subprocess.run(
        [sys.executable, "-m", "kasen"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={
            **plain_environment(),
            "KASEN_HOME": str(home),
            "_KASEN_COMPLETE": "complete_bash",
            "COMP_WORDS": "\n".join(["kasen", *words]),
            "COMP_CWORD": str(len(words)),
            **environment,
        },
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.fixture
def complete(clean_environment: Path) -> Offered:
    return lambda *words, **environment: offered(*words, home=clean_environment / "home", **environment)


@pytest.fixture
def run(kasen: Any) -> str:
    """Id of a run that waits."""
    assert kasen("echo", "one two", "--ask-first").exit_code == 75
    return str(json.loads(kasen("runs", "list", "--json").stdout)["id"])


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["re"], ["research", "resume"]),
        (["runs", "de"], ["delete"]),
        (["code", "st"], ["status", "stop"]),
        (["code", "work"], []),
        (["research", "--bat"], ["--batch"]),
        (["research", "x", "--mode", "d"], ["deep"]),
        (["research", "x", "--length", "s"], ["short", "standard"]),
        (["research", "x", "--approve", ""], ["plan", "draft"]),
        (["research", "x", "--format", "md,h"], ["md,html"]),
        (["models", "--team", "sl"], ["slides"]),
        (["teams", "graph", "sli"], ["slides"]),
        (["teams", "graph", "slides", "--mode", ""], ["deck", "edit"]),
        (["models", "pull", "qwen3-4"], ["qwen3-4b"]),
        (["slides", "edit", "01M8", "--lo"], ["--logo"]),
        (["nonsense", "x"], []),
        (["continue", "x"], []),
        (["runs", "show", ""], []),
        (["kb", "search", "x", "--kb", ""], []),
    ],
)
def test_words_are_completed(complete: Offered, words: list[str], wanted: list[str], clean_environment: Path) -> None:
    found = complete(*words)
    assert [word for word in found if not word.startswith("--local")] == wanted
    assert not (clean_environment / "home").exists(), "a look makes nothing"


def test_presets_are_those_of_the_table(complete: Offered, kasen: Any) -> None:
    known = json.loads(kasen("models", "--json").stdout)["presets"]
    assert complete("research", "x", "--preset", "") == list(known)


def test_runs_and_their_pauses_are_completed(complete: Offered, run: str) -> None:
    assert complete("runs", "show", run[:4]) == [run]
    assert complete("runs", "continue", "") == [run]
    assert complete("research", "x", "--continue", "") == [run]
    assert complete("runs", "answer", run, "") == ["parts"]
    assert complete("code", "status", "") == []


def test_knowledge_bases_are_completed(complete: Offered, kasen: Any, tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text("# Tea\n\nUji is south of Kyoto and known for its tea.", encoding="utf-8")
    assert kasen("kb", "add", str(tmp_path), "--kb", "tea").exit_code == 0
    assert complete("kb", "search", "x", "--kb", "t") == ["tea"]
    assert complete("research", "x", "--kb", "") == ["tea"]
    assert complete("kb", "remove", "") == ["tea"]


def test_what_cannot_be_read_offers_nothing_and_says_nothing(complete: Offered, run: str) -> None:
    Path("kasen.toml").write_text("x", encoding="utf-8")
    assert complete("runs", "show", "") == []
    assert complete("kb", "search", "x", "--kb", "") == []


def test_a_team_of_another_package_that_is_broken_is_left_out(complete: Offered, tmp_path: Path) -> None:
    told = tmp_path / "grants-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: grants\nVersion: 1\n", encoding="utf-8")
    (told / "entry_points.txt").write_text("[kasen.teams]\ngrants = not_there:TEAM\n", encoding="utf-8")
    found = complete("teams", "graph", "", PYTHONPATH=str(tmp_path))
    assert "grants" not in found
    assert {"research", "slides"} <= set(found)


def test_a_database_without_tables_stays_so(complete: Offered, clean_environment: Path) -> None:
    home = clean_environment / "home"
    home.mkdir()
    (home / "kasen.db").touch()
    assert complete("runs", "show", "") == []
    assert [(path.name, path.stat().st_size) for path in home.iterdir()] == [("kasen.db", 0)]


def test_a_database_of_an_older_version_is_left_as_it_is(complete: Offered, run: str, clean_environment: Path) -> None:
    home = clean_environment / "home"
    with closing(sqlite3.connect(home / "kasen.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0012'")
    before = sorted((path.name, path.stat().st_mtime_ns) for path in home.iterdir())
    assert complete("runs", "show", "") == []
    assert sorted((path.name, path.stat().st_mtime_ns) for path in home.iterdir()) == before


def test_a_database_that_machines_share_is_read_and_never_made(
    complete: Offered, kasen: Any, empty_database: str, monkeypatch: pytest.MonkeyPatch, clean_environment: Path
) -> None:
    assert complete("runs", "show", "", KASEN_DATABASE=empty_database) == []
    assert not (clean_environment / "home").exists()
    with psycopg.connect(empty_database) as database:
        assert database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
    monkeypatch.setenv("KASEN_DATABASE", empty_database)
    assert kasen("echo", "one two").exit_code == 0
    made = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    assert complete("runs", "show", "", KASEN_DATABASE=empty_database) == [made]


def test_a_shared_database_that_says_nothing_is_not_waited_for(complete: Offered, clean_environment: Path) -> None:
    (clean_environment / "home").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://kasen:never@127.0.0.1:{silent.getsockname()[1]}/kasen?connect_timeout=3600"
        assert complete("runs", "show", "", KASEN_DATABASE=address) == []
        silent.settimeout(0)
        asked, _ = silent.accept()
        asked.close()
