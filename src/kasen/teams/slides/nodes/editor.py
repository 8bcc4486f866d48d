"""Understands what is to change, has it checked as new slides are, and leaves alone what does not hold."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.editing.changing import Workbench
from kasen.teams.slides.editing.explicit import asks_for_a_chart, explicit, why_unchanged
from kasen.teams.slides.editing.forms import beyond, understood
from kasen.teams.slides.editing.speaking import said_of
from kasen.teams.slides.rules.editor import spelled_out
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.edit import Change, EditorOutput
from kasen.teams.slides.schemas.findings import Drawn, Figure
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.state import Asked, Changed

EDITOR = Role(
    name="editor",
    package="kasen.teams.slides",
    reply=EditorOutput,
    rule=spelled_out,
    tier="basic",
    answer_tokens=900,
    target_s=30.0,
)
REPAIRS = 2


class Opened(Asked, TypedDict, total=False):
    """What the editor reads."""

    lang: Lang
    design: DesignContext
    prior: Prior
    figures: list[Figure]
    drawn: list[Drawn]


async def editor(state: Opened, runtime: Runtime[Deps]) -> Changed:
    """What is to change, as whole slides; what is said exactly needs no ask, all else one, and its repairs."""
    deps, wish = runtime.context, state["request"].wish
    deck = state["prior"].deck
    bench = Workbench(deps, wish, state["design"], deck, state["figures"], state["drawn"])
    lang, number = state["lang"], beyond(wish, len(deck.slides))
    if number is not None:
        said = wording.said("beyond", lang, n=number, count=len(deck.slides))
        return {"reply": said, "changes": [], "drawn": [], "notes": []}
    exact, order = explicit(wish, deck.slides), understood(wish, len(deck.slides))
    if order is not None and (exact or order.action == "replace"):
        changes, _ = await bench.changes(EditorOutput(reply="", edits=exact), by="rule", exact=True)
        said = "" if changes or bench.notes else why_unchanged(order, is_found=bool(exact), lang=lang)
        return {"reply": said, "changes": changes, "drawn": bench.fresh, "notes": bench.notes}
    lacks = order is not None and asks_for_a_chart(order) and deck.slides[order.slide - 1].chart is None
    if order is not None and lacks and not deps.ask.models(EDITOR):
        return {"reply": wording.said("no_chart_here", lang, n=order.slide), "changes": [], "drawn": [], "notes": []}
    best, reply = await _asked(deps, state, bench)
    if not best and not bench.notes:
        bench.notes.append(reply or wording.said("not_understood", state["lang"]))
    deps.note(reply[:120])
    return {"reply": reply, "changes": best, "drawn": bench.fresh, "notes": bench.notes}


async def _asked(deps: Deps, state: Opened, bench: Workbench) -> tuple[list[Change], str]:
    """The changes with the fewest findings, and what was said about them."""
    deck = state["prior"].deck
    problems: list[str] = []
    best: list[Change] = []
    reply, fewest = "", None
    told: tuple[list[str], list[Drawn]] = ([], [])
    for _ in range(REPAIRS + 1):
        answer = await deps.ask(
            EDITOR,
            wish=state["request"].wish,
            title=deck.title,
            slides=[said_of(n, slide) for n, slide in enumerate(deck.slides, start=1)],
            kinds=[slide.kind for slide in deck.slides],
            refs=list(deck.refs),
            figures=state["figures"],
            problems=problems,
            lang=deck.lang,
            reply_lang=deps.lang,
        )
        changes, findings = await bench.changes(answer.value, by=answer.by)
        grave = [one for one in findings if one.severity != "minor"]
        if fewest is None or len(grave) < fewest:
            best, reply, fewest = changes, " ".join(answer.value.reply.split()), len(grave)
            told = bench.notes, bench.fresh
        if not grave or answer.is_rule:
            break
        problems = [f"slide {one.number}: {one.text}" for one in grave]
    bench.notes, bench.fresh = told
    return best, reply
