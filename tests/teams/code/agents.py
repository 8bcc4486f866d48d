"""Agents by script: what they do is written down before, and what they were asked can be read after.

    script = Script(tmp_path / "script")
    script.rule(agent="coder-1", times=1, edits={"a.py": "x = 1\n"}, answer={"summary": "wrote it"})
    script.rule(asks="review", times=1, answer={"verdict": "FAIL", "blocking": [{"file": "a.py", "issue": "bad"}]})
    config = scripted(default("pair"), script, lease_seconds=5)

The first rule that fits a turn is taken: `agent` and `asks` (result, review, plan, ruling) or empty for any, `match`
words that stand in the prompt, `times` how often it may be taken (0: always; a turn that dies has used it). Where none
fits, the agent does nothing and is content: a review passes.

What a rule does, in this order: `words` prints lines; `child` starts a process that outlives it, for so many seconds;
`waits_for` waits until a file of that name is in the folder of the script (`script.open(name)`); `edits` writes files
(None deletes); `deletes_all` deletes what lies in the work tree; `commits` commits with those words; `prints` prints so
many bytes, `line` so many in one line; `holds` waits as `waits_for` does; `stalls` is silent for so many seconds;
`signal` ends itself by it; then `says` prints these words in place of an answer, or `answer` is given in the schema
that was asked for, what is missing filled in; `exit` is the exit code, without an answer unless one is given.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Literal

import yaml

from kasen.settings.trust import allow, sha256
from kasen.teams.code.config.agents import Agent, Agents
from kasen.teams.code.config.loading import Config, default, named_in
from teams.code.git.made import made

Asks = Literal["", "result", "review", "plan", "ruling"]
PROGRAM = Path(__file__).with_name("scripted_agent.py")


class Script:
    """What agents do and did."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        written = folder / "rules.json"
        self._rules: list[dict[str, Any]] = json.loads(written.read_text("utf-8")) if written.exists() else []
        self._write()

    def rule(self, *, agent: str = "", asks: Asks = "", match: str = "", times: int = 0, **does: Any) -> Script:
        """Add a rule; earlier ones come first."""
        self._rules.append({"agent": agent, "asks": asks, "match": match, "times": times, "does": does})
        self._write()
        return self

    def open(self, name: str) -> None:
        """Let those go on that wait for it."""
        (self.folder / name).touch()

    def command(self, agent: str) -> tuple[str, ...]:
        """How the agent is started."""
        return (sys.executable, "-S", "-E", str(PROGRAM), str(self.folder), agent)

    def calls(self, agent: str = "") -> list[dict[str, Any]]:
        """Turns that were begun: agent, asks, rule, prompt, policy, schema, session, writes, pid, folder, env."""
        return [call for call in self._lines("calls.jsonl") if agent in ("", call["agent"])]

    def ends(self) -> list[dict[str, Any]]:
        """Turns that were ended by the agent itself: agent, rule, pid."""
        return self._lines("ends.jsonl")

    def children(self) -> list[int]:
        """Processes that were left behind."""
        return [int(line["pid"]) for line in self._lines("children.jsonl")]

    def _write(self) -> None:
        part = self.folder / ".rules.json"
        part.write_text(json.dumps(self._rules), encoding="utf-8")
        part.replace(self.folder / "rules.json")

    def _lines(self, name: str) -> list[dict[str, Any]]:
        try:
            text = (self.folder / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in text.splitlines()]


def scripted(config: Config, script: Script, played: Collection[str] | None = None, **limits: Any) -> Config:
    """The same workflow with its agents, or those of `played`, played by the script; `limits`: of `workflow.Limits`."""
    agents = tuple(
        _played(agent, script) if played is None or agent.id in played else agent for agent in config.agents.agents
    )
    wanted = config.workflow.limits.model_copy(update=limits)
    return Config(
        workflow=config.workflow.model_copy(update={"limits": wanted}),
        agents=Agents(agents=agents),
        gates=config.gates,
        policies=config.policies,
    )


def _played(agent: Agent, script: Script) -> Agent:
    return agent.model_copy(update={"type": "command", "command": script.command(agent.id), "web": False})


def workflow_folder(
    folder: Path,
    script: Script,
    preset: str | Config = "pair",
    *,
    played: Collection[str] | None = None,
    limits: Mapping[str, Any] | None = None,
    gates: Mapping[str, Any] | None = None,
    transitions: Mapping[str, Mapping[str, Any]] | None = None,
) -> Path:
    """A folder with the files of such a workflow, trusted; its `workflow.yaml`.

    All of its agents are played, or those of `played`. `gates` replaces parts of gates.yaml; `transitions` changes
    those that lead to a phase: `{"completed": {"approve": True}}`.
    """
    config = default(preset) if isinstance(preset, str) else preset
    config = scripted(config, script, played, **(limits or {}))
    workflow = config.workflow.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for one in workflow["transitions"]:
        one.update((transitions or {}).get(one["to"], {}))
    agents = config.agents.model_dump(mode="json", exclude_defaults=True)
    files: dict[str, Any] = {
        "workflow.yaml": workflow,
        "agents.yaml": agents,
        "gates.yaml": {**config.gates.model_dump(mode="json", exclude_defaults=True), **(gates or {})},
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), encoding="utf-8")
    for agent in config.agents.agents:
        path = folder / agent.policy
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(config.policies[agent.id], encoding="utf-8")
    names = list(named_in(folder))
    allow(folder, {name: sha256((folder / name).read_bytes()) for name in names})
    return folder / "workflow.yaml"


def project(folder: Path) -> Path:
    """A small repository with something to build on."""
    return made(
        folder,
        **{
            "src/backend/price.py": "def price(net: float) -> float:\n    return net\n",
            "src/frontend/page.js": "export const title = '茶'\n",
            "docs/index.md": "# 茶の店\n",
            "tests/test_price.py": "",
        },
    )
