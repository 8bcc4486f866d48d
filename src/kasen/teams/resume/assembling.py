"""The result of a run, put together from its state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from kasen.team import Deps, RunFigures
from kasen.teams.resume import wording
from kasen.teams.resume.deciding import offered, outcome_of, standing, undecided, words_of
from kasen.teams.resume.ledger.comparing import compared
from kasen.teams.resume.patch import applied
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.schemas.change import Decision, Refused
from kasen.teams.resume.schemas.facts import Fact, ToConfirm
from kasen.teams.resume.schemas.feedback import Feedback
from kasen.teams.resume.schemas.result import CostLine, Costs, IterationCost, Result
from kasen.teams.resume.state import State

MOST_ASKED = 20
"""Questions to the owner that are shown."""


async def assembled(deps: Deps, state: State) -> Result:
    """Everything that the pages show. A run that was ended early is put together from what it had."""
    stopped = state.get("stopped") or "ended"
    outcome = outcome_of({**state, "stopped": stopped})
    changes = offered(state)
    decided = state.get("decisions") or undecided(changes)
    chosen = standing(changes, decided, outcome)
    original = state["qmd_content"]
    revised = applied(original, chosen, words_of(decided))
    history, request = state["history"], state["request"]
    ready = prepared(original, state["lang"], state["hidden"])
    figures = await deps.settled()
    return Result(
        lang="ja" if deps.lang == "ja" else "en",
        file=Path(request.resume).name,
        form=state["form"],
        target_role=state["target_role"],
        date=deps.now().date().isoformat(),
        run_id=deps.run_id,
        outcome=outcome,
        stopped=stopped,
        threshold=request.threshold,
        gate=request.gate,
        score=history[state["best"] - 1].score if outcome != "no_gain" else history[0].score,
        history=history,
        best=state["best"],
        feedback=state["feedback"],
        changes=changes,
        decisions=decided,
        refused=_each_once(state.get("refused", [])),
        comparison=state.get("comparison"),
        validation=state.get("validation") or state["original_validation"],
        retries=state.get("retries", []),
        facts=_facts(original, revised, state["confirmed"]),
        to_confirm=questions(state["feedback"], state.get("refused", []), deps.lang),
        hidden=state["hidden"],
        masked={kind: count for kind, count in ready.masked.counts.items() if count},
        match=state.get("match"),
        portfolio=state.get("ranking", []),
        page=state["page"],
        renderer=state["renderer"],
        original=original,
        revised=revised,
        notes=_notes(deps, state),
        costs=costs_of(figures, state["snapshots"]),
    )


def _facts(original: str, revised: str, confirmed: Sequence[str]) -> list[Fact]:
    found = compared(original, revised)
    return [*found, *(Fact(kind="other", text=text, line=0, status="confirmed") for text in confirmed)]


def questions(feedback: Sequence[Feedback], refused: Sequence[Refused], lang: str) -> list[ToConfirm]:
    """What findings need, and what refused edits would have said: once for the same words.

    One that was asked of other words already names those that it is about: no two questions are alike.
    """
    asked: dict[str, ToConfirm] = {}
    for one in (*_of_findings(feedback), *_of_edits(refused, lang)):
        before = asked.get(one.question)
        if before is None:
            asked[one.question] = one
        elif one.about and one.about != before.about:
            told = wording.asked_about(one.about, one.question, lang)
            asked.setdefault(told, one.model_copy(update={"question": told, "about": ""}))
    return list(asked.values())[:MOST_ASKED]


def _of_findings(feedback: Sequence[Feedback]) -> Iterator[ToConfirm]:
    for finding in (finding for one in feedback for finding in one.findings if finding.question):
        line = finding.place.line if finding.place else 0
        yield ToConfirm(question=finding.question, line=line, about=finding.quote, finding=finding.id)


def _of_edits(refused: Sequence[Refused], lang: str) -> Iterator[ToConfirm]:
    for edit in refused:
        if question := _asked_of(edit, lang):
            yield ToConfirm(question=question, line=edit.line, about=edit.old, finding=edit.finding, proposed=edit.new)


def _each_once(refused: Sequence[Refused]) -> list[Refused]:
    """Refusals without what a revisor tried again."""
    return list({(one.line, one.old, one.new): one for one in reversed(refused)}.values())[::-1]


def _asked_of(edit: Refused, lang: str) -> str:
    """One question per edit that says something new; that something may go cannot be confirmed as a fact."""
    doubts = [one for one in edit.doubts if one.ask and one.claim and one.kind != "lost"]
    if not doubts or not edit.new.strip():
        return ""
    return doubts[0].ask if len(doubts) == 1 else wording.is_true(" ".join(edit.new.split()), lang)


def _notes(deps: Deps, state: State) -> list[str]:
    lang, found = deps.lang, list(state["notes"])
    if text := wording.shared_out(state["history"][0], lang):
        found.append(text)
    if not any(one.judged for one in state["history"]):
        found.append(wording.note("not_judged", lang))
    dead = {one.agent: one.why for one in state["feedback"] if one.verdict == "infra_failed"}
    for agent, why in dead.items():
        found.append(wording.note("dead", lang, critic=wording.name(agent, lang), why=why.rstrip(".。")))
    if dropped := sum(one.dropped for one in state["feedback"]):
        found.append(wording.note("dropped", lang, count=dropped))
    if state.get("stopped") == "invalid":
        found.append(wording.note("invalid", lang, iteration=len(state["history"])))
    if state.get("stopped") == "budget":
        found.append(wording.note("spent", lang))
    comparison = state.get("comparison")
    if comparison is not None and comparison.same_vendor:
        found.append(wording.note("same_vendor", lang))
    return list(dict.fromkeys(found))


def costs_of(figures: RunFigures, snapshots: Sequence[IterationCost]) -> Costs:
    """The bill of the run: per role and model, and per iteration, which is what lies between two beginnings."""
    from kasen.models.prices import table

    lines = tuple(
        CostLine(
            role=row.role,
            by=row.model,
            calls=row.calls,
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
            usd=row.usd,
            answered=row.answered,
        )
        for row in figures.table()
    )
    return Costs(
        lines=lines,
        iterations=_per_iteration(figures, snapshots),
        calls=figures.calls,
        rule_calls=figures.rule_calls,
        input_tokens=figures.input_tokens,
        output_tokens=figures.output_tokens,
        usd=figures.usd,
        seconds=figures.seconds,
        prices=str(table()) if figures.calls else "",
    )


def _per_iteration(figures: RunFigures, snapshots: Sequence[IterationCost]) -> tuple[IterationCost, ...]:
    end = IterationCost(
        iteration=0,
        calls=figures.calls,
        input_tokens=figures.input_tokens,
        output_tokens=figures.output_tokens,
        usd=figures.usd,
    )
    found = []
    for one, following in zip(snapshots, [*snapshots[1:], end], strict=True):
        known = one.usd is not None and following.usd is not None
        found.append(
            IterationCost(
                iteration=one.iteration,
                calls=following.calls - one.calls,
                input_tokens=following.input_tokens - one.input_tokens,
                output_tokens=following.output_tokens - one.output_tokens,
                usd=(following.usd or 0.0) - (one.usd or 0.0) if known else None,
            )
        )
    return tuple(found)


def redecided(prior: Result, decided: Sequence[Decision], run_id: str) -> Result:
    """An earlier review with what is decided now; the bill stays that of the review."""
    chosen = standing(prior.changes, decided, prior.outcome)
    revised = applied(prior.original, chosen, words_of(decided))
    confirmed = [fact.text for fact in prior.facts if fact.status == "confirmed"]
    update = {
        "decisions": list(decided),
        "revised": revised,
        "facts": _facts(prior.original, revised, confirmed),
        "run_id": run_id,
        "written": "",
        "backup": "",
    }
    return prior.model_copy(update=update)
