from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasen.cli.run import command_for
from kasen.settings import load_settings


def test_the_command_of_a_team_has_the_fields_of_its_request_as_options(kasen: Any) -> None:
    shown = kasen("echo", "--help").stdout
    for option in ("--lang", "--ask-first", "--at-deadline", "--budget-usd", "--out", "--format", "--yes", "--json"):
        assert option in shown
    assert "--no-ask-first" not in shown
    assert command_for("echo").registered_commands


def test_a_run_prints_the_paths_of_what_it_made_and_nothing_else_on_stdout(kasen: Any) -> None:
    done = kasen("echo", "こんにちは 世界")
    assert done.exit_code == 0, done.stderr
    [path] = done.stdout.split()
    assert Path(path).read_text(encoding="utf-8") == "こんにちは 世界"
    assert Path(path).parent.name == "こんにちは-世界"
    assert "gate: completeness: passes" in done.stderr


def test_print_gives_the_text_itself(kasen: Any) -> None:
    assert kasen("echo", "one two", "--print").stdout == "one two\n"


def test_json_gives_one_event_per_line_with_rising_numbers(kasen: Any) -> None:
    done = kasen("echo", "one two", "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["type"] == "run_started"
    assert events[-1]["type"] == "run_finished"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["echo", ""], 4, "text"),
        (["echo", "x" * 20_001], 4, "at most 20,000"),
        (["echo", "a\x00b"], 4, "U+0000"),
        (["echo", "a\x1b[31mb"], 4, "U+001B"),
        (["echo", "a", "--mode", "deep"], 2, "has no mode `deep`"),
        (["echo", "a", "--preset", "nonsense"], 2, "no preset `nonsense`"),
        (["echo", "a", "--format", "exe"], 2, "`--format exe` is not known"),
        (["echo", "a", "--lang", "fr"], 2, "fr"),
        (["echo", "a", "--budget-usd", "-1"], 2, "budget-usd"),
        (["ehco", "a"], 2, "echo"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_and_a_code(kasen: Any, args: list[str], code: int, said: str) -> None:
    shown = kasen(*args)
    assert (shown.exit_code, shown.stdout) == (code, ""), shown.stderr
    assert said in shown.stderr
    assert "Traceback" not in shown.stderr
    assert "\x1b" not in shown.stderr
    assert kasen("runs", "list").stdout == ""


def test_reports_that_cannot_be_written_keep_the_run(kasen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("taken").write_text("a file", encoding="utf-8")
    refused = kasen("echo", "one two", "--out", "taken/inside")
    assert (refused.exit_code, "`taken/inside` cannot be written" in refused.stderr) == (4, True)
    assert kasen("runs", "list").stdout == ""
    monkeypatch.setenv("KASEN_REPORTS", "taken/inside")
    shown = kasen("echo", "one two")
    assert shown.exit_code == 4
    assert "kasen runs export" in shown.stderr
    assert " done " in kasen("runs", "list").stdout


def test_settings_give_what_flags_do_not(kasen: Any) -> None:
    Path("kasen.toml").write_text('lang = "ja"\n', encoding="utf-8")
    done = kasen("echo", "hello", "--json")
    assert json.loads(done.stdout.splitlines()[0])["lang"] == "ja"
    assert load_settings().lang == "ja"


def test_a_spent_budget_ends_in_the_result_and_code_5(kasen: Any, manual_folder: Path) -> None:
    done = kasen("echo", "one two", "--preset", "manual", "--budget-calls", "0")
    assert done.exit_code == 5
    assert Path(done.stdout.strip()).read_text(encoding="utf-8") == "one two"
    assert "--budget-calls N" in done.stderr
    assert not list(manual_folder.rglob("*.prompt.md"))


@pytest.fixture
def folders() -> dict[str, Path]:
    """Folders of documents, good and bad."""
    made = {name: Path(name) for name in ("tea", "empty", "broken")}
    for path in made.values():
        path.mkdir()
    text = "宇治は京都の南にある茶の産地である。宇治の茶園は霧に守られる。\n"
    (made["tea"] / "uji.md").write_text(f"# 宇治茶\n\n{text}", encoding="utf-8")
    (made["broken"] / "scan.pdf").write_bytes(b"%PDF-1.4 broken")
    (made["broken"] / "photo.bin").write_bytes(bytes(range(256)) * 20)
    return made


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["research", "", "--docs", "tea"], "question"),
        (["research", "  \n ", "--docs", "tea"], "question"),
        (["research", "茶\x00", "--docs", "tea"], "U+0000"),
        (["research", "茶" * 100_000, "--docs", "tea"], "at most"),
        (["research", "茶とは", "--docs", "missing"], "missing"),
        (["research", "茶とは", "--docs", "empty"], "empty"),
        (["research", "茶とは", "--docs", "broken"], "scan.pdf"),
    ],
)
def test_a_question_or_folder_that_cannot_be_used_is_one_sentence(
    kasen: Any, folders: dict[str, Path], args: list[str], said: str
) -> None:
    shown = kasen(*args)
    assert (shown.exit_code, shown.stdout) == (4, ""), shown.stderr
    last = [line for line in shown.stderr.splitlines() if line.startswith("kasen: ")]
    assert len(last) == 1
    assert said in last[0]
    assert "Traceback" not in shown.stderr


def test_a_knowledge_base_that_does_not_exist_is_named(kasen: Any) -> None:
    shown = kasen("research", "茶とは", "--kb", "nowhere")
    assert shown.exit_code == 2
    assert "nowhere" in shown.stderr


def test_one_unreadable_file_among_good_ones_is_said_in_the_report(kasen: Any, folders: dict[str, Path]) -> None:
    (folders["tea"] / "scan.pdf").write_bytes(b"%PDF-1.4 broken")
    shown = kasen("research", "宇治はどこにあるか", "--docs", "tea", "--print")
    assert shown.exit_code == 0, shown.stderr
    assert "宇治は京都の南にある茶の産地である。[^1]" in shown.stdout
    assert "scan.pdf" in shown.stdout.partition("## Not covered")[2]


def test_no_documents_at_all_is_said(kasen: Any) -> None:
    shown = kasen("research", "宇治はどこにあるか")
    assert shown.exit_code in (0, 4)
    assert "Traceback" not in shown.stderr
    assert shown.exit_code == 4 or "見つかりませんでした" in Path(shown.stdout.splitlines()[0]).read_text(
        encoding="utf-8"
    )


def test_models_are_set_for_a_role_a_tier_or_the_whole_run(kasen: Any) -> None:
    for flag in ("writer=scripted:s.json", "echo.writer=scripted:s.json"):
        Path("s.json").write_text('{"writer": [{"text": "one two"}]}', encoding="utf-8")
        done = kasen("echo", "one two", "--model", flag)
        assert done.exit_code == 0, done.stderr
        assert "writer by scripted:s.json" in done.stderr
        assert "planner by rule" in done.stderr
    Path("s.json").write_text(
        '{"planner": [{"parts": ["one two"]}], "worker": [{"text": "one two"}], "writer": [{"text": "one two"}]}',
        encoding="utf-8",
    )
    done = kasen("echo", "one two", "--model", "scripted:s.json")
    assert done.exit_code == 0, done.stderr
    assert "by rule" not in done.stderr


def test_answers_of_earlier_runs_are_taken_only_on_request(kasen: Any) -> None:
    Path("s.json").write_text('{"writer": [{"text": "one two"}]}', encoding="utf-8")
    flags = ("--model", "writer=scripted:s.json")
    assert "writer by scripted" in kasen("echo", "one two", *flags).stderr
    again = kasen("echo", "one two", *flags, "--reuse-answers")
    assert again.exit_code == 0, again.stderr
    shown = kasen("runs", "show", kasen("runs", "list").stdout.split()[0]).stdout
    assert "1 answer was taken from earlier runs" in shown


def test_what_a_run_may_cost_is_said_before_it_on_a_terminal_only(
    kasen: Any, terminal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = ("one two", "--model", "openai:gpt-6.1-terra", "--budget-calls", "0")
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")
    screen = terminal("echo", *flags)
    screen.exit_code()
    assert "expected: 3-7 calls · " in screen.text
    assert "expected" not in kasen("echo", *flags).stderr


def test_a_follow_up_takes_documents_and_mode_of_the_run_it_goes_on_from(kasen: Any, folders: dict[str, Path]) -> None:
    first = kasen("research", "宇治はどこにあるか", "--docs", "tea", "--mode", "quick", "--length", "short")
    assert first.exit_code == 0, first.stderr
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    second = kasen("research", "茶園は？", "--continue", run[:12], "--json")
    assert second.exit_code == 0, second.stderr
    started = json.loads(second.stdout.splitlines()[0])
    assert (started["mode"], started["lang"], started["why"]) == ("quick", "ja", f"{run} の続き")
    rows = [json.loads(line) for line in kasen("runs", "list", "--json").stdout.splitlines()]
    assert rows[0]["options"]["continues"] == run
    shown = kasen("research", "茶園は？", "--continue", run, "--length", "long")
    assert f"quick（{run} の続き）" in shown.stderr


def test_a_run_that_cannot_be_gone_on_from_is_one_sentence(kasen: Any) -> None:
    kasen("echo", "one two")
    run = json.loads(kasen("runs", "list", "--json").stdout)["id"]
    for args, said in (((run,), "stays within its team"), (("NOPE",), "there is no run `NOPE`")):
        shown = kasen("research", "why", "--continue", *args)
        assert (shown.exit_code, said in shown.stderr) == (2, True), shown.stderr


def test_pauses_before_nodes_that_are_not_there_are_refused_with_those_that_are(kasen: Any) -> None:
    shown = kasen("echo", "one two", "--interrupt-before", "planner,boss")
    assert shown.exit_code == 2
    assert "no node `boss` to pause before; it has: planner, worker, approve, writer, gate" in shown.stderr
