"""What the gate of a phase says, when its reviewers have spoken and its commands have run."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.teams.code.config.gates import QualityGate
from kasen.teams.code.findings.ledger import Round, named, not_converging
from kasen.teams.code.git.merging import Ran
from kasen.teams.code.git.worktrees import files_between
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.gate_words import gate_said, verdict_of
from kasen.teams.code.orchestrator.known import Known, known, looked, noted, open_of, tell
from kasen.teams.code.orchestrator.wording import defect
from kasen.teams.code.phases import GateWord

NOTE = "gate"


async def gate_word(desk: Desk, phase: str, round: int) -> GateWord:
    """What the gate of a phase says in a round; empty where it has none, or a reviewer has not spoken yet.

    A reviewer that was not asked in this round counts with what it said last. Commands run once per commit, in the
    tree where all comes together, so this takes as long as they do. The word stands in the note `gate`, findings in
    the note `findings`, how the commands ended in the note `commands`.
    """
    gate = desk.config.gates.of(phase)
    if gate is None:
        return ""
    said = [verdict_of(desk, phase, round, role) for role in gate.required]
    if "" in said:
        return ""
    ran = await _ran(desk, gate, round)
    failed = {one.name: await _failed(desk, gate, one) for one in ran}

    def change(before: Sequence[Known]) -> list[Known]:
        for name, found in failed.items():
            before = looked(before, phase, name, round, found)
        return list(before)

    await tell(desk, change)
    word = _word(desk, gate, round, [*said, *("PASS" if one.ok else "FAIL" for one in ran)], change(known(desk)))
    note = {"phase": phase, "round": round, "word": word}
    desk.queue.put([], noted(desk, change))
    if desk.queue.noted(NOTE) != note:
        await desk.emit("verdict", reviewer=gate.id, verdict=_told(word), text=gate_said(desk, phase, round))
    desk.queue.put([], {NOTE: note})
    return word


async def _ran(desk: Desk, gate: QualityGate, round: int) -> list[Ran]:
    """How the commands of the gate ended on what has come together; those that ran on that commit do not run again."""
    if not gate.commands:
        return []
    noted, head = (desk.queue.noted("commands") or {}).get(gate.phase), await desk.trees.accepted()
    if noted and noted["head"] == head and [one["name"] for one in noted["ran"]] == [one.name for one in gate.commands]:
        return [Ran(**one) for one in noted["ran"]]
    head, ran = await desk.merging.check(gate.commands)
    for one in ran:
        await desk.emit("verdict", reviewer=one.name, verdict="pass" if one.ok else "fail", text=one.said[-300:])
    fact = {"head": head, "round": round, "ran": [{"name": one.name, "ok": one.ok, "said": one.said} for one in ran]}
    desk.queue.put([], {"commands": {**(desk.queue.noted("commands") or {}), gate.phase: fact}})
    return ran


async def _failed(desk: Desk, gate: QualityGate, ran: Ran) -> list[Finding]:
    """The finding of a command that failed, in the first file of this run that its output names."""
    if ran.ok:
        return []
    tree, head = await desk.trees.together(), await desk.trees.accepted()
    file, line = place_in(ran.said, await files_between(tree, desk.repository.head, head))
    issue, suggestion = defect(desk.lang, "command", said=f"{ran.name}: {ran.said}")
    finding = Finding(file=file, line=line, severity="critical", issue=issue, suggestion=suggestion)
    return named([finding], ran.name, open_of(desk, gate.phase, ran.name))


def place_in(said: str, files: Sequence[str]) -> tuple[str, int | None]:
    """The first of the files that an output names, with the line that stands behind it; nothing where it names none."""
    found: list[tuple[int, int, str, int | None]] = []
    for file in files:
        match = re.search(rf"(?<![\w.-]){re.escape(file)}(?![\w-])(?::(\d+)|\((\d+))?", said)
        if match:
            line = match[1] or match[2]
            found.append((match.start(), -len(file), file, int(line) if line else None))
    return min(found)[2:] if found else ("", None)


def _word(desk: Desk, gate: QualityGate, round: int, said: Sequence[str], findings: Sequence[Known]) -> GateWord:
    if "FAIL" in said:
        return "NOT_CONVERGING" if _goes_round(desk, gate, round, findings) else "FAIL"
    return "PASS" if all(one == "PASS" for one in said) else "NO_VERDICT"


def _goes_round(desk: Desk, gate: QualityGate, round: int, findings: Sequence[Known]) -> bool:
    """Whether it has sent work back as often as it may, or the same finding stays round after round."""
    rounds = [
        Round(tuple(one for one in findings if one.about == gate.phase and number in one.rounds))
        for number in range(1, round + 1)
    ]
    return round > gate.max_rounds or bool(not_converging(rounds, desk.config.workflow.limits.rounds))


def _told(word: GateWord) -> str:
    return {"PASS": "pass", "NO_VERDICT": "no_verdict"}.get(word, "fail")
