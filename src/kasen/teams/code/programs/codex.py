"""Codex without its screen: `codex exec --json` (tried with 0.169.0).

Facts that shaped it: it waits for its input to end; an answer that does not fit `--output-schema` ends with 0; in a
work tree it can only commit when both git folders are writable; usage is counted over the whole thread; two processes
cannot go on in one thread; who trusts a repository trusts all of its work trees, and a work tree that is not trusted
has no `AGENTS.md`, so it is given with the prompt; commands that its sandbox refuses leave no event; a refused key is
tried again as often as its settings say, each time told as an `error`; a used-up plan is told in words, with the time
that it takes; `--search` is not for `exec`: there the setting `web_search` is: disabled, cached, indexed, live.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson

from kasen.teams.code.programs.answers import answer_in
from kasen.teams.code.programs.rules import rules_of
from kasen.teams.code.programs.turn import Counters, Ended, Problem, Told, Turn

_TOOLS = ("command_execution", "file_change", "mcp_tool_call", "web_search")
_SIGNS: tuple[tuple[str, Problem], ...] = (
    ("401", "refused"),
    ("403", "refused"),
    ("429", "limit"),
    ("usage limit", "limit"),
    ("rate limit", "limit"),
    ("stream disconnected", "server"),
    ("high demand", "server"),
    ("500", "server"),
    ("502", "server"),
    ("503", "server"),
    ("504", "server"),
)
"""Words, and statuses that stand alone: `250000 tokens` is none."""
_UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
_WAIT = re.compile(r"(\d+(?:\.\d+)?)\s*(d(?:ays?)?|h(?:ours?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?)\b")
_AT = re.compile(r"try again at (?:([a-z]{3})[a-z]* (\d{1,2})[a-z]*,? (\d{4}),? )?(\d{1,2}:\d{2} ?[ap]m)")
_MINUTE = timedelta(minutes=1)
_LATE_S = 600.0
"""Seconds after a minute of the clock in which it is not taken for tomorrow's: clocks differ."""
_RESETS = re.compile(r'"?resets_at"?\s*[:=]\s*(\d{9,11})')


class Codex:
    """One turn."""

    VARIABLES = ("CODEX_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL")
    """What it has to see of the environment beside the plain variables."""

    def __init__(self, scratch: Path, program: str = "codex", clock: Callable[[], float] = time.time) -> None:
        """`scratch` is a folder of this turn, for the schema."""
        self._program = program
        self._clock = clock
        self._scratch = scratch
        self._schema: Mapping[str, Any] = {}
        self._session = ""
        self._words = ""
        self._error = ""
        self._usage: Mapping[str, Any] = {}
        self._done = False

    def command(self, turn: Turn) -> list[str]:
        """The program and its arguments; the prompt goes to its input (`-`)."""
        self._schema, self._session = turn.schema, turn.session
        schema = self._scratch / "schema.json"
        schema.write_text(json.dumps(turn.schema), encoding="utf-8")
        writable = [str(path) for path in turn.shared] if turn.writes else []
        return [
            self._program,
            "exec",
            *("resume", turn.session) * bool(turn.session),
            *("--json", "--skip-git-repo-check", "--output-schema", str(schema)),
            *("-c", f'sandbox_mode="{"workspace-write" if turn.writes else "read-only"}"'),
            *("-c", f"projects={_untrusted(turn)}"),
            *("-c", f'web_search="{"live" if turn.web and not turn.writes else "disabled"}"'),
            *(("-c", f"sandbox_workspace_write.writable_roots={json.dumps(writable)}") if writable else ()),
            *(("-m", turn.model) if turn.model else ()),
            "-",
        ]

    def given(self, turn: Turn) -> bytes:
        """The policy and the rules of the repository, which have no place of their own here, and the prompt."""
        rules = "" if turn.session else rules_of(turn.folder)
        return "\n\n".join(filter(None, (turn.policy, rules, turn.prompt))).strip().encode()

    def read(self, line: bytes) -> Iterator[Told]:
        """One event. What is none is let by."""
        try:
            event = orjson.loads(line)
        except orjson.JSONDecodeError:
            return
        if not isinstance(event, dict):
            return
        kind = str(event.get("type"))
        if kind == "thread.started":
            self._session = str(event.get("thread_id") or self._session)
            yield Told(kind="session", id=self._session)
        elif kind.startswith("item.") and isinstance(event.get("item"), dict):
            yield from self._item(kind, event["item"])
        elif kind == "turn.completed":
            usage = event.get("usage")
            self._done, self._usage = True, usage if isinstance(usage, dict) else {}
            yield Told(kind="done")
        elif kind in ("turn.failed", "error"):
            said = event.get("error") or event
            self._error = str(said.get("message") if isinstance(said, dict) else said)
            if self._problem(1) == "refused":
                yield Told(kind="lost", text=self._error)
            elif kind == "turn.failed":
                yield Told(kind="done")

    def ended(self, code: int) -> Ended:
        """How it ended."""
        answer = answer_in(self._words, self._schema) if self._done else None
        problem: Problem = "" if answer is not None else self._problem(code)
        why = "it answered without the result that was asked for" if problem == "no_answer" else self._error[:500]
        return Ended(
            answer=answer,
            words=self._words,
            problem=problem,
            why=(why or f"it ended with {code} and told no result") if problem else "",
            until=_until(self._error, self._clock()) if problem == "limit" else 0.0,
            session=self._session,
            counters=Counters(
                input_tokens=_count(self._usage.get("input_tokens")),
                output_tokens=_count(self._usage.get("output_tokens")),
            ),
        )

    def _item(self, kind: str, item: Mapping[str, Any]) -> Iterator[Told]:
        what, id = item.get("type"), str(item.get("id"))
        if what == "agent_message" and item.get("text"):
            self._words = str(item["text"])
            yield Told(kind="words", text=self._words)
        elif what in _TOOLS:
            is_done = kind == "item.completed"
            about = item.get("command") or item.get("query") or ""
            yield Told(kind="tool_done" if is_done else "tool", id=id, text=f"{what} {about}".strip()[:200])

    def _problem(self, code: int) -> Problem:
        if self._done:
            return "no_answer"
        if code < 0 and not self._error:
            return "killed"
        said = self._error.casefold()
        return next((problem for sign, problem in _SIGNS if re.search(rf"\b{sign}\b", said)), "failed")


def _untrusted(turn: Turn) -> str:
    """Trust of a repository is the trust of all its work trees: hooks and servers in `.codex`, which agents write."""
    roots = dict.fromkeys([turn.folder, *(path.parent for path in turn.shared if path.name == ".git")])
    return "{" + ", ".join(f'{json.dumps(str(root))} = {{trust_level = "untrusted"}}' for root in roots) + "}"


def _until(said: str, now: float) -> float:
    """When a limit is over, from words like "try again in 2 days 14 minutes" or "at 2:16 PM"; 0 where none say it."""
    text = said.casefold()
    if found := _RESETS.search(text):
        return float(found[1])
    if found := _AT.search(text):
        with suppress(ValueError):  # no time of a clock
            return _at(found.groups(), now)
    _, is_said, rest = text.partition("try again in ")
    waits = [float(count) * _UNITS[unit[0]] for count, unit in _WAIT.findall(rest.split(". ")[0])]
    return now + sum(waits) if is_said and waits else 0.0


def _at(said: tuple[str | None, ...], now: float) -> float:
    """The end of a minute of the clock here, as its seconds are not told; where no day is said, of the next one.

    A minute that has just passed is that of today: who asks in the very minute is told it once more.
    """
    month, day, year, hour = said
    clock = datetime.strptime(str(hour).replace(" ", ""), "%I:%M%p")  # noqa: DTZ007 - it is local, as the words are
    if month:
        date = datetime.strptime(f"{month} {day} {year}", "%b %d %Y")  # noqa: DTZ007
        return (datetime.combine(date, clock.time()) + _MINUTE).timestamp()
    today = datetime.combine(datetime.fromtimestamp(now), clock.time()) + _MINUTE  # noqa: DTZ006
    return (today if today.timestamp() > now - _LATE_S else today + timedelta(days=1)).timestamp()


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0
