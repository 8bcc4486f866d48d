"""Understands what is to change in a deck that no run made: words of its shapes, and which slides go or move."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.models.role import Answer, Role
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.editing.explicit import asks_for_a_chart, why_unchanged
from kasen.teams.slides.editing.forms import beyond, understood
from kasen.teams.slides.editing.listing import sheets_of
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.wanted import Desk, exact, shown
from kasen.teams.slides.rules.shape_editor import told_forms
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.texts import FileChange, ShapeEditorOutput, Sheet
from kasen.teams.slides.state import Asked, Reworded

SHAPE_EDITOR = Role(
    name="shape_editor",
    package="kasen.teams.slides",
    reply=ShapeEditorOutput,
    rule=told_forms,
    tier="basic",
    answer_tokens=900,
    target_s=30.0,
)
REPAIRS = 2
_OBJECTS = re.compile(r"chart|graph|picture|image|photo|diagram|グラフ|画像|写真|図", re.IGNORECASE)


class Opened(Asked, TypedDict, total=False):
    """What the shape editor reads."""

    lang: Lang
    prior: Prior


async def shape_editor(state: Opened, runtime: Runtime[Deps]) -> Reworded:
    """What is to change; what is said exactly needs no ask, all else one, and its repairs."""
    deps, wish, lang = runtime.context, state["request"].wish, state["lang"]
    sheets = await listed(deps, state["prior"].version)
    said = _by_code(wish, sheets, lang, has_model=bool(deps.ask.models(SHAPE_EDITOR)))
    if said is not None:
        return said
    desk = Desk(wish, sheets, shown(wish, sheets), lang)
    best, reply, notes = FileChange(), "", list[str]()
    problems: list[str] = []
    fewest: int | None = None
    is_rule = True
    for _ in range(REPAIRS + 1):
        answer = await ask(deps, desk, problems)
        found, problems = desk.change(answer.value)
        is_rule = answer.is_rule
        if fewest is None or len(problems) < fewest:
            best, reply, notes = found, " ".join(answer.value.reply.split()), list(desk.notes)
            fewest = len(problems)
        if not problems or is_rule:
            break
    if best.is_empty and is_rule and _OBJECTS.search(wish):
        notes.append(wording.said("only_texts", lang))
    if best.is_empty and not reply:
        notes.append(wording.said("not_understood", lang))
    deps.note(reply[:120])
    return {"reply": reply, "change": best, "asked": not is_rule, "notes": notes}


def _by_code(wish: str, sheets: Sequence[Sheet], lang: Lang, *, has_model: bool) -> Reworded | None:
    """What is said exactly, or means what is not there, and so needs no ask; None where it does."""
    number = beyond(wish, len(sheets))
    if number is not None:
        return _nothing(wording.said("beyond", lang, n=number, count=len(sheets)))
    change = exact(wish, sheets)
    if change is not None:
        if len(change.delete) == len(sheets):
            return _nothing("", wording.said("not_all", lang))
        return {"reply": "", "change": change, "asked": False, "notes": []}
    order = understood(wish, len(sheets))
    if order is not None and order.action in ("replace", "move"):
        return _nothing(why_unchanged(order, is_found=False, lang=lang))
    lacks = order is not None and asks_for_a_chart(order) and "chart" not in sheets[order.slide - 1].holds
    if order is not None and lacks and not has_model:
        return _nothing(wording.said("no_chart_here", lang, n=order.slide))
    return None


def _nothing(reply: str, *notes: str) -> Reworded:
    return {"reply": reply, "change": FileChange(), "asked": False, "notes": list(notes)}


async def ask(deps: Deps, desk: Desk, problems: list[str]) -> Answer[ShapeEditorOutput]:
    """One ask of the role about these slides."""
    return await deps.ask(
        SHAPE_EDITOR,
        wish=desk.wish,
        sheets=list(desk.sheets),
        shown=list(desk.shown),
        problems=problems,
        lang=deps.lang,
    )


async def listed(deps: Deps, version: int) -> list[Sheet]:
    """The slides of a version of the deck."""
    data = await deps.artifacts.read("deck.pptx", version)
    return await asyncio.to_thread(lambda: sheets_of(Package.opened(data)))
