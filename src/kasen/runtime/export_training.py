"""Answers of models as data to learn from: what each role was asked, what it said, and what became of it.

One JSON object for each answer, by a model, of a run:

| field | what it is |
|---|---|
| `run`, `team`, `mode`, `lang`, `role` | where it was asked |
| `ask` | names the question; answers with the same `ask` answer the same one, and may be held against each other |
| `messages` | what the model was sent, `[{"role": "user", "content": …}]` |
| `answer` | what it said: as the role's schema has it in JSON where it was taken, else its words |
| `model` | `provider:model` |
| `accepted` | whether it was taken and nothing sent it back |
| `checks` | what it passed: `schema`; the reviewers who passed it; `verifier`, where every claim of it is supported |
| `rejected_by` | `schema`, `limit` (cut off), `declined`, or the reviewer who sent it back; empty where accepted |
| `why` | what was wrong with it, in words |
| `claims` | sentences of it that were held against evidence: text, support, reasons |

A reviewer's `fail` sends back the answer that was given last before it, if its role is asked again afterwards: a
verdict on which nobody acted rejects nothing. Answers of rules, and those taken from another run, are left out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson
from sqlalchemy import RowMapping

from kasen.evidence.types import Claim
from kasen.models.receipt import ReceiptKey
from kasen.models.role import RULE
from kasen.runtime.events import Event, ModelCall, Verdict
from kasen.runtime.events import Finding as FindingEvent
from kasen.runtime.evidence import claims_of
from kasen.runtime.ledger import receipts
from kasen.runtime.nested_records import children
from kasen.runtime.packed import unpacked
from kasen.runtime.rows import RunRow
from kasen.runtime.store import Store

MOST = 1_000_000
"""Runs that are looked at when none is named."""
SUPPORTED = "supported"


@dataclass
class Asked:
    """One ask of a run with its receipt. `seq` is the place of its `model_call` among the events."""

    key: ReceiptKey
    body: dict[str, Any]
    seq: int = 0
    passed: list[str] = field(default_factory=list)
    sent_back: str = ""
    """The reviewer who sent it back; `why` holds what was said."""
    why: str = ""


@dataclass
class Exported:
    """What came of an export."""

    lines: int = 0
    runs: int = 0
    kept_back: int = 0
    """Runs that were to send nothing anywhere, and were not asked for."""


async def training_lines(
    store: Store, rows: Sequence[RunRow], told: Exported, *, local: bool = False
) -> AsyncIterator[bytes]:
    """The lines of these runs and of those that they asked other teams for; `told` counts. Secrets are taken out.

    Runs that were to send nothing anywhere are left out without `local`.
    """
    for row in rows:
        if row.options.local_only and not local:
            told.kept_back += 1
            continue
        lines = await _of_run(store, row)
        told.runs += bool(lines)
        told.lines += len(lines)
        for line in lines:
            yield orjson.dumps(store.redact.data(line)) + b"\n"
        ids = await store.read(partial(children, parent_id=row.id))
        async for inner in training_lines(store, [await store.run(id) for id in ids], told, local=local):
            yield inner


async def _of_run(store: Store, row: RunRow) -> list[dict[str, Any]]:
    events = [event async for event in _events(store, row.id)]
    asked = [Asked(_key(one), orjson.loads(one["body"])) for one in await receipts(store, row.id)]
    asked = [one for one in asked if one.body.get("prompt") and not one.body.get("reused")]
    _place(asked, events)
    _judge(asked, events)
    claims = await claims_of(store, row.id)
    where = {"run": row.id, "team": row.team, "mode": row.mode, "lang": row.lang}
    return [line for one in sorted(asked, key=lambda one: one.seq) for line in _lines(where, one, claims)]


async def _events(store: Store, run_id: str) -> AsyncIterator[Event]:
    after = 0
    while page := await store.events(run_id, after=after):
        after = page[-1].seq
        for event in page:
            yield event


def _key(row: RowMapping) -> ReceiptKey:
    return ReceiptKey(row["node_path"], row["role"], row["nth"], row["hash"])


def _place(asked: Sequence[Asked], events: Sequence[Event]) -> None:
    """Find the event of each ask: the events of one execution of a node stand in the order of its receipts."""
    calls: dict[tuple[str, str], list[int]] = {}
    for event in events:
        if isinstance(event, ModelCall) and event.by:
            calls.setdefault((f"{event.node}:{event.task}", event.role), []).append(event.seq)
    for one in asked:
        known = calls.get((one.key.node_path, one.key.role), [])
        one.seq = known.pop(0) if len(known) > 1 else known[0] if known else 0


def _judge(asked: Sequence[Asked], events: Sequence[Event]) -> None:
    """Hand each verdict to the answer that it is about."""
    verdicts = [event for event in events if isinstance(event, Verdict)]
    reviewers = {event.reviewer for event in verdicts}
    writing = sorted((one for one in asked if one.key.role not in reviewers), key=lambda one: one.seq)
    last = 0
    for verdict in verdicts:
        found = [event.text for event in events if isinstance(event, FindingEvent) and last < event.seq < verdict.seq]
        before = [one for one in writing if one.seq < verdict.seq]
        if before and verdict.verdict == "pass":
            before[-1].passed.append(verdict.reviewer)
        elif before and verdict.verdict == "fail" and _is_asked_again(before[-1], writing, verdict.seq):
            before[-1].sent_back = before[-1].sent_back or verdict.reviewer
            before[-1].why = "; ".join(filter(None, (before[-1].why, verdict.text, *found)))
        last = verdict.seq


def _is_asked_again(one: Asked, asked: Sequence[Asked], after: int) -> bool:
    return any(other.key.role == one.key.role and other.seq > after for other in asked)


def _lines(where: dict[str, Any], one: Asked, claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """The answers that were not taken, then the one that was."""
    prompt = unpacked(str(one.body["prompt"]))
    asked = {**where, "role": one.key.role, "ask": one.key.call_id}
    asked["messages"] = [{"role": "user", "content": prompt}]
    lines = [
        asked | _line(said["text"], said["model"], rejected_by=said["check"], why=said["why"])
        for said in one.body.get("rejected", ())
    ]
    if one.body["by"] == RULE:
        return lines
    text = str(one.body["value_json"])
    held = [claim for claim in claims if orjson.dumps(claim.text).decode()[1:-1] in text]
    checks = ["schema", *one.passed, *(["verifier"] if held and _all_supported(held) else [])]
    told = [{"text": claim.text, "support": claim.support, "reasons": list(claim.reasons)} for claim in held]
    return [*lines, asked | _line(text, one.body["by"], checks, rejected_by=one.sent_back, why=one.why, claims=told)]


def _line(
    answer: str,
    model: str,
    checks: Sequence[str] = (),
    *,
    rejected_by: str,
    why: str,
    claims: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    return {
        "answer": answer,
        "model": model,
        "accepted": not rejected_by,
        "checks": list(dict.fromkeys(checks)),
        "rejected_by": rejected_by,
        "why": why,
        "claims": list(claims),
    }


def _all_supported(claims: Sequence[Claim]) -> bool:
    return all(claim.support == SUPPORTED for claim in claims)
