from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.code.stored import place, stored
from cli.conftest import Invoke
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.messages import Order
from kasen.teams.code.place import Place


def made(home: Path, status: str) -> Place:
    return place(home, stored(home, status=status), "impl-1", "reviewer-1")


def sent(there: Place) -> list[tuple[str, str, str]]:
    found = [one.message for one in waiting(there.mailbox.inbox("orchestrator")) if isinstance(one, Received)]
    return [(one.verb, one.agent, one.words) for one in found if isinstance(one, Order)]


def test_what_is_said_reaches_the_orchestrator(kasen: Invoke, clean_environment: Path) -> None:
    there = made(clean_environment / "home", "running")
    assert kasen("code", "say", "impl-1", "日本語で", "答えて").exit_code == 0
    said = kasen("code", "pause", "--json")
    assert json.loads(said.stdout) == {"run": there.run_id, "order": "pause", "agent": "", "status": "interrupted"}
    assert kasen("code", "unpause", there.run_id, "impl-1").exit_code == 0
    assert kasen("code", "respawn", "impl-1").exit_code == 0
    assert kasen("code", "kill", there.run_id, "reviewer-1").exit_code == 0
    assert sent(there) == [
        ("say", "impl-1", "日本語で 答えて"),
        ("pause", "", ""),
        ("unpause", "impl-1", ""),
        ("respawn", "impl-1", ""),
        ("kill", "reviewer-1", ""),
    ]


def test_where_nobody_reads_it_now_the_next_step_is_said(kasen: Invoke, clean_environment: Path) -> None:
    there = made(clean_environment / "home", "paused")
    shown = kasen("code", "say", "impl-1", "x")
    assert f"once the run goes on: kasen code continue {there.run_id}" in shown.stderr
    assert sent(there) == [("say", "impl-1", "x")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("say", "impl-1"), "say which agent, and what"),
        (("say", "impl-1", " "), "say which agent, and what"),
        (("say", "impl", "x"), "did you mean `impl-1`?"),
        (("kill", "impl-1", "reviewer-1"), "more than one agent"),
        (("respawn", "01KB"), "no run `01KB`"),
    ],
)
def test_an_order_that_cannot_mean_anything_is_not_sent(
    kasen: Invoke, clean_environment: Path, line: tuple[str, ...], said: str
) -> None:
    there = made(clean_environment / "home", "running")
    shown = kasen("code", *line)
    assert (shown.exit_code, sent(there)) == (2, [])
    assert said in shown.stderr


def test_a_run_that_is_over_has_nobody_to_be_told(kasen: Invoke, clean_environment: Path) -> None:
    there = made(clean_environment / "home", "done")
    shown = kasen("code", "pause")
    assert "has no agents any more" in shown.stderr
    assert (shown.exit_code, sent(there)) == (2, [])
