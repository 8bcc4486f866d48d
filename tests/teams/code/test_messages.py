from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.code.messages import MESSAGE, AnyMessage, Finding, Order, ReviewRequest, TaskAssignment, TaskResult

OF_TASK = {"task_id": "implementation.1.T1", "token": 3}
WORK = {
    **OF_TASK,
    "phase": "implementation",
    "role": "impl-backend",
    "instruction": "税込み",
    "lease_seconds": 120,
}
EACH: list[AnyMessage] = [
    TaskAssignment(**WORK, findings=(Finding(id="f-1", file="a.py", line=2, issue="8% のまま"),)),
    ReviewRequest(**WORK, files=("src/**",), base="a" * 40, head="b" * 40),
    TaskResult(**OF_TASK, agent="impl-backend-1", status="done"),
    Order(verb="say", agent="impl-backend-1", words="急がなくてよい"),
]


@pytest.mark.parametrize("message", EACH, ids=lambda message: message.type)
def test_a_message_comes_back_from_its_file_as_it_was(message: AnyMessage) -> None:
    assert MESSAGE.validate_json(message.model_dump_json()) == message
    assert len(message.msg_id) == 26


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "task_result", **OF_TASK, "agent": "a", "status": "perhaps"},
        {"type": "task_result", "task_id": "T1", "agent": "a", "status": "done"},
        {"type": "task_assign", **WORK, "lease_seconds": 0},
        {"type": "order", "verb": "shout"},
        {"type": "order", "verb": "say", "colour": "red"},
        {"type": "gossip"},
    ],
)
def test_what_is_no_message_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        MESSAGE.validate_python(wrong)
