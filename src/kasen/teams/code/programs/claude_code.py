"""Claude Code without its screen: `claude -p --output-format stream-json` (tried with 2.1.330).

Facts that shaped it: stream-json needs `--verbose`; errors of the API come as `subtype: success` with `is_error`; an
answer in prose ends with 0 and without `structured_output`; denied tools end with 0; SIGINT ends with 0; a session
that was killed goes on with `--resume` under the same id; cost is counted over the whole session; a refused key is
tried again ten times, three minutes long, each told as `system/api_retry`; a used-up plan is told as
`rate_limit_event` with the second at which it is open again; some processes never end after their `result`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from kasen.teams.code.programs.answers import answer_in, fitting
from kasen.teams.code.programs.turn import Counters, Ended, Problem, Told, Turn

READS = "Read Glob Grep Bash(git diff:*) Bash(git log:*) Bash(git show:*) Bash(git status:*)"
WEB = "WebSearch WebFetch"
"""Of those that only look; `dontAsk` refuses them to the others (names as its help and its settings write them)."""
WRITES = "Read Glob Grep Edit Write NotebookEdit Bash"
_READS_RULES = '{"env": {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"}}'
OWN = ("--setting-sources", "user", "--strict-mcp-config", "--add-dir", ".", "--settings", _READS_RULES)
"""The person's settings hold. Hooks, servers, variables and helpers that a repository brings would be commands of
whoever wrote it, agents among them; without these settings its `CLAUDE.md` is read as that of a further folder."""
_BY_STATUS: dict[int, Problem] = {401: "refused", 403: "refused", 429: "limit", 529: "server"}
PATIENCE_S = 60.0
"""Seconds that it may wait by itself until it asks again; a longer limit is waited for without it."""
_BY_SUBTYPE: dict[str, Problem] = {
    "error_max_budget_usd": "spent",
    "error_max_structured_output_retries": "no_answer",
}


class ClaudeCode:
    """One turn."""

    VARIABLES = (
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_BASE_URL",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CONFIG_DIR",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    )
    """What it has to see of the environment beside the plain variables."""

    def __init__(self, program: str = "claude", clock: Callable[[], float] = time.time) -> None:
        self._program = program
        self._clock = clock
        self._schema: dict[str, Any] = {}
        self._session = ""
        self._words = ""
        self._result: dict[str, Any] | None = None
        self._lost: tuple[Problem, str] | None = None
        self._until = 0.0

    def command(self, turn: Turn) -> list[str]:
        """The program and its arguments; the prompt goes to its input, as arguments have a longest length."""
        self._schema, self._session = dict(turn.schema), turn.session
        tools = WRITES if turn.writes else f"{READS} {WEB}" if turn.web else READS
        mode = "acceptEdits" if turn.writes else "dontAsk"
        return [
            self._program,
            *("-p", "--output-format", "stream-json", "--verbose"),
            *("--permission-mode", mode, "--permission-prompts", "none", "--allowedTools", tools),
            *OWN,
            *("--json-schema", json.dumps(turn.schema)),
            *(("--append-system-prompt", turn.policy) if turn.policy else ()),
            *(("--resume", turn.session) if turn.session else ()),
            *(("--model", turn.model) if turn.model else ()),
            *(("--max-budget-usd", f"{turn.usd:.4f}") if turn.usd is not None else ()),
        ]

    def given(self, turn: Turn) -> bytes:
        """The prompt."""
        return turn.prompt.encode()

    def read(self, line: bytes) -> Iterator[Told]:
        """One event. What is none is let by."""
        try:
            event = orjson.loads(line)
        except orjson.JSONDecodeError:
            return
        if not isinstance(event, dict):
            return
        if event.get("type") == "system" and event.get("subtype") == "init":
            self._session = str(event.get("session_id") or self._session)
            yield Told(kind="session", id=self._session)
        elif event.get("type") == "system" and event.get("subtype") == "api_retry":
            yield from self._retried(event)
        elif event.get("type") == "rate_limit_event":
            self._limited(event.get("rate_limit_info"))
        elif event.get("type") == "result":
            self._result = event
            yield Told(kind="done")
        else:
            yield from self._parts(event)

    def ended(self, code: int) -> Ended:
        """How it ended."""
        if self._result is None:
            ended: Problem = "killed" if code < 0 else "failed"
            problem, why = self._lost or (ended, f"it ended with {code} and told no result")
            until = self._until if problem == "limit" else 0.0
            return Ended(problem=problem, why=why, words=self._words, until=until, session=self._session)
        told = self._result
        words = str(told.get("result") or self._words)
        answer = fitting(told.get("structured_output"), self._schema) or answer_in(words, self._schema)
        problem = self._problem(told, answer)
        if problem and problem != "refused" and self._until > self._clock():
            problem = "limit"
        return Ended(
            answer=None if problem else answer,
            words=words,
            problem=problem,
            why=self._why(told, problem, words),
            until=self._until if problem == "limit" else 0.0,
            session=str(told.get("session_id") or self._session),
            counters=_counted(told),
        )

    def _retried(self, event: dict[str, Any]) -> Iterator[Told]:
        """It asks again by itself. What will not get better by that is not waited for."""
        status, wait_s = event.get("error_status"), _number(event.get("retry_delay_ms")) / 1000
        problem = _BY_STATUS.get(status, "server") if isinstance(status, int) else "server"
        why = f"the vendor said {status or 'nothing'}: {event.get('error') or 'no reason'}"
        if problem == "limit" and wait_s > PATIENCE_S:
            self._until = self._clock() + wait_s
        elif problem != "refused":
            return
        self._lost = (problem, why)
        yield Told(kind="lost", text=why)

    def _limited(self, info: Any) -> None:
        """Told with each answer of a plan; it counts where the plan is used up. Older programs say milliseconds."""
        if isinstance(info, dict) and info.get("status") == "rejected":
            until = _number(info.get("resetsAt"))
            self._until = until / 1000 if until > 1e11 else until

    def _parts(self, event: dict[str, Any]) -> Iterator[Told]:
        message = event.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            kind = part.get("type") if isinstance(part, dict) else ""
            if kind == "text" and event.get("type") == "assistant" and part.get("text"):
                self._words = str(part["text"])
                yield Told(kind="words", text=self._words)
            elif kind == "tool_use":
                yield Told(kind="tool", id=str(part.get("id")), text=_tool(part))
            elif kind == "tool_result":
                yield Told(kind="tool_done", id=str(part.get("tool_use_id")))

    def _problem(self, told: dict[str, Any], answer: dict[str, Any] | None) -> Problem:
        status = told.get("api_error_status")
        if isinstance(status, int):
            return _BY_STATUS.get(status, "server" if status >= 500 else "failed")
        if told_of := _BY_SUBTYPE.get(str(told.get("subtype"))):
            return told_of
        if told.get("is_error"):
            return "failed"
        if answer is None:
            return "denied" if told.get("permission_denials") else "no_answer"
        return ""

    def _why(self, told: dict[str, Any], problem: Problem, words: str) -> str:
        if problem == "denied":
            listed = told["permission_denials"]
            denied = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
            names = dict.fromkeys(str(one.get("tool_name")) for one in denied)
            return f"it may not use: {', '.join(names)}"
        if problem == "no_answer":
            return "it answered without the result that was asked for"
        return words[:500] if problem else ""


def _tool(part: dict[str, Any]) -> str:
    given = part.get("input")
    given = given if isinstance(given, dict) else {}
    about = given.get("command") or given.get("file_path") or given.get("pattern") or ""
    return f"{part.get('name')} {about}".strip()[:200]


def _counted(told: dict[str, Any]) -> Counters:
    """All that was read by the model counts as input, cached or not."""
    models = told.get("modelUsage")
    usage = [one for one in models.values() if isinstance(one, dict)] if isinstance(models, dict) else []
    read = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
    cost = told.get("total_cost_usd")
    return Counters(
        input_tokens=sum(int(_number(one.get(name))) for one in usage for name in read),
        output_tokens=sum(int(_number(one.get("outputTokens"))) for one in usage),
        usd=float(cost) if isinstance(cost, int | float) else None,
    )


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
