from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from cli.code.boards import RUN
from kasen.cli.code.event_lines import _LINES, JapaneseLines, japanese
from kasen.cli.lines import line
from kasen.runtime.events import Event

ADAPTER: TypeAdapter[Event] = TypeAdapter(Event)


def event(type: str, **fields: Any) -> Event:
    at = "2027-01-15T08:00:00.000+00:00"
    return ADAPTER.validate_python({"type": type, "run_id": RUN, "seq": 1, "attempt": 1, "at": at, **fields})


STARTED = {"team": "code", "mode": "workflow", "title": "茶", "lang": "ja", "preset": "none", "caps": {"usd": 2.0}}
TOLD: dict[str, tuple[dict[str, Any], str]] = {
    "run_started": (STARTED, f"code · workflow · 上限 2 usd · 1 回目の開始 · 実行 {RUN}"),
    "node_started": ({"node": "prepare"}, "準備：開始"),
    "node_finished": ({"node": "finish", "seconds": 1.25, "summary": "completed: kasen/1"}, "まとめ：終了（1.2 秒）"),
    "finding": (
        {"id": "F", "severity": "major", "text": "切り上げている", "place": "a.py:3", "state": "closed"},
        "直した指摘：重要：切り上げている（a.py:3）",
    ),
    "verdict": ({"reviewer": "reviewer-1", "verdict": "fail", "text": "税がない"}, "reviewer-1 不合格：税がない"),
    "approval_asked": (
        {"approval": "1-work", "question": "やり直しますか？\n失敗しました。", "answer_schema": {}},
        "`1-work` の回答待ち：やり直しますか？ 失敗しました。",
    ),
    "approval_given": ({"approval": "1-work", "answer": {}, "by": "person"}, "1-work に回答（person）"),
    "artifact": (
        {"name": "report.md", "version": 2, "media_type": "x", "size": 2545},
        "report.md 第 2 版、2,545 バイト",
    ),
    "warning": ({"text": "\x1b[2J茶"}, "注意：茶"),
    "budget": ({"cap": "usd", "spent": 1.5, "limit": 2.0}, "上限：2 usd のうち 1.5 を使いました"),
    "phase": ({"phase": "implementation", "state": "going_on", "round": 2}, "フェーズ「実装」（2 周目） 開始"),
    "agent": (
        {"agent": "coder-1", "state": "working", "task_id": "T1", "text": "税を足す", "restarts": 1},
        "coder-1 作業中、起動 2 回目 T1：税を足す",
    ),
    "task": (
        {"task_id": "T1", "title": "税", "state": "claimed", "agent": "coder-1", "attempts": 2, "text": "落ちた"},
        "タスク T1 税 作業中、2 回目（coder-1）：落ちた",
    ),
    "run_finished": (
        {"status": "not passed", "seconds": 6.7, "calls": 3, "usd": None},
        "不合格（6.7 秒、3 ターン、料金不明）",
    ),
    "run_failed": ({"error": "InputError", "message": "git がない"}, "失敗：git がない"),
}


@pytest.mark.parametrize("type", _LINES)
def test_each_event_is_a_line_in_japanese(type: str) -> None:
    fields, said = TOLD[type]
    told = event(type, **fields)
    assert japanese(told) == said
    assert re.search("[ぁ-んァ-ヶ一-龠]", said) or type == "run_started"


def test_what_this_team_does_not_emit_is_said_as_everywhere_and_what_means_nothing_is_left_out(capsys: Any) -> None:
    search = event("search", query="茶", where="web", found=3)
    assert japanese(search) == line(search)
    JapaneseLines().show(event("node_started", node="approve_plan"))
    assert capsys.readouterr().err == ""
