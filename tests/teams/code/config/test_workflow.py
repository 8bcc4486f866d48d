from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.code.config.workflow import workflow_of
from teams.code.config.written import changed, five_phases


def test_the_five_phases_lead_from_research_to_the_end_and_back() -> None:
    found = five_phases()
    assert [phase.id for phase in found.phases] == [
        "research",
        "requirements",
        "planning",
        "implementation",
        "final_review",
    ]
    assert [(one.to, one.when) for one in found.onward("final_review")] == [
        ("completed", "gate_passed"),
        ("implementation", "gate_failed"),
    ]
    assert found.phase("planning").review == "plan-reviewer"
    assert {"researcher-paper", "planner", "reviewer", "codebase-guardian", "reviewer-security"} <= set(found.roles())


def test_signs_of_life_and_leases_are_those_of_the_document_unless_a_file_says_otherwise() -> None:
    found = five_phases().limits
    assert (found.heartbeat_seconds, found.heartbeat_ttl_seconds, found.lease_seconds) == (10, 45, 120)
    assert (found.renew_seconds, found.scan_seconds) == (40, 30)
    said = ("limits: {attempts: 3,", "limits: {heartbeat_seconds: 5, scan_seconds: 15, attempts: 3,")
    other = workflow_of(changed("workflow.yaml", *said)).limits
    assert (other.heartbeat_seconds, other.scan_seconds, other.lease_seconds) == (5, 15, 120)


WRONG = {
    ("to: final_review,", "to: final_reveiw,"): r"workflow.yaml:30: phase `final_reveiw` does not exist. "
    r"Did you mean `final_review`\?",
    (
        "from: research,",
        "from: resaerch,",
    ): r"workflow.yaml:27: phase `resaerch` does not exist. Did you mean `research`",
    ("id: requirements", "id: research"): r"workflow.yaml:9: there is a phase `research` already",
    ("id: requirements", "id: completed"): r"workflow.yaml:9: there is a phase `completed` already",
    ("when: gate_passed", "when: gate_pased"): r"workflow.yaml:31: `transitions.4.when`: input should be",
    ("role: planner", "rolle: planner"): r"workflow.yaml:15: ",
    ("returns: plan", "returns: result"): r"workflow.yaml:18: no phase before `implementation` has a task",
    (
        "  - {from: implementation, to: final_review, when: all_done}\n",
        "",
    ): r"no transition leaves phase `implementation`",
    ("{from: requirements, to: planning, when: all_done}", "{from: requirements, to: final_review, when: all_done}"): (
        r"no transition leads to phase `planning`"
    ),
    ("to: completed,", "to: failed,"): r"workflow.yaml:26: no way leads to `completed`",
    ("    from_plan: true\n", ""): r"workflow.yaml:17: phase `implementation` has no tasks",
    ("limits: {attempts: 3,", "limits: {attempts: 0,"): r"workflow.yaml:34: `limits.attempts`: input should be",
    ("name: five-phase", "nmae: five-phase"): r"workflow.yaml:",
}


@pytest.mark.parametrize(("change", "message"), WRONG.items(), ids=range(len(WRONG)))
def test_a_workflow_that_cannot_be_meant_is_said_with_its_line(change: tuple[str, str], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        workflow_of(changed("workflow.yaml", *change))


def test_a_task_follows_only_tasks_that_stand_before_it() -> None:
    after = ("      - role: researcher-paper\n", "      - {role: researcher-paper, after: [researcher-market]}\n")
    assert workflow_of(changed("workflow.yaml", *after)).phase("research").tasks[1].after == ("researcher-market",)
    wrong = ("      - role: researcher-market\n", "      - {role: researcher-market, after: [researcher-paper]}\n")
    with pytest.raises(ConfigurationError, match=r"workflow\.yaml:6: an earlier task of the role `researcher-paper`"):
        workflow_of(changed("workflow.yaml", *wrong))
