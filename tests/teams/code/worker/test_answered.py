from __future__ import annotations

from pathlib import Path

import pytest

from kasen.settings.regular import LARGEST
from kasen.teams.code.mailbox.layout import Mailbox
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.messages import Output, Planned, TaskResult
from kasen.teams.code.worker.answered import KEPT, Answered


@pytest.fixture
def outbox(tmp_path: Path) -> Path:
    mailbox = Mailbox(tmp_path / ".mailbox")
    mailbox.make(["a"])
    return mailbox.outbox("a")


def result(task: str = "t/1", token: int = 1, **more: object) -> TaskResult:
    return TaskResult(task_id=task, token=token, agent="a", status="done", **more)


def received(outbox: Path) -> list[Received]:
    return [one for one in waiting(outbox) if isinstance(one, Received)]


def test_a_claim_has_one_result_for_ever(tmp_path: Path, outbox: Path) -> None:
    answered = Answered(tmp_path / "results", outbox)
    first = answered.keep(result())
    again = Answered(tmp_path / "results", outbox)
    assert again.given("t/1", 1) == first
    assert again.keep(result(reason="another")) == first
    assert again.given("t/1", 2) is None
    assert again.keep(result(token=2)).token == 2


def test_it_is_sent_once_however_far_it_has_come(tmp_path: Path, outbox: Path) -> None:
    answered = Answered(tmp_path / "results", outbox)
    kept = answered.keep(result())
    for _ in range(2):
        answered.send(kept)
        (one,) = received(outbox)  # it is in `processing` now
    one.settle()
    answered.send(kept)
    assert received(outbox) == []


def test_a_result_that_nobody_would_read_is_cut(tmp_path: Path, outbox: Path) -> None:
    answered = Answered(tmp_path / "results", outbox)
    kept = answered.keep(result(output=Output(summary="要約", report="茶" * LARGEST)))
    answered.send(kept)
    (one,) = received(outbox)
    assert isinstance(one.message, TaskResult)
    assert one.message.output.summary == "要約"
    assert one.message.output.report.endswith("(cut here: it was too long)")


def test_what_cannot_be_cut_has_failed(tmp_path: Path, outbox: Path) -> None:
    plan = tuple(Planned(id=str(number), role="r", instruction="x" * 10_000) for number in range(200))
    kept = Answered(tmp_path / "results", outbox).keep(result(plan=plan, session="s"))
    assert (kept.status, kept.problem, kept.session, kept.plan) == ("failed", "failed", "s", ())
    assert "larger than" in kept.reason


def test_the_latest_are_remembered(tmp_path: Path, outbox: Path) -> None:
    answered = Answered(tmp_path / "results", outbox)
    for token in range(KEPT + 5):
        answered.keep(result(token=token))
    assert len(list((tmp_path / "results").iterdir())) == KEPT
    assert answered.given("t/1", KEPT + 4) is not None
