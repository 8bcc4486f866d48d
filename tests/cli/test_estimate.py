from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasen.cli.estimate import as_json, lines, one_line
from kasen.models.access import Access
from kasen.runtime.answering import Chosen
from kasen.runtime.estimate import estimate
from kasen.team import load

RESEARCH = load("research")
KEYED = Access(google_api_key="test-key", openai_api_key="test-key")
HYBRID = Chosen("hybrid", "two keys", {})


def expected(models: dict[str, list[str]] | None = None, access: Access = KEYED) -> Any:
    return estimate(RESEARCH, "quick", "hybrid", models or {}, access)


def test_each_role_and_the_total_have_a_line() -> None:
    shown = list(lines(expected(), HYBRID))
    assert shown[0] == "preset hybrid: two keys"
    heads = [line.split()[0] for line in shown if line]
    for role in ("planner", "analyzer", "synthesizer", "total"):
        assert role in heads
    total = next(line for line in shown if line.startswith("total"))
    assert "$0.0" in total
    assert "k" in total
    assert max(map(len, shown)) <= 80


def test_rules_are_said_in_one_sentence() -> None:
    assert list(lines(expected(access=Access()), HYBRID))[-1] == "Every role is answered by its rule: 0 calls, $0."
    assert one_line(expected(access=Access())) == ""


def test_what_is_not_known_is_said() -> None:
    unknown = expected({"planner": ["google:gemini-3.0-flash"]})
    shown = "\n".join(lines(unknown, HYBRID))
    assert " unknown\n" in shown
    assert "+ unknown" in one_line(unknown)
    assert json.loads(as_json(unknown, HYBRID))["total"]["usd"] is None
    slow = expected({"basic": ["ollama:llama3:8b"]})
    assert "as long as the machine that runs the model needs" in one_line(slow)


def test_one_line_before_a_run_names_calls_tokens_money_and_time() -> None:
    parts = one_line(expected()).split(" · ")
    assert parts[0] == "expected: 4-15 calls"
    assert parts[1].endswith("tokens")
    assert parts[2].startswith("$0.0")
    assert " to " in parts[3]


def test_the_flag_prints_the_estimate_and_runs_nothing(kasen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "test-key")
    shown = kasen("research", "Why?", "--estimate")
    assert shown.exit_code == 0, shown.stderr
    assert shown.stdout.startswith("preset gemini: GOOGLE_API_KEY is set\n")
    assert "Nothing was asked." in shown.stdout
    assert not Path("reports").exists()
    assert kasen("runs", "list", "--json").stdout == ""


def test_the_estimate_follows_the_flags_and_can_be_read_by_programs(
    kasen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "test-key")
    content = json.loads(
        kasen("research", "Why?", "--estimate", "--json", "--model", "planner=google:gemini-3.8-flash").stdout
    )
    roles = {role["role"]: role for role in content["roles"]}
    assert roles["planner"]["model"] == "google:gemini-3.8-flash"
    assert roles["planner"]["usd"]["low"] < roles["planner"]["usd"]["high"]
    assert content["total"]["calls"] == {"low": 4, "high": 15}


def test_the_flag_says_what_cannot_be_meant(kasen: Any) -> None:
    for args, said in (
        (["--mode", "slow"], "no mode `slow`"),
        (["--model", "planer=openai:x"], "Did you mean `planner`?"),
        (["--preset", "gemini", "--model", "openai:x"], "both want every role"),
    ):
        shown = kasen("research", "Why?", "--estimate", *args)
        assert shown.exit_code == 2
        assert said in shown.stderr
