"""What reads settings, messages, workflows, lists and keys: files that others may have put there."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path

from kasen.errors import ConfigurationError, InputError
from kasen.runtime.batch_file import read_batch
from kasen.server.sessions import SESSIONS, Sessions
from kasen.server.tokens import TOKENS, Tokens
from kasen.settings.files import read_dotenv, read_toml
from kasen.settings.listening import hashes_by_name
from kasen.settings.load import load_settings
from kasen.teams.code.config.agents import agents_of
from kasen.teams.code.config.gates import gates_of
from kasen.teams.code.config.lined import Lined
from kasen.teams.code.config.lined import read as read_lined
from kasen.teams.code.config.workflow import workflow_of
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.messages import TaskResult
from kasen.teams.code.programs.claude_code import ClaudeCode
from kasen.teams.code.programs.codex import Codex
from kasen.teams.code.programs.team import KasenTeam
from kasen.teams.code.programs.turn import Turn
from kasen.teams.code.watchdog.pulse import Pulse
from kasen.teams.code.worker.answered import Answered
from kasen.teams.code.worker.sessions import Sessions as Turns
from kasen.teams.code.worker.spec import Beat
from kasen.teams.echo.team import TEAM as ECHO
from kasen.teams.resume.confirmed import confirmed_facts
from kasen.teams.resume.following import read_decisions
from kasen.teams.resume.portfolio import read_portfolio
from kasen.teams.resume.schemas.request import Request
from security.fuzzing import Reader
from security.readers_of_documents import MARKDOWN, put
from teams.code.config.written import text_of
from teams.code.mailbox.post import AGENT, mailbox, result, work

TOML = """preset = "rules"
search = "none"
budget_usd = 1.5
reports = "out"

[mcp.web]
command = ["python", "-m", "server"]
env = {KEY = "x"}

[models]
planner = "openai:gpt-5"
"""
DOTENV = (
    "KASEN_PRESET=rules\nexport OPENAI_API_KEY='sk-test'\nGOOGLE_API_KEY=${HOME}\n# a note\nKASEN_SEARCH=\"none\"\n"
)
HASH = "0" * 64
TOKENS_FILE = f'ken = "sha256:{HASH}"\nmio = "sha256:{HASH}"\n'
SESSIONS_FILE = json.dumps({HASH: {"owner": "ken", "token": HASH, "ends": 9e9}})
FACTS = "facts:\n  - チームは12名だった。\n  - fact: Cut the closing by two days.\n    line: 4\n  - 2026-01-02\n"
DECISIONS = "accept: [E1, E4]\nedited:\n  E4: 別の言い方\n"
WORKS = (
    "items:\n  - title: Tea\n    description: A site\n    url: https://example.org\n"
    "    technologies: [Python, {name: Go}]\n  - name: 茶園\n    repositoryTopics: [{name: tea}]\n"
)
GITHUB = '[{"name": "tea", "description": "x", "url": "https://example.org", "languages": [{"node": {"name": "Go"}}]}]'
README = (
    "---\ntitle: Tea\nurl: https://example.org\n---\n# Tea\n\n[![x](a)](b) A tool that brews tea by the book.\n\n"
    "```\nx\n```\n"
)
BATCH = "- お茶とは\n- text: tea\n-\n  text: |\n    two\n    lines\n"
BATCH_LINES = '# all\nお茶とは\n{"text": "tea"}\n'
SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"enum": ["PASS", "FAIL"]}, "summary": {"type": "string"}},
    "required": ["verdict"],
}
ANSWER = 'It is good.\n\n```json\n{"verdict": "PASS", "summary": "良い"}\n```\n'
CLAUDE = (
    {"type": "system", "subtype": "init", "session_id": "s1"},
    {"type": "system", "subtype": "api_retry", "error_status": 429, "retry_delay_ms": 900000, "error": "rate_limit"},
    {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": 1790000000}},
    {
        "type": "assistant",
        "message": {
            "content": [
                {"type": "text", "text": "hm"},
                {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}},
            ]
        },
    },
    {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t"}]}},
    {
        "type": "result",
        "subtype": "success",
        "result": ANSWER,
        "structured_output": {"verdict": "PASS"},
        "session_id": "s1",
        "total_cost_usd": 0.1,
        "permission_denials": [{"tool_name": "Bash"}],
        "modelUsage": {"m": {"inputTokens": 1, "outputTokens": 2}},
    },
)
CODEX = (
    {"type": "thread.started", "thread_id": "s1"},
    {"type": "item.started", "item": {"type": "command_execution", "id": "i", "command": "ls"}},
    {"type": "item.completed", "item": {"type": "agent_message", "id": "i", "text": ANSWER}},
    {"type": "error", "message": "You've hit your usage limit. Try again in 2 days 14 minutes."},
    {"type": "turn.completed", "usage": {"input_tokens": 3, "output_tokens": 4}},
    {"type": "turn.failed", "error": {"message": "usage limit: try again at 2:16 PM"}},
)
KASEN = (
    {"type": "run_started", "run_id": "01J"},
    {"type": "node_started", "task": "1", "node": "planner"},
    {"type": "model_call", "input_tokens": 3, "output_tokens": 4, "usd": 0.01},
    {"type": "text", "final": True, "text": "done"},
    {"type": "run_finished", "summary": "done"},
)


def lines(events: tuple[object, ...]) -> bytes:
    """JSON lines."""
    return b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in events)


def file(name: str, read: Callable[[Path], object], *seeds: str, may: tuple[type[BaseException], ...] = ()) -> Reader:
    """What reads a file of that name."""
    return Reader(read=lambda data, place: read(put(place, name, data)), seeds=[one.encode() for one in seeds], may=may)


def _box(data: bytes, place: Path) -> None:
    """A message that an agent puts into its outbox."""
    post = mailbox(place)
    box = post.outbox(AGENT)
    (box / "01J00000000000000000000000.json").write_bytes(data)
    for one in list(waiting(box)):
        if isinstance(one, Received):
            one.settle()
    assert list(waiting(box)) == []


def _given(data: bytes, place: Path) -> None:
    kept = Answered(place / "results", place)
    name = kept._path("T1", 1).name
    put(place / "results", name, data)
    assert kept.given("T1", 1) is None or isinstance(kept.given("T1", 1), TaskResult)


def _pulse(path: Path) -> None:
    pulse = Pulse(path, AGENT, step_s=1.0)
    pulse.look(0.0)
    assert pulse.beat is None or pulse.beat.agent == AGENT


@cache
def _good(name: str) -> Lined:
    return Lined(name, text_of(name, "pair"))


def _part(which: str) -> Reader:
    def read(data: bytes, place: Path) -> None:
        found = {name: _good(name) for name in ("workflow.yaml", "agents.yaml", "gates.yaml") if name != which}
        found[which] = read_lined(place / which, data)
        workflow = workflow_of(found["workflow.yaml"])
        agents_of(found["agents.yaml"], workflow)
        gates_of(found["gates.yaml"], workflow)

    return Reader(read=read, seeds=[text_of(which, "pair").encode()], may=(ConfigurationError,))


def _said(make: Callable[[Path], ClaudeCode | Codex | KasenTeam], events: tuple[object, ...]) -> Reader:
    """What the program of an agent prints."""

    def read(data: bytes, place: Path) -> None:
        program = make(place)
        program.command(Turn(prompt="go", folder=place, schema=SCHEMA))
        for line in data.split(b"\n"):
            for told in program.read(line):
                told.text.encode()
        for code in (0, 1, -9):
            ended = program.ended(code)
            json.dumps([ended.answer, ended.words, ended.why, ended.until, ended.session]).encode()

    return Reader(read=read, seeds=[lines(events)])


def _tokens(path: Path) -> None:
    path.chmod(0o600)
    Tokens(path.parent).hashes()


def _settings(data: bytes, place: Path) -> None:
    put(place, "kasen.toml", data)
    with chdir(place):
        load_settings()


FILES = {
    "kasen.toml": file("kasen.toml", lambda path: read_toml(path, folder=True), TOML, may=(ConfigurationError,)),
    "kasen.toml as settings": Reader(read=_settings, seeds=[TOML.encode()], may=(ConfigurationError,)),
    ".env": file(".env", read_dotenv, DOTENV, may=(ConfigurationError,)),
    "tokens.toml": file(TOKENS, _tokens, TOKENS_FILE, may=(ConfigurationError,)),
    "sessions.json": file(SESSIONS, lambda path: Sessions(path.parent, Tokens(path.parent)).owner("x"), SESSIONS_FILE),
    "KASEN_TOKENS": Reader(
        read=lambda data, _: hashes_by_name(data.decode("utf-8", "replace")),
        seeds=[f"ken:{HASH},mio:sha256:{HASH}".encode()],
        may=(ValueError,),
    ),
    "facts": file(
        "facts.yaml",
        lambda path: confirmed_facts(Request(resume=str(path.with_name("cv.qmd")), facts=path)),
        FACTS,
        may=(InputError,),
    ),
    "decisions": file("decided.yaml", read_decisions, DECISIONS, may=(InputError,)),
    "portfolio .yaml": file("items.yaml", lambda path: read_portfolio(str(path)), WORKS, may=(InputError,)),
    "portfolio .json": file("items.json", lambda path: read_portfolio(str(path)), GITHUB, may=(InputError,)),
    "portfolio .md": file("tea.md", lambda path: read_portfolio(str(path)), README, MARKDOWN, may=(InputError,)),
    "batch .yaml": file("b.yaml", lambda path: read_batch(path, ECHO, {}), BATCH, may=(InputError,)),
    "batch lines": file("b.txt", lambda path: read_batch(path, ECHO, {}), BATCH_LINES, may=(InputError,)),
    "message of an agent": Reader(read=_box, seeds=[one.model_dump_json().encode() for one in (result(), work())]),
    "kept result": Reader(read=_given, seeds=[result().model_dump_json().encode()]),
    "sessions of an agent": file(
        "sessions.json",
        lambda path: Turns(path).begin("T1", 1),
        '{"tasks": {"T1": {"token": 1, "begun": 1, "session": "s"}}, "counters": {"s": {"input_tokens": 1}}}',
    ),
    "heartbeat": file(AGENT, _pulse, Beat(agent=AGENT, pid=1, started=1).model_dump_json()),
    "workflow.yaml": _part("workflow.yaml"),
    "agents.yaml": _part("agents.yaml"),
    "gates.yaml": _part("gates.yaml"),
    "lines of Claude Code": _said(lambda _: ClaudeCode(clock=lambda: 0.0), CLAUDE),
    "lines of Codex": _said(lambda place: Codex(place, clock=lambda: 0.0), CODEX),
    "lines of a team": _said(lambda place: KasenTeam("research", place), KASEN),
}
"""Readers by name."""
EVENTS = {"lines of Claude Code": CLAUDE, "lines of Codex": CODEX, "lines of a team": KASEN}
"""Those of them that read JSON lines."""
