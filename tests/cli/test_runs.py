from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kasen.runtime.local import open_runner
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.threads import latest
from kasen.settings import load_settings


@pytest.fixture
def paused(kasen: Any) -> str:
    """Id of a run that waits for `parts`."""
    shown = kasen("echo", "one two", "--ask-first")
    assert shown.exit_code == 75
    assert shown.stdout == ""
    assert "--file answer.yaml" in shown.stderr
    return str(json.loads(kasen("runs", "list", "--json").stdout)["id"])


def test_no_runs_is_a_hint_and_not_an_error(kasen: Any) -> None:
    shown = kasen("runs", "list")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert "kasen research" in shown.stderr


def test_runs_are_listed_newest_first_and_shown_by_the_beginning_of_their_id(kasen: Any) -> None:
    kasen("echo", "first text")
    kasen("echo", "second text")
    lines = kasen("runs", "list").stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("second text")
    assert lines[1].endswith("first text")
    shown = kasen("runs", "show", lines[0].split()[0][:24].lower())
    assert shown.stdout.startswith("second text\n")
    assert "done in" in shown.stdout


def test_a_run_whose_process_is_gone_is_not_shown_as_running(kasen: Any, clean_environment: Path) -> None:
    kasen("echo", "some text")
    with closing(sqlite3.connect(clean_environment / "home" / "kasen.db")) as database, database:
        assert database.execute("UPDATE runs SET status = 'running'").rowcount == 1
    line = kasen("runs", "list").stdout
    assert " interrupted " in line
    told = json.loads(kasen("runs", "list", "--json").stdout)
    assert (told["status"], told["state"]) == ("running", "interrupted")
    assert " · interrupted · " in kasen("runs", "show", line.split()[0]).stdout
    with owned(clean_environment / "home" / "runs" / line.split()[0], "01"):
        assert " running " in kasen("runs", "list").stdout


def test_a_run_that_another_process_has_no_place_for_yet_waits_and_says_behind_how_many(
    kasen: Any, clean_environment: Path
) -> None:
    ids = []
    for n in range(3):
        kasen("echo", f"text {n}")
        ids.append(kasen("runs", "list").stdout.split()[0])
    with closing(sqlite3.connect(clean_environment / "home" / "kasen.db")) as database, database:
        database.execute("UPDATE runs SET status = 'created'")
    runs = clean_environment / "home" / "runs"
    with owned(runs / ids[1], "01"), owned(runs / ids[2], "01"):
        newest, second, oldest = kasen("runs", "list").stdout.splitlines()
    assert " waiting (1 before) " in newest
    assert " waiting " in second
    assert " interrupted " in oldest


def test_a_run_of_a_newer_kasen_is_shown_and_exported_and_not_carried_on(
    kasen: Any, paused: str, clean_environment: Path
) -> None:
    done = json.loads(kasen("echo", "some text", "--json").stdout.splitlines()[0])["run_id"]
    with closing(sqlite3.connect(clean_environment / "home" / "kasen.db")) as database, database:
        assert database.execute("UPDATE runs SET state_version = 2").rowcount == 2
    sentence = f"run {paused} was begun with version 2 of team `echo`, and this Kasen has version 1"
    shown = kasen("runs", "show", paused)
    assert shown.exit_code == 0
    assert f"{sentence}. Update Kasen." in shown.stdout
    assert sentence not in kasen("runs", "show", done).stdout, "it is over, and goes nowhere"
    exported = kasen("runs", "export", done)
    assert exported.exit_code == 0
    assert exported.stdout
    refused = kasen("runs", "continue", paused)
    assert refused.exit_code == 2
    assert sentence in refused.stderr
    assert f"kasen runs export {paused}" in refused.stderr
    assert '"status":"paused"' in kasen("runs", "list", "--json").stdout
    assert kasen("runs", "cancel", paused).exit_code == 0


def test_lines_of_a_chat_are_no_runs_in_the_list(kasen: Any, clean_environment: Path) -> None:
    kasen("echo", "first text")
    kasen("echo", "second text")
    with closing(sqlite3.connect(clean_environment / "home" / "kasen.db")) as database, database:
        assert database.execute("UPDATE runs SET team = 'desk' WHERE title = 'second text'").rowcount == 1
    (line,) = kasen("runs", "list", "--limit", "1").stdout.splitlines()
    assert line.endswith("first text")


def test_a_run_that_another_asked_for_is_told_by_the_other_and_not_listed(kasen: Any, clean_environment: Path) -> None:
    async def ask() -> tuple[str, str]:
        from kasen.runtime import nested_records

        async with Store(clean_environment / "home") as store:
            of: dict[str, Any] = {"team": "echo", "mode": "echo", "lang": "en", "request": {}}
            parent = await store.create(title="who asks", options=Options(), **of)
            child = await store.create(title="who is asked", options=Options(parent=parent.id), **of)
            noted = {"parent_id": parent.id, "key": "k", "team": "echo", "role": "researcher"}
            await store.write(lambda c: nested_records.note(c, child.id, **noted))
            return parent.id, child.id

    parent, child = asyncio.run(ask())
    assert kasen("runs", "list").stdout.startswith(parent)
    assert len(kasen("runs", "list").stdout.splitlines()) == 1
    shown = kasen("runs", "show", parent).stdout.splitlines()
    assert [child, "interrupted", "echo", "who", "is", "asked"] in [line.split() for line in shown]
    assert kasen("runs", "show", child).stdout.startswith("who is asked\n")
    refused = kasen("runs", "delete", child, "--yes")
    assert refused.exit_code == 2
    assert f"kasen runs delete {parent}" in refused.stderr
    assert kasen("runs", "delete", parent, "--yes").exit_code == 0
    assert kasen("runs", "show", child).exit_code == 2


def test_lines_and_json_of_one_run_tell_the_same_events(kasen: Any) -> None:
    from kasen.cli.lines import line
    from kasen.runtime.events import EVENT

    told = kasen("echo", "one two").stderr.splitlines()
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    stored = [EVENT.validate_json(text) for text in kasen("runs", "show", run, "--json").stdout.splitlines()]
    assert len(stored) > 15
    lines = [text for text in map(line, stored) if text]
    assert told == [f"{lines[0]} · run {run}", *lines[1:]], "the first line names the run"
    shown = kasen("runs", "show", run).stdout.splitlines()
    assert [text[10:] for text in shown[3 : 3 + len(lines)]] == lines


def test_a_pause_is_answered_by_file_and_the_run_goes_on(kasen: Any, paused: str) -> None:
    Path("answer.yaml").write_text("go_on: true\ncomment: 短く\n", encoding="utf-8")
    assert kasen("runs", "answer", paused, "parts", "--file", "answer.yaml").exit_code == 0
    again = kasen("runs", "answer", paused, "parts", "--file", "answer.yaml")
    assert again.exit_code == 2
    assert "already answered by person at" in again.stderr
    done = kasen("runs", "continue", paused)
    assert done.exit_code == 0, done.stderr
    assert "`parts` answered by person" in done.stderr
    assert "planner" not in done.stderr


def test_the_folder_that_was_wanted_is_kept_over_a_pause(kasen: Any, tmp_path: Path) -> None:
    wanted = tmp_path / "here"
    assert kasen("echo", "one two", "--ask-first", "--out", str(wanted)).exit_code == 75
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    done = kasen("runs", "continue", run, "--yes")
    assert done.exit_code == 0, done.stderr
    assert {Path(line).parent for line in done.stdout.splitlines()} == {wanted}
    assert not Path("reports").exists()


def test_a_folder_that_is_named_when_a_run_goes_on_is_the_one(kasen: Any, tmp_path: Path) -> None:
    assert kasen("echo", "one two", "--ask-first", "--out", str(tmp_path / "here")).exit_code == 75
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    done = kasen("runs", "continue", run, "--yes", "--out", str(tmp_path / "there"))
    assert {Path(line).parent.name for line in done.stdout.splitlines()} == {"there"}
    assert not (tmp_path / "here").exists()
    again = kasen("runs", "replay", run)
    assert again.exit_code == 0, again.stderr
    assert not {Path(line).parent.name for line in again.stdout.splitlines()} & {"here", "there"}


def test_a_folder_is_meant_from_where_the_run_began(
    kasen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = Path.cwd()
    assert kasen("echo", "one two", "--ask-first", "--out", "here").exit_code == 75
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    done = kasen("runs", "continue", run, "--yes")
    assert {Path(line).parent for line in done.stdout.splitlines()} == {began / "here"}


def test_yes_answers_a_pause_with_its_default(kasen: Any, paused: str) -> None:
    done = kasen("runs", "continue", paused, "--yes")
    assert done.exit_code == 0, done.stderr
    assert "`parts` answered by --yes" in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [("go_on: perhaps", "go_on: 'perhaps' is not of type 'boolean'"), ("{", "neither YAML nor JSON"), ("", "None")],
)
def test_an_answer_that_does_not_fit_is_told_and_can_be_given_again(
    kasen: Any, paused: str, content: str, said: str
) -> None:
    Path("answer.yaml").write_text(content, encoding="utf-8")
    shown = kasen("runs", "answer", paused, "parts", "--file", "answer.yaml")
    assert shown.exit_code == 4
    assert said in shown.stderr
    assert kasen("runs", "answer", paused, "--default").exit_code == 0


def test_a_pause_that_does_not_exist_names_those_that_wait(kasen: Any, paused: str) -> None:
    shown = kasen("runs", "answer", paused, "plan", "--default")
    assert shown.exit_code == 2
    assert "no approval `plan`; waiting: parts" in shown.stderr


def test_a_finished_run_cannot_be_continued_cancelled_or_answered(kasen: Any) -> None:
    kasen("echo", "one two")
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    for command in ("continue", "cancel", "answer"):
        shown = kasen("runs", command, run)
        assert shown.exit_code == 2, command
        assert run in shown.stderr


def test_cancel_ends_a_paused_run_for_good(kasen: Any, paused: str) -> None:
    assert "is cancelled" in kasen("runs", "cancel", paused).stderr
    assert kasen("runs", "continue", paused).exit_code == 2


def test_delete_wipes_the_run_and_asks_first(kasen: Any, paused: str, clean_environment: Path) -> None:
    refused = kasen("runs", "delete", paused)
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    folder = clean_environment / "home" / "runs" / paused
    assert folder.exists()
    assert kasen("runs", "delete", paused, "--yes").exit_code == 0
    assert not folder.exists()
    gone = kasen("runs", "show", paused)
    assert (gone.exit_code, "there is no run" in gone.stderr) == (2, True)


def test_prune_deletes_what_is_over_and_keeps_what_waits(kasen: Any, paused: str) -> None:
    kasen("echo", "over")
    assert kasen("runs", "prune", "--days", "0").exit_code == 2
    assert "1 run deleted" in kasen("runs", "prune", "--days", "0", "--yes").stderr
    assert paused in kasen("runs", "list").stdout


def test_export_writes_the_results_again(kasen: Any) -> None:
    kasen("echo", "one two")
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    shown = kasen("runs", "export", run, "--out", "again")
    assert Path(shown.stdout.strip()).read_text(encoding="utf-8") == "one two"


def test_what_was_done_to_a_run_is_one_object_for_programs(kasen: Any, paused: str) -> None:
    kasen("echo", "one two")
    done = json.loads(kasen("runs", "list", "--json").stdout.splitlines()[0])["id"]
    exported = json.loads(kasen("runs", "export", done, "--out", "again", "--json").stdout)
    assert (exported["run"], [Path(file).parent.name for file in exported["files"]]) == (done, ["again"])
    answered = json.loads(kasen("runs", "answer", paused, "--default", "--json").stdout)
    assert answered == {"run": paused, "approval": "parts"}
    assert json.loads(kasen("runs", "cancel", paused, "--json").stdout) == {"run": paused, "status": "cancelled"}
    assert json.loads(kasen("runs", "delete", paused, "--yes", "--json").stdout) == {"deleted": [paused]}


def test_nothing_to_export_is_said(kasen: Any, paused: str) -> None:
    shown = kasen("runs", "export", paused)
    assert shown.exit_code == 4
    assert "has made nothing yet" in shown.stderr


def test_a_replay_takes_the_answers_of_the_first_run_and_costs_nothing(kasen: Any, manual_folder: Path) -> None:
    import threading

    stop = threading.Event()
    asked: list[str] = []

    def answer_all() -> None:
        while not stop.wait(0.05):
            for prompt in manual_folder.rglob("*.prompt.md"):
                reply = prompt.with_name(prompt.name.replace(".prompt.md", ".answer.json"))
                if not reply.exists():
                    asked.append(prompt.name)
                    text = {"planner": '{"parts": ["ab ", "cd"]}', "writer": '{"text": "ab cd"}'}
                    role = next((role for role in text if role in prompt.name), "")
                    part = "ab " if "ab" in prompt.read_text(encoding="utf-8") else "cd"
                    reply.write_text(text.get(role) or json.dumps({"text": part}), encoding="utf-8")

    person = threading.Thread(target=answer_all)
    person.start()
    try:
        first = kasen("echo", "ab cd", "--preset", "manual")
        assert first.exit_code == 0, first.stderr
        assert len(asked) == 4
        run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
        again = kasen("runs", "replay", run)
    finally:
        stop.set()
        person.join()
    assert again.exit_code == 0, again.stderr
    assert len(asked) == 4
    assert "writer by manual:" in again.stderr
    assert Path(again.stdout.strip()).read_text(encoding="utf-8") == "ab cd"


def test_a_replay_is_no_turn_of_the_conversation_that_it_repeats(kasen: Any) -> None:
    async def turn() -> str:
        async with open_runner(load_settings()) as runner:
            run_id = await runner.start("echo", {"text": "a b"}, options=Options(preset="none", thread="talk"))
            return (await runner.wait(run_id)).id

    async def newest() -> str:
        async with open_runner(load_settings()) as runner:
            row = await latest(runner.store, "echo", "talk")
            return row.id if row else ""

    run = asyncio.run(turn())
    assert kasen("runs", "replay", run).exit_code == 0
    assert asyncio.run(newest()) == run


def test_a_run_can_go_on_with_another_model_for_one_role(kasen: Any, paused: str) -> None:
    Path("script.json").write_text('[{"text": "one two"}]', encoding="utf-8")
    done = kasen("runs", "continue", paused, "--yes", "--model", "writer=scripted:script.json")
    assert done.exit_code == 0, done.stderr
    assert "writer by scripted:script.json" in done.stderr
    shown = kasen("runs", "show", paused).stdout
    assert [line.split()[:2] for line in shown.splitlines() if line.startswith("writer ")] == [
        ["writer", "scripted:script.json"]
    ]


def test_a_run_goes_on_with_the_models_it_was_started_with(kasen: Any) -> None:
    Path("script.json").write_text('[{"text": "one two"}]', encoding="utf-8")
    kasen("echo", "one two", "--ask-first", "--model", "writer=scripted:script.json")
    [row] = [json.loads(line) for line in kasen("runs", "list", "--json").stdout.splitlines()]
    assert row["options"]["models"] == {"writer": ["scripted:script.json"]}
    assert "writer by scripted:script.json" in kasen("runs", "continue", row["id"], "--yes").stderr


def test_a_model_for_a_role_that_does_not_exist_leaves_the_run_as_it_was(kasen: Any, paused: str) -> None:
    done = kasen("runs", "continue", paused, "--yes", "--model", "wirter=scripted:x")
    assert done.exit_code == 2
    assert "Did you mean `writer`?" in done.stderr
    assert kasen("runs", "list").stdout.split()[3] == "paused"


def test_prune_goes_on_where_a_run_is_in_use(kasen: Any, clean_environment: Path) -> None:
    for word in ("one", "two"):
        kasen("echo", word)
    used = json.loads(kasen("runs", "list", "--json").stdout.splitlines()[0])["id"]
    with owned(clean_environment / "home" / "runs" / used, used):
        shown = kasen("runs", "prune", "--older-than", "0d", "--yes")
    assert shown.exit_code == 0
    assert f"{used} is in use and stays" in shown.stderr
    assert "1 run deleted" in shown.stderr
    assert [json.loads(line)["id"] for line in kasen("runs", "list", "--json").stdout.splitlines()] == [used]
