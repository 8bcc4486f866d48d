"""Answering what a run asks: a choice by its number or word, anything else as every pause is answered."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kasen.cli.code.said import said as words
from kasen.cli.pause import ask_person, can_ask, how_to_answer, meant, typed_line
from kasen.errors import InputError, Paused
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import ApprovalRow
    from kasen.runtime.runner import Runner


async def answer(
    runner: Runner, row: ApprovalRow, *, said: str | None, default: bool, editor: str, lang: str = "en"
) -> None:
    """Answer one pause: by the word that was `said`, by its default, or by who sits here.

    Raises InputError for a word that is no choice, Paused where nobody sits here or who does leaves it for later.
    """
    field, choices = choices_of(row.asked.answer_schema)
    if said is not None or default:
        value = row.asked.default if said is None else with_choice(row, field, choices, said, lang)
        await runner.answer(row.run_id, row.name, value)
        return
    if not can_ask():
        raise _later(row, choices, lang)
    print(printable(f"  {' '.join(row.asked.question.split())}"), file=sys.stderr)
    if not await ask(runner, row, editor=editor, lang=lang):
        raise _later(row, choices, lang)


async def ask(runner: Runner, row: ApprovalRow, *, editor: str, lang: str) -> bool:
    """Let who sits here choose; False when they leave it for later. Raises InputError for a word that is no choice."""
    field, choices = choices_of(row.asked.answer_schema)
    if not choices:
        return await ask_person(runner, row, editor)
    for number, choice in enumerate(choices, start=1):
        what = words(lang, f"choice.{choice}")
        print(printable(f"     {number}  {choice}{f'  {what}' if what != choice else ''}"), file=sys.stderr)
    print(f"     {words(lang, 'choose')}", end=" ", file=sys.stderr, flush=True)
    typed = typed_line()
    if typed is None or not typed.strip():
        return False
    await runner.answer(row.run_id, row.name, with_choice(row, field, choices, meant(typed, choices), lang))
    return True


def choices_of(schema: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The first field of an answer that takes one of a few words, or yes or no; empty where there is none."""
    definitions = schema.get("$defs", {})
    for name, field in schema.get("properties", {}).items():
        found = definitions.get(str(field.get("$ref", "")).rpartition("/")[2], field)
        if found.get("enum"):
            return name, [str(one) for one in found["enum"]]
        if found.get("type") == "boolean":
            return name, ["yes", "no"]
    return "", []


def with_choice(row: ApprovalRow, field: str, choices: list[str], word: str, lang: str = "en") -> Any:
    """The default answer with that choice. Raises InputError."""
    wanted = word.strip().lower()
    if not choices or wanted not in choices:
        raise InputError(words(lang, "no_answer", word=word, name=row.name), hint=_how(row, choices, lang))
    shown = row.asked.answer_schema["properties"][field]
    value: Any = wanted == "yes" if shown.get("type") == "boolean" else wanted
    return {**(row.asked.default or {}), field: value}


def _later(row: ApprovalRow, choices: list[str], lang: str) -> Paused:
    question = " ".join(row.asked.question.split())
    return Paused(words(lang, "waits", run=row.run_id, name=row.name, question=question), hint=_how(row, choices, lang))


def _how(row: ApprovalRow, choices: list[str], lang: str) -> str:
    if not choices:
        return how_to_answer(row, lang).hint
    return words(lang, "how", run=row.run_id, choices="|".join(choices))
