"""The events of a run of the team as plain lines in Japanese, where no terminal is; in English they are everybody's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from kasen.cli.code.said import said
from kasen.cli.code.words import JA
from kasen.cli.lines import STOPPED, line, money, only_passes
from kasen.cli.watch import Quiet
from kasen.prompts.outside import printable
from kasen.runtime.events import Event
from kasen.teams.code.phase_names import phase_name

_NODES = {"prepare": "準備", "orchestrate": "進行", "approve": "確認", "finish": "まとめ"}
_STATES = {
    "ready": "着手待ち",
    "claimed": "作業中",
    "done": "済み",
    "blocked": "判断待ち",
    "failed": "断念",
    "poisoned": "断念",
}


class JapaneseLines(Quiet):
    """One line per event on stderr."""

    def show(self, event: Event) -> None:
        """Print the line of the event, if it has one."""
        if text := japanese(event):
            print(text, file=sys.stderr, flush=True)


def japanese(event: Event) -> str:
    """One line without escapes; empty for what only machines care for, in English what this team does not emit."""
    made = _LINES.get(event.type)
    if made is None or only_passes(event):
        return line(event)
    text = " ".join(made(event).split())
    node = _NODES.get(event.node, event.node)
    return printable(f"{node}：{text}" if text and node else text)


def _started(event: Any) -> str:
    caps = [f"上限 {cap:g} {name}" for name, cap in event.caps.items()]
    return " · ".join([event.team, event.mode, *caps, f"{event.attempt} 回目の開始", f"実行 {event.run_id}"])


def _task(event: Any) -> str:
    by = f"（{event.agent}）" if event.agent else ""
    again = f"、{event.attempts} 回目" if event.attempts > 1 else ""
    return _with(f"タスク {event.task_id} {event.title} {_STATES.get(event.state, event.state)}{again}{by}", event.text)


def _agent(event: Any) -> str:
    again = f"、起動 {event.restarts + 1} 回目" if event.restarts else ""
    state = JA.get(f"state.{event.state}", event.state)
    return _with(f"{event.agent} {state}{again} {event.task_id}".rstrip(), event.text)


def _phase(event: Any) -> str:
    again = JA["again"].format(event.round) if event.round > 1 else ""
    return f"フェーズ「{phase_name(event.phase, 'ja')}」{again} {'完了' if event.state == 'done' else '開始'}"


def _finding(event: Any) -> str:
    place = f"（{event.place}）" if event.place else ""
    done = "直した指摘：" if event.state == "closed" else ""
    return f"{done}{JA[f'severity.{event.severity}']}：{event.text}{place}"


def _finished(event: Any) -> str:
    status = JA.get(f"status.{event.status}", event.status)
    cost = (
        f"、{event.calls:,} ターン、{JA['price_unknown'] if event.usd is None else money(event.usd)}"
        if event.calls
        else ""
    )
    return f"{status}（{event.seconds:.1f} 秒{cost}）"


def _with(words: str, text: str) -> str:
    return f"{words}：{text}" if text else words


_LINES: Mapping[str, Callable[[Any], str]] = {
    "run_started": _started,
    "node_started": lambda e: "開始",
    "node_finished": lambda e: f"終了（{e.seconds:.1f} 秒）",
    "finding": _finding,
    "verdict": lambda e: _with(f"{e.reviewer} {JA[f'verdict.{e.verdict.upper()}']}", e.text),
    "approval_asked": lambda e: f"`{e.approval}` の回答待ち：{e.question}",
    "approval_given": lambda e: said("ja", "answered_by", name=e.approval, by=e.by),
    "artifact": lambda e: f"{e.name} 第 {e.version} 版、{e.size:,} バイト",
    "warning": lambda e: f"注意：{e.text}",
    "budget": lambda e: said("ja", "budget", spent=e.spent, limit=e.limit, cap=e.cap),
    "phase": _phase,
    "agent": _agent,
    "task": _task,
    "run_finished": _finished,
    "run_failed": lambda e: f"{'中断' if e.error in STOPPED else '失敗'}：{e.message}",
}
