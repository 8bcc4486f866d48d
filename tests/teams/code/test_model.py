"""The real `claude` and `codex` build, are reviewed, mend and pass, driven by a scripted model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.messages import Finding, ReviewRequest, TaskAssignment, TaskResult
from kasen.teams.code.programs.claude_code import ClaudeCode
from kasen.teams.code.programs.codex import Codex
from kasen.teams.code.programs.turn import Ended, Program, Turn
from kasen.teams.code.prompting import again_prompt, prompt_of, result_of, schema_of
from kasen.teams.code.worker.spec import Spec
from kasen.testing.providers import Fake, serving
from teams.code.git.made import call
from teams.code.model import Model, signed_in
from teams.code.programs.real import program, took

TYPES = ("claude-code", "codex")
LOST = {
    "file": "src/税.py",
    "line": 1,
    "severity": "major",
    "issue": "税率が足りない",
    "see": "tax(100) は 100 を返す",
    "suggestion": "0.1 を掛ける",
}


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as opened:
        yield opened


class Seat:
    """An agent of a type, in a folder."""

    def __init__(self, type: str, id: str, fake: Fake, repo: Path, home: Path, *, writes: bool) -> None:
        agent = Agent.model_validate({"id": id, "type": type, "role": id.partition("-")[0], "phase": "implementation"})
        self.spec = Spec(run_id="r", agent=agent, folder=repo, shared=(repo / ".git",), writes=writes, lang="ja")
        self.env = signed_in(fake, home)
        self.scratch = home

    async def take(
        self, message: TaskAssignment | ReviewRequest, session: str = "", prompt: str = ""
    ) -> tuple[Ended, TaskResult]:
        known: dict[str, type[ClaudeCode] | type[Codex]] = {"claude-code": ClaudeCode, "codex": Codex}
        asked: Program
        if known[self.spec.agent.type] is Codex:
            asked = Codex(self.scratch, program("codex"))
        else:
            asked = ClaudeCode(program("claude"))
        turn = Turn(
            prompt=prompt or prompt_of(message, self.spec, str),
            folder=self.spec.folder,
            schema=schema_of(message),
            session=session,
            policy="# Policy\n小さく直す",
            writes=self.spec.writes,
            shared=self.spec.shared,
        )
        _, ended = await took(asked, turn, self.env)
        parts: dict[str, Any] = {"status": "failed", "problem": ended.problem}
        if ended.answer is not None:
            parts = result_of(message, ended.answer, str(self.spec.folder))
        return ended, TaskResult(task_id=message.task_id, token=1, agent=self.spec.agent.id, **parts)


def work(**more: Any) -> TaskAssignment:
    said = {"task_id": "w", "token": 1, "phase": "p", "role": "coder", "instruction": "税を足す関数を作る", **more}
    return TaskAssignment(lease_seconds=60, **said)


def review(base: str, head: str, *open: Finding) -> ReviewRequest:
    said: dict[str, Any] = {"task_id": "w.review", "token": 1, "phase": "p", "role": "reviewer", "instruction": "税"}
    return ReviewRequest(lease_seconds=60, files=(), base=base, head=head, open=open, **said)


@pytest.mark.parametrize("types", [TYPES, TYPES[::-1]])
async def test_one_writes_the_other_refuses_it_is_mended_and_passes(
    fake: Fake, repo: Path, tmp_path: Path, types: tuple[str, str]
) -> None:
    model = Model(fake)
    wrong, right = "def tax(net): return net\n", "def tax(net): return net * 0.1\n"
    model.rule(agent="coder-1", times=1, edits={"src/税.py": wrong}, commits="Add tax", answer={"summary": "作った"})
    model.rule(agent="coder-1", times=1, edits={"src/税.py": right}, commits="Mend tax", runs=["git log --oneline"])
    model.rule(agent="reviewer-1", times=1, looks=True, answer={"verdict": "FAIL", "blocking": [LOST]})
    model.rule(agent="reviewer-1", times=1, looks=True)
    coder = Seat(types[0], "coder-1", fake, repo, tmp_path / "coder", writes=True)
    reviewer = Seat(types[1], "reviewer-1", fake, repo, tmp_path / "reviewer", writes=False)
    base = call(repo, "rev-parse", "HEAD").strip()

    ended, made = await coder.take(work())
    assert (made.status, made.output.summary) == ("done", "作った"), (ended, model.turns)
    assert call(repo, "log", "-1", "--format=%s").strip() == "Add tax"
    first = call(repo, "rev-parse", "HEAD").strip()

    looked, refused = await reviewer.take(review(base, first))
    assert refused.review is not None
    assert refused.review.verdict == "FAIL", (looked, model.turns[-1])
    assert refused.review.blocking == (Finding(**LOST),)
    found = refused.review.blocking[0].model_copy(update={"id": "review-1"})

    again, mended = await coder.take(work(task_id="w.fix.1", kind="fix", findings=(found,)), ended.session)
    assert again.session == ended.session
    assert "- review-1: mended." in mended.output.report
    assert (repo / "src" / "税.py").read_text(encoding="utf-8") == right
    second = call(repo, "rev-parse", "HEAD").strip()
    assert second != first
    assert again.counters.since(ended.counters).output_tokens < again.counters.output_tokens

    _, passed = await reviewer.take(review(base, second, found), looked.session)
    assert passed.review is not None
    assert (passed.review.verdict, passed.review.blocking) == ("PASS", ())

    assert [(turn.agent, turn.asks, turn.rule) for turn in model.turns] == [
        ("coder-1", "result", 0),
        ("reviewer-1", "review", 2),
        ("coder-1", "result", 1),
        ("reviewer-1", "review", 3),
    ]
    assert model.turns[1].outputs[0].rstrip().endswith("+def tax(net): return net"), "the reviewer saw the change"
    assert "Mend tax" in model.turns[2].outputs[-1]
    assert "+def tax(net): return net * 0.1" in model.turns[3].outputs[0]
    assert call(repo, "status", "--porcelain") == ""


@pytest.mark.parametrize("type", TYPES)
async def test_who_looks_cannot_write(fake: Fake, repo: Path, tmp_path: Path, type: str) -> None:
    model = Model(fake).rule(edits={"src/new.py": "x = 1\n"}, answer={"verdict": "PASS"})
    reviewer = Seat(type, "reviewer-1", fake, repo, tmp_path / "home", writes=False)
    _, result = await reviewer.take(review("HEAD~1", "HEAD"))
    assert not (repo / "src" / "new.py").exists()
    assert result.problem in ("", "denied")
    assert len(model.turns) == 1


@pytest.mark.parametrize("type", TYPES)
async def test_prose_is_no_answer_and_is_asked_again(fake: Fake, repo: Path, tmp_path: Path, type: str) -> None:
    model = Model(fake).rule(times=1, says="LGTM").rule(answer={"verdict": "PASS"})
    reviewer = Seat(type, "reviewer-1", fake, repo, tmp_path / "home", writes=False)
    request = review("HEAD", "HEAD")
    ended, none = await reviewer.take(request)
    assert none.problem == "no_answer"
    _, result = await reviewer.take(request, ended.session, again_prompt(request, ended.why))
    assert result.review is not None
    assert result.review.verdict == "PASS"
    assert [turn.rule for turn in model.turns] == [0, 1]
