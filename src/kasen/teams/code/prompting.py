"""From a message to what an agent is shown and asked for, and from its answer to what the orchestrator is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from kasen.teams.code.messages import (
    Finding,
    Output,
    Planned,
    Review,
    ReviewRequest,
    Ruling,
    Status,
    TaskAssignment,
    TaskResult,
    Verdict,
)
from kasen.teams.code.schemas import answers
from kasen.teams.code.worker.spec import Spec

PACKAGE = "kasen.teams.code"
LONGEST = 60_000
"""Characters that are shown of one result of others."""
Asked = TaskAssignment | ReviewRequest
_MENDED = re.compile(r"\.(?:fix|resolve)\.\d+$")
_AFTER = re.compile(r"\.(?:fix|resolve|review|rule)\.\d+$")
_ANSWERS: Mapping[str, type[answers.Answer]] = {
    "work": answers.Done,
    "resolve": answers.Done,
    "fix": answers.Mended,
    "plan": answers.Plan,
    "rule": answers.Ruled,
    "review": answers.Reviewed,
    "rereview": answers.Rereviewed,
}


def prompt_of(message: Asked, spec: Spec, read: Callable[[str], str]) -> str:
    """What the agent is shown. `read` gives the text of a path of `message.context`; what it cannot is said so."""
    told = [{"name": name, "text": text, "own": _is_own(message, name)} for name, text in _told(message, read)]
    requirement = _text(message.context.requirement, read) if message.context.requirement else ""
    if requirement.strip() in message.instruction:
        requirement = ""
    findings = message.open if isinstance(message, ReviewRequest) else message.findings
    return _rendered(
        f"turns/{_asked(message)}",
        task=message,
        agent=spec.agent.id,
        lang=spec.lang,
        writes=spec.writes,
        requirement=requirement,
        told=told,
        findings=[{"id": one.id, "text": _finding(one)} for one in findings],
    )


def interrupted_prompt(prompt: str) -> str:
    """What a session is shown that goes on after its process ended in the middle of that prompt's turn."""
    return _rendered("turns/interrupted", prompt=prompt)


def again_prompt(message: Asked, problem: str) -> str:
    """What a session is shown that ended its turn without the answer; `problem` says what was wrong, in a sentence."""
    schema = json.dumps(schema_of(message), ensure_ascii=False)
    return _rendered("turns/again", problem=problem, schema=schema)


def schema_of(message: Asked) -> dict[str, Any]:
    """JSON schema of the answer, in the strict form of both CLIs."""
    return answers.strict_schema(_ANSWERS[_asked(message)])


def result_of(message: Asked, answer: Mapping[str, Any], folder: str = "") -> dict[str, Any]:
    """The fields of a TaskResult that the answer gives: status, output, reason, and review, plan or ruling.

    Files are made relative to `folder`, the agent's work tree. What contradicts itself is no verdict: FAIL that names
    nothing, and a re-review that leaves out a finding. PASS beside what blocks is FAIL, unless all of that is minor.
    An answer of another form than was asked for, and an empty plan without a reason, are the problem `no_answer`.
    """
    try:
        found = _ANSWERS[_asked(message)].model_validate(dict(answer))
    except ValidationError as error:
        why = error.errors()[0]
        place = ".".join(map(str, why["loc"]))
        return {"status": "failed", "problem": "no_answer", "reason": f"its answer is wrong at `{place}`: {why['msg']}"}
    match found:
        case answers.Done() | answers.Mended():
            return _worked(found, folder)
        case answers.Plan():
            return _planned(found)
        case answers.Reviewed():
            return _reviewed(found, folder)
        case answers.Rereviewed():
            return _rereviewed(found, message.open if isinstance(message, ReviewRequest) else ())
        case answers.Ruled():
            ruling = Ruling(owner=found.owner, instruction=found.instruction)
            return {"status": "done", "output": Output(summary=found.reason), "ruling": ruling}
    raise TypeError(f"no result is made from {type(found).__name__}")


def _asked(message: Asked) -> str:
    if isinstance(message, TaskAssignment):
        return message.kind
    return "rereview" if message.open else "review"


def _rendered(name: str, **known: Any) -> str:
    from kasen.prompts.loader import prompt_variables, render

    wanted = prompt_variables(PACKAGE, name)
    return render(PACKAGE, name, **{key: value for key, value in known.items() if key in wanted})


# --- what others said -------------------------------------------------------------------------------------------------


def _told(message: Asked, read: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    for path in message.context.dependencies:
        text = _text(path, read)
        name = path.rpartition("/")[2].removesuffix(".json")
        try:
            result = TaskResult.model_validate_json(text)
        except ValidationError:
            yield name, text
            continue
        yield result.task_id, "\n\n".join(_said(result))[:LONGEST]


def _is_own(message: Asked, name: str) -> bool:
    """Whether that is an answer of who did the same piece of work: `W` and `W.fix.1` for `W.fix.2` and `W.review.2`."""
    work = _MENDED.sub("", name)
    return message.task_id != work and _AFTER.sub("", message.task_id) == work


def _text(path: str, read: Callable[[str], str]) -> str:
    try:
        text = read(path)
    except (OSError, UnicodeDecodeError) as error:
        return f"(This could not be read: {error})"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n(cut here: it has {len(text):,} characters)"


def _said(result: TaskResult) -> Iterator[str]:
    yield from filter(None, (result.output.summary, result.output.report))
    if result.output.artifacts:
        yield f"Files that were made: {', '.join(result.output.artifacts)}"
    if result.plan:
        tasks = [one.model_dump(mode="json") for one in result.plan]
        yield json.dumps({"tasks": tasks}, ensure_ascii=False, indent=1)
    if result.ruling:
        yield f"{result.ruling.owner} stands. {result.ruling.instruction}"


def _finding(finding: Finding) -> str:
    place = f"{finding.file}:{finding.line}" if finding.line else finding.file
    lines = [f"{finding.severity} · {place or 'no file'}", finding.issue]
    lines += [f"To see it: {finding.see}"] if finding.see else []
    lines += [f"Suggestion: {finding.suggestion}"] if finding.suggestion else []
    return "\n".join(lines)


# --- what came back ---------------------------------------------------------------------------------------------------


def _worked(found: answers.Done | answers.Mended, folder: str) -> dict[str, Any]:
    parts = [found.report] if isinstance(found, answers.Done) else [_mends(found)]
    parts += [
        f"{title}\n{_listed(rows)}" for title, rows in (("Ran:", found.checks), ("Not done:", found.not_done)) if rows
    ]
    output = Output(
        summary=found.summary,
        files_modified=tuple(dict.fromkeys(_place(file, folder)[0] for file in found.files_modified)),
        report="\n\n".join(filter(None, parts)),
        not_done=tuple(found.not_done),
    )
    status: Status = found.status
    return {"status": status, "output": output, "reason": "" if status == "done" else found.reason or found.summary}


def _mends(found: answers.Mended) -> str:
    return _listed(f"{one.id}: {'mended' if one.mended else 'not mended'}. {one.how}" for one in found.findings)


def _planned(found: answers.Plan) -> dict[str, Any]:
    if not found.tasks and not found.reason.strip():
        why = "its plan has no tasks, and no `reason` why none can be made"
        return {"status": "failed", "problem": "no_answer", "reason": why}
    plan = tuple(Planned.model_validate(task.model_dump()) for task in found.tasks)
    status: Status = "done" if plan else "blocked"
    reason = "" if plan else found.reason or found.summary
    return {"status": status, "output": Output(summary=found.summary), "plan": plan, "reason": reason}


def _reviewed(found: answers.Reviewed, folder: str) -> dict[str, Any]:
    blocking = tuple(_defect(one, folder) for one in found.blocking)
    others = tuple(_defect(one, folder) for one in found.non_blocking)
    verdict: Verdict = found.verdict
    if verdict == "PASS" and all(one.severity == "minor" for one in blocking):
        blocking, others = (), (*blocking, *others)
    reason = found.reason if verdict == "NO_VERDICT" else ""
    if blocking and verdict == "PASS":
        verdict = "FAIL"
    elif verdict == "FAIL" and not blocking:
        verdict, reason = "NO_VERDICT", "it said FAIL and named nothing that blocks"
    review = Review(verdict=verdict, blocking=blocking, non_blocking=others)
    return {"status": "done", "output": Output(summary=found.summary), "review": review, "reason": reason}


def _rereviewed(found: answers.Rereviewed, known: tuple[Finding, ...]) -> dict[str, Any]:
    said = {one.id.strip(" `"): one for one in found.findings}
    silent = [one.id for one in known if one.id not in said]
    stay = tuple(_still(one, said[one.id].why) for one in known if one.id in said and said[one.id].state == "open")
    verdict: Verdict = "FAIL" if stay else "PASS"
    reason = ""
    if found.verdict == "NO_VERDICT":
        verdict, reason = "NO_VERDICT", found.reason
    elif silent:
        verdict, reason = "NO_VERDICT", f"it said nothing of {', '.join(silent)}"
    elif found.verdict == "FAIL" and not stay:
        verdict, reason = "NO_VERDICT", "it said FAIL and left no finding open"
    review = Review(verdict=verdict, blocking=stay if verdict == "FAIL" else ())
    return {"status": "done", "output": Output(summary=found.summary), "review": review, "reason": reason}


def _still(finding: Finding, why: str) -> Finding:
    """The same words, by which it is known again; why it is still open is for who mends it."""
    return finding.model_copy(update={"suggestion": why or finding.suggestion})


def _defect(found: answers.Defect, folder: str) -> Finding:
    file, line = _place(found.file, folder)
    return Finding(**found.model_dump(exclude={"file", "line"}), file=file, line=max(found.line or 0, 0) or line)


def _place(file: str, folder: str) -> tuple[str, int | None]:
    """A path in the repository and perhaps a line, from what models write: absolute, `./a`, `a:12`."""
    path = file.strip().strip("`")
    if folder:
        path = path.removeprefix(f"{folder.rstrip('/')}/")
    name, colon, number = path.partition(":")
    line = int(digits) if colon and (digits := number.partition(":")[0].partition("-")[0]).isdecimal() else None
    return (name if line else path).removeprefix("./"), line or None


def _listed(rows: Any) -> str:
    return "\n".join(f"- {row}" for row in rows)
