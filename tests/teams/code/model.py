"""A model by script, behind the real `claude` and `codex`: it edits, commits, reviews and answers as its rules say.

    async with serving() as fake:
        model = Model(fake)
        model.rule(agent="coder-1", times=1, edits={"a.py": "x = 1\\n"}, commits="Add a", answer={"summary": "a"})
        model.rule(asks="review", times=1, looks=True, answer={"verdict": "FAIL", "blocking": [{"file": "a.py", …}]})
        env = signed_in(fake, home)      # for programs that are started here; `sign_in(monkeypatch, …)` for a whole run

The first rule that fits a turn is taken, as in `agents.Script`; where none fits, the agent does nothing and is content.
In this order: `edits` writes files (None deletes), `commits` commits them, `looks` runs `git diff` of the change that
is to be reviewed, `runs` runs commands, each through the program's own tool; then `says` ends with these words in place
of an answer, or `answer` is given in the schema that was asked for, what is missing filled in. What the program sent
back of each tool is in `turns`. Faults are the fake's: `fake.fault(FAULTS["429"], "anthropic", contains="`coder-1`")`.

The model keeps nothing between two requests but which rule a turn took: what was done already it reads from the
conversation, as a program may be killed and its session resumed.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kasen.settings.environment import plain_environment
from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import Config
from kasen.testing.providers import Fake, Reply
from kasen.testing.providers.fake import Call
from teams.code.agents import Asks
from teams.code.programs.real import CLIS, environment, program
from teams.code.scripted_agent import about_findings, answer_of, asked, fitted

BEGINS = "You are the agent `"
KEY = "FAKE_KEY"
"""Variable with the key of the fake, which `codex` is told to use."""
_ROUTES = {"anthropic": "messages", "openai": "responses"}
_TURN = re.compile(r"^(?:You are the agent `|Your program was ended|Your last turn ended)", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Said:
    """A part of a conversation, whichever the wire format: `user` and `model` words, `call` of a tool, its `output`."""

    kind: str
    text: str


@dataclass(kw_only=True)
class ModelTurn:
    """A turn that was begun."""

    agent: str
    asks: str
    provider: str
    prompt: str
    rule: int
    """Its number; -1 where none fitted."""
    outputs: list[str] = field(default_factory=list)
    """What the program sent back of each tool."""


class Model:
    """What it does and did."""

    def __init__(self, fake: Fake) -> None:
        self.turns: list[ModelTurn] = []
        self._rules: list[dict[str, Any]] = []
        self._used: dict[int, int] = {}
        for provider in _ROUTES:
            fake.answer(self._say, provider, times=None)

    def rule(self, *, agent: str = "", asks: Asks = "", match: str = "", times: int = 0, **does: Any) -> Model:
        """Add a rule; earlier ones come first. `times` 0: always."""
        unknown = set(does) - {"edits", "commits", "looks", "runs", "says", "answer"}
        assert not unknown, f"the model does not know {unknown}"
        self._rules.append({"agent": agent, "asks": asks, "match": match, "times": times, "does": does})
        return self

    def of(self, agent: str) -> list[ModelTurn]:
        """The turns of an agent."""
        return [turn for turn in self.turns if turn.agent == agent]

    def _say(self, call: Call) -> Reply:
        if call.operation != _ROUTES.get(call.provider):
            return Reply(text="ok")
        conversation = list(_conversation(call))
        begun = [place for place, one in enumerate(conversation) if one.kind == "user" and _TURN.search(one.text)]
        schema = _schema(call)
        if not begun or schema is None:
            return Reply(text="ok")
        prompt, since = conversation[begun[-1]].text, conversation[begun[-1] + 1 :]
        whole = next(one.text for one in reversed(conversation) if one.kind == "user" and BEGINS in one.text)
        agent = whole.partition(BEGINS)[2].partition("`")[0]
        turn = self._turn(call.provider, agent, prompt, schema, is_new=all(one.kind == "user" for one in since))
        turn.outputs = [one.text for one in since if one.kind == "output"]
        does = self._rules[turn.rule]["does"] if turn.rule >= 0 else {}
        commands = list(_commands(does, prompt))
        made = sum(one.kind == "call" for one in since)
        if made < len(commands):
            return _tool(call, commands[made])
        if "says" in does:
            return Reply(text=does["says"])
        if made > len(commands):
            return Reply(text="done")  # the answer was taken through a tool
        answer = about_findings({"schema": schema, "prompt": whole}, answer_of(turn.asks, does))
        text = json.dumps(fitted(schema, schema, answer), ensure_ascii=False)
        return Reply(tool="StructuredOutput" if call.provider == "anthropic" else "", text=text)

    def _turn(self, provider: str, agent: str, prompt: str, schema: Mapping[str, Any], *, is_new: bool) -> ModelTurn:
        if not is_new:
            known = next((turn for turn in reversed(self.turns) if (turn.agent, turn.prompt) == (agent, prompt)), None)
            if known:
                return known
        asks = asked(dict(schema))
        turn = ModelTurn(
            agent=agent, asks=asks, provider=provider, prompt=prompt, rule=self._taken(agent, asks, prompt)
        )
        self.turns.append(turn)
        return turn

    def _taken(self, agent: str, asks: str, prompt: str) -> int:
        for number, rule in enumerate(self._rules):
            fits = rule["agent"] in ("", agent) and rule["asks"] in ("", asks) and rule["match"] in prompt
            used = self._used.get(number, 0)
            if fits and (not rule["times"] or used < rule["times"]):
                self._used[number] = used + 1
                return number
        return -1


def signed_in(fake: Fake, home: Path) -> dict[str, str]:
    """The whole environment of a program that asks the fake. Codex has its folder in a home that is not the temporary
    one's: it runs no commands otherwise."""
    scratch = home / "tmp"
    scratch.mkdir(parents=True, exist_ok=True)
    (home / ".gitconfig").write_text("[user]\nname = t\nemail = t@localhost\n", encoding="utf-8")
    path = f"{CLIS}:{plain_environment().get('PATH', '')}"
    return {**environment(fake, home), "TMPDIR": str(scratch), "PATH": path}


def sign_in(monkeypatch: pytest.MonkeyPatch, fake: Fake, home: Path) -> None:
    """The same for this process and all that it starts; skips the test where the programs are not installed."""
    for name in ("claude", "codex"):
        program(name)
    for name, value in signed_in(fake, home).items():
        monkeypatch.setenv(name, value)


def signed(config: Config) -> Config:
    """The same agents, who also see the fake's key."""
    agents = tuple(agent.model_copy(update={"env": (*agent.env, KEY)}) for agent in config.agents.agents)
    return Config(workflow=config.workflow, agents=Agents(agents=agents), gates=config.gates, policies=config.policies)


# --- what was asked ---------------------------------------------------------------------------------------------------


def _conversation(call: Call) -> Iterator[Said]:
    if call.provider == "openai":
        for item in call.body.get("input") or ():
            yield from _of_openai(item)
        return
    for message in call.body.get("messages") or ():
        content = message.get("content")
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content or ():
            yield from _of_anthropic(message["role"], part)


def _of_openai(item: Mapping[str, Any]) -> Iterator[Said]:
    kind = str(item.get("type"))
    if kind == "message":
        yield Said(kind="model" if item.get("role") == "assistant" else "user", text=_text(item.get("content")))
    elif kind.endswith("_call_output"):
        yield Said(kind="output", text=_text(item.get("output")))
    elif kind.endswith("_call"):
        yield Said(kind="call", text=str(item.get("arguments")))


def _of_anthropic(role: str, part: Mapping[str, Any]) -> Iterator[Said]:
    if part["type"] == "text" and role == "user":
        yield Said(kind="user", text=str(part["text"]))
    elif part["type"] == "text":
        yield Said(kind="model", text=str(part["text"]))
    elif part["type"] == "tool_use":
        yield Said(kind="call", text=json.dumps(part.get("input")))
    elif part["type"] == "tool_result":
        yield Said(kind="output", text=_text(part.get("content")))


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _schema(call: Call) -> dict[str, Any] | None:
    """Of the answer: Claude Code offers a tool for it, Codex asks for the form of the last words."""
    if call.provider == "openai":
        found = ((call.body.get("text") or {}).get("format") or {}).get("schema")
        return dict(found) if found else None
    tools = call.body.get("tools") or ()
    return next((dict(one["input_schema"]) for one in tools if one.get("name") == "StructuredOutput"), None)


# --- what is done -----------------------------------------------------------------------------------------------------


def _commands(does: Mapping[str, Any], prompt: str) -> Iterator[str]:
    for name, text in does.get("edits", {}).items():
        path = shlex.quote(name)
        folder = shlex.quote(str(Path(name).parent))
        yield f"rm -f {path}" if text is None else f"mkdir -p {folder} && printf %s {shlex.quote(text)} > {path}"
    if "commits" in does:
        yield f"git add --all && git commit -q -m {shlex.quote(does['commits'])}"
    if does.get("looks") and (change := re.search(r"`(git diff \S+ \S+)`", prompt)):
        yield change[1]
    yield from does.get("runs", ())


def _tool(call: Call, command: str) -> Reply:
    if call.provider == "openai":
        return Reply(tool="exec_command", text=json.dumps({"cmd": command}))
    return Reply(tool="Bash", text=json.dumps({"command": command, "description": "Does what the script says"}))
