"""Work that passed its review and cannot be merged goes back to whoever did it, with what stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kasen.teams.code.findings.ledger import named
from kasen.teams.code.git.merging import Sent
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.following import Chain, follow, mending
from kasen.teams.code.orchestrator.known import Known, looked, noted, tell
from kasen.teams.code.orchestrator.reviews import COMMAND, FILES
from kasen.teams.code.orchestrator.wording import defect, why
from kasen.teams.code.orchestrator.working import strayed_finding
from kasen.teams.code.queue.rows import NewTask


async def refused(desk: Desk, so_far: Chain, sent: Sent) -> str:
    """Put in the fix for a failing command or strayed files; why a person has to decide, where it came too often."""
    if sent.outcome == "strayed":
        by, found = FILES, strayed_finding(desk, so_far.work, desk.repository.head, list(sent.files))
    else:
        issue, suggestion = defect(desk.lang, "command", said=sent.said)
        by, found = COMMAND, [Finding(severity="critical", issue=issue, suggestion=suggestion)]
    return await sent_back(desk, so_far, by, lambda findings: mending(so_far, "fix", findings), found)


async def sent_back(
    desk: Desk, so_far: Chain, by: str, made: Callable[[Sequence[Finding]], NewTask], found: Sequence[Finding]
) -> str:
    """Put in what is made for the findings, named; why a person has to decide, where it came too often."""
    findings = named(found, by, [one for link in so_far.links for one in link.body.findings])

    def change(before: Sequence[Known]) -> list[Known]:
        return looked(before, so_far.work.task.task_id, by, len(so_far.links), findings)

    await tell(desk, change)
    if (times := so_far.times(by)) >= desk.config.workflow.limits.rounds:
        desk.queue.put([], noted(desk, change))
        return why(desk.lang, "again", n=times, what=findings[0].issue)
    follow(desk, so_far, made(findings), noted(desk, change))
    return ""
