"""The AI SDK's own clients, from 6.0.0 to 7, against a real server: what they show is what the server keeps."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.node.harness import DELTAS, clients, live, many_deltas, play

CORE = [
    *("talk", "asks", "named", "follows", "approved", "declined", "edited", "reloaded", "resumed", "left", "stopped"),
    *("fails", "refused", "many", "regenerated", "rewritten", "replaced", "raw"),
]
TEAMS = ["research", "resume", "slides"]
Found = dict[str, Any]


@pytest.fixture(scope="module")
def folder() -> Path:
    found = clients()
    if isinstance(found, str):
        pytest.skip(f"the npm clients cannot be installed: {found}")
    return found


async def played(folder: Path, home: Path, version: str, cases: list[str]) -> Found:
    """What came of the cases; none of them broke."""
    async with live(home) as (deps, url), asyncio.TaskGroup() as group:
        if "many" in cases:
            group.create_task(many_deltas(deps, f"many-{version}"))
        found = await play(folder, url, version, cases)
    assert {name: one["broke"] for name, one in found.items() if "broke" in one} == {}
    assert sorted(found) == sorted(cases)
    return found


@pytest.mark.parametrize("version", ["6", "7"])
async def test_the_latest_clients_read_every_case(folder: Path, tmp_path: Path, version: str) -> None:
    check_core(await played(folder, tmp_path / "home", version, CORE))


@pytest.mark.slow
@pytest.mark.parametrize("version", ["6.0.0", "6.0.116"])
async def test_earlier_clients_read_every_case(folder: Path, tmp_path: Path, version: str) -> None:
    check_core(await played(folder, tmp_path / "home", version, CORE))


@pytest.mark.parametrize(
    ("version", "cases"),
    [
        ("6", TEAMS),
        *(pytest.param(version, TEAMS, marks=pytest.mark.slow) for version in ("6.0.0", "6.0.116", "7")),
    ],
)
async def test_each_team_answers_by_rules_in_a_conversation(
    folder: Path, tmp_path: Path, version: str, cases: list[str]
) -> None:
    found = await played(folder, tmp_path / "home", version, cases)
    for name in cases:
        one = found[name]
        assert (one["status"], one["errors"]) == ("ready", []), name
        same_as_kept(one)
        answer = one["messages"][-1]
        runs = [part["data"] for part in answer["parts"] if part["type"] == "data-run"]
        assert [(run["team"], run["status"]) for run in runs] == [("desk", "done"), (name, "done")]
        files = [part["url"] for part in answer["parts"] if part["type"] == "file"]
        assert files
        assert all(url.startswith(f"/api/runs/{runs[1]['run_id']}/artifacts/") for url in files)
        assert all(url in words(answer) for url in files)
        assert len(words(answer)) > 120
    assert "明恵上人" in words(found["research"]["messages"][-1])
    assert "ファイルを送ってください" in words(found["resume"]["messages"][1])


def check_core(found: Found) -> None:
    """Every case, as a reader of the code would tell it."""
    for name in ("talk", "asks", "named", "follows", "approved", "declined", "edited", "regenerated", "rewritten"):
        assert (found[name]["status"], found[name]["errors"], found[name]["active"]) == ("ready", [], False), name
        same_as_kept(found[name])
    assert "何を作りましょうか" in words(found["talk"]["messages"][1])
    assert "何についてのスライド" in words(found["asks"]["messages"][1])
    assert words(found["named"]["messages"][1]).startswith("the words that come back")
    assert [one["role"] for one in found["follows"]["messages"]] == ["user", "assistant"] * 2
    check_pauses(found)
    check_readers(found)
    check_ends(found)


def check_pauses(found: Found) -> None:
    """Approvals both ways: one message, whose call has its answer."""
    assert found["approved"]["paused"] == {"state": "approval-requested", "status": "ready", "active": False}
    for name, state in (
        ("approved", "output-available"),
        ("declined", "output-denied"),
        ("edited", "output-available"),
    ):
        assert [one["role"] for one in found[name]["messages"]] == ["user", "assistant"], name
        calls = [part for part in found[name]["messages"][1]["parts"] if part["type"] == "dynamic-tool"]
        assert [call["state"] for call in calls] == [state], name
    assert "承認を待つ言葉" in words(found["approved"]["messages"][1])
    assert call_of(found["edited"])["output"]["answer"] == {"go_on": True, "comment": "shorter"}
    assert "words that nobody wants" not in words(found["declined"]["messages"][1])
    assert found["reloaded"]["silent"] == "ready"
    assert "words over a reload" in words(found["reloaded"]["messages"][1])
    same_as_kept(found["reloaded"])


def check_readers(found: Found) -> None:
    """Resumed, left and read by several: everybody ends with the same one answer, and nothing stands there twice."""
    assert found["resumed"]["active"]
    assert [one["role"] for one in found["resumed"]["half"]] == ["user"]
    for one in found["resumed"]["all"]:
        assert (one["status"], one["errors"]) == ("ready", [])
        assert [message["role"] for message in one["messages"]] == ["user", "assistant"]
        assert words(one["messages"][1]).count("残りを書く言葉です") == 1
        same_as_kept(one)
    assert words(found["left"]["messages"][1]).count("before these words end") == 1
    assert (found["left"]["first"], found["left"]["status"]) == ("ready", "ready")
    many = found["many"]
    assert (many["status"], many["errors"]) == ("ready", [])
    said = [part["text"] for part in many["messages"][1]["parts"] if part["type"] == "text"]
    assert sum(text.count("語") for text in said) == DELTAS
    assert said[1].startswith("語1 語4 語7 ")
    same_as_kept(many)


def check_ends(found: Found) -> None:
    """Stopped, failed, refused, replaced: the client's state says so, and the chat goes on."""
    stopped = found["stopped"]
    assert [stopped[name]["stopped"] for name in ("wrong", "answer", "again")] == [False, True, False]
    halted = stopped["halted"]
    assert (halted["status"], halted["errors"]) == ("ready", [])
    assert {part["state"] for part in halted["messages"][1]["parts"] if part["type"] == "text"} == {"done"}
    same_as_kept(halted)
    assert (stopped["status"], len(stopped["messages"])) == ("ready", 4)
    assert "these words are stopped on the way" in words(stopped["messages"][3])
    fails = found["fails"]
    assert (fails["status"], len(fails["errors"])) == ("error", 1)
    assert "nothing to search" in fails["errors"][0]
    assert "nothing to search" in words(fails["messages"][1])
    same_as_kept(fails)
    assert found["refused"]["status"] == "error"
    assert "there is no team `nobody`" in found["refused"]["errors"][0]
    assert found["regenerated"]["messages"][1]["id"] != found["regenerated"]["before"]
    assert len(found["regenerated"]["messages"]) == 2
    assert [one["role"] for one in found["rewritten"]["messages"]] == ["user", "assistant"]
    assert words(found["rewritten"]["messages"][1]).startswith("the other wording")
    replaced = found["replaced"]
    assert (replaced["status"], replaced["first"]["status"]) == ("ready", "ready")
    assert words(replaced["messages"][-1]).startswith("the second tab is quicker")
    assert [one["role"] for one in replaced["kept"]] == ["user", "assistant"] * 2
    assert words(found["raw"]["messages"][0]).startswith("read without a hook")


def words(message: Found) -> str:
    return "\n".join(part["text"] for part in message["parts"] if part["type"] == "text")


def call_of(one: Found) -> Found:
    return next(part for part in one["messages"][1]["parts"] if part["type"] == "dynamic-tool")


def same_as_kept(one: Found) -> None:
    """The client's answers are those that the server keeps, part by part; only the client knows a reason."""
    mine = [plain(message) for message in one["messages"] if message["role"] == "assistant"]
    kept = [plain(message) for message in one["kept"] if message["role"] == "assistant"]
    assert mine == kept


def plain(message: Found) -> Found:
    parts = [
        {**part, "approval": {key: value for key, value in part["approval"].items() if key != "reason"}}
        if "approval" in part
        else part
        for part in message["parts"]
    ]
    return {"id": message["id"], "parts": parts}
