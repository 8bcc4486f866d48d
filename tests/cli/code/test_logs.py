from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.code.stored import place, stored
from cli.conftest import Invoke
from kasen.teams.code.mailbox.audit import Audit
from kasen.teams.code.place import Place


@pytest.fixture
def there(clean_environment: Path) -> Place:
    home = clean_environment / "home"
    return place(home, stored(home), "impl-1")


def test_without_an_agent_it_is_what_the_orchestrator_did(kasen: Invoke, there: Place) -> None:
    Audit(there.mailbox.logs).note("assigned", task="T1", agent="impl-1")
    shown = kasen("code", "logs", "-f")  # the run does not go on, so it does not stay
    assert shown.exit_code == 0
    assert shown.stdout.split()[1:] == ["assigned", "task=T1", "agent=impl-1"]


def test_of_an_agent_the_older_file_comes_first(kasen: Invoke, there: Place) -> None:
    folder = there.agent("impl-1")
    folder.mkdir(parents=True)
    for name, text in (("events.1.jsonl", "one"), ("events.jsonl", "two")):
        (folder / name).write_text(json.dumps({"at": "", "kind": "words", "text": text}) + "\n", encoding="utf-8")
    shown = kasen("code", "logs", there.run_id[:20], "impl-1")
    assert [words.split()[-1] for words in shown.stdout.splitlines()] == ["one", "two"]
    lines = kasen("code", "logs", "impl-1", "--json").stdout.splitlines()
    assert [json.loads(words)["text"] for words in lines] == ["one", "two"]


@pytest.mark.usefixtures("there")
def test_an_agent_that_is_not_there_is_told(kasen: Invoke) -> None:
    shown = kasen("code", "logs", "impl-2")
    assert shown.exit_code == 2
    assert "no agent `impl-2`; did you mean `impl-1`?" in shown.stderr
