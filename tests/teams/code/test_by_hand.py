"""Runs that were played by hand, once as a strong model would and once as a weak and careless one, played again.

`by_hand/` holds what each agent answered. The quick tests play it in this process; the slow ones with real shims, by
the program that it was played with (`kasen.testing.parked_agent`).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import Config, default
from kasen.teams.code.opening import writes
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.known import known
from kasen.teams.code.orchestrator.orchestrator import Orchestrator
from kasen.teams.code.orchestrator.outcome import Ended
from kasen.teams.code.programs.answers import answer_in, wrong_in
from kasen.teams.code.prompting import again_prompt, prompt_of, result_of, schema_of
from kasen.teams.code.worker.spec import Spec
from teams.code.agents import Script, project, workflow_folder
from teams.code.git.made import call, write
from teams.code.orchestrator.crews import Asked as Message
from teams.code.orchestrator.crews import Crew, Purse
from teams.code.orchestrator.desks import Events, desk_of
from teams.code.runs import QUICK, begin, events, running

PLAYED = Path(__file__).with_name("by_hand")
REQUIREMENT = (PLAYED / "requirement.ja.md").read_text(encoding="utf-8")


class ByHand:
    """Plays the answers of a folder as a shim would: one that is none is asked for once more."""

    def __init__(self, desk: Desk, kind: str) -> None:
        self.left = {path.name: json.loads(path.read_text("utf-8")) for path in sorted((PLAYED / kind).glob("*.json"))}
        self.prompts: list[tuple[str, str]] = []
        """Agent, and what it was shown."""
        self._desk = desk

    def __call__(self, agent: str, message: Message, tree: Path) -> Mapping[str, Any]:
        prompt = prompt_of(message, self._spec(agent, tree), self._text)
        problem = ""
        for _ in range(2):
            self.prompts.append((agent, prompt))
            said = self._next(agent, prompt)
            for name, text in said.get("files", {}).items():
                write(tree, name, text)
            words = said["says"] if "says" in said else json.dumps(said["answer"])
            answer = answer_in(words, schema_of(message))
            parts = result_of(message, answer, str(tree)) if answer is not None else {"problem": "no_answer"}
            if not parts.get("problem"):
                return parts
            problem = parts.get("reason") or wrong_in(words, schema_of(message))
            prompt = f"{prompt}\n\n{again_prompt(message, problem)}"
        return {"status": "failed", "problem": "no_answer", "reason": problem}

    def asked_again(self, agent: str) -> list[str]:
        """What each answer lacked that was asked for once more."""
        shown = [prompt for one, prompt in self.prompts if one == agent and "Do no more work" in prompt]
        return [prompt.rpartition('kind="problem"')[2].split("\n")[2] for prompt in shown]

    def _spec(self, agent: str, tree: Path) -> Spec:
        config = self._desk.config
        known = next(one for one in config.agents.agents if one.id == agent)
        told: dict[str, Any] = {"run_id": self._desk.place.run_id, "lang": self._desk.lang, "shared": (tree, tree)}
        told |= {"writes": writes(config, known), "limits": config.workflow.limits}
        return Spec(agent=known, folder=tree, policy=config.policies[agent], **told)

    def _text(self, path: str) -> str:
        return (self._desk.place.root / path).read_text(encoding="utf-8")

    def _next(self, agent: str, prompt: str) -> dict[str, Any]:
        for name, said in self.left.items():
            if said["agent"] == agent and said.get("match", "") in prompt:
                return dict(self.left.pop(name))
        raise AssertionError(f"nothing is left that {agent} could say to: {prompt[-3000:]}")


def from_the_plan_on() -> Config:
    """The five phases without research and requirements."""
    config = default("five-phase")
    kept = tuple(one for one in config.workflow.phases if one.id not in ("research", "requirements"))
    names = {one.id for one in kept}
    onward = tuple(one for one in config.workflow.transitions if one.from_ in names)
    agents = tuple(one for one in config.agents.agents if one.phase in names | {"persistent"})
    workflow = config.workflow.model_copy(update={"phases": kept, "transitions": onward})
    return replace(config, workflow=workflow, agents=Agents(agents=agents))


async def played(tmp_path: Path, config: Config, kind: str) -> tuple[Desk, ByHand]:
    """The whole run, in which nobody is asked anything."""
    desk = replace(await desk_of(tmp_path, config), requirement=REQUIREMENT)
    hand = ByHand(desk, kind)
    said = await Orchestrator(desk, Crew(desk, hand), Purse()).run({})
    assert isinstance(said, Ended)
    assert said.outcome == "completed"
    assert hand.left == {}
    return desk, hand


async def test_good_answers_come_to_work_that_does_what_was_asked(tmp_path: Path) -> None:
    desk, hand = await played(tmp_path, default("five-phase"), "good")
    assert [one.state for one in known(desk) if one.severity != "minor"] == ["closed"] * 4
    root = desk.repository.root
    call(root, "merge", "--quiet", desk.trees.branch)
    assert call(root, "diff", "--name-only", f"{desk.repository.head}..HEAD").split() == [
        "docs/index.md",
        "docs/total.md",
        "src/backend/order.py",
        "src/frontend/total.js",
        "tests/test_order.py",
    ]
    test = "import tests.test_order as t; [f() for n, f in list(vars(t).items()) if n.startswith('test_')]"
    assert subprocess.run([sys.executable, "-B", "-c", test], cwd=root, check=False).returncode == 0  # noqa: ASYNC221 - ends at once
    assert "RATES" not in (root / "src/frontend/total.js").read_text(encoding="utf-8")
    assert {agent for agent, _ in hand.prompts} == {one.id for one in desk.config.agents.agents} - {
        "codebase-guardian-1"  # no two tasks of a plan can want the same lines
    }
    shown_what_they_need(hand)


def shown_what_they_need(hand: ByHand) -> None:
    def shown(agent: str, number: int = 0) -> str:
        return [prompt for one, prompt in hand.prompts if one == agent][number]

    assert all("税率ごとに合計してから、1 円未満を切り捨てる" in prompt for _, prompt in hand.prompts)
    assert "一つの請求書につき税率ごとに一回" in shown("planner-1"), "what was researched"
    assert "R5 画面の" in shown("planner-1"), "the requirements"
    assert "formatTotal" in shown("planner-1", 1), "the plan that was sent back"
    assert "formatTotal" not in shown("impl-frontend-1"), "the plan that stands"
    assert "- `src/frontend/total.js`" in shown("impl-frontend-1")
    assert "from backend.order import Line, total" in shown("impl-test-1"), "what it depends on"
    for reviewer in ("security", "performance"):
        first, second = (shown(f"reviewer-{reviewer}-1", number) for number in (0, 1))
        assert first.split("From commit `")[1][:40] != second.split("From commit `")[1][:40], "only what came since"


async def test_careless_answers_are_asked_for_again_or_sent_back(tmp_path: Path) -> None:
    desk, hand = await played(tmp_path, from_the_plan_on(), "careless")
    assert hand.asked_again("planner-1") == ["it answered in words, without the JSON object that was asked for"]
    assert hand.asked_again("reviewer-1")[0].startswith("its answer is wrong at `verdict`: '不合格' is not one of")
    assert hand.asked_again("reviewer-performance-1")[0].startswith("its answer is wrong at `blocking")
    emit = desk.emit
    assert isinstance(emit, Events)
    found = [one["text"] for one in emit.of("finding") if one["state"] == "open"]
    assert "役割 `frontend` を持つ者は、このフェーズにいない" in found[0]
    assert "同じファイルを変えうる" in found[1]
    assert "src/backend/order.py を変えたと言っているが" in found[2]
    assert "README.md" in found[3]
    assert found[4:] == ["エラー処理が足りない"]
    assert all(one.state == "closed" for one in known(desk) if one.severity != "minor")
    changed = call(desk.repository.root, "diff", "--name-only", f"{desk.repository.head}..{desk.trees.branch}").split()
    assert changed == ["src/backend/order.py", "tests/test_order.py"], "what strayed is not in it"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["good", "careless"])
async def test_the_same_with_real_shims_and_the_program_that_parks_turns(tmp_path: Path, kind: str) -> None:
    play = tmp_path / "play"
    shutil.copytree(PLAYED / kind, play / "answers")
    config = default("five-phase") if kind == "good" else from_the_plan_on()

    class Parking(Script):
        def command(self, agent: str) -> tuple[str, ...]:
            return (sys.executable, "-P", "-m", "kasen.testing.parked_agent", str(play), agent)

    repo = project(tmp_path / "repo")
    flow = workflow_folder(tmp_path / "flow", Parking(tmp_path / "script"), config, limits=QUICK)
    async with running(tmp_path / "home") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow, requirement=REQUIREMENT))
        assert row.status == "done"
        assert await events(store, row, "approval_asked") == []
    assert {path.name for path in (play / "used").iterdir()} == {path.name for path in (PLAYED / kind).glob("*.json")}
    parked = sorted(path.name for path in (play / "turns").iterdir())
    assert len(parked) == len(list((PLAYED / kind).glob("*.json")))
    assert "## The requirement" in (play / "turns" / parked[0]).read_text(encoding="utf-8")
