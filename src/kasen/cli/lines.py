"""An event as one line for people: the same words in the terminal and in plain output."""

from __future__ import annotations

from typing import Any

from kasen.prompts.outside import printable
from kasen.runtime.events import Event


def money(usd: float | None) -> str:
    """`$0.0312`; a price that is not known is said so."""
    if usd is None:
        return "price unknown"
    return "$0" if usd == 0 else f"${usd:.4f}" if usd < 1 else f"${usd:.2f}"


_PAUSE = "approve_"
STOPPED = ("Stopped",)
"""Errors of an attempt that somebody stopped: its run is interrupted, and has not failed."""


def only_passes(event: Any) -> bool:
    """Whether a node where a person may be asked begins or ends and has nothing to say.

    Where somebody is asked, the question and the answer are lines of their own; where nobody is, nothing happened.
    """
    is_pause = event.type in ("node_started", "node_finished") and event.node.startswith(_PAUSE)
    return is_pause and not getattr(event, "summary", "")


def line(event: Event) -> str:
    """One line without escapes; empty for events that only matter to machines, and for pauses that did not happen."""
    made = None if only_passes(event) else _LINES.get(event.type)
    text = made(event) if made else ""
    return printable(f"{event.node + ': ' if text and event.node else ''}{text}")


def budget(event: Any) -> str:
    """What is used of a cap; a call is not made when what it is expected to take does not fit any more."""
    used = f"budget: {event.spent:g} of {event.limit:g} {event.cap} used"
    return used if event.spent >= event.limit else f"{used}; a call that may pass the rest is not made"


def finding(event: Any) -> str:
    """How grave a defect is, what it is, and where."""
    said = f"{event.severity}: {event.text}" + (f" ({event.place})" if event.place else "")
    return f"mended: {said}" if event.state == "closed" else said


def progress(event: Any) -> str:
    """How far something is; of what, where that is known."""
    return f"{event.text} {event.done:,}/{event.total:,}" if event.total else str(event.text)


def mode(event: Any) -> str:
    """The mode of a run and, where the team chose it or the run follows another, why: in the run's language."""
    if not event.why:
        return str(event.mode)
    return f"{event.mode}（{event.why}）" if event.lang == "ja" else f"{event.mode} ({event.why})"


def _started(event: Any) -> str:
    caps = " · ".join(f"cap {name} {cap:g}" for name, cap in event.caps.items())
    parts = [event.team, mode(event), event.lang, event.preset, caps, f"attempt {event.attempt}"]
    return " · ".join(part for part in parts if part)


def _call(event: Any) -> str:
    who = f"{event.role} by {event.by}" + (f" ({event.why})" if event.why else "")
    tokens = event.input_tokens + event.output_tokens
    return who + (f", {tokens:,} tokens, {money(event.usd)}" if tokens or event.usd else "")


def _finished(event: Any) -> str:
    calls = f", {event.calls:,} calls, {money(event.usd)}" if event.calls else ""
    return f"{event.status} in {event.seconds:.1f} s{calls}"


def _approval(event: Any) -> str:
    due = f" (until {event.deadline}: {event.at_deadline})" if event.deadline else ""
    return f"waits for `{event.approval}`: {event.question}{due}"


def _search(event: Any) -> str:
    found = f"failed: {event.error}" if event.error else f"{event.found:,} found"
    return f"search {event.where}: {event.query} → {found}"


def _text(event: Any) -> str:
    text = " ".join(event.text.split())
    return f"wrote {len(event.text):,} characters: {text[:60]}" + ("…" if len(text) > 60 else "") if event.final else ""


_VERDICTS = {"pass": "passes", "fail": "does not pass", "no_verdict": "no verdict", "infra_failed": "did not answer"}


def _verdict(event: Any) -> str:
    """What a reviewer says; its name is not said twice."""
    said = _VERDICTS[event.verdict]
    who = "" if event.reviewer == event.node else f"{event.reviewer}: "
    return f"{who}{said}" + (f": {event.text}" if event.text else "")


def _phase(event: Any) -> str:
    again = f" (round {event.round})" if event.round > 1 else ""
    return f"phase {event.phase}{again} {'done' if event.state == 'done' else 'begins'}"


def _agent(event: Any) -> str:
    again = f", started {event.restarts + 1} times" if event.restarts else ""
    return _joined(event.agent, event.state.replace("_", " ") + again, event.task_id, text=event.text)


def _task(event: Any) -> str:
    """What of which task; who has it, and how often it was begun."""
    again = f", attempt {event.attempts}" if event.attempts > 1 else ""
    return _joined("task", event.task_id, event.title, event.state + again, text=event.text, by=event.agent)


def _joined(*parts: str, text: str, by: str = "") -> str:
    words = " ".join(part for part in parts if part) + (f" by {by}" if by else "")
    return f"{words}: {text}" if text else words


_LINES: dict[str, Any] = {
    "run_started": _started,
    "node_started": lambda e: "started",
    "node_finished": lambda e: f"done in {e.seconds:.1f} s" + (f": {e.summary}" if e.summary else ""),
    "text": _text,
    "model_call": _call,
    "search": _search,
    "source": lambda e: f"source {e.title}",
    "plan": lambda e: f"plan of {len(e.steps)} {'step' if len(e.steps) == 1 else 'steps'}",
    "finding": finding,
    "verdict": _verdict,
    "score": lambda e: f"{'' if e.name == e.node else f'{e.name} '}{e.value:g} of {e.scale:g}",
    "approval_asked": _approval,
    "approval_given": lambda e: f"`{e.approval}` answered by {e.by}",
    "artifact": lambda e: f"{e.name} version {e.version}, {e.size:,} bytes",
    "warning": lambda e: f"warning: {e.text}",
    "budget": budget,
    "progress": progress,
    "phase": _phase,
    "agent": _agent,
    "task": _task,
    "run_finished": _finished,
    "run_failed": lambda e: f"{'interrupted' if e.error in STOPPED else 'failed'}: {e.message}",
}
